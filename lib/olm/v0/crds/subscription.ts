import * as k8s from '../generated/kubernetes-types';
import type { CrdSource } from '../../../formats/schema/custom-resource-definition';
import { boolean, dateTime, described, integer, listOf, mapOf, object, required, since, string, struct } from '../../../formats/schema/schema';

const config = object('Overrides for the pods of the operator\'s Deployments.', {
  affinity: since('0.22.0', described(
    'Affinity of the pods. Each of its three fields that is set replaces the operator\'s own; an empty object removes it.', k8s.Affinity,
  )),
  annotations: since('0.27.0', mapOf(string(), 'Annotations to add to the Deployments and their pods. Annotations of the operator take precedence.')),
  env: listOf(k8s.EnvVar, 'Environment variables to set in every container. Existing variables with the same name are replaced.'),
  envFrom: listOf(k8s.EnvFromSource, 'ConfigMaps and Secrets whose entries are set as environment variables in every container.'),
  nodeSelector: mapOf(string(), 'Labels that a node must have for the pods to be scheduled on it.'),
  resources: described('Compute resources of every container. Replaces the operator\'s own.', k8s.ResourceRequirements),
  selector: described('Not used. OLM determines the Deployments itself.', k8s.LabelSelector),
  tolerations: listOf(k8s.Toleration, 'Tolerations to add to the pods.'),
  volumeMounts: listOf(k8s.VolumeMount, 'Volume mounts to add to every container. Existing mounts with the same name are replaced.'),
  volumes: listOf(k8s.Volume, 'Volumes to add to every pod. Existing volumes with the same name are replaced.'),
});

const spec = object('Operator to install, and the catalog to install it from.', {
  channel: string('Channel to subscribe to. Defaults to the default channel of the package.'),
  config,
  installPlanApproval: string(
    'Approval strategy for InstallPlans. `Automatic` approves every InstallPlan; `Manual` requires a user to approve each one. '
    + 'Defaults to `Automatic`.',
  ),
  name: required(string('Name of the package.')),
  source: required(string('Name of the CatalogSource.')),
  sourceNamespace: required(string('Namespace of the CatalogSource.')),
  startingCSV: string('Name of the ClusterServiceVersion to install first. Defaults to the head of the channel.'),
});

const status = object('Observed state of the Subscription.', {
  catalogHealth: listOf(struct({
    catalogSourceRef: required(described('CatalogSource that was checked.', k8s.ObjectReference)),
    healthy: required(boolean('Whether OLM can use the CatalogSource.')),
    lastUpdated: required(dateTime('Time when the health was determined.')),
  }), 'Health of every CatalogSource that the Subscription can use.'),
  conditions: listOf(struct({
    lastHeartbeatTime: dateTime('Time when the condition was last checked.'),
    lastTransitionTime: dateTime('Time when the status last changed.'),
    message: string('Human-readable explanation of the status.'),
    reason: string('Reason for the status, as a CamelCase word.'),
    status: required(string('Status of the condition. One of `True`, `False` or `Unknown`.')),
    type: required(string('Type of the condition, such as `CatalogSourcesUnhealthy` or `ResolutionFailed`.')),
  }), 'Conditions of the Subscription. Most of them are True if there is a problem.'),
  currentCSV: string('Name of the ClusterServiceVersion that is installed or about to be installed.'),
  installPlanGeneration: integer('Number of the resolution that created the current InstallPlan.'),
  installPlanRef: described('Current InstallPlan.', k8s.ObjectReference),
  installedCSV: string('Name of the ClusterServiceVersion whose objects were created. It may not have succeeded.'),
  installplan: object('Current InstallPlan, as a legacy reference.', {
    apiVersion: required(string('API version of the InstallPlan.')),
    kind: required(string('Kind of the InstallPlan.')),
    name: required(string('Name of the InstallPlan.')),
    uuid: required(string('UID of the InstallPlan.')),
  }),
  lastUpdated: required(dateTime('Time when the status last changed.')),
  reason: string('Reason for the state.'),
  state: string('State of the Subscription. One of `UpgradePending`, `UpgradeAvailable`, `AtLatestKnown` or `UpgradeFailed`.'),
});

/** CRD of Subscriptions: operators to install and keep up to date. */
export const subscription: CrdSource = {
  kind: 'Subscription',
  plural: 'subscriptions',
  shortNames: ['sub', 'subs'],
  scope: 'Namespaced',
  versions: [{
    name: 'v1alpha1',
    storage: true,
    description: 'Subscription installs an operator from a catalog and keeps it up to date.',
    columns: [
      { name: 'Package', type: 'string', jsonPath: '.spec.name' },
      { name: 'Source', type: 'string', jsonPath: '.spec.source' },
      { name: 'Channel', type: 'string', jsonPath: '.spec.channel' },
    ],
    spec: required(spec),
    status,
  }],
};
