import * as k8s from '../generated/kubernetes-types';
import type { CrdSource } from './custom-resource-definition';
import { boolean, dateTime, described, integer, listOf, mapOf, object, required, since, string, struct } from './schema';

const config = object('Changes to the pods of the operator\'s Deployments.', {
  affinity: since('0.22.0', described(
    'Affinity of the pods. Each of its three parts that is set replaces the operator\'s own; an empty part removes it.', k8s.Affinity,
  )),
  annotations: since('0.27.0', mapOf(string(), 'Annotations added to the Deployments and their pods. The operator\'s own win.')),
  env: listOf(k8s.EnvVar, 'Environment variables for every container. They replace those of the same name.'),
  envFrom: listOf(k8s.EnvFromSource, 'ConfigMaps and Secrets whose entries become environment variables of every container.'),
  nodeSelector: mapOf(string(), 'Labels that a node must have to run the pods.'),
  resources: described('Resources of every container, in place of the operator\'s own.', k8s.ResourceRequirements),
  selector: described('Read by nothing: OLM finds the Deployments by itself.', k8s.LabelSelector),
  tolerations: listOf(k8s.Toleration, 'Taints that the pods put up with, beside those of the operator.'),
  volumeMounts: listOf(k8s.VolumeMount, 'Mounts for every container. They replace those of the same name.'),
  volumes: listOf(k8s.Volume, 'Volumes for every pod. They replace those of the same name.'),
});

const spec = object('Which operator is wanted, and from where.', {
  channel: string('Channel to follow. By default, the one that the package names.'),
  config,
  installPlanApproval: string('`Automatic` (when absent) installs what is found; `Manual` waits for somebody to approve each InstallPlan.'),
  name: required(string('Name of the package.')),
  source: required(string('Name of the CatalogSource.')),
  sourceNamespace: required(string('Namespace of the CatalogSource.')),
  startingCSV: string('Name of the ClusterServiceVersion to begin with. By default, the head of the channel.'),
});

const status = object('How far the Subscription got.', {
  catalogHealth: listOf(struct({
    catalogSourceRef: required(described('The catalog.', k8s.ObjectReference)),
    healthy: required(boolean('Whether OLM can use it.')),
    lastUpdated: required(dateTime('When that was found out.')),
  }), 'State of every catalog that the Subscription might draw on.'),
  conditions: listOf(struct({
    lastHeartbeatTime: dateTime('When the condition was last looked at.'),
    lastTransitionTime: dateTime('When the status last changed.'),
    message: string('Why, in a sentence.'),
    reason: string('Why, in a word.'),
    status: required(string('`True`, `False` or `Unknown`.')),
    type: required(string('What the condition is about, such as `CatalogSourcesUnhealthy` or `ResolutionFailed`.')),
  }), 'Conditions of the Subscription. Most of them are True when something is wrong.'),
  currentCSV: string('Name of the ClusterServiceVersion that is installed, or is about to be.'),
  installPlanGeneration: integer('Number of the resolution that made the current InstallPlan.'),
  installPlanRef: described('The current InstallPlan.', k8s.ObjectReference),
  installedCSV: string('Name of the ClusterServiceVersion whose objects were made. It need not have succeeded.'),
  installplan: object('The current InstallPlan, in an older form.', {
    apiVersion: required(string('Its API version.')),
    kind: required(string('Its kind.')),
    name: required(string('Its name.')),
    uuid: required(string('Its UID.')),
  }),
  lastUpdated: required(dateTime('When the status last changed.')),
  reason: string('Why the state is what it is.'),
  state: string('`UpgradePending`, `UpgradeAvailable`, `AtLatestKnown` or `UpgradeFailed`.'),
});

/** The wish to have an operator and to keep it up to date. */
export const subscription: CrdSource = {
  kind: 'Subscription',
  plural: 'subscriptions',
  shortNames: ['sub', 'subs'],
  scope: 'Namespaced',
  versions: [{
    name: 'v1alpha1',
    storage: true,
    description: 'Subscription is the wish to have an operator from a catalog, and to keep it up to date.',
    columns: [
      { name: 'Package', type: 'string', jsonPath: '.spec.name' },
      { name: 'Source', type: 'string', jsonPath: '.spec.source' },
      { name: 'Channel', type: 'string', jsonPath: '.spec.channel' },
    ],
    spec: required(spec),
    status,
  }],
};
