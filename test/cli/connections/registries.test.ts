import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMANDS } from '../../../lib/cli/commands';
import { flagName } from '../../../lib/cli/frame/command';
import { registryOptions } from '../../../lib/cli/frame/registry';
import { selfSigned } from '../../bundle/registry/certificate';
import { LoopbackRegistry } from '../../bundle/registry/loopback-registry';
import { type CommandLineResult, runCommandLine } from '../../builders/command-line';

let folder: string;
let registry: LoopbackRegistry;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'registries-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function serve(encrypted?: ReturnType<typeof selfSigned>): Promise<void> {
  registry = await LoopbackRegistry.start(encrypted);
  registry.push('v1');
}

afterEach(() => registry.close());

/** Command lines that fetch an image, by command. */
const FETCHING: { readonly [command: string]: (image: string) => readonly string[] } = {
  'synth': (image) => [image, '--out', '-'],
  'validate': (image) => [image],
  'report': (image) => [image],
  'diff': (image) => [image, image],
  'rights': (image) => [image],
  'images': (image) => [image],
  'catalog render': (image) => [image],
  'catalog validate': (image) => [image],
  'catalog filter': (image) => [image],
  'catalog merge': (image) => [image],
  'catalog diff': (image) => [image, image],
  'catalog graph': (image) => [image],
  'bundle push': (image) => [image, 'registry.example.com/org/copy:v1', '--dry-run'],
  'catalog push': (image) => [image, 'registry.example.com/org/copy:v1', '--dry-run'],
  'catalog append': (image) => [folder, image],
  'catalog template': (image) => {
    const file = join(folder, 'template.yaml');
    writeFileSync(file, `schema: olm.template.basic\nentries:\n- schema: olm.bundle\n  image: ${image}\n`);
    return [file];
  },
  'migrate': (image) => [image],
  'run': (image) => [image, '--kubeconfig', join(folder, 'none')],
  'import': (image) => [image, '--check', '--out', folder],
};

function fetchWith(command: string, ...options: readonly string[]): Promise<CommandLineResult> {
  return runCommandLine([...command.split(' '), ...FETCHING[command]!(`${registry.host}/org/demo:v1`), ...options]);
}

test('every command whose help mentions images of bundles or catalogs is in the table', async () => {
  await serve();
  const mentions = COMMANDS.filter(({ load }) => JSON.stringify(load().operands ?? []).includes('image with its registry')
    || JSON.stringify(load().operands ?? []).includes('the bundle that replaces it'));
  expect(mentions.map(({ name }) => name).filter((name) => FETCHING[name] === undefined)).toEqual([]);
  const flags = Object.keys(registryOptions).map(flagName);
  for (const command of Object.keys(FETCHING)) {
    const { stdout } = await runCommandLine([...command.split(' '), '--help']);
    expect([command, flags.filter((flag) => !stdout.includes(flag))]).toEqual([command, []]);
  }
});

let proxy: Server;
let seen: string[];
const sockets = new Set<Socket>();

/** Starts a proxy that requires credentials, and does not forward requests without encryption. */
beforeEach(async () => {
  seen = [];
  proxy = createServer((request, response) => {
    seen.push(`${request.method!} ${request.url!} ${request.headers['proxy-authorization'] ?? ''}`.trim());
    response.writeHead(407).end();
  });
  proxy.on('connection', (socket) => sockets.add(socket));
  proxy.on('connect', (request, socket: Socket) => {
    seen.push(`CONNECT ${request.url!} ${request.headers['proxy-authorization'] ?? ''}`.trim());
    if (request.headers['proxy-authorization'] === undefined) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    // Every name is the registry on loopback.
    const through = connect(Number(registry.host.split(':')[1]), '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    sockets.add(through);
    through.on('error', () => socket.destroy());
    socket.on('error', () => through.destroy());
    through.pipe(socket).pipe(through);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
});

afterEach(async () => {
  ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'https_proxy', 'no_proxy'].forEach((name) => delete process.env[name]);
  sockets.forEach((socket) => socket.destroy());
  proxy.close();
  await once(proxy, 'close');
});

const proxyAddress = (user = ''): string => `http://${user}127.0.0.1:${(proxy.address() as AddressInfo).port}`;

describe.each(Object.keys(FETCHING))('%s', (command) => {
  it('fetches from a registry without encryption with --plain-http', async () => {
    await serve();
    const refused = await fetchWith(command);
    expect(refused.stderr).toMatch(/it does not use TLS; set --plain-http for a registry without encryption$/m);
    expect(registry.received).toEqual([]);
    await fetchWith(command, '--plain-http');
    expect(registry.paths).toContain('/v2/org/demo/manifests/v1');
  });

  it('fetches from a registry with a private authority with --ca-file', async () => {
    const identity = selfSigned();
    await serve(identity);
    const caFile = join(folder, 'ca.pem');
    writeFileSync(caFile, identity.cert);
    const refused = await fetchWith(command);
    expect(refused.stderr).toContain('; set --ca-file to the certificate of its authority');
    await fetchWith(command, '--ca-file', caFile);
    expect(registry.paths).toContain('/v2/org/demo/manifests/v1');
  });

  it('fetches through --proxy, whose password it does not print', async () => {
    await serve();
    const { stderr } = await fetchWith(command, '--plain-http', '--proxy', proxyAddress('ann:geheim@'));
    expect(stderr).toMatch(/the proxy 127\.0\.0\.1:\d+ of --proxy refused the connection with status 407; set its user name and password in --proxy: http:/);
    expect(stderr).not.toContain('geheim');
    expect(registry.received).toEqual([]);
    const invalid = await fetchWith(command, '--proxy', 'socks5://ann:geheim@proxy');
    expect(invalid.stderr).toContain('--proxy uses socks5://, which is not supported; use http://host:port or https://host:port');
    expect(invalid.stderr).not.toContain('geheim');
  });
});

describe('proxies of the environment', () => {
  const report = (): Promise<CommandLineResult> => runCommandLine(['report', 'registry.example.test/org/demo:v1', '--ca-file', join(folder, 'ca.pem')]);

  async function serveEncrypted(): Promise<void> {
    const identity = selfSigned('registry.example.test');
    writeFileSync(join(folder, 'ca.pem'), identity.cert);
    await serve(identity);
  }

  it.each(['HTTPS_PROXY', 'https_proxy'])('%s leads to a registry, with its user and password', async (variable) => {
    await serveEncrypted();
    process.env[variable] = proxyAddress('ann:w%40rd@');
    const { stdout, stderr } = await report();
    expect(stderr).toBe('');
    expect(stdout).toContain('demo.v1.2.3');
    expect(new Set(seen)).toEqual(new Set([`CONNECT registry.example.test:443 Basic ${Buffer.from('ann:w@rd').toString('base64')}`]));
  });

  it('a proxy that rejects the user is reported with its variable, and without its password', async () => {
    await serveEncrypted();
    process.env['HTTPS_PROXY'] = proxyAddress();
    const { stderr } = await report();
    expect(stderr).toMatch(/the proxy 127\.0\.0\.1:\d+ of the environment variable HTTPS_PROXY refused the connection with status 407; set its user name and password in/);
    process.env['HTTP_PROXY'] = proxyAddress('ann:geheim@');
    const plain = await runCommandLine(['report', 'registry.example.test/org/demo:v1', '--plain-http']);
    expect(plain.stderr).toContain('of the environment variable HTTP_PROXY refused the connection with status 407');
    expect(plain.stderr).not.toContain('geheim');
  });

  it('NO_PROXY excludes a registry, and --proxy overrides both', async () => {
    await serveEncrypted();
    process.env['HTTPS_PROXY'] = proxyAddress('ann:w%40rd@');
    process.env['NO_PROXY'] = '.example.test';
    expect((await report()).stderr).toMatch(/registry\.example\.test cannot be reached: (?:unknown host|the host name)/);
    expect(seen).toEqual([]);
    const { stdout } = await runCommandLine(['report', 'registry.example.test/org/demo:v1', '--ca-file', join(folder, 'ca.pem'), '--proxy', proxyAddress('bob:x@')]);
    expect(stdout).toContain('demo.v1.2.3');
    expect(seen[0]).toContain(Buffer.from('bob:x').toString('base64'));
  });

  it('a proxy that is not supported is reported without its password', async () => {
    await serveEncrypted();
    process.env['HTTPS_PROXY'] = 'socks5://ann:geheim@proxy';
    const { stderr } = await report();
    expect(stderr).toContain('the environment variable HTTPS_PROXY uses socks5://, which is not supported');
    expect(stderr).not.toContain('geheim');
  });

  it('a proxy that cannot be reached is reported', async () => {
    await serve();
    const { stderr } = await fetchWith('report', '--plain-http', '--proxy', 'http://ann:geheim@127.0.0.1:1');
    expect(stderr).toContain('the proxy 127.0.0.1:1 of --proxy cannot be reached (ECONNREFUSED)');
    expect(stderr).not.toContain('geheim');
  });

  it('a registry on loopback is contacted directly', async () => {
    await serve();
    process.env['HTTP_PROXY'] = proxyAddress('ann:geheim@');
    await fetchWith('report', '--plain-http');
    expect(registry.paths).toContain('/v2/org/demo/manifests/v1');
    expect(seen).toEqual([]);
  });
});

describe('a login page', () => {
  const login = '<html><form action="/login?next=geheim"></form></html>';

  it.each<[string, Parameters<typeof Object.assign>[1], RegExp]>([
    ['as the answer', { headers: { 'content-type': 'text/html; charset=utf-8' }, body: login }, /responds with a web page, such as a login page: it is not a registry/],
    ['by a redirect', { status: 302, headers: { 'content-type': 'text/html', 'location': 'https://login.example.com/?next=geheim' }, body: login },
      /redirects to login\.example\.com with a web page, such as a login page/],
  ])('is reported as such %s', async (_, answer, message) => {
    await serve();
    registry.rule = () => answer as object;
    const { exitCode, stderr } = await fetchWith('report', '--plain-http');
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/geheim|<html>/);
    expect(exitCode).toBe(4);
  });
});
