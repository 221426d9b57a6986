import { KubernetesObject } from '../cluster/kubernetes-object';
import { olmV1CustomResourceDefinitions } from '../../lib/olm/v1/crds/custom-resource-definitions';
import { CrdDescriptions } from '../../lib/formats/schema/custom-resource-definition';
import type { OlmV1Release } from './controllers';

/** Namespace of OLM v1. */
export const SYSTEM_NAMESPACE = 'olmv1-system';

/** Service of catalogd, which leads to its webhook. */
export const CATALOGD_SERVICE = 'catalogd-service';

/** ServiceAccounts of the two programs. */
export const ACCOUNTS = { catalogd: 'catalogd-controller-manager', operatorController: 'operator-controller-controller-manager' };

/** The CRDs of a release, as this library has them. */
export function definitions({ version, experimental }: OlmV1Release): KubernetesObject[] {
  return olmV1CustomResourceDefinitions(version, experimental, CrdDescriptions.FULL) as unknown as KubernetesObject[];
}

/** Objects of OLM v1 besides its CRDs and Deployments. Both accounts are cluster administrators. */
export function systemObjects(caBundle: string): KubernetesObject[] {
  const accounts = Object.values(ACCOUNTS);
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: SYSTEM_NAMESPACE } },
    ...accounts.map(name => ({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace: SYSTEM_NAMESPACE } })),
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'olm-v1' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: accounts.map(name => ({ kind: 'ServiceAccount', name, namespace: SYSTEM_NAMESPACE })),
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: CATALOGD_SERVICE, namespace: SYSTEM_NAMESPACE },
      spec: { ports: [{ name: 'webhook', port: 9443, protocol: 'TCP', targetPort: 9443 }] },
    },
    labelWebhook(caBundle),
  ];
}

/** Sets the label with the name of a ClusterCatalog, by which ClusterExtensions select it. */
function labelWebhook(caBundle: string): KubernetesObject {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    metadata: { name: 'catalogd' },
    webhooks: [{
      name: 'inject-metadata-name.olm.operatorframework.io',
      admissionReviewVersions: ['v1'],
      clientConfig: {
        caBundle,
        service: { name: CATALOGD_SERVICE, namespace: SYSTEM_NAMESPACE, path: '/mutate-olm-operatorframework-io-v1-clustercatalog', port: 9443 },
      },
      failurePolicy: 'Fail',
      rules: [{ apiGroups: ['olm.operatorframework.io'], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['clustercatalogs'] }],
      sideEffects: 'None',
    }],
  };
}
