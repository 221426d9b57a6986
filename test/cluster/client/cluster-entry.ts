import { generateKeyPairSync } from 'node:crypto';
import type { ClusterAccess } from '../../../lib/cluster/client/kubeconfig';

/** A valid PEM block; its content does not matter. */
export const PEM = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }).toString();

export const base64 = (value: string): string => Buffer.from(value).toString('base64');

/** Returns a kubeconfig with one context. */
export function kubeconfig({ cluster = {}, user = {}, name = 'one' }: { cluster?: object; user?: object; name?: string } = {}): object {
  return {
    'apiVersion': 'v1',
    'kind': 'Config',
    'current-context': name,
    'contexts': [{ name, context: { cluster: `${name}-cluster`, user: `${name}-user` } }],
    'clusters': [{ name: `${name}-cluster`, cluster: { server: 'https://one.example:6443', ...cluster } }],
    'users': [{ name: `${name}-user`, user }],
  };
}

/** Returns the cluster access of a user. */
export function accessOf(user: ClusterAccess['user'], more: Partial<ClusterAccess> = {}): ClusterAccess {
  return { server: 'https://one.example:6443', insecure: false, user, ...more };
}
