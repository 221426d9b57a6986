import { fieldAt, mapListField, stringField } from '../../../formats/json/json-value';
import { Finding } from '../explain/explanation';
import { ClusterView, Interest, isPartial, objectsOf } from '../view/cluster-view';
import { KubernetesObject } from '../view/kubernetes-object';
import { ENDPOINT_SLICES } from './plain-objects';

/** Annotations with which a controller adds its CA to an object. */
const INJECTION = /^cert-manager\.io\/inject-|^service\.beta\.openshift\.io\/inject-cabundle$/;

/** Information about how the API server calls a webhook of an object. */
export interface WebhookCall {
  /** Kind and name of the object. */
  readonly of: string;
  readonly namespace: string;
  readonly service: string;
  /** Whether the API server knows the CA of the webhook's certificate, or no controller has to add it. */
  readonly isTrusted: boolean;
  /** What the API server does while the webhook does not answer. */
  readonly consequence: string;
}

/** Returns the calls of a webhook configuration, or of the conversion webhook of a CRD. */
export function webhookCalls({ kind, object }: { readonly kind: string; readonly object: KubernetesObject }): WebhookCall[] {
  const { name, annotations = {} } = object.metadata;
  const isInjected = Object.keys(annotations).some((key) => INJECTION.test(key));
  const conversion = fieldAt(object.spec, 'conversion');
  const conversions = stringField(conversion, 'strategy') === 'Webhook' ? [fieldAt(conversion, 'webhook')] : [];
  const webhooks: readonly unknown[] = [...mapListField(object, 'webhooks'), ...conversions];
  return webhooks.flatMap((webhook): WebhookCall[] => {
    const client = fieldAt(webhook, 'clientConfig');
    const [namespace, service] = [stringField(fieldAt(client, 'service'), 'namespace'), stringField(fieldAt(client, 'service'), 'name')];
    return namespace === undefined || service === undefined ? [] : [{
      of: `${kind} ${name}`, namespace, service,
      isTrusted: !isInjected || (stringField(client, 'caBundle') ?? '') !== '',
      consequence: conversions.length > 0 ? 'it can neither read nor write these objects in other versions'
        : stringField(webhook, 'failurePolicy') === 'Ignore' ? 'it skips the webhook' : 'it rejects the requests that the webhook is for',
    }];
  });
}

/** Returns the interest in the endpoints of the Service of a webhook. */
export function endpointsOf({ namespace, service }: WebhookCall): Interest {
  return { resource: ENDPOINT_SLICES, namespace, labelSelector: `kubernetes.io/service-name=${service}` };
}

/** Returns why the API server cannot call a webhook. Missing endpoints are only reported once they are listed. */
export function callFindings(view: ClusterView, call: WebhookCall): Finding[] {
  const slices = objectsOf(view, endpointsOf(call));
  return [
    ...(call.isTrusted ? [] : [{ cause: 'ca-not-injected', message: `${call.of} has no CA, so the API server does not trust its webhook` } as const]),
    ...(slices === undefined || slices.some(hasReadyEndpoint) || (slices.length === 0 && isPartial(view, endpointsOf(call))) ? [] : [{
      cause: 'webhook-unreachable',
      message: `nothing answers the webhook of ${call.of}: Service ${call.namespace}/${call.service} has no ready endpoint; until then the API server cannot call it, and ${call.consequence}`,
    } as const]),
  ];
}

/** Whether the API server can call the webhook. What a dump lacks is no reason to doubt it. */
export function isAnswering(view: ClusterView, call: WebhookCall): boolean {
  const slices = objectsOf(view, endpointsOf(call)) ?? [];
  const isUnknown = slices.length === 0 && isPartial(view, endpointsOf(call));
  return call.isTrusted && (isUnknown || slices.some(hasReadyEndpoint));
}

/** An endpoint without the condition must be treated as ready. */
function hasReadyEndpoint(slice: KubernetesObject): boolean {
  return mapListField(slice, 'endpoints').some((endpoint) => fieldAt(endpoint, 'conditions', 'ready') !== false);
}
