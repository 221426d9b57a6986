import { once } from 'node:events';
import { createServer as createHttp, type IncomingMessage, type Server as HttpServer } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, connect, createServer as createTcp, type Server, type Socket } from 'node:net';
import { createServer as createTls } from 'node:tls';
import { ClosedConnectionError, openTls, openTunnel, RefusedTunnelError, targetOf } from '../../lib/net/connect';
import { selfSigned } from '../bundle/registry/certificate';

const identity = selfSigned();
const { signal } = new AbortController();
const servers = new Set<Server>();
const sockets = new Set<Socket>();

afterEach(async () => {
  sockets.forEach((socket) => socket.destroy());
  sockets.clear();
  await Promise.all([...servers].map((server) => {
    server.close();
    return once(server, 'close');
  }));
  servers.clear();
});

/** Starts a server, and returns its port. */
async function listen(server: Server): Promise<number> {
  servers.add(server);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Starts a server with TLS that sends a greeting. */
const greeter = (): Promise<number> => listen(createTls(identity, (socket) => socket.end('hello')));

/** Makes a server a proxy, and returns the CONNECT requests that it receives. */
function asProxy<Proxy extends HttpServer>(proxy: Proxy, refuse?: number): { readonly proxy: Proxy; readonly seen: string[] } {
  const seen: string[] = [];
  proxy.on('connect', ({ url, headers }: IncomingMessage, socket: Socket) => {
    seen.push(`${url!} ${headers.host!} ${headers['proxy-authorization'] ?? ''}`.trim());
    if (refuse !== undefined) {
      socket.end(`HTTP/1.1 ${refuse} No\r\n\r\n`);
      return;
    }
    const through = connect(Number(url!.split(':')[1]), '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    sockets.add(through);
    through.on('error', () => socket.destroy());
    through.pipe(socket).pipe(through);
  });
  return { proxy, seen };
}

async function greetingOf(socket: Socket): Promise<string> {
  const chunks = [];
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

test('finds host and port in a URL', () => {
  expect(['https://quay.io', 'http://quay.io/path', 'https://[fd00::1]:6443', 'http://10.0.0.1:81'].map((url) => targetOf(new URL(url)))).toEqual([
    { host: 'quay.io', port: 443 }, { host: 'quay.io', port: 80 }, { host: 'fd00::1', port: 6443 }, { host: '10.0.0.1', port: 81 },
  ]);
});

test('connects to a server directly', async () => {
  const socket = await openTls({ host: '127.0.0.1', port: await greeter(), ca: identity.cert }, signal);
  expect(await greetingOf(socket)).toBe('hello');
});

test('connects to a server through a proxy', async () => {
  const port = await greeter();
  const { proxy, seen } = asProxy(createHttp());
  const url = new URL(`http://ann:w%40rd@127.0.0.1:${await listen(proxy)}`);
  const tunnel = await openTunnel(url, { host: 'localhost', port }, signal);
  expect(await greetingOf(await openTls({ socket: tunnel, servername: 'localhost', ca: identity.cert }, signal))).toBe('hello');
  expect(seen).toEqual([`localhost:${port} localhost:${port} Basic ${Buffer.from('ann:w@rd').toString('base64')}`]);
});

test('writes an IPv6 address with brackets', async () => {
  const { proxy, seen } = asProxy(createHttp(), 502);
  await expect(openTunnel(new URL(`http://127.0.0.1:${await listen(proxy)}`), { host: 'fd00::1', port: 6443 }, signal)).rejects.toThrow(RefusedTunnelError);
  expect(seen).toEqual(['[fd00::1]:6443 [fd00::1]:6443']);
});

test('verifies the certificate of a proxy with TLS', async () => {
  const { proxy, seen } = asProxy(createHttps(identity));
  const url = new URL(`https://127.0.0.1:${await listen(proxy)}`);
  await expect(openTunnel(url, { host: 'localhost', port: 1 }, signal)).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  expect(seen).toEqual([]);
});

test.each([407, 503])('reports status %p of a proxy', async (status) => {
  const port = await listen(asProxy(createHttp(), status).proxy);
  const error = await openTunnel(new URL(`http://ann:word@127.0.0.1:${port}`), { host: 'quay.io', port: 443 }, signal).catch((found: unknown) => found);
  expect(error).toMatchObject({ status, proxy: `127.0.0.1:${port}`, authority: 'quay.io:443' });
  expect((error as Error).message).toBe(`the proxy 127.0.0.1:${port} answered ${status} to CONNECT quay.io:443`);
});

test('reports a proxy that cannot be reached', async () => {
  await expect(openTunnel(new URL('http://127.0.0.1:1'), { host: 'quay.io', port: 443 }, signal)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('reports a connection that is closed before it is established', async () => {
  const port = await listen(createTcp((socket) => socket.end()));
  await expect(openTls({ host: '127.0.0.1', port }, signal)).rejects.toMatchObject({ code: 'ECONNRESET' });
  await expect(openTunnel(new URL(`http://127.0.0.1:${port}`), { host: 'quay.io', port: 443 }, signal)).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(new ClosedConnectionError()).toMatchObject({ code: 'ECONNRESET', message: 'the connection was closed before it was established' });
});

test.each(['a proxy', 'a server'])('ends with the signal when %s does not respond', async (silent) => {
  const accepted: Socket[] = [];
  const port = await listen(createTcp((socket) => accepted.push(socket)));
  const ending = new AbortController();
  const opening = silent === 'a proxy' ? openTunnel(new URL(`http://127.0.0.1:${port}`), { host: 'quay.io', port: 443 }, ending.signal)
    : openTls({ host: '127.0.0.1', port }, ending.signal);
  setTimeout(() => ending.abort(new Error('enough')), 50);
  await expect(opening).rejects.toThrow('enough');
  for (const socket of accepted.filter(({ destroyed }) => !destroyed)) {
    socket.resume();
    await once(socket, 'close');
  }
});

test('closes the tunnel if the client certificate is invalid', async () => {
  const tunnel = connect(await listen(createTcp()), '127.0.0.1');
  await once(tunnel, 'connect');
  await expect(openTls({ socket: tunnel, cert: 'x', key: 'y' }, signal)).rejects.toThrow();
  expect(tunnel.destroyed).toBe(true);
});
