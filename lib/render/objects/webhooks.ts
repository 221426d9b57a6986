import { defined } from '../../formats/json/defined';
import { fieldAt, mapField } from '../../formats/json/json-value';
import type { ProvidedCertificate } from '../model/certificate-provider';
import { CONVERSION, type Deployment, MUTATING, type Operator, type PlainObject, VALIDATING, type Webhook } from '../model/operator';
import type { Rendering, WebhookService } from '../model/rendering';

const CONFIGURATION_FIELDS = ['rules', 'failurePolicy', 'matchPolicy', 'objectSelector', 'sideEffects', 'timeoutSeconds', 'admissionReviewVersions'];

/** Returns the webhook configurations: first the validating and then the mutating ones, each with one webhook. */
export function webhookConfigurations(operator: Operator, rendering: Rendering, services: ReadonlyMap<string, WebhookService>): PlainObject[] {
  const ofType = (type: string, kind: string, fields: readonly string[]): PlainObject[] => operator.webhooks
    .filter((webhook) => webhook.type === type)
    .map((webhook) => configuration(webhook, kind, fields, rendering, services.get(webhook.deploymentName)!));
  return [
    ...ofType(VALIDATING, 'ValidatingWebhookConfiguration', CONFIGURATION_FIELDS),
    ...ofType(MUTATING, 'MutatingWebhookConfiguration', [...CONFIGURATION_FIELDS, 'reinvocationPolicy']),
  ];
}

function configuration(webhook: Webhook, kind: string, copied: readonly string[], rendering: Rendering, service: WebhookService): PlainObject {
  const { installNamespace, targetNamespaces, compatible } = rendering;
  const name = webhook.generateName.replace(/-$/, '');
  const { caBundle } = service.certificate;
  const object = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind,
    // OLM v1 sets a namespace, although webhook configurations are cluster-scoped.
    metadata: { name, ...(compatible ? { namespace: installNamespace } : {}) },
    webhooks: [{
      name,
      ...Object.fromEntries(copied.filter((field) => webhook.fields[field] !== undefined).map((field) => [field, webhook.fields[field]])),
      clientConfig: {
        service: {
          namespace: installNamespace,
          name: service.name,
          ...defined({ path: webhook.webhookPath }),
          port: webhookPort(webhook, rendering),
        },
        ...defined({ caBundle }),
      },
      ...(targetNamespaces.includes('') ? {} : { namespaceSelector: namespaceSelector(targetNamespaces) }),
    }],
  };
  return injected(object, service.certificate);
}

/** Webhooks are called for cluster-scoped objects regardless of the selector. */
function namespaceSelector(values: readonly string[]): object {
  return { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values }] };
}

interface ServicePort {
  readonly name: string;
  readonly port: number;
  readonly targetPort: number | string;
}

/** Returns the Services of the deployments with webhooks. */
export function webhookServiceObjects(operator: Operator, rendering: Rendering, services: ReadonlyMap<string, WebhookService>): PlainObject[] {
  return operator.deployments.flatMap((deployment) => {
    const service = services.get(deployment.name);
    return service === undefined ? [] : [serviceObject(deployment, service, operator.webhooks, rendering)];
  });
}

function serviceObject(
  deployment: Deployment, { name, certificate }: WebhookService, webhooks: readonly Webhook[], rendering: Rendering,
): PlainObject {
  const selector = fieldAt(deployment.spec, 'selector', 'matchLabels');
  const service = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: rendering.installNamespace },
    spec: {
      ports: portsOf(webhooks.filter(({ deploymentName }) => deploymentName === deployment.name)),
      ...defined({ selector }),
    },
  };
  return certificate.serviceAnnotations === undefined ? service : withAnnotations(service, certificate.serviceAnnotations);
}

function portsOf(webhooks: readonly Webhook[]): ServicePort[] {
  const ports = new Map<string, ServicePort>();
  for (const { containerPort, targetPort } of webhooks) {
    const port = containerPort > 0 ? containerPort : DEFAULT_PORT;
    const target = targetPort ?? port;
    ports.set(JSON.stringify([port, target]), { name: String(port), port, targetPort: target });
  }
  return [...ports.values()].sort((left, right) => left.port - right.port || numberOf(left.targetPort) - numberOf(right.targetPort));
}

/** In Go, a port by name is 0. */
function numberOf(port: number | string): number {
  return typeof port === 'number' ? port : Number(/^\d+$/.exec(port)?.[0] ?? 0);
}

/** Returns the CustomResourceDefinitions. Those with a conversion webhook are configured to call it. */
export function customResourceDefinitions(operator: Operator, rendering: Rendering, services: ReadonlyMap<string, WebhookService>): PlainObject[] {
  const converters = new Map<string, Webhook>();
  for (const webhook of operator.webhooks.filter(({ type }) => type === CONVERSION)) {
    webhook.conversionCrds.forEach((name) => converters.set(name, webhook));
  }
  return operator.crds.map(({ name, content }) => {
    const webhook = converters.get(name);
    return webhook === undefined ? content : converted(content, webhook, rendering, services.get(webhook.deploymentName)!);
  });
}

function converted(crd: PlainObject, webhook: Webhook, rendering: Rendering, { name, certificate }: WebhookService): PlainObject {
  const service = { namespace: rendering.installNamespace, name, path: webhook.webhookPath ?? '/', port: webhookPort(webhook, rendering) };
  const { caBundle } = certificate;
  const conversion = {
    strategy: 'Webhook',
    webhook: {
      clientConfig: { service, ...defined({ caBundle }) },
      conversionReviewVersions: webhook.fields['admissionReviewVersions'],
    },
  };
  return injected({ ...crd, spec: { ...crd['spec'] as object, conversion } }, certificate);
}

/** Port of a webhook without one, in the schema of ClusterServiceVersions. */
export const DEFAULT_PORT = 443;

/** Returns the port that the API server calls. OLM v1 does not apply the default here, and so configures port 0. */
export function webhookPort({ containerPort }: Webhook, { compatible }: Rendering): number {
  return compatible || containerPort > 0 ? containerPort : DEFAULT_PORT;
}

/** Adds the annotations to an object that make a controller add its CA. */
export function injected(object: PlainObject, { caInjectionAnnotations }: ProvidedCertificate): PlainObject {
  return caInjectionAnnotations === undefined ? object : withAnnotations(object, caInjectionAnnotations);
}

/** Adds annotations to an object. */
export function withAnnotations(object: PlainObject, annotations: { readonly [key: string]: string }): PlainObject {
  return { ...object, metadata: { ...object.metadata, annotations: { ...mapField(object.metadata, 'annotations'), ...annotations } } };
}
