import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { Bundle } from '../../../lib/bundle/bundle';
import type { BundleFetchOptions } from '../../../lib/bundle/registry/fetch-options';
import { describeWith, Needed } from '../../needed';
import { LoopbackRegistry } from './loopback-registry';
import { temporaryFolder } from './temporary-folder';

// Jest gives tests a copy of the environment, which child processes do not inherit.
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

/** A docker configuration. */
function config(content: unknown): string {
  const file = join(folder(), 'config.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** Makes the registry require a token that it issues itself; returns the issued tokens. */
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

describe('a registry that requires a token', () => {
  it('receives an anonymous one, for pulling this repository only', async () => {
    wantToken(() => SECRET);
    await fetch();
    const tokens = registry.received.filter(({ path }) => path === '/token');
    expect(tokens.map(({ query, authorization }) => [query.get('service'), query.get('scope'), authorization])).toEqual(
      [['registry', 'repository:org/demo:pull', undefined]]);
  });

  it('receives one for the credentials in the options', async () => {
    wantToken(({ authorization }) => (authorization === basic('ann:word') ? SECRET : undefined));
    expect((await fetch({ credentials: { username: 'ann', password: 'word' } })).name).toBe('demo.v1.2.3');
  });

  it('receives a new one when the old one has expired', async () => {
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

  it('receives one obtained with an identity token', async () => {
    wantToken(({ body }) => (new URLSearchParams(body).get('refresh_token') === 'identity' ? SECRET : undefined));
    await fetch({ dockerConfig: config({ auths: { [registry.host]: { identitytoken: 'identity' } } }) });
    const { method, body } = registry.received.find(({ path }) => path === '/token')!;
    expect([method, Object.fromEntries(new URLSearchParams(body))]).toEqual(['POST', {
      grant_type: 'refresh_token', client_id: 'olm-constructs', scope: 'repository:org/demo:pull', refresh_token: 'identity', service: 'registry',
    }]);
  });

  it('receives one from the docker configuration', async () => {
    wantToken(() => undefined);
    expect((await fetch({ dockerConfig: config({ auths: { [registry.host]: { registrytoken: SECRET } } }) })).name).toBe('demo.v1.2.3');
  });

  it.each<[string, string, string]>([
    ['specifies no token server', 'Bearer service="x"', 'the registry requires a token, but specifies no token server'],
    ['names an invalid token server', 'Bearer realm="nowhere"', 'the registry requires a token, but specifies no token server'],
    ['names a token server on another host', 'Bearer realm="https://evil.example.com/token"', 'the registry redirects to evil.example.com for a token; if that is expected, add the host to allowedHosts'],
    ['names a token server on another host without encryption', 'Bearer realm="http://evil.example.com/token"', 'the registry redirects to evil.example.com for a token over http://; only https:// is allowed'],
    ['requires another scheme', 'Negotiate', 'REGISTRY responded with status 401; the credentials from the option credentials were sent; log in again'],
  ])('is an error if it %s', async (_, challenge, message) => {
    registry.rule = () => ({ status: 401, headers: { 'www-authenticate': challenge } });
    expect(await messageOf(fetch({ credentials: { username: 'ann', password: SECRET } }))).toContain(message);
  });

  it.each<[string, { readonly status?: number; readonly body?: string }, string]>([
    ['refuses to issue one', { status: 403, body: SECRET }, 'REGISTRY issued no token for the credentials from the option credentials (403); log in again, and check'],
    ['sends an invalid response', { body: `{"${SECRET}":1}` }, 'REGISTRY responded to a token request with an invalid body; try again later'],
    ['sends a token with line breaks', { body: JSON.stringify({ token: `${SECRET}\r\nx: y` }) }, 'REGISTRY responded to a token request with an invalid body'],
    ['fails', { status: 500, body: SECRET }, 'REGISTRY responded to a token request with status 500; try again later'],
    ['redirects', { status: 302 }, 'REGISTRY responded to a token request with status 302'],
  ])('is an error if the token server %s', async (_, answer, message) => {
    wantToken(() => undefined);
    const { rule } = registry;
    registry.rule = (request) => (request.path === '/token' ? answer : rule(request));
    expect(await messageOf(fetch({ credentials: { username: 'ann', password: SECRET } }))).toContain(message);
  });
});

describe('a registry that requires a user name and a password', () => {
  const pair = `ann:${SECRET}`;
  const auth = Buffer.from(pair).toString('base64');

  it.each<[string, (host: string) => unknown]>([
    ['under its host', (host) => ({ auths: { [host]: { auth } } })],
    ['as name and password', (host) => ({ auths: { [host]: { username: 'ann', password: SECRET } } })],
    ['under a URL, as in old docker versions', (host) => ({ auths: { [`https://${host}/v1/`]: { auth } } })],
    ['under the repository, as in podman', (host) => ({ auths: { [host]: { auth: 'eDp5' }, [`${host}/org`]: { auth }, [`${host}/organ`]: { auth: 'eDp5' } } })],
    ['with zero bytes after them', (host) => ({ auths: { [host]: { auth: Buffer.from(`${pair}\0\0`).toString('base64') } } })],
  ])('receives those that the docker configuration contains %s', async (_, content) => {
    wantBasic(pair);
    expect((await fetch({ dockerConfig: config(content(registry.host)) })).name).toBe('demo.v1.2.3');
  });

  it('receives none if it requires none, and the configuration is not even read', async () => {
    await fetch({ dockerConfig: join(folder(), 'missing.json') });
    expect(registry.received.map(({ authorization }) => authorization)).toEqual([undefined, undefined, undefined]);
  });

  it('receives no credentials of another registry', async () => {
    wantBasic(pair);
    const content = { auths: { 'example.com': { auth }, [`${registry.host}1`]: { auth }, '__proto__': { auth } } };
    expect(await messageOf(fetch({ dockerConfig: config(content) }))).toContain('responded with status 401; no credentials were sent; log in with `docker login`');
    expect(registry.received).toHaveLength(1);
  });

  it('receives none if the option anonymous is set', async () => {
    wantBasic(pair);
    expect(await messageOf(fetch({ anonymous: true, dockerConfig: config({ auths: { [registry.host]: { auth } } }) }))).toContain('no credentials were sent');
  });

  it('reports that the credentials are wrong without printing them', async () => {
    wantBasic('ann:other');
    expect(await messageOf(fetch({ dockerConfig: config({ auths: { [registry.host]: { auth } } }) }))).toBe(
      'REGISTRY responded with status 401; the credentials from FOLDER/config.json were sent; log in again, and check that the repository is the right one and the user may pull from it');
  });

  it.each<[string, string]>([
    ['is missing', ''],
    ['is not JSON', `{"auths": ${SECRET}`],
    ['is not a map', '[]'],
    ['is too large', JSON.stringify('x'.repeat(2_000_000))],
  ])('is not contacted if the configuration %s', async (_, content) => {
    wantBasic(pair);
    const file = content === '' ? join(folder(), 'missing.json') : config(content);
    expect(await messageOf(fetch({ dockerConfig: file }))).toMatch(/is not a docker configuration: it must contain a JSON object|file or folder not found/);
  });
});

const SHELL = process.platform === 'win32' ? Needed.missing('Windows runs no shell scripts') : Needed.found('sh');

describeWith(SHELL)('a credential helper', () => {
  const path = process.env['PATH'];

  afterEach(() => {
    process.env['PATH'] = path;
  });

  /** Puts a credential helper on the path; in its script, `$server` is the requested server. */
  function program(name: string, script: string): void {
    const programs = join(folder(), 'bin');
    mkdirSync(programs, { recursive: true });
    writeFileSync(join(programs, `docker-credential-${name}`), `#!/bin/sh\nread server\n${script}\n`);
    chmodSync(join(programs, `docker-credential-${name}`), 0o755);
    process.env['PATH'] = `${programs}${delimiter}${path ?? ''}`;
  }

  const answers = `test "$1 $server" = "get $HOST" && echo '{"ServerURL":"x","Username":"ann","Secret":"${SECRET}"}'`;

  it.each<[string, (host: string) => unknown]>([
    ['for all registries', () => ({ credsStore: 'kept' })],
    ['for this registry', (host) => ({ credsStore: 'other', credHelpers: { [host]: 'kept' } })],
    ['before the credentials in the configuration are used', (host) => ({ credsStore: 'kept', auths: { [host]: { auth: 'eDp5' } } })],
  ])('is called, %s', async (_, content) => {
    program('kept', answers.replace('$HOST', registry.host));
    wantBasic(`ann:${SECRET}`);
    expect((await fetch({ dockerConfig: config(content(registry.host)) })).name).toBe('demo.v1.2.3');
  });

  it('may return an identity token to exchange', async () => {
    program('kept', 'echo \'{"Username":"<token>","Secret":"identity"}\'');
    wantToken(({ body }) => (new URLSearchParams(body).get('refresh_token') === 'identity' ? SECRET : undefined));
    expect((await fetch({ dockerConfig: config({ credsStore: 'kept' }) })).name).toBe('demo.v1.2.3');
  });

  it('may have no credentials for the registry', async () => {
    program('kept', 'echo "credentials not found in native keychain"; exit 1');
    wantBasic('ann:word');
    const content = { credsStore: 'kept', auths: { [registry.host]: { auth: Buffer.from('ann:word').toString('base64') } } };
    expect((await fetch({ dockerConfig: config(content) })).name).toBe('demo.v1.2.3');
  });

  it.each<[string, string, string, string]>([
    ['is not in PATH', 'missing', '', 'the credential helper docker-credential-missing is not in PATH; it is configured in FOLDER/config.json'],
    ['has a path as its name', '../../bin/sh', '', '"../../bin/sh" is not the name of a credential helper; it is configured in'],
    ['fails', 'kept', `echo ${SECRET}; echo ${SECRET} >&2; exit 3`, 'the credential helper docker-credential-kept failed with exit code 3; see its messages above, or run it manually'],
    ['prints something unexpected', 'kept', `echo ${SECRET}`, 'the credential helper docker-credential-kept does not return Username and Secret'],
    ['prints no secret', 'kept', 'echo {}', 'the credential helper docker-credential-kept does not return Username and Secret'],
    ['never stops printing', 'kept', 'yes', 'the credential helper docker-credential-kept printed more than 64 KiB; run it manually to see why'],
  ])('is reported if it %s', async (_, name, script, message) => {
    program('kept', script);
    wantBasic(`ann:${SECRET}`);
    expect(await messageOf(fetch({ dockerConfig: config({ credsStore: name }) }))).toContain(message);
  });

  it('is terminated if fetching takes too long', async () => {
    program('kept', 'exec sleep 60');
    wantBasic(`ann:${SECRET}`);
    expect(await messageOf(fetch({ dockerConfig: config({ credsStore: 'kept' }), timeoutSeconds: 1 }))).toBe('fetching took longer than 1 s (option timeoutSeconds)');
  });
});
