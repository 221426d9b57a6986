import { generateKeyPairSync } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { GENEROUS_MEMORY } from './go-memory';
import { GuardedProcess } from './guarded-process';
import { LOOPBACK } from './ports';

/** Admission plugin that taints new nodes until a controller has initialized them. */
const NODE_ADMISSION = 'TaintNodesByCondition';

/** Admission plugin that waits for the default ServiceAccount of a namespace, which only the controller manager creates. */
const SERVICE_ACCOUNT_ADMISSION = 'ServiceAccount';

/** Files and addresses of an API server. */
export interface ApiServerOptions {
  readonly executable: string;
  /** Folder for its keys, certificates and log. */
  readonly folder: string;
  readonly port: number;
  readonly etcdUrl: string;
  /** Bearer token of the only user, an administrator. */
  readonly token: string;
  /** Whether a controller manager will create the default ServiceAccount of each namespace. */
  readonly defaultServiceAccounts: boolean;
  /** Arguments in addition to those of every API server of the tests. */
  readonly extraArguments: readonly string[];
}

/** Path of the key that signs ServiceAccount tokens. */
export function serviceAccountKeyFile(folder: string): string {
  return path.join(folder, 'service-account.key');
}

/** Writes the key pair of ServiceAccount tokens unless it exists: tokens stay valid across restarts. */
function writeServiceAccountKeys(folder: string): { privateKey: string; publicKey: string } {
  const files = { privateKey: serviceAccountKeyFile(folder), publicKey: path.join(folder, 'service-account.pub') };
  if (existsSync(files.privateKey)) {
    return files;
  }
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(files.privateKey, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  writeFileSync(files.publicKey, publicKey.export({ type: 'spki', format: 'pem' }));
  return files;
}

/** Starts a kube-apiserver, which generates its own certificate. */
export function startApiServer(options: ApiServerOptions): GuardedProcess {
  const { folder } = options;
  const keys = writeServiceAccountKeys(folder);
  const tokens = path.join(folder, 'tokens.csv');
  writeFileSync(tokens, `${options.token},e2e,e2e,system:masters\n`, { mode: 0o600 });
  return new GuardedProcess('kube-apiserver', options.executable, [
    `--bind-address=${LOOPBACK}`,
    `--advertise-address=${LOOPBACK}`,
    `--secure-port=${String(options.port)}`,
    `--cert-dir=${certificateFolder(folder)}`,
    `--etcd-servers=${options.etcdUrl}`,
    `--token-auth-file=${tokens}`,
    '--authorization-mode=RBAC',
    '--service-cluster-ip-range=10.96.0.0/16',
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-signing-key-file=${keys.privateKey}`,
    `--service-account-key-file=${keys.publicKey}`,
    '--allow-privileged=true',
    `--disable-admission-plugins=${[NODE_ADMISSION, ...(options.defaultServiceAccounts ? [] : [SERVICE_ACCOUNT_ADMISSION])].join(',')}`,
    ...options.extraArguments,
  ], path.join(folder, 'kube-apiserver.log'), { environment: GENEROUS_MEMORY });
}

function certificateFolder(folder: string): string {
  return path.join(folder, 'certificates');
}

/** Path of the server's self-signed certificate; it exists once the server listens. */
export function certificateFile(folder: string): string {
  return path.join(certificateFolder(folder), 'apiserver.crt');
}

/** Path of the key of that certificate. */
export function certificateKeyFile(folder: string): string {
  return path.join(certificateFolder(folder), 'apiserver.key');
}
