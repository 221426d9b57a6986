import type { FakeCluster, FakeObject } from './fake-cluster';

/** Objects of an operator without OLM, as inputs of `PlainReady`. */
export const REFS = [
  { apiVersion: 'apps/v1', kind: 'Deployment', name: 'hello-op', namespace: 'team' },
  { apiVersion: 'v1', kind: 'Service', name: 'hello-webhook', namespace: 'team' },
  { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration', name: 'vhello.demo.test' },
  { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: 'hellos.demo.test' },
];

const SERVICE = { namespace: 'team', name: 'hello-webhook' };

/** The Deployment of the operator. */
export function operatorDeployment(availableReplicas: number, annotations: { readonly [key: string]: string } = {}): FakeObject {
  return {
    path: '/apis/apps/v1/deployments', name: 'hello-op', namespace: 'team', metadata: { generation: 1, annotations },
    spec: { replicas: 1, selector: { matchLabels: { app: 'hello' } } },
    status: { observedGeneration: 1, replicas: 1, updatedReplicas: 1, availableReplicas },
  };
}

/** The CRD of the operator; its objects are converted by the operator if that is set. */
export function operatorCrd(isConverted = false): FakeObject {
  return {
    path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', name: 'hellos.demo.test',
    spec: {
      group: 'demo.test', names: { plural: 'hellos', kind: 'Hello' }, scope: 'Namespaced', versions: [{ name: 'v1', served: true, storage: true }],
      ...(isConverted ? { conversion: { strategy: 'Webhook', webhook: { clientConfig: { service: SERVICE, caBundle: 'Q0E=' } } } } : {}),
    },
    status: { conditions: [{ type: 'Established', status: 'True' }, { type: 'NamesAccepted', status: 'True' }] },
  };
}

/** A pod of the operator whose image does not exist. */
export const UNPULLABLE: FakeObject = {
  path: '/api/v1/pods', name: 'hello-op-1', namespace: 'team', metadata: { labels: { app: 'hello' } },
  status: {
    phase: 'Pending',
    containerStatuses: [{ name: 'manager', image: 'example.test/none:1', state: { waiting: { reason: 'ImagePullBackOff', message: 'not found' } } }],
  },
};

/** An object of the operator's API. */
export const OPERAND: FakeObject = { path: '/apis/demo.test/v1/hellos', name: 'world', namespace: 'team' };

/** Adds the operator `hello`, which runs. */
export function runPlainOperator(cluster: FakeCluster): void {
  cluster.add(
    { path: '/api/v1/namespaces', name: 'team', status: { phase: 'Active' } },
    operatorDeployment(1), operatorCrd(),
    { path: '/api/v1/services', ...SERVICE },
    {
      path: '/apis/discovery.k8s.io/v1/endpointslices', name: 'hello-webhook-abc', namespace: 'team',
      metadata: { labels: { 'kubernetes.io/service-name': 'hello-webhook' } }, endpoints: [{ addresses: ['10.0.0.1'], conditions: { ready: true } }],
    },
    {
      path: '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations', name: 'vhello.demo.test',
      webhooks: [{ name: 'vhello.demo.test', failurePolicy: 'Fail', clientConfig: { service: SERVICE, caBundle: 'Q0E=' } }],
    },
  );
}
