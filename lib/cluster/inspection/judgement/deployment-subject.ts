import { JsonMap, mapField, mapListField, stringField } from '../../../formats/json/json-value';
import { PART_OF } from '../../../formats/schema/part-of';
import { namespaceInterest } from '../../waiting/operator/operator-interests';
import { CERTIFICATES, ENDPOINT_SLICES, PlainObjectRef, refOf } from '../../waiting/plain/plain-objects';
import { plainReady } from '../../waiting/plain/plain-waiter';
import { webhookCalls } from '../../waiting/plain/webhook-calls';
import { ApiResource, CUSTOM_RESOURCE_DEFINITIONS, DEPLOYMENTS, MUTATING_WEBHOOKS, SERVICES, VALIDATING_WEBHOOKS } from '../../waiting/view/api-resource';
import { ClusterView, inNamespace, Interest, named, objectOf, objectsOf, optional } from '../../waiting/view/cluster-view';
import { KubernetesObject, specString } from '../../waiting/view/kubernetes-object';
import { conditionsSince, latest, rolloutSince } from '../source/object-times';
import { Subject } from './judge';

/** All CRDs: no selector finds annotations. */
const CRDS = optional({ resource: CUSTOM_RESOURCE_DEFINITIONS });

const WEBHOOKS = [VALIDATING_WEBHOOKS, MUTATING_WEBHOOKS].map((resource) => optional({ resource }));

/** A Deployment of an operator without OLM, with the objects that a waiter for its manifests would observe, if they can be found in the cluster. */
export interface DeploymentSituation {
  readonly deployment: KubernetesObject | null | undefined;

  /** CRDs that the same construct wrote, according to their annotation. Those of other operators are unknown. */
  readonly crds: readonly KubernetesObject[];

  /** Certificates of cert-manager that the same construct wrote, or whose Secrets its pods mount. */
  readonly certificates: readonly KubernetesObject[];

  /** Webhook configurations that the same construct wrote, or that call a Service for its pods. */
  readonly webhooks: readonly { readonly resource: ApiResource; readonly object: KubernetesObject }[];
}

/** Returns what is known about a Deployment. Objects whose annotation names another operator are excluded, whatever they refer to. */
export function deploymentSituation(namespace: string, name: string, view: ClusterView): DeploymentSituation {
  const { certificates, services, slices } = interests(namespace);
  const deployment = objectOf(view, named(DEPLOYMENTS, name, namespace));
  const template = mapField(deployment?.spec, 'template');
  const secrets = new Set(mapListField(mapField(template, 'spec'), 'volumes').flatMap(secretsOf));
  // Each Service has EndpointSlices: without any, they were not dumped, and it is unknown whether a webhook responds.
  const areCallsKnown = (objectsOf(view, slices) ?? []).length > 0;
  const labels = mapField(mapField(template, 'metadata'), 'labels');
  const selecting = areCallsKnown ? (objectsOf(view, services) ?? []).filter((found) => selects(found, labels)) : [];
  const own = new Set(selecting.map(({ metadata }) => metadata.name));
  const mark = markOf(deployment);
  const belongs = (object: KubernetesObject, isReferredTo: () => boolean): boolean => (
    markOf(object) === undefined ? isReferredTo() : markOf(object) === mark
  );
  return {
    deployment,
    crds: mark === undefined ? [] : (objectsOf(view, CRDS) ?? []).filter((crd) => (
      markOf(crd) === mark && (areCallsKnown || webhookCalls({ kind: CUSTOM_RESOURCE_DEFINITIONS.kind, object: crd }).length === 0)
    )),
    certificates: (objectsOf(view, certificates) ?? []).filter((found) => belongs(found, () => secrets.has(specString(found, 'secretName') ?? ''))),
    webhooks: WEBHOOKS.flatMap((interest) => (
      (areCallsKnown ? objectsOf(view, interest) ?? [] : []).map((object) => ({ resource: interest.resource, object }))
        .filter(({ resource: { kind }, object }) => belongs(object, () => (
          webhookCalls({ kind, object }).some((call) => call.namespace === namespace && own.has(call.service))
        )))
    )),
  };
}

/** Returns the annotation that says what an object is part of, or undefined if it has none. */
function markOf(object: KubernetesObject | null | undefined): string | undefined {
  return object?.metadata.annotations?.[PART_OF];
}

/** Returns the Secrets of a volume: its own, or the projected ones. */
function secretsOf(volume: JsonMap): string[] {
  const projected = mapListField(mapField(volume, 'projected'), 'sources').map((source) => stringField(mapField(source, 'secret'), 'name'));
  return [stringField(mapField(volume, 'secret'), 'secretName'), ...projected].filter((name) => name !== undefined);
}

/** Whether a Service has a selector that matches some labels. */
function selects(service: KubernetesObject, labels: JsonMap | undefined): boolean {
  const selector = Object.entries(mapField(service.spec, 'selector') ?? {});
  return selector.length > 0 && selector.every(([key, value]) => labels?.[key] === value);
}

/** Returns the operator of a Deployment, which need not be managed by OLM, as a subject. */
export function deploymentSubject(namespace: string, name: string): Subject {
  const objects = (view: ClusterView): PlainObjectRef[] => {
    const { crds, certificates, webhooks } = deploymentSituation(namespace, name, view);
    return [
      ...crds.map((object) => refOf(CUSTOM_RESOURCE_DEFINITIONS, object)),
      ...certificates.map((object) => refOf(CERTIFICATES, object)), { apiVersion: 'apps/v1', kind: DEPLOYMENTS.kind, name, namespace },
      ...webhooks.map(({ resource, object }) => refOf(resource, object)),
    ];
  };
  const more: readonly Interest[] = [...Object.values(interests(namespace)), ...WEBHOOKS, namespaceInterest(namespace)];
  return {
    title: `Deployment ${namespace}/${name}`,
    judge: (view) => plainReady({ namespace, name, objects: objects(view) }),
    more: (view) => (markOf(objectOf(view, named(DEPLOYMENTS, name, namespace))) === undefined ? more : [...more, CRDS]),
    since: (view) => {
      const found = deploymentSituation(namespace, name, view);
      return latest([rolloutSince(found.deployment), ...found.certificates.map(conditionsSince)]);
    },
  };
}

/** Returns interests in objects that may belong to a Deployment of a namespace. */
function interests(namespace: string): { readonly [kind in 'certificates' | 'services' | 'slices']: Interest } {
  const every = (resource: ApiResource): Interest => optional(inNamespace(resource, namespace));
  return { certificates: every(CERTIFICATES), services: every(SERVICES), slices: every(ENDPOINT_SLICES) };
}
