import type { JsonMap } from '../../formats/json/json-value';
import type { CertificateProvider, ProvidedCertificate } from './certificate-provider';
import { objectName, serviceObjectName } from './object-name';
import type { Operator } from './operator';

/** Decisions about the installation of an operator, after all checks. */
export interface Rendering {
  readonly installNamespace: string;

  /** Namespaces that the operator watches. An empty string means all. */
  readonly targetNamespaces: readonly string[];

  /** Source of certificates, undefined only for operators without webhooks. */
  readonly certificates: CertificateProvider | undefined;

  /** Changes to the deployments, as Go serializes them. */
  readonly deploymentConfig: JsonMap;

  /** Whether the known defects of OLM v1's renderer are reproduced. */
  readonly compatible: boolean;
}

/** Whether the operator watches all namespaces. */
export function watchesAll({ targetNamespaces }: Pick<Rendering, 'targetNamespaces'>): boolean {
  return targetNamespaces.length === 1 && targetNamespaces[0] === '';
}

/** Suffix of the name of a Service. */
const SERVICE = 'service';

/** Maximum length of the common name of a certificate (RFC 5280), which cert-manager checks. */
const MAX_COMMON_NAME_LENGTH = 64;

/** Service of a deployment with webhooks, and its certificate. */
export interface WebhookService {
  readonly name: string;

  /** Certificate, or undefined without a provider, which is valid only for an operator without webhooks. */
  readonly certificate: ProvidedCertificate & { readonly secretName: string };
}

/** Returns the Services of the deployments with webhooks, by the name of the deployment, sorted by name. */
export function webhookServices({ webhooks, others }: Operator, rendering: Rendering): ReadonlyMap<string, WebhookService> {
  const deployments = [...new Set(webhooks.map(({ deploymentName }) => deploymentName))].sort();
  const taken = new Set(others.filter(({ kind }) => kind === 'Service').map(({ name }) => name));
  return new Map(deployments.map((deployment) => {
    const base = deployment.replaceAll('.', '-');
    const name = rendering.compatible ? objectName(base, SERVICE) : freeServiceName(base, taken);
    taken.add(name);
    return [deployment, webhookService(name, rendering)];
  }));
}

/**
 * Returns a valid and unique name for a Service: it starts with a letter, and a number is added if the name is taken. OLM v1 creates a Service with
 * an invalid name, or two with the same name.
 */
function freeServiceName(base: string, taken: ReadonlySet<string>): string {
  const valid = /^[a-z]/.test(base) ? base : `svc-${base}`;
  for (let number = 1; ; number++) {
    const name = serviceObjectName(valid, number === 1 ? SERVICE : `${number}-${SERVICE}`);
    if (!taken.has(name)) {
      return name;
    }
  }
}

function webhookService(serviceName: string, { installNamespace: namespace, certificates, compatible }: Rendering): WebhookService {
  const name = objectName(serviceName, 'cert');
  const host = `${serviceName}.${namespace}`;
  const provided = certificates?.provide({
    name,
    namespace,
    serviceName,
    dnsNames: [host, `${host}.svc`, `${host}.svc.cluster.local`],
    // OLM v1 always sets it, and cert-manager then refuses the certificate.
    ...(compatible || host.length <= MAX_COMMON_NAME_LENGTH ? { commonName: host } : {}),
  });
  return { name: serviceName, certificate: { ...provided, secretName: provided?.secretName ?? name } };
}
