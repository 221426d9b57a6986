import { setMaxListeners } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accessOf, PEM } from './cluster-entry';
import { Credentials } from '../../../../lib/pulumi/wait/client/credentials';
import { execCredentials } from '../../../../lib/pulumi/wait/client/exec-credentials';
import type { ClusterAccess, ExecAccess } from '../../../../lib/pulumi/wait/client/kubeconfig';

let folder: string;
const { signal } = new AbortController();
setMaxListeners(0, signal);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'credentials-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** A program that runs some JavaScript, which finds the folder in `F`. */
function program(script: string, more: Partial<ExecAccess> = {}): ExecAccess {
  return {
    apiVersion: 'client.authentication.k8s.io/v1', command: process.execPath, args: ['-e', script], env: { F: folder }, provideClusterInfo: false, ...more,
  };
}

/** Prints a token with a number that grows with each run. */
function counting(expires = ''): ExecAccess {
  return program(`
    const fs = require('fs'); const f = process.env.F + '/runs';
    fs.appendFileSync(f, '.'); const n = fs.readFileSync(f, 'utf8').length;
    console.log(JSON.stringify({ status: { token: 'token-' + n, expirationTimestamp: '${expires}' || undefined } }));`);
}

const runs = (): number => readFileSync(join(folder, 'runs'), 'utf8').length;
const of = (user: ClusterAccess['user'], now?: () => number): Credentials => new Credentials(accessOf(user), process.env, now);

test('gives a token, a name with a password, or nothing', async () => {
  expect(await of({ token: 't' }).authorization(signal)).toBe('Bearer t');
  expect(await of({ basic: { username: 'u', password: 'p' } }).authorization(signal)).toBe(`Basic ${Buffer.from('u:p').toString('base64')}`);
  expect(await of({}).authorization(signal)).toBeUndefined();
  expect(of({ token: 't' }).renew('Bearer t')).toBe(false);
});

test('gives the certificate of the kubeconfig', async () => {
  expect(await of({ certificate: PEM, key: PEM }).certificate(signal)).toEqual({ certificate: PEM, key: PEM });
  expect(await of({ token: 't' }).certificate(signal)).toBeUndefined();
});

test('says as whom one acts', () => {
  const impersonate = { user: 'other', uid: '7', groups: ['g', 'h'], extra: { 'a/b': ['c'] } };
  expect(of({ impersonate }).impersonation).toEqual({
    'Impersonate-User': 'other', 'Impersonate-Uid': '7', 'Impersonate-Group': ['g', 'h'], 'Impersonate-Extra-a%2Fb': ['c'],
  });
  expect(of({}).impersonation).toEqual({});
});

test('reads a token file anew after a minute, and when its token was refused', async () => {
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

test('refuses token files that are missing or empty, and tokens that no header can hold', async () => {
  const tokenFile = join(folder, 'token');
  await expect(of({ tokenFile }).authorization(signal)).rejects.toThrow('cannot be read; correct `tokenFile`');
  writeFileSync(tokenFile, ' \n');
  await expect(of({ tokenFile }).authorization(signal)).rejects.toThrow('is empty; have it written anew');
  await expect(of({ token: 'geheim\nX-Evil: 1' }).authorization(signal)).rejects.toThrow(/^the token of the kubeconfig's user has blanks(?!.*geheim)/s);
});

test('asks a program once for many requests, and keeps what it gave', async () => {
  const credentials = of({ exec: counting() });
  const given = await Promise.all(Array.from({ length: 20 }, () => credentials.authorization(signal)));
  expect(new Set(given)).toEqual(new Set(['Bearer token-1']));
  expect(await credentials.authorization(signal)).toBe('Bearer token-1');
  expect(runs()).toBe(1);
});

test('asks it once more when many requests were refused', async () => {
  const credentials = of({ exec: counting() });
  const refused = await credentials.authorization(signal);
  const given = await Promise.all(Array.from({ length: 20 }, () => {
    expect(credentials.renew(refused)).toBe(true);
    return credentials.authorization(signal);
  }));
  expect(new Set(given)).toEqual(new Set(['Bearer token-2']));
  // One that was refused long before learns of it late.
  credentials.renew(refused);
  expect(await credentials.authorization(signal)).toBe('Bearer token-2');
  expect(runs()).toBe(2);
});

test('asks it anew before what it gave expires', async () => {
  let now = Date.parse('2030-01-01T00:00:00Z');
  const credentials = of({ exec: counting('2030-01-01T00:10:00Z') }, () => now);
  expect(await credentials.authorization(signal)).toBe('Bearer token-1');
  now += 9 * 60_000;
  expect(await credentials.authorization(signal)).toBe('Bearer token-1');
  now += 40_000;
  expect(await credentials.authorization(signal)).toBe('Bearer token-2');
});

test('tells a program of the cluster where it wants that', async () => {
  const exec = program('require("fs").writeFileSync(process.env.F + "/info", process.env.KUBERNETES_EXEC_INFO); console.log(\'{"status":{"token":"t"}}\')');
  const access = accessOf({}, { certificateAuthority: PEM, tlsServerName: 'n' });
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
      cluster: { 'server': access.server, 'tls-server-name': 'n', 'certificate-authority-data': Buffer.from(PEM).toString('base64') },
    },
  });
});

test('takes a certificate from a program', async () => {
  const exec = program('console.log(JSON.stringify({ status: { clientCertificateData: "c", clientKeyData: "k" } }))');
  const credentials = of({ exec });
  expect(await credentials.certificate(signal)).toEqual({ certificate: 'c', key: 'k' });
  expect(await credentials.authorization(signal)).toBeUndefined();
  expect(credentials.byCertificate).toBe(true);
});

test.each<[string, ExecAccess | (() => ExecAccess), string]>([
  ['is not there', () => program('', { command: 'no-such-program-of-ours', installHint: 'get it from the shop\n' }),
    '\'no-such-program-of-ours\', which gives the credentials of the kubeconfig, is not there; install it, or put it on the PATH; get it from the shop'],
  ['is no program', () => program('', { command: tmpdir() }), 'is no program that may be run'],
  ['fails', () => program('console.log("geheim"); console.error("geheim"); process.exit(3)'), 'failed with exit code 3; run it by hand to see why'],
  ['is killed', () => program('process.kill(process.pid, "SIGTERM"); setTimeout(() => 0, 5000)'), 'failed with SIGTERM'],
  ['prints garbage', () => program('console.log("geheim")'), 'printed no JSON; run it by hand'],
  ['prints no status', () => program('console.log("{\\"geheim\\": 1}")'), 'printed neither status.token nor both of'],
  ['prints half a certificate', () => program('console.log(JSON.stringify({ status: { clientKeyData: "geheim" } }))'), 'printed neither'],
  ['prints without end', () => program('const s = "geheim".repeat(9999); for (;;) { require("fs").writeSync(1, s); }'), 'printed more than 1 MiB'],
  ['hangs, whatever it is told', () => program('process.on("SIGTERM", () => 0); setInterval(() => 0, 1000)'), 'did not end within 0.5 s; run it by hand'],
])('says so when the program %s, without what it printed', async (_, exec, message) => {
  const asked = execCredentials(typeof exec === 'function' ? exec() : exec, accessOf({}), process.env, signal, message.includes('0.5') ? 500 : 20_000);
  const error = await asked.then(() => new Error('it gave credentials'), (found: Error) => found);
  expect(error.name).toBe('ClientError');
  expect(error.message).toContain(message);
  expect(error.message).not.toContain('geheim');
});

test('ends a program that nobody waits for any more, and asks again after a failure', async () => {
  const exec = program(`
    const fs = require('fs'); const f = process.env.F + '/runs';
    fs.appendFileSync(f, '.');
    if (fs.readFileSync(f, 'utf8').length > 1) { console.log('{"status":{"token":"t"}}'); } else { fs.writeFileSync(process.env.F + '/pid', String(process.pid)); setInterval(() => 0, 1000); }`);
  const credentials = of({ exec });
  const ending = new AbortController();
  const waiting = credentials.authorization(ending.signal);
  let pid = 0;
  while (pid === 0) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    try {
      pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    } catch {
      // It has not begun yet.
    }
  }
  ending.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  expect(await credentials.authorization(signal)).toBe('Bearer t');
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
