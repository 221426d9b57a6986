import type { KubernetesManifest } from './kubernetes-manifest';
import type { CompleteReleaseSettings } from './complete-settings';

/** The API group of cert-manager. */
export const CERT_MANAGER_GROUP = 'cert-manager.io';
const ISSUER = 'olm-ca-issuer';

/** Name of the Certificate, and of the Secret that cert-manager puts it into. */
export const CERTIFICATE = 'olm-cert';

/** Where a controller finds its own certificate, and the one of those who may read its profiles. Upstream uses one for both. */
const FOLDERS = { 'srv-cert': '/srv-cert', 'profile-collector-cert': '/profile-collector-cert' } as const;

/** The arguments that make a controller serve HTTPS with its certificate. */
export const CERTIFICATE_ARGS: readonly string[] = [
  '--tls-cert', `${FOLDERS['srv-cert']}/tls.crt`,
  '--tls-key', `${FOLDERS['srv-cert']}/tls.key`,
  '--client-ca', `${FOLDERS['profile-collector-cert']}/tls.crt`,
];

/** The volumes that hold the certificate. */
export const CERTIFICATE_VOLUMES: readonly object[] = Object.keys(FOLDERS).map((name) => ({ name, secret: { secretName: CERTIFICATE } }));

/** The mounts of these volumes. */
export const CERTIFICATE_MOUNTS: readonly object[] = Object.entries(FOLDERS).map(([name, mountPath]) => ({ name, mountPath, readOnly: true }));

/** What asks cert-manager for the certificate of both controllers, where they have one. */
export function certManagerObjects({ namespace, servingCertificates }: CompleteReleaseSettings): KubernetesManifest[] {
  if (!servingCertificates._fromCertManager) {
    return [];
  }
  const { kind, name } = servingCertificates._issuer ?? { kind: 'Issuer', name: ISSUER };
  const services = ['catalog-operator', 'olm-operator'].map((name) => `${name}.${namespace}.svc`);
  const certificate = {
    secretName: CERTIFICATE,
    isCA: false,
    usages: ['server auth', 'client auth'],
    dnsNames: ['localhost', ...services.flatMap((service) => [service, `${service}.cluster.local`])],
    ipAddresses: ['127.0.0.1'],
    issuerRef: { group: CERT_MANAGER_GROUP, kind, name },
  };
  return [
    certManagerObject('Certificate', CERTIFICATE, namespace, certificate),
    ...(servingCertificates._issuer === undefined ? [certManagerObject('Issuer', ISSUER, namespace, { selfSigned: {} })] : []),
  ];
}

function certManagerObject(kind: string, name: string, namespace: string, spec: object): KubernetesManifest {
  return { apiVersion: `${CERT_MANAGER_GROUP}/v1`, kind, metadata: { name, namespace }, spec };
}
