import * as k8s from '../generated/kubernetes-types';
import type { CrdSource } from '../../../formats/schema/custom-resource-definition';
import { boolean, dateTime, described, integer, listOf, object, required, since, string, struct } from '../../../formats/schema/schema';

const spec = object('ClusterServiceVersions to install, and their approval.', {
  approval: required(string('Approval strategy. `Automatic` plans are executed immediately, `Manual` plans once `approved` is true.')),
  approved: required(boolean('Whether the plan may be executed. Set to true to approve the plan.')),
  clusterServiceVersionNames: required(listOf(string(), 'Names of the ClusterServiceVersions that the plan installs.')),
  generation: integer('Number of the resolution in the namespace. Plans of the same resolution have the same number.'),
  source: string('Name of the CatalogSource. Only set in old plans.'),
  sourceNamespace: string('Namespace of the CatalogSource. Only set in old plans.'),
});

const bundleLookup = struct({
  catalogSourceRef: required(described('CatalogSource that provides the bundle.', k8s.ObjectReference)),
  conditions: listOf(struct({
    lastTransitionTime: dateTime('Time when the status last changed.'),
    lastUpdateTime: dateTime('Time when the condition was last checked.'),
    message: string('Human-readable explanation of the status.'),
    reason: string('Reason for the status, as a CamelCase word.'),
    status: required(string('Status of the condition. One of `True`, `False` or `Unknown`.')),
    type: required(string('Type of the condition. One of `BundleLookupPending`, `BundleLookupNotPersisted` or `BundleLookupFailed`.')),
  }), 'Conditions of unpacking the bundle.'),
  identifier: required(string('Name of the ClusterServiceVersion in the bundle.')),
  path: required(string('Image of the bundle.')),
  properties: string('Properties of the bundle, as JSON.'),
  replaces: required(string('Name of the ClusterServiceVersion that the bundle replaces.')),
});

const step = struct({
  optional: since('0.21.0', boolean('Whether the plan can succeed without this step.')),
  resolving: required(string('Name of the ClusterServiceVersion that requires the step.')),
  resource: required(object('Object that the step creates or updates.', {
    group: required(string('API group of the object.')),
    kind: required(string('Kind of the object.')),
    manifest: string('Object as JSON, or a reference to the ConfigMap that contains the unpacked bundle.'),
    name: required(string('Name of the object.')),
    sourceName: required(string('Name of the CatalogSource that provides the object.')),
    sourceNamespace: required(string('Namespace of the CatalogSource.')),
    version: required(string('API version of the object, without the group.')),
  })),
  status: required(string('Status of the step. One of `Unknown`, `NotPresent`, `Present`, `Created`, or a reason for waiting.')),
});

const status = object('Observed state of the plan.', {
  attenuatedServiceAccountRef: described('ServiceAccount of the OperatorGroup whose permissions are used to execute the steps.', k8s.ObjectReference),
  bundleLookups: listOf(bundleLookup, 'Bundles to unpack from images before the steps are known.'),
  catalogSources: required(listOf(string(), 'Names of the CatalogSources that the plan uses.')),
  conditions: listOf(struct({
    lastTransitionTime: dateTime('Time when the status last changed.'),
    lastUpdateTime: dateTime('Time when the condition was last checked.'),
    message: string('Human-readable explanation of the status.'),
    reason: string('Reason for the status, as a CamelCase word.'),
    status: string('Status of the condition. One of `True`, `False` or `Unknown`.'),
    type: string('Type of the condition. Either `Resolved` or `Installed`.'),
  }), 'Conditions of the plan.'),
  message: string('Human-readable message for approvers, such as why the plan is waiting.'),
  phase: required(string('Phase of the plan. One of `Planning`, `RequiresApproval`, `Installing`, `Complete` or `Failed`; initially empty.')),
  plan: listOf(step, 'Steps of the plan, in order of execution.'),
  startTime: dateTime('Time of the first attempt to execute a step. Retries stop some time after it.'),
});

/** CRD of InstallPlans: what OLM installs for the Subscriptions of a namespace. */
export const installPlan: CrdSource = {
  kind: 'InstallPlan',
  plural: 'installplans',
  shortNames: ['ip'],
  scope: 'Namespaced',
  versions: [{
    name: 'v1alpha1',
    storage: true,
    description: 'InstallPlan lists what OLM installs in a namespace. OLM creates it from Subscriptions; users only approve it.',
    columns: [
      { name: 'CSV', type: 'string', jsonPath: '.spec.clusterServiceVersionNames[0]' },
      { name: 'Approval', type: 'string', jsonPath: '.spec.approval' },
      { name: 'Approved', type: 'boolean', jsonPath: '.spec.approved' },
    ],
    spec: required(spec),
    status,
  }],
};
