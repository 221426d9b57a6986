import { KubernetesObject } from '../../../../lib/cluster/waiting/view/kubernetes-object';
import { PlainObjectRef } from '../../../../lib/cluster/waiting/plain/plain-objects';
import { clusterObject, conditions, deployment, event, object } from '../objects';
import { ClusterEvent } from '../simulated-cluster';

/** Objects of an operator without OLM: plain-op with the API Plain, a webhook, and a certificate from cert-manager. */
export const REFS: readonly PlainObjectRef[] = [
  { apiVersion: 'v1', kind: 'ServiceAccount', name: 'plain-op', namespace: 'demo' },
  { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: 'plains.demo.test' },
  { apiVersion: 'apps/v1', kind: 'Deployment', name: 'plain-op', namespace: 'demo' },
  { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration', name: 'vplain.demo.test' },
  { apiVersion: 'cert-manager.io/v1', kind: 'Certificate', name: 'plain-op-service-cert', namespace: 'demo' },
];

const GROUPS: { readonly [plural: string]: string } = {
  validatingwebhookconfigurations: '.admissionregistration.k8s.io', certificates: '.cert-manager.io', endpointslices: '.discovery.k8s.io', serviceaccounts: '',
};

/** Returns the event of a changed object, by the plural of its resource. */
export function plainEvent(at: number, plural: string, found: KubernetesObject, type: ClusterEvent['type'] = 'MODIFIED'): ClusterEvent {
  return plural in GROUPS ? { at, type, resource: `${plural}${GROUPS[plural]!}`, object: found } : event(at, plural, found, type);
}

const SERVICE = { namespace: 'demo', name: 'plain-op-service' };
const INJECTED = { annotations: { 'cert-manager.io/inject-ca-from': 'demo/plain-op-service-cert' } };

/** The CRD of the API, established unless a condition says otherwise. */
export function plainCrd(found: object[] = conditions({ type: 'NamesAccepted' }, { type: 'Established' }), conversion?: { readonly caBundle?: string }): KubernetesObject {
  return clusterObject('plains.demo.test', {
    metadata: conversion === undefined ? {} : INJECTED,
    spec: {
      group: 'demo.test', scope: 'Namespaced', names: { plural: 'plains', kind: 'Plain' }, versions: [{ name: 'v1', served: true, storage: true }],
      ...(conversion === undefined ? {} : { conversion: { strategy: 'Webhook', webhook: { clientConfig: { service: SERVICE, ...conversion } } } }),
    },
    status: { conditions: found },
  });
}

/** The webhook configuration, with a CA unless it is empty. */
export function configuration(caBundle = 'Q0E=', failurePolicy = 'Fail'): KubernetesObject {
  return clusterObject('vplain.demo.test', {
    metadata: INJECTED, webhooks: [{ name: 'vplain.demo.test', failurePolicy, clientConfig: { service: SERVICE, caBundle } }],
  });
}

/** The EndpointSlice of the webhook's Service. */
export function endpoints(ready: boolean): KubernetesObject {
  return object('plain-op-service-abc', {
    metadata: { labels: { 'kubernetes.io/service-name': SERVICE.name } }, endpoints: [{ addresses: ['10.0.0.1'], conditions: { ready } }],
  });
}

/** The Certificate. */
export function certificate(status: 'True' | 'False', message = ''): KubernetesObject {
  return object('plain-op-service-cert', { status: { conditions: conditions({ type: 'Ready', status, message }) } });
}

/** The objects of an operator that is ready; those of some resources are replaced or, if undefined, missing. */
export function running(changes: { readonly [plural: string]: KubernetesObject | undefined } = {}): ClusterEvent[] {
  const objects: { readonly [plural: string]: KubernetesObject | undefined } = {
    customresourcedefinitions: plainCrd(), certificates: certificate('True'), deployments: deployment('plain-op', 1),
    validatingwebhookconfigurations: configuration(), endpointslices: endpoints(true), serviceaccounts: object('plain-op'),
    namespaces: clusterObject('demo', { status: { phase: 'Active' } }), ...changes,
  };
  return Object.entries(objects).flatMap(([plural, found]) => (found === undefined ? [] : [plainEvent(0, plural, found)]));
}
