import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type Server } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, connect, type Server as TcpServer, type Socket } from 'node:net';
import { clientFor } from '../../../lib/cluster/client/clients';
import type { ClusterAccess } from '../../../lib/cluster/client/kubeconfig';
import { locateCluster } from '../../../lib/cluster/client/kubeconfig-source';
import { selfSigned } from '../../bundle/registry/certificate';
import { kubeconfig } from './cluster-entry';

const identity = selfSigned('api.example.test');
const open = new Set<TcpServer>();
const sockets = new Set<Socket>();
let ending: AbortController;

beforeEach(() => {
  ending = new AbortController();
});

afterEach(async () => {
  ending.abort(new Error('the test is over'));
  sockets.forEach((socket) => socket.destroy());
  sockets.clear();
  await Promise.all([...open].map((server) => {
    server.close();
    return once(server, 'close');
  }));
  open.clear();
});

async function listen(server: TcpServer): Promise<number> {
  open.add(server);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Starts an API server that returns the headers of a request. */
async function apiServer(encrypted: boolean): Promise<number> {
  const answer: Parameters<typeof createServer>[1] = ({ headers, url }, response) => {
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ url, headers }));
  };
  return listen(encrypted ? createHttps(identity, answer as never) : createServer(answer as never));
}

/** Starts a proxy that leads to a port on loopback, whatever the host. */
async function startProxy(target: number, status?: number): Promise<{ readonly address: string; readonly seen: string[] }> {
  const seen: string[] = [];
  const note = ({ method, url, headers }: IncomingMessage): void => void seen.push(`${method!} ${url!} ${headers['proxy-authorization'] ?? ''}`.trim());
  const proxy: Server = createServer((request, response) => {
    note(request);
    if (status !== undefined) {
      response.writeHead(status).end('geheim');
      return;
    }
    const { 'proxy-authorization': _, ...headers } = request.headers;
    request.pipe(forward({ host: '127.0.0.1', port: target, path: new URL(request.url!).pathname, headers }, (incoming) => {
      response.writeHead(incoming.statusCode!, incoming.headers);
      incoming.pipe(response);
    }));
  });
  proxy.on('connect', (request, socket: Socket) => {
    note(request);
    if (status !== undefined) {
      socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      return;
    }
    const through = connect(target, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    sockets.add(through);
    through.on('error', () => socket.destroy());
    through.pipe(socket).pipe(through);
  });
  return { address: `127.0.0.1:${await listen(proxy)}`, seen };
}

function accessTo(server: string, environment: NodeJS.ProcessEnv, more: object = {}): ClusterAccess {
  const config = kubeconfig({ cluster: { server, 'certificate-authority-data': Buffer.from(identity.cert).toString('base64'), ...more }, user: { token: 'geheim' } });
  return locateCluster({ kubeconfig: JSON.stringify(config) }, environment).access;
}

async function answerOf(access: ClusterAccess): Promise<{ readonly url: string; readonly headers: { readonly [name: string]: string } }> {
  return await clientFor(access, {}).request({ method: 'GET', path: '/version' }, ending.signal) as never;
}

/** Returns the message of the first failed attempt, or of the error. */
function failureOf(access: ClusterAccess): Promise<string> {
  return new Promise((resolve) => {
    clientFor(access, {}).request({ method: 'GET', path: '/version', onRetry: resolve }, ending.signal).then(() => resolve('succeeded'), (error: Error) => resolve(error.message));
  });
}

const BASIC = `Basic ${Buffer.from('ann:w@rd').toString('base64')}`;

test('a server with TLS is reached through a tunnel of HTTPS_PROXY', async () => {
  const proxy = await startProxy(await apiServer(true));
  const { headers } = await answerOf(accessTo('https://api.example.test:6443', { HTTPS_PROXY: `http://ann:w%40rd@${proxy.address}` }));
  expect(new Set(proxy.seen)).toEqual(new Set([`CONNECT api.example.test:6443 ${BASIC}`]));
  expect(headers['authorization']).toBe('Bearer geheim');
  expect(headers['proxy-authorization']).toBeUndefined();
});

test('a server without TLS is reached by requests that HTTP_PROXY forwards, without the token', async () => {
  const proxy = await startProxy(await apiServer(false));
  const { headers } = await answerOf(accessTo('http://api.example.test:8080', { HTTP_PROXY: `http://ann:w%40rd@${proxy.address}` }));
  expect(proxy.seen).toEqual([`GET http://api.example.test:8080/version ${BASIC}`]);
  expect(headers['host']).toBe('api.example.test:8080');
  expect(headers['authorization']).toBeUndefined();
});

test('a server without TLS is reached directly, without the token', async () => {
  const { url, headers } = await answerOf(accessTo(`http://127.0.0.1:${await apiServer(false)}/prefix`, { HTTP_PROXY: 'http://127.0.0.1:1' }));
  expect(url).toBe('/prefix/version');
  expect(headers['authorization']).toBeUndefined();
});

test('proxy-url of the kubeconfig is used instead of the environment', async () => {
  const proxy = await startProxy(await apiServer(true));
  await answerOf(accessTo('https://api.example.test:6443', { HTTPS_PROXY: 'http://127.0.0.1:1' }, { 'proxy-url': `http://${proxy.address}` }));
  expect(proxy.seen).toEqual(expect.arrayContaining(['CONNECT api.example.test:6443']));
});

test.each<[string, number | undefined, RegExp]>([
  ['https', 407, /^the proxy 127\.0\.0\.1:\d+ of the environment variable HTTPS_PROXY answered 407 to CONNECT api\.example\.test:6443: it rejected the user and password/],
  ['https', 403, /answered 403 to CONNECT api\.example\.test:6443; allow the connection in the proxy, or correct the environment variable HTTPS_PROXY$/],
  ['https', 503, /^the proxy .* of the environment variable HTTPS_PROXY answered 503 to CONNECT/],
  ['http', 407, /^the proxy in front of http:\/\/api\.example\.test:6443 requires a user and password \(407\)/],
])('a proxy that refuses %s with %s is named with its variable, and without its password', async (protocol, status, message) => {
  const proxy = await startProxy(0, status);
  const variable = `${protocol.toUpperCase()}_PROXY`;
  const failure = await failureOf(accessTo(`${protocol}://api.example.test:6443`, { [variable]: `http://ann:geheim@${proxy.address}` }));
  expect(failure).toMatch(message);
  expect(failure).not.toContain('geheim');
});

test.each(['https', 'http'])('a proxy that cannot be reached is named instead of the %s server', async (protocol) => {
  const failure = await failureOf(accessTo(`${protocol}://api.example.test:6443`, { [`${protocol}_proxy`]: 'http://ann:geheim@127.0.0.1:1' }));
  expect(failure).toBe(`the proxy 127.0.0.1:1 of the environment variable ${protocol}_proxy cannot be reached (ECONNREFUSED)`);
});
