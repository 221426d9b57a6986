import type { ProvidedCertificate } from './certificate-provider';
import { objectName, serviceObjectName } from './object-name';
import type { Operator } from './operator';
import type { Rendering } from './rendering';

/** Maximum length of the common name of a certificate (RFC 5280), which cert-manager checks. */
const MAX_COMMON_NAME_LENGTH = 64;

/** Service of a deployment with webhooks, and its certificate. */
export interface WebhookService {
  readonly name: string;

  /** Undefined without a provider, which only an operator without webhooks can do without. */
  readonly certificate: ProvidedCertificate & { readonly secretName: string };
}

/** Returns the Services of the deployments with webhooks, by the name of the deployment and sorted by it. */
export function webhookServices({ webhooks }: Operator, rendering: Rendering): ReadonlyMap<string, WebhookService> {
  const names = [...new Set(webhooks.map(({ deploymentName }) => deploymentName))].sort();
  return new Map(names.map((name) => [name, webhookService(name, rendering)]));
}

function webhookService(deploymentName: string, { installNamespace: namespace, certificates, compatible }: Rendering): WebhookService {
  const base = deploymentName.replaceAll('.', '-');
  const serviceName = compatible ? objectName(base, 'service') : serviceObjectName(base, 'service');
  const name = objectName(serviceName, 'cert');
  const host = `${serviceName}.${namespace}`;
  const provided = certificates?.provide({
    name,
    namespace,
    serviceName,
    dnsNames: [host, `${host}.svc`, `${host}.svc.cluster.local`],
    // OLM v1 sets it in any case, and cert-manager then refuses the certificate.
    ...(compatible || host.length <= MAX_COMMON_NAME_LENGTH ? { commonName: host } : {}),
  });
  return { name: serviceName, certificate: { ...provided, secretName: provided?.secretName ?? name } };
}
