import * as k8s from '../generated/kubernetes-types';
import type { CrdSource } from './custom-resource-definition';
import { boolean, dateTime, described, integer, listOf, object, required, since, string, struct } from './schema';

const spec = object('What is to be installed, and whether it may be.', {
  approval: required(string('`Automatic` plans are carried out at once, `Manual` ones when `approved` is true.')),
  approved: required(boolean('Whether the plan may be carried out. Setting it to true is the approval.')),
  clusterServiceVersionNames: required(listOf(string(), 'Names of the ClusterServiceVersions that the plan installs.')),
  generation: integer('Counts the resolutions in the namespace: plans of one resolution have the same number.'),
  source: string('Name of the CatalogSource, in old plans.'),
  sourceNamespace: string('Namespace of the CatalogSource, in old plans.'),
});

const bundleLookup = struct({
  catalogSourceRef: required(described('The catalog that offers the bundle.', k8s.ObjectReference)),
  conditions: listOf(struct({
    lastTransitionTime: dateTime('When the status last changed.'),
    lastUpdateTime: dateTime('When the condition was last looked at.'),
    message: string('Why, in a sentence.'),
    reason: string('Why, in a word.'),
    status: required(string('`True`, `False` or `Unknown`.')),
    type: required(string('`BundleLookupPending`, `BundleLookupNotPersisted` or `BundleLookupFailed`.')),
  }), 'How far the unpacking got.'),
  identifier: required(string('Name of the ClusterServiceVersion in the bundle.')),
  path: required(string('The bundle\'s image.')),
  properties: string('Properties of the bundle, as JSON.'),
  replaces: required(string('Name of the ClusterServiceVersion that this one takes the place of.')),
});

const step = struct({
  optional: since('0.21.0', boolean('Whether the plan may succeed without this step.')),
  resolving: required(string('Name of the ClusterServiceVersion for whose sake the step is taken.')),
  resource: required(object('The object that the step makes or updates.', {
    group: required(string('API group.')),
    kind: required(string('Kind.')),
    manifest: string('The object as JSON, or a reference to the ConfigMap into which its bundle was unpacked.'),
    name: required(string('Name.')),
    sourceName: required(string('Name of the CatalogSource that it comes from.')),
    sourceNamespace: required(string('Namespace of that CatalogSource.')),
    version: required(string('API version without the group.')),
  })),
  status: required(string('`Unknown`, `NotPresent`, `Present`, `Created`, or a reason to wait.')),
});

const status = object('How far the plan got.', {
  attenuatedServiceAccountRef: described('The ServiceAccount of the OperatorGroup, with whose rights the steps are taken.', k8s.ObjectReference),
  bundleLookups: listOf(bundleLookup, 'Bundles that have to be unpacked from images before the steps are known.'),
  catalogSources: required(listOf(string(), 'Names of the catalogs that the plan draws on.')),
  conditions: listOf(struct({
    lastTransitionTime: dateTime('When the status last changed.'),
    lastUpdateTime: dateTime('When the condition was last looked at.'),
    message: string('Why, in a sentence.'),
    reason: string('Why, in a word.'),
    status: string('`True`, `False` or `Unknown`.'),
    type: string('`Resolved` or `Installed`.'),
  }), 'Conditions of the plan as a whole.'),
  message: string('What an approver should know, such as the reason for a plan that waits.'),
  phase: required(string('`Planning`, `RequiresApproval`, `Installing`, `Complete` or `Failed`; empty at first.')),
  plan: listOf(step, 'The steps, in the order in which they are taken.'),
  startTime: dateTime('When the first step was tried. Retrying ends some time after it.'),
});

/** What OLM is about to install for the Subscriptions of a namespace. */
export const installPlan: CrdSource = {
  kind: 'InstallPlan',
  plural: 'installplans',
  shortNames: ['ip'],
  scope: 'Namespaced',
  versions: [{
    name: 'v1alpha1',
    storage: true,
    description: 'InstallPlan is what OLM is about to install in a namespace. OLM makes it from Subscriptions; people only approve it.',
    columns: [
      { name: 'CSV', type: 'string', jsonPath: '.spec.clusterServiceVersionNames[0]' },
      { name: 'Approval', type: 'string', jsonPath: '.spec.approval' },
      { name: 'Approved', type: 'boolean', jsonPath: '.spec.approved' },
    ],
    spec: required(spec),
    status,
  }],
};
