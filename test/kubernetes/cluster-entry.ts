import { generateKeyPairSync } from 'node:crypto';
import type { ClusterAccess } from '../../../../lib/pulumi/wait/client/kubeconfig';

/** Some PEM; nothing here looks into it. */
export const PEM = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }).toString();

export const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** A kubeconfig of one context, of which a test says what matters to it. */
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

/** An access of one user. */
export function accessOf(user: ClusterAccess['user'], more: Partial<ClusterAccess> = {}): ClusterAccess {
  return { server: 'https://one.example:6443', insecure: false, user, ...more };
}
