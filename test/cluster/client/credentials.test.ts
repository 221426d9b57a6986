import { setMaxListeners } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Credentials, execCredentials } from '../../../lib/cluster/client/credentials';
import type { ClusterAccess, ExecAccess } from '../../../lib/cluster/client/kubeconfig';
import { accessOf, PEM } from './cluster-entry';

let folder: string;
const { signal } = new AbortController();
setMaxListeners(0, signal);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'credentials-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Returns a credential plugin that runs a shell script; the environment variable `F` names the folder. */
function program(script: string, more: Partial<ExecAccess> = {}): ExecAccess {
  return {
    apiVersion: 'client.authentication.k8s.io/v1', command: '/bin/sh', args: ['-c', script], env: { F: folder }, provideClusterInfo: false, ...more,
  };
}

/** What a plugin prints, as a shell would quote it. */
function printed(status: object, more: object = {}): string {
  return `'${JSON.stringify({ apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', ...more, status })}'`;
}

/** Returns a plugin that prints a token with the number of its run. */
function counting(expires = ''): ExecAccess {
  return program(`printf . >> "$F/runs"; printf ${printed({ token: 'token-%d', expirationTimestamp: expires })} "$(wc -c < "$F/runs")"`);
}

const runs = (): number => readFileSync(join(folder, 'runs'), 'utf8').length;
const of = (user: ClusterAccess['user'], now?: () => number): Credentials => new Credentials(accessOf(user), process.env, now);

test('returns the authorization header for a token, for a username and password, or none', async () => {
  expect(await of({ token: 't' }).authorization(signal)).toBe('Bearer t');
  expect(await of({ basic: { username: 'u', password: 'p' } }).authorization(signal)).toBe(`Basic ${Buffer.from('u:p').toString('base64')}`);
  expect(await of({}).authorization(signal)).toBeUndefined();
  expect(of({ token: 't' }).renew('Bearer t')).toBe(false);
});

test('returns the client certificate of the kubeconfig', async () => {
  expect(await of({ certificate: PEM, key: PEM }).certificate(signal)).toEqual({ certificate: PEM, key: PEM });
  expect(await of({ token: 't' }).certificate(signal)).toBeUndefined();
});

test('returns the impersonation headers', () => {
  const impersonate = { user: 'other', uid: '7', groups: ['g', 'h'], extra: { 'a/b': ['c'] } };
  expect(of({ impersonate }).impersonation).toEqual({
    'Impersonate-User': 'other', 'Impersonate-Uid': '7', 'Impersonate-Group': ['g', 'h'], 'Impersonate-Extra-a%2Fb': ['c'],
  });
  expect(of({}).impersonation).toEqual({});
});

test('reads the token file again after a minute, and when its token was rejected', async () => {
  const tokenFile = join(folder, 'token');
  let now = 0;
  const credentials = of({ tokenFile, token: 'old' }, () => now);
  writeFileSync(tokenFile, 'one\n');
  expect(await credentials.authorization(signal)).toBe('Bearer one');
  writeFileSync(tokenFile, 'two');
  now = 59_000;
  expect(await credentials.authorization(signal)).toBe('Bearer one');
  now = 61_000;
  expect(await credentials.authorization(signal)).toBe('Bearer two');
  writeFileSync(tokenFile, 'three');
  expect(credentials.renew('Bearer two')).toBe(true);
  expect(await credentials.authorization(signal)).toBe('Bearer three');
});

test('rejects missing and empty token files, and tokens that are invalid in a header', async () => {
  const tokenFile = join(folder, 'token');
  await expect(of({ tokenFile }).authorization(signal)).rejects.toThrow('cannot be read; correct `tokenFile`');
  writeFileSync(tokenFile, ' \n');
  await expect(of({ tokenFile }).authorization(signal)).rejects.toThrow('is empty; renew the token');
  await expect(of({ token: 'geheim\nX-Evil: 1' }).authorization(signal)).rejects.toThrow(/^the token of the kubeconfig's user contains spaces(?!.*geheim)/s);
});

test('runs a plugin once for concurrent requests, and caches its credentials', async () => {
  const credentials = of({ exec: counting() });
  const authorizations = await Promise.all(Array.from({ length: 20 }, () => credentials.authorization(signal)));
  expect(new Set(authorizations)).toEqual(new Set(['Bearer token-1']));
  expect(await credentials.authorization(signal)).toBe('Bearer token-1');
  expect(runs()).toBe(1);
});

test('runs a plugin once more when concurrent requests were rejected', async () => {
  const credentials = of({ exec: counting() });
  const refused = await credentials.authorization(signal);
  const authorizations = await Promise.all(Array.from({ length: 20 }, () => {
    expect(credentials.renew(refused)).toBe(true);
    return credentials.authorization(signal);
  }));
  expect(new Set(authorizations)).toEqual(new Set(['Bearer token-2']));
  // A late rejection of the earlier token.
  credentials.renew(refused);
  expect(await credentials.authorization(signal)).toBe('Bearer token-2');
  expect(runs()).toBe(2);
});

test('does not run a plugin that failed again for ten seconds, so that a wait does not repeat its messages', async () => {
  let now = 0;
  const credentials = of({ exec: program('printf . >> "$F/runs"; exit 3') }, () => now);
  const fails = (): Promise<void> => expect(credentials.authorization(signal)).rejects.toThrow('failed with exit code 3');
  await Promise.all(Array.from({ length: 20 }, fails));
  now = 9_000;
  await fails();
  expect(runs()).toBe(1);
  now = 11_000;
  await Promise.all(Array.from({ length: 20 }, fails));
  expect(runs()).toBe(2);
});

test('runs a plugin again before its credentials expire', async () => {
  let now = Date.parse('2030-01-01T00:00:00Z');
  const credentials = of({ exec: counting('2030-01-01T00:10:00Z') }, () => now);
  expect(await credentials.authorization(signal)).toBe('Bearer token-1');
  now += 9 * 60_000;
  expect(await credentials.authorization(signal)).toBe('Bearer token-1');
  now += 40_000;
  expect(await credentials.authorization(signal)).toBe('Bearer token-2');
});

test('passes the cluster to a plugin with provideClusterInfo', async () => {
  const exec = program(`printf %s "$KUBERNETES_EXEC_INFO" > "$F/info"; echo ${printed({ token: 't' })}`);
  const access = accessOf({}, { certificateAuthority: PEM, tlsServerName: 'n', pluginConfig: { audience: 'a' } });
  const info = async (provideClusterInfo: boolean): Promise<unknown> => {
    await execCredentials({ ...exec, provideClusterInfo }, access, process.env, signal);
    return JSON.parse(readFileSync(join(folder, 'info'), 'utf8')) as unknown;
  };
  const common = { apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential' };
  expect(await info(false)).toEqual({ ...common, spec: { interactive: false } });
  expect(await info(true)).toEqual({
    ...common,
    spec: {
      interactive: false,
      cluster: { 'server': access.server, 'tls-server-name': 'n', 'certificate-authority-data': Buffer.from(PEM).toString('base64'), 'config': { audience: 'a' } },
    },
  });
});

test.each<[ExecAccess['interactiveMode'], boolean, boolean | string]>([
  ['Never', true, false], ['IfAvailable', true, true], ['IfAvailable', false, false], [undefined, true, true], ['Always', true, true],
  ['Always', false, 'requires a terminal (interactiveMode: Always), and the standard input is none; run this on a terminal, or use credentials that need no input'],
])('tells a plugin with interactiveMode %s, on a terminal: %s, that it is interactive: %s', async (interactiveMode, onTerminal, expected) => {
  const exec = program(`printf %s "$KUBERNETES_EXEC_INFO" > "$F/info"; echo ${printed({ token: 't' })}`, { interactiveMode });
  const result = execCredentials(exec, accessOf({}), process.env, signal, 20_000, onTerminal);
  if (typeof expected === 'string') {
    await expect(result).rejects.toThrow(expected);
  } else {
    await result;
    expect(JSON.parse(readFileSync(join(folder, 'info'), 'utf8'))).toMatchObject({ spec: { interactive: expected } });
  }
});

test('names what has a token that cannot be sent', async () => {
  const allowed = 'contains spaces, line breaks or other characters that are not allowed in a token; replace it';
  await expect(of({ token: 'a b' }).authorization(signal)).rejects.toThrow(`the token of the kubeconfig's user ${allowed}`);
  const file = join(folder, 'token');
  writeFileSync(file, 'a b');
  await expect(of({ tokenFile: file }).authorization(signal)).rejects.toThrow(`the token in '${file}' ${allowed}`);
  await expect(of({ exec: program(`echo ${printed({ token: 'a b' })}`) }).authorization(signal))
    .rejects.toThrow(`'/bin/sh', the credential plugin of the kubeconfig, printed a token that ${allowed}`);
});

test('uses a client certificate from a plugin', async () => {
  const exec = program(`echo ${printed({ clientCertificateData: 'c', clientKeyData: 'k' })}`);
  const credentials = of({ exec });
  expect(await credentials.certificate(signal)).toEqual({ certificate: 'c', key: 'k' });
  expect(await credentials.authorization(signal)).toBeUndefined();
  expect(credentials.hasPluginCertificate).toBe(true);
});

test.each<[string, ExecAccess | (() => ExecAccess), string]>([
  ['does not exist', () => program('', { command: 'no-such-program-of-ours', installHint: 'get it from the shop\n' }),
    '\'no-such-program-of-ours\', the credential plugin of the kubeconfig, was not found; install it, or add it to the PATH; get it from the shop'],
  ['is not a program', () => program('', { command: tmpdir() }), 'is not executable'],
  ['fails', () => program('echo geheim; echo geheim >&2; exit 3'), 'failed with exit code 3; see its messages above, or run it manually'],
  ['is killed', () => program('kill -TERM $$; sleep 5'), 'failed with SIGTERM'],
  ['prints garbage', () => program('echo geheim'), 'did not print JSON; run it manually'],
  ['prints another object', () => program('echo \'{"geheim": 1}\''),
    'did not print an ExecCredential of client.authentication.k8s.io/v1, which the kubeconfig names as its apiVersion; correct the kubeconfig, or install a release'],
  ['prints another kind', () => program(`echo ${printed({ token: 'geheim' }, { kind: 'Secret' })}`), 'did not print an ExecCredential of client.authentication.k8s.io/v1'],
  ['prints another version', () => program(`echo ${printed({ token: 'geheim' }, { apiVersion: 'client.authentication.k8s.io/v1beta1' })}`),
    'did not print an ExecCredential of client.authentication.k8s.io/v1,'],
  ['prints no token', () => program(`echo ${printed({ geheim: 1 })}`), 'printed neither status.token nor both of'],
  ['prints an empty token', () => program(`echo ${printed({ token: '' })}`), 'printed neither'],
  ['prints half a certificate', () => program(`echo ${printed({ clientKeyData: 'geheim' })}`), 'printed neither'],
  ['prints endlessly', () => program('exec yes geheim'), 'printed more than 1 MiB'],
  ['hangs and ignores SIGTERM', () => program('trap "" TERM; exec sleep 60'), 'did not finish within 0.5 s; run it manually'],
])('reports a plugin that %s, without its output', async (_, exec, message) => {
  const result = execCredentials(typeof exec === 'function' ? exec() : exec, accessOf({}), process.env, signal, message.includes('0.5') ? 500 : 20_000);
  const error = await result.then(() => new Error('the plugin returned credentials'), (found: Error) => found);
  expect(error.name).toBe('ClientError');
  expect(error.message).toContain(message);
  expect(error.message).not.toContain('geheim');
});

test('ends a plugin when its only request is aborted, and runs it again for the next one', async () => {
  const exec = program(`
    printf . >> "$F/runs"
    if [ "$(wc -c < "$F/runs")" -gt 1 ]; then echo ${printed({ token: 't' })}; else echo $$ > "$F/pid"; exec sleep 600; fi`);
  const credentials = of({ exec });
  const ending = new AbortController();
  const waiting = credentials.authorization(ending.signal);
  let pid = 0;
  while (pid === 0) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    try {
      pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    } catch {
      // It has not started yet.
    }
  }
  ending.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  expect(await credentials.authorization(signal)).toBe('Bearer t');
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
