import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { Credentials } from '../cluster/credentials';

function base64(value: string): string {
  return Buffer.from(value).toString('base64');
}

/** Writes a kubeconfig with one cluster and one user with a token. JSON is YAML, which kubectl reads. */
export function writeKubeconfig(file: string, credentials: { server: string; certificateAuthority: string; token: string }): void {
  writeFileSync(file, JSON.stringify({
    'apiVersion': 'v1',
    'kind': 'Config',
    'current-context': 'e2e',
    'contexts': [{ name: 'e2e', context: { cluster: 'e2e', user: 'e2e' } }],
    'clusters': [{
      name: 'e2e',
      cluster: { 'server': credentials.server, 'certificate-authority-data': base64(credentials.certificateAuthority) },
    }],
    'users': [{ name: 'e2e', user: { token: credentials.token } }],
  }, undefined, 2), { mode: 0o600 });
}

/** The parts of a kubeconfig that are read here; kubectl has inlined the files. */
interface FlattenedKubeconfig {
  readonly clusters?: readonly { readonly cluster: Readonly<Record<string, string | boolean | undefined>> }[];
  readonly users?: readonly { readonly user: Readonly<Record<string, unknown>> }[];
}

/** Returns the credentials of a kubeconfig's current context, as kubectl resolves it. */
export function readKubeconfig(kubectl: string, kubeconfig: string): Credentials {
  const output = execFileSync(kubectl, ['config', 'view', '--raw', '--minify', '--flatten', '--output=json'],
    { encoding: 'utf8', env: { ...process.env, KUBECONFIG: kubeconfig } });
  const { clusters, users } = JSON.parse(output) as FlattenedKubeconfig;
  const cluster = clusters?.[0]?.cluster ?? {};
  const user = users?.[0]?.user ?? {};
  if (typeof cluster['server'] !== 'string') {
    throw new Error(`the current context of ${kubeconfig} has no server`);
  }
  if (user['exec'] !== undefined || user['auth-provider'] !== undefined) {
    throw new Error(`the user of ${kubeconfig} uses a credential plugin, which these tests do not run; give it a token or a client certificate`);
  }
  return {
    server: cluster['server'],
    ...decoded('certificateAuthority', cluster['certificate-authority-data']),
    ...decoded('certificate', user['client-certificate-data']),
    ...decoded('key', user['client-key-data']),
    ...(typeof user['token'] === 'string' ? { token: user['token'] } : {}),
  };
}

/** A property with decoded base64 data, if there is any. */
function decoded(name: keyof Credentials, data: unknown): Partial<Credentials> {
  return typeof data === 'string' ? { [name]: Buffer.from(data, 'base64').toString('utf8') } : {};
}
