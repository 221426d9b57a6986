import { request } from 'node:http';
import { isIP } from 'node:net';
import type { Socket } from 'node:net';
import * as tls from 'node:tls';
import { ClientError } from './client-error';
import type { ClientCertificate } from './credentials';
import type { ClusterAccess } from './kubeconfig';

/** So long may it take until a connection stands, in milliseconds. */
const WITHIN_MILLISECONDS = 20_000;

/** Proxies that are spoken to with CONNECT; SOCKS is not among them. */
const PROXY_PROTOCOLS = ['http:', 'https:'];

/**
 * Opens a connection to an API server, through a proxy where the kubeconfig names one.
 *
 * @param certificate the certificate to show
 * @param protocols the versions of HTTP that are offered, the best one first
 * @throws Error when there is no way, or the server's certificate is not the one that it must be
 */
export async function openSocket(
  access: ClusterAccess, certificate: ClientCertificate | undefined, protocols: readonly string[],
): Promise<tls.TLSSocket> {
  const { hostname, port } = new URL(access.server);
  const host = hostname.replace(/^\[|\]$/g, '');
  const target = { host, port: port === '' ? 443 : Number(port) };
  const tunnel = access.proxyUrl === undefined ? undefined : await openTunnel(new URL(access.proxyUrl), target);
  const name = access.tlsServerName ?? host;
  const socket = tls.connect({
    ...(tunnel === undefined ? target : { socket: tunnel }),
    ...(isIP(name) === 0 ? { servername: name } : {}),
    // Without a name to ask for, as for an address, Node checks the address; a name of its own has to be checked by hand.
    checkServerIdentity: (_, peer) => tls.checkServerIdentity(name, peer),
    ALPNProtocols: [...protocols],
    rejectUnauthorized: !access.insecure,
    ...(access.certificateAuthority === undefined ? {} : { ca: access.certificateAuthority }),
    ...(certificate === undefined ? {} : { cert: certificate.certificate, key: certificate.key }),
  });
  socket.setKeepAlive(true, 15_000);
  socket.setNoDelay(true);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no connection to ${access.server} within ${WITHIN_MILLISECONDS / 1000} s`));
    }, WITHIN_MILLISECONDS);
    socket.once('secureConnect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
    socket.once('error', (error: Error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
}

function openTunnel(proxy: URL, target: { readonly host: string; readonly port: number }): Promise<Socket> {
  if (!PROXY_PROTOCOLS.includes(proxy.protocol)) {
    throw new ClientError(`proxy-url of the kubeconfig begins with ${proxy.protocol}//, which is not supported; use a proxy of http:// or https://`);
  }
  const authority = `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`;
  const credentials = proxy.username === '' ? undefined : `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return new Promise((resolve, reject) => {
    const port = proxy.port === '' ? (proxy.protocol === 'https:' ? 443 : 80) : Number(proxy.port);
    const asked = request({
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port,
      ...(proxy.protocol === 'https:' ? { createConnection: () => tls.connect({ host: proxy.hostname, port, servername: proxy.hostname }) } : {}),
      method: 'CONNECT',
      path: authority,
      timeout: WITHIN_MILLISECONDS,
      headers: {
        Host: authority,
        ...(credentials === undefined ? {} : { 'Proxy-Authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }),
      },
    });
    asked.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) {
        resolve(socket);
      } else {
        socket.destroy();
        reject(new ClientError(`the proxy ${proxy.host} of the kubeconfig answered ${String(statusCode)} when asked for ${authority}`));
      }
    });
    asked.once('timeout', () => asked.destroy(new Error(`no answer of the proxy ${proxy.host} within ${WITHIN_MILLISECONDS / 1000} s`)));
    asked.once('error', reject);
    asked.end();
  });
}
