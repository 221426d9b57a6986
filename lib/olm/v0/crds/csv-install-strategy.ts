import * as k8s from '../generated/kubernetes-types';
import { described, extended, listOf, mapOf, object, required, string, struct, type Schema } from '../../../formats/schema/schema';

/** Upstream preserves unknown fields in the metadata of pods. */
const podMetadata = object('Labels and annotations of the pods.', {}, { 'x-kubernetes-preserve-unknown-fields': true });

const deploymentSpec = extended(k8s.DeploymentSpec, {
  template: required(described('Template of the pods.', extended(k8s.PodTemplateSpec, { metadata: podMetadata }))),
});

const deployment = struct({
  label: mapOf(string(), 'Labels of the Deployment.'),
  name: required(string('Name of the Deployment.')),
  spec: required(described('Spec of the Deployment.', deploymentSpec)),
});

/** `spec.install` of a ClusterServiceVersion. */
export const installStrategy = object('Install strategy of the operator.', {
  spec: object('Deployments of the operator and their permissions.', {
    clusterPermissions: permissions('Cluster-wide permissions.'),
    deployments: required(listOf(deployment, 'Deployments of the operator.')),
    permissions: permissions('Permissions in each target namespace of the OperatorGroup. Cluster-wide if all namespaces are targets.'),
  }),
  strategy: required(string('Name of the install strategy. Always `deployment`.')),
});

function permissions(description: string): Schema {
  return listOf(struct({
    rules: required(listOf(k8s.PolicyRule, 'RBAC rules that are granted.')),
    serviceAccountName: required(string('Name of the ServiceAccount that the rules are granted to. OLM creates it if it does not exist.')),
  }), description);
}
