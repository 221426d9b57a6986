import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { Bundle } from '../../../../lib/bundle/bundle';
import type { BundleFetchOptions } from '../../../../lib/bundle/read/registry/fetch-options';
import { LoopbackRegistry } from './loopback-registry';
import { temporaryFolder } from './temporary-folder';

// Jest gives tests an environment of their own, which programs that are run do not see by themselves.
jest.mock('node:child_process', () => {
  const actual = jest.requireActual<typeof import('node:child_process')>('node:child_process');
  return { ...actual, spawn: (program: string, args: string[], options: object) => actual.spawn(program, args, { ...options, env: process.env }) };
});

const folder = temporaryFolder();
let registry: LoopbackRegistry;

beforeEach(async () => {
  registry = await LoopbackRegistry.start();
  registry.push('v1');
});

afterEach(() => registry.close());

const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;
const SECRET = 'a-very-secret-word';

function fetch(options: BundleFetchOptions = {}): Promise<Bundle> {
  const dockerConfig = options.dockerConfig ?? config({});
  return Bundle.fetch(`${registry.host}/org/demo:v1`, { plainHttp: true, cache: false, retries: 0, ...options, dockerConfig });
}

/** A configuration of docker. */
function config(content: unknown): string {
  const file = join(folder(), 'config.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** Lets the registry want a token, which is to be had from itself; gives the tokens that were asked for. */
function wantToken(given: (request: { readonly authorization: string | undefined; readonly body: string }) => string | undefined): void {
  registry.rule = (request) => {
    if (request.path === '/token') {
      const token = given(request);
      return token === undefined ? { status: 401, body: SECRET } : { body: JSON.stringify({ token }) };
    }
    return request.authorization === `Bearer ${SECRET}`
      ? undefined
      : { status: 401, headers: { 'www-authenticate': `Bearer realm="http://${registry.host}/token",service="registry",scope="repository:*:push,delete"` } };
  };
}

function wantBasic(pair: string): void {
  registry.rule = ({ authorization }) => (authorization === basic(pair) ? undefined : { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' } });
}

async function messageOf(fetching: Promise<unknown>): Promise<string> {
  const error = await fetching.then(() => undefined, (reason: unknown) => reason as Error);
  const message = `${String(error?.message)} ${String(error?.stack)}`;
  expect(message).not.toContain(SECRET);
  expect(message).not.toContain(Buffer.from(SECRET).toString('base64').slice(0, 12));
  return String(error?.message).replace(/^[^ ]+: /, '').replaceAll(registry.host, 'REGISTRY').replaceAll(folder(), 'FOLDER');
}

describe('a registry that wants a token', () => {
  it('is shown one that anybody gets, for pulling this repository and nothing else', async () => {
    wantToken(() => SECRET);
    await fetch();
    const tokens = registry.received.filter(({ path }) => path === '/token');
    expect(tokens.map(({ query, authorization }) => [query.get('service'), query.get('scope'), authorization])).toEqual(
      [['registry', 'repository:org/demo:pull', undefined]]);
  });

  it('is shown one that the user of the options gets', async () => {
    wantToken(({ authorization }) => (authorization === basic('ann:word') ? SECRET : undefined));
    expect((await fetch({ credentials: { username: 'ann', password: 'word' } })).name).toBe('demo.v1.2.3');
  });

  it('is shown a new one when the old one is no longer good', async () => {
    let count = 0;
    registry.rule = ({ path, authorization }) => {
      if (path === '/token') {
        return { body: JSON.stringify({ access_token: `token${++count}` }) };
      }
      const good = path.includes('/manifests/') ? 'token1' : 'token2';
      return authorization === `Bearer ${good}` ? undefined : { status: 401, headers: { 'www-authenticate': `Bearer realm="http://${registry.host}/token"` } };
    };
    expect((await fetch()).name).toBe('demo.v1.2.3');
    expect(count).toBe(2);
  });

  it('is shown one that an identity token gives', async () => {
    wantToken(({ body }) => (new URLSearchParams(body).get('refresh_token') === 'identity' ? SECRET : undefined));
    await fetch({ dockerConfig: config({ auths: { [registry.host]: { identitytoken: 'identity' } } }) });
    const { method, body } = registry.received.find(({ path }) => path === '/token')!;
    expect([method, Object.fromEntries(new URLSearchParams(body))]).toEqual(['POST', {
      grant_type: 'refresh_token', client_id: 'olm-constructs', scope: 'repository:org/demo:pull', refresh_token: 'identity', service: 'registry',
    }]);
  });

  it('is shown one that the configuration holds', async () => {
    wantToken(() => undefined);
    expect((await fetch({ dockerConfig: config({ auths: { [registry.host]: { registrytoken: SECRET } } }) })).name).toBe('demo.v1.2.3');
  });

  it.each<[string, string, string]>([
    ['names no address for it', 'Bearer service="x"', 'the registry wants a token, but names no address where one is to be had'],
    ['names what is no address', 'Bearer realm="nowhere"', 'the registry wants a token, but names no address where one is to be had'],
    ['sends us elsewhere for it', 'Bearer realm="https://evil.example.com/token"', 'the registry sends us to evil.example.com for a token; if that is right, put this host into allowedHosts'],
    ['sends us elsewhere for it without encryption', 'Bearer realm="http://evil.example.com/token"', 'the registry sends us to evil.example.com for a token, over http://; only https:// is followed'],
    ['wants something else', 'Negotiate', 'REGISTRY answers 401; the credentials of the option credentials were shown; log in again'],
  ])('is refused when it %s', async (_, challenge, message) => {
    registry.rule = () => ({ status: 401, headers: { 'www-authenticate': challenge } });
    expect(await messageOf(fetch({ credentials: { username: 'ann', password: SECRET } }))).toContain(message);
  });

  it.each<[string, { readonly status?: number; readonly body?: string }, string]>([
    ['refuses', { status: 403, body: SECRET }, 'REGISTRY gives no token for those of the option credentials (403); log in again, and check'],
    ['answers something else', { body: `{"${SECRET}":1}` }, 'REGISTRY was asked for a token and answers with something else; try again later'],
    ['answers what would be two headers', { body: JSON.stringify({ token: `${SECRET}\r\nx: y` }) }, 'REGISTRY was asked for a token and answers with something else'],
    ['is out of order', { status: 500, body: SECRET }, 'REGISTRY was asked for a token and answers 500; try again later'],
    ['sends us on', { status: 302 }, 'REGISTRY was asked for a token and answers 302'],
  ])('is refused when what gives the token %s', async (_, answer, message) => {
    wantToken(() => undefined);
    const { rule } = registry;
    registry.rule = (request) => (request.path === '/token' ? answer : rule(request));
    expect(await messageOf(fetch({ credentials: { username: 'ann', password: SECRET } }))).toContain(message);
  });
});

describe('a registry that wants a name and a password', () => {
  const pair = `ann:${SECRET}`;
  const auth = Buffer.from(pair).toString('base64');

  it.each<[string, (host: string) => unknown]>([
    ['under its host', (host) => ({ auths: { [host]: { auth } } })],
    ['as name and password', (host) => ({ auths: { [host]: { username: 'ann', password: SECRET } } })],
    ['under an address, as docker once wrote it', (host) => ({ auths: { [`https://${host}/v1/`]: { auth } } })],
    ['under the repository, as podman writes it', (host) => ({ auths: { [host]: { auth: 'eDp5' }, [`${host}/org`]: { auth }, [`${host}/organ`]: { auth: 'eDp5' } } })],
    ['with zero bytes after them', (host) => ({ auths: { [host]: { auth: Buffer.from(`${pair}\0\0`).toString('base64') } } })],
  ])('is shown those that the configuration holds %s', async (_, content) => {
    wantBasic(pair);
    expect((await fetch({ dockerConfig: config(content(registry.host)) })).name).toBe('demo.v1.2.3');
  });

  it('is shown none when it asks for none, and the configuration is not even read', async () => {
    await fetch({ dockerConfig: join(folder(), 'missing.json') });
    expect(registry.received.map(({ authorization }) => authorization)).toEqual([undefined, undefined, undefined]);
  });

  it('is shown none that are for another', async () => {
    wantBasic(pair);
    const content = { auths: { 'example.com': { auth }, [`${registry.host}1`]: { auth }, '__proto__': { auth } } };
    expect(await messageOf(fetch({ dockerConfig: config(content) }))).toContain('answers 401; no credentials were shown; log in with `docker login`');
    expect(registry.received).toHaveLength(1);
  });

  it('is shown none when the user wants that', async () => {
    wantBasic(pair);
    expect(await messageOf(fetch({ anonymous: true, dockerConfig: config({ auths: { [registry.host]: { auth } } }) }))).toContain('no credentials were shown');
  });

  it('tells that those which were shown are wrong, and not which', async () => {
    wantBasic('ann:other');
    expect(await messageOf(fetch({ dockerConfig: config({ auths: { [registry.host]: { auth } } }) }))).toBe(
      'REGISTRY answers 401; the credentials of FOLDER/config.json were shown; log in again, and check that the repository is the right one and the user may pull from it');
  });

  it.each<[string, string]>([
    ['is missing', ''],
    ['is no JSON', `{"auths": ${SECRET}`],
    ['is no map', '[]'],
    ['is too large', JSON.stringify('x'.repeat(2_000_000))],
  ])('is not reached when the configuration %s', async (_, content) => {
    wantBasic(pair);
    const file = content === '' ? join(folder(), 'missing.json') : config(content);
    expect(await messageOf(fetch({ dockerConfig: file }))).toMatch(/is no configuration of docker: it must hold a JSON object|there is no such file or folder/);
  });
});

// The programs are written for a shell, which Windows does not have.
(process.platform === 'win32' ? describe.skip : describe)('a program that keeps credentials', () => {
  const path = process.env['PATH'];

  afterEach(() => {
    process.env['PATH'] = path;
  });

  /** Puts a program on the path; it may say what it was asked for with `$server`. */
  function program(name: string, script: string): void {
    const programs = join(folder(), 'bin');
    mkdirSync(programs, { recursive: true });
    writeFileSync(join(programs, `docker-credential-${name}`), `#!/bin/sh\nread server\n${script}\n`);
    chmodSync(join(programs, `docker-credential-${name}`), 0o755);
    process.env['PATH'] = `${programs}${delimiter}${path ?? ''}`;
  }

  const tells = `test "$1 $server" = "get $HOST" && echo '{"ServerURL":"x","Username":"ann","Secret":"${SECRET}"}'`;

  it.each<[string, (host: string) => unknown]>([
    ['for all registries', () => ({ credsStore: 'kept' })],
    ['for this registry', (host) => ({ credsStore: 'other', credHelpers: { [host]: 'kept' } })],
    ['before what the configuration holds', (host) => ({ credsStore: 'kept', auths: { [host]: { auth: 'eDp5' } } })],
  ])('is asked, %s', async (_, content) => {
    program('kept', tells.replace('$HOST', registry.host));
    wantBasic(`ann:${SECRET}`);
    expect((await fetch({ dockerConfig: config(content(registry.host)) })).name).toBe('demo.v1.2.3');
  });

  it('may give a token with which a token is got', async () => {
    program('kept', 'echo \'{"Username":"<token>","Secret":"identity"}\'');
    wantToken(({ body }) => (new URLSearchParams(body).get('refresh_token') === 'identity' ? SECRET : undefined));
    expect((await fetch({ dockerConfig: config({ credsStore: 'kept' }) })).name).toBe('demo.v1.2.3');
  });

  it('may know nothing of the registry', async () => {
    program('kept', 'echo "credentials not found in native keychain"; exit 1');
    wantBasic('ann:word');
    const content = { credsStore: 'kept', auths: { [registry.host]: { auth: Buffer.from('ann:word').toString('base64') } } };
    expect((await fetch({ dockerConfig: config(content) })).name).toBe('demo.v1.2.3');
  });

  it.each<[string, string, string, string]>([
    ['is not there', 'missing', '', 'the credential helper docker-credential-missing is not on the path; it is named in FOLDER/config.json'],
    ['has a path as name', '../../bin/sh', '', '"../../bin/sh" is no name of a credential helper; it is named in'],
    ['fails', 'kept', `echo ${SECRET}; echo ${SECRET} >&2; exit 3`, 'the credential helper docker-credential-kept failed with exit code 3; run it by hand to see why'],
    ['answers something else', 'kept', `echo ${SECRET}`, 'the credential helper docker-credential-kept does not answer with Username and Secret'],
    ['answers without a secret', 'kept', 'echo {}', 'the credential helper docker-credential-kept does not answer with Username and Secret'],
    ['never stops talking', 'kept', 'yes', 'the credential helper docker-credential-kept was ended: it took too long or said too much'],
  ])('is told of when it %s', async (_, name, script, message) => {
    program('kept', script);
    wantBasic(`ann:${SECRET}`);
    expect(await messageOf(fetch({ dockerConfig: config({ credsStore: name }) }))).toContain(message);
  });

  it('is ended when fetching takes too long', async () => {
    program('kept', 'exec sleep 60');
    wantBasic(`ann:${SECRET}`);
    expect(await messageOf(fetch({ dockerConfig: config({ credsStore: 'kept' }), timeoutSeconds: 1 }))).toBe('fetching took longer than 1 s (option timeoutSeconds)');
  });
});
