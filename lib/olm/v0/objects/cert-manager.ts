import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import type { CompleteReleaseSettings } from '../settings/complete-settings';

/** API group of cert-manager. */
export const CERT_MANAGER_GROUP = 'cert-manager.io';
const ISSUER = 'olm-ca-issuer';

/** Name of the Certificate, and of the Secret in which cert-manager stores it. */
export const CERTIFICATE = 'olm-cert';

/** Mount paths of the serving certificate and of the client CA for profiles. Upstream uses one Secret for both. */
const FOLDERS = { 'srv-cert': '/srv-cert', 'profile-collector-cert': '/profile-collector-cert' } as const;

/** Arguments that make a controller serve HTTPS with its certificate. */
export const CERTIFICATE_ARGS: readonly string[] = [
  '--tls-cert', `${FOLDERS['srv-cert']}/tls.crt`,
  '--tls-key', `${FOLDERS['srv-cert']}/tls.key`,
  '--client-ca', `${FOLDERS['profile-collector-cert']}/tls.crt`,
];

/** Volumes with the certificate. */
export const CERTIFICATE_VOLUMES: readonly object[] = Object.keys(FOLDERS).map((name) => ({ name, secret: { secretName: CERTIFICATE } }));

/** Mounts of these volumes. */
export const CERTIFICATE_MOUNTS: readonly object[] = Object.entries(FOLDERS).map(([name, mountPath]) => ({ name, mountPath, readOnly: true }));

/** Returns the Certificate of both controllers and its Issuer, if they have one. */
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
