import * as k8s from '../generated/kubernetes-types';
import { described, extended, listOf, mapOf, object, required, string, struct, type Schema } from './schema';

/** Upstream lets everything through here, where Kubernetes has the metadata of the pods. */
const podMetadata = object('Labels and annotations of the pods.', {}, { 'x-kubernetes-preserve-unknown-fields': true });

const deploymentSpec = extended(k8s.DeploymentSpec, {
  template: required(described('What each pod is made from.', extended(k8s.PodTemplateSpec, { metadata: podMetadata }))),
});

const deployment = struct({
  label: mapOf(string(), 'Labels of the Deployment.'),
  name: required(string('Name of the Deployment.')),
  spec: required(described('Spec of the Deployment.', deploymentSpec)),
});

/** How the operator is run, and with which rights. */
export const installStrategy = object('How the operator is run.', {
  spec: object('What is made.', {
    clusterPermissions: permissions('Rights in the whole cluster.'),
    deployments: required(listOf(deployment, 'Deployments that make up the operator.')),
    permissions: permissions('Rights in each target namespace of the OperatorGroup. They become rights in the whole cluster when all are targets.'),
  }),
  strategy: required(string('Always `deployment`.')),
});

function permissions(description: string): Schema {
  return listOf(struct({
    rules: required(listOf(k8s.PolicyRule, 'The rights.')),
    serviceAccountName: required(string('ServiceAccount that gets them. OLM makes it when it is not there.')),
  }), description);
}
