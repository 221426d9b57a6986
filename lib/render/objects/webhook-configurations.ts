import { MUTATING, type Operator, type PlainObject, VALIDATING, type Webhook } from '../model/operator';
import type { Rendering } from '../model/rendering';
import type { WebhookService } from '../model/webhook-service';
import { injected, webhookPort } from './webhook-client';

const FIELDS = ['rules', 'failurePolicy', 'matchPolicy', 'objectSelector', 'sideEffects', 'timeoutSeconds', 'admissionReviewVersions'];

/** Returns the webhook configurations: first the validating and then the mutating ones, each with one webhook. */
export function webhookConfigurations(operator: Operator, rendering: Rendering, services: ReadonlyMap<string, WebhookService>): PlainObject[] {
  const ofType = (type: string, kind: string, fields: readonly string[]): PlainObject[] => operator.webhooks
    .filter((webhook) => webhook.type === type)
    .map((webhook) => configuration(webhook, kind, fields, rendering, services.get(webhook.deploymentName)!));
  return [
    ...ofType(VALIDATING, 'ValidatingWebhookConfiguration', FIELDS),
    ...ofType(MUTATING, 'MutatingWebhookConfiguration', [...FIELDS, 'reinvocationPolicy']),
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
          ...(webhook.webhookPath === undefined ? {} : { path: webhook.webhookPath }),
          port: webhookPort(webhook, rendering),
        },
        ...(caBundle === undefined ? {} : { caBundle }),
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
