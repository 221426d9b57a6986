import { execFileSync, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import dns from 'node:dns';
import { EventEmitter, once } from 'node:events';
import * as http from 'node:http';
import * as http2 from 'node:http2';
import * as https from 'node:https';
import * as net from 'node:net';
import * as tls from 'node:tls';
import { REFUSE_NETWORK, type Refusal, refuseNetwork } from './refused';

/** Ways to reach the network, none of which would reach anything. */
const WAYS: { readonly [way: string]: () => unknown } = {
  'net.connect': () => net.connect(1, '127.0.0.1'),
  'a Unix socket': () => net.connect('/nowhere.sock'),
  'tls.connect': () => tls.connect(1, '127.0.0.1'),
  'http.get': () => http.get('http://127.0.0.1:1'),
  'https.request': () => https.request('https://127.0.0.1:1'),
  'http2.connect': () => http2.connect('http://127.0.0.1:1'),
  'fetch': () => fetch('http://127.0.0.1:59999'),
  'dns.lookup': () => new Promise((resolve) => dns.lookup('nowhere.invalid', resolve)),
  'dns.resolve4': () => new Promise((resolve) => dns.resolve4('nowhere.invalid', resolve)),
  'dns.promises.lookup': () => dns.promises.lookup('nowhere.invalid'),
  'dns.Resolver': () => new dns.promises.Resolver().resolve4('nowhere.invalid'),
  'dgram': () => createSocket('udp4').unref().send('x', 1, '127.0.0.1'),
  'net.Server.listen': () => net.createServer().listen(0),
};

describe('while the network is refused', () => {
  let refusal: Refusal;
  beforeEach(() => refusal = refuseNetwork());
  afterEach(() => refusal.end());

  it.each(Object.entries(WAYS))('%s is recorded', async (_way, run) => {
    const result: unknown = await Promise.resolve().then(run).catch(() => undefined);
    if (result instanceof EventEmitter) {
      result.on('error', () => undefined);
    }
    expect(refusal.calls).not.toEqual([]);
  });

  it('other programs are recorded', () => {
    execFileSync('true', ['a']);
    spawnSync('true', ['b']);
    expect(refusal.programs).toEqual(expect.arrayContaining(['true a', 'true b']));
  });
});

test('afterwards the network is reached as before', async () => {
  const connect = (): unknown => Object.getOwnPropertyDescriptor(net.Socket.prototype, 'connect')?.value;
  const before = connect();
  refuseNetwork().end();
  expect(connect()).toBe(before);
  await expect(once(net.connect(1, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
});

test('preloaded into a program, it refuses the network and writes the calls to a file', () => {
  const { stdout } = spawnSync(process.execPath, ['--eval', 'fetch("http://127.0.0.1:59999").catch((error) => console.log(error.cause.message))'], {
    encoding: 'utf8', env: { NODE_OPTIONS: `--require ${REFUSE_NETWORK}`, REFUSED_CALLS: '/dev/stderr' },
  });
  expect(stdout).toContain('the test refuses the network: connect');
});
