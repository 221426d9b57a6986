import { Finding } from '../../../../lib/cluster/waiting/explain/explanation';
import { packageFindings } from '../../../../lib/cluster/waiting/rules/catalogs';
import { planFindings, unpackFindings } from '../../../../lib/cluster/waiting/rules/plans';
import { missingCatalog, resolutionFindings } from '../../../../lib/cluster/waiting/rules/resolution';
import { KubernetesObject } from '../../../../lib/cluster/waiting/view/kubernetes-object';
import { conditions, object, packageManifest, plan, subscription } from '../objects';
import { RuleCase } from './rule-case';

const NAME = 'plain.v0.2.0';

const PACKAGES = [packageManifest('plain', { alpha: [NAME, 'plain.v0.1.0'], beta: [] }), packageManifest('prometheus', { stable: [] })];

const packaged = (title: string, spec: object, requested: string | undefined, ...expected: Finding[]): RuleCase => (
  { title: `package ${title}`, findings: () => packageFindings(subscription({}, spec), requested, PACKAGES), expected }
);

const PACKAGE_CASES: readonly RuleCase[] = [
  packaged('in the catalog', {}, undefined),
  packaged('with the requested version', {}, NAME),
  packaged('whose channel lists no versions', { channel: 'beta' }, 'plain.v9'),
  packaged('in another catalog', { source: 'other', name: 'missing' }, undefined),
  packaged('in the catalog of another namespace', { sourceNamespace: 'olm', name: 'missing' }, undefined),
  packaged('that is not in the catalog', { name: 'plane' }, undefined, { cause: 'package-unknown', message: 'catalog demo/cat has no package plane; did you mean plain?' }),
  packaged('with a name unlike any other', { name: 'something-else-altogether' }, undefined, {
    cause: 'package-unknown', message: 'catalog demo/cat has no package something-else-altogether',
  }),
  packaged('without the channel', { channel: 'alfa' }, undefined, {
    cause: 'channel-unknown', message: 'package plain has no channel alfa; its channels are alpha and beta; did you mean alpha?',
  }),
  packaged('without the version in its default channel', { channel: undefined }, 'plain.v0.2.1', {
    cause: 'version-unknown', message: 'channel alpha of package plain has no plain.v0.2.1; did you mean plain.v0.2.0 or plain.v0.1.0?',
  }),
];

const installPlan = (title: string, phase: string, status: object, ...expected: Finding[]): RuleCase => (
  { title: `InstallPlan ${title}`, findings: () => planFindings(plan('install-a', [NAME], phase, { status })), expected }
);

const failedPlan = (message: string): Finding => ({ cause: 'plan-failed', message: `InstallPlan demo/install-a failed: ${message}` });

const lookup = (type: string, status: string, more: object = {}): object => (
  { bundleLookups: [{ identifier: NAME, conditions: [{ type, status, ...more }] }] }
);

const NO_PROMETHEUS = 'api-server resource not found installing PrometheusRule alerts: GroupVersionKind monitoring.coreos.com/v1, Kind=PrometheusRule not found on the '
  + 'cluster. This API may have been deprecated and removed, see https://kubernetes.io/docs/reference/using-api/deprecation-guide/ for more information.';
const LACKS_PROMETHEUS = "the cluster does not serve the API PrometheusRule of monitoring.coreos.com/v1, which the object 'alerts' of the bundle has; "
  + 'the Prometheus operator (kube-prometheus) usually installs it';
const INSTALL_OR_OMIT = "install the CRDs of the Prometheus operator (kube-prometheus) first; or leave the object out of the bundle: `omit: [BundleObjects.ofKind('PrometheusRule')]` "
  + 'of the BundleDeployment or OperatorRegistry';

const RETRY = 'then delete InstallPlan install-a: OLM never retries a failed plan';
const FOR_A_MINUTE = 'OLM retries for about a minute, after which the InstallPlan has failed and has to be deleted';
const TOO_RESTRICTIVE = 'error validating existing CRs against new CRD\'s schema for "plains.demo.test": error validating demo.test/v1, Kind=Plain "demo/shop": updated validation '
  + 'is too restrictive: [].spec.size: Required value';
const STORED = 'risk of data loss updating "plains.demo.test": new CRD removes version v1alpha1 that is listed as a stored version on the existing CRD';
const QUERY_FAILED = 'attenuated service account query failed - no operator group found that is managing this namespace';

const steps = (...found: (readonly [kind: string, name: string, status: string])[]): object[] => (
  found.map(([kind, name, status]) => ({ status, resource: { kind, name } }))
);

const PLANS: readonly RuleCase[] = [
  installPlan('that is complete', 'Complete', {}),
  installPlan('that failed without a reason', 'Failed', {}, failedPlan('no reason given')),
  installPlan('that failed, by its condition', 'Failed', { message: 'less', conditions: [{ type: 'Installed', status: 'False', message: 'more' }] }, failedPlan('more')),
  installPlan('that failed, by its status', 'Failed', { message: 'why', conditions: [{ type: 'Installed', status: 'False' }] }, failedPlan('why')),
  installPlan('that failed, by another condition', 'Failed', { conditions: conditions({ type: 'A', message: 'well' }, { type: 'B', status: 'False', message: 'why' }) }, failedPlan('why')),
  installPlan('that would break objects', 'Failed', { message: TOO_RESTRICTIVE }, {
    cause: 'plan-breaks-objects', message: `InstallPlan demo/install-a failed: ${TOO_RESTRICTIVE}`,
    remedy: `change Plain demo/shop so that the schema of the new version accepts it, too: the message names the field; nothing has to be deleted; ${RETRY}`,
  }),
  installPlan('that would break objects, while OLM retries', 'Installing', { message: `retrying execution due to error: ${TOO_RESTRICTIVE}` }, {
    cause: 'plan-breaks-objects', grace: 'timeout', message: `InstallPlan demo/install-a cannot proceed: ${TOO_RESTRICTIVE}`,
    remedy: `change Plain demo/shop so that the schema of the new version accepts it, too: the message names the field; nothing has to be deleted; ${FOR_A_MINUTE}`,
  }),
  installPlan('that would break objects, by an old release of OLM', 'Failed', { message: 'updated validation is too restrictive: spec.size' }, {
    cause: 'plan-breaks-objects', message: 'InstallPlan demo/install-a failed: updated validation is too restrictive: spec.size',
    remedy: `change the objects that the message names so that the schema of the new version accepts them, too; nothing has to be deleted; ${RETRY}`,
  }),
  installPlan('that would remove a stored version', 'Failed', {
    message: STORED, plan: steps(['ClusterServiceVersion', NAME, 'Created'], ['CustomResourceDefinition', 'plains.demo.test', 'Unknown']),
  }, {
    cause: 'plan-removes-stored-version', message: `InstallPlan demo/install-a failed at CustomResourceDefinition plains.demo.test: ${STORED}`,
    remedy: 'write every object of plains.demo.test once more, which stores it in the present storage version, then remove v1alpha1 from status.storedVersions of the '
      + `CustomResourceDefinition; in this order, no object is lost; then delete InstallPlan install-a and ClusterServiceVersion ${NAME}, which it created: OLM never `
      + 'retries a failed plan',
  }),
  installPlan('that would lose data for another reason', 'Failed', { message: 'risk of data loss updating "plains.demo.test": why' }, {
    cause: 'plan-removes-stored-version', message: 'InstallPlan demo/install-a failed: risk of data loss updating "plains.demo.test": why',
    remedy: 'write every object of the CustomResourceDefinition once more, which stores it in the present storage version, then remove the version that the new bundle '
      + `drops from its status.storedVersions; in this order, no object is lost; ${RETRY}`,
  }),
  installPlan('that failed at a step', 'Failed', {
    message: 'admission webhook "policy.demo.test" denied the request: no',
    plan: steps(['ClusterServiceVersion', NAME, 'Present'], ['ServiceAccount', 'sa', 'Created'], ['Service', 's', 'Unknown'], ['Role', 'r', 'Unknown']),
  }, {
    cause: 'plan-failed', message: 'InstallPlan demo/install-a failed at Service s: admission webhook "policy.demo.test" denied the request: no',
    remedy: `change the policy that rejects the object, or exempt the object or the namespace from it; ${RETRY}`,
  }),
  installPlan('that failed at a step, for a reason unlike any other', 'Failed', { message: 'why', plan: steps(['Service', 's', 'NotPresent']) }, {
    cause: 'plan-failed', message: 'InstallPlan demo/install-a failed at Service s: why',
  }),
  installPlan('that failed at a step without a reason', 'Failed', { plan: steps(['Service', 's', 'NotPresent']) }, {
    cause: 'plan-failed', message: 'InstallPlan demo/install-a failed at Service s: no reason given',
  }),
  installPlan('that OLM retries', 'Installing', {
    message: 'retrying execution due to error: Internal error occurred: failed calling webhook "w.demo.test"', plan: steps(['Service', 's', 'Unknown']),
  }, {
    cause: 'plan-retrying', grace: 'timeout', message: 'InstallPlan demo/install-a cannot proceed at Service s: Internal error occurred: failed calling webhook "w.demo.test"',
    remedy: `fix what serves the admission webhook: its Service, and the pods behind it; ${FOR_A_MINUTE}`,
  }),
  installPlan('that OLM retries, for a reason unlike any other', 'Installing', { message: 'retrying execution due to error: why', plan: steps(['Service', 's', 'Unknown']) }, {
    cause: 'plan-retrying', grace: 'timeout', message: 'InstallPlan demo/install-a cannot proceed at Service s: why',
  }),
  installPlan('that OLM carries out', 'Installing', { plan: steps(['ClusterServiceVersion', NAME, 'Created'], ['Service', 's', 'Unknown']) }),
  installPlan('that waits for a CRD', 'Installing', { plan: steps(['CustomResourceDefinition', 'plains.demo.test', 'WaitingForApi']) }, {
    cause: 'crd-not-established', message: 'CustomResourceDefinition plains.demo.test is not established: InstallPlan demo/install-a waits for it',
  }),
  installPlan('in a namespace without an OperatorGroup', 'Installing', { conditions: [{ type: 'Installed', status: 'False', message: QUERY_FAILED }] }, {
    cause: 'operator-group-missing', grace: 'timeout', message: `InstallPlan demo/install-a cannot proceed: ${QUERY_FAILED}`,
  }),
  installPlan('in a namespace with two OperatorGroups', 'Installing', { message: 'more than one operator group(s) are managing this namespace count=2' }, {
    cause: 'too-many-operator-groups', grace: 'timeout', message: 'InstallPlan demo/install-a cannot proceed: more than one operator group(s) are managing this namespace count=2',
  }),
  installPlan('of a dependency whose API has an owner', 'Failed', { message: 'pre-existing CRD owners found for owned CRD(s) of dependent CSV plain.v0.2.0' }, {
    cause: 'api-owned-by-another', message: 'InstallPlan demo/install-a failed: pre-existing CRD owners found for owned CRD(s) of dependent CSV plain.v0.2.0',
    remedy: `keep only one of the operators that own the CustomResourceDefinition in this namespace; ${RETRY}`,
  }),
  installPlan('with an object whose API the cluster lacks, which OLM does not name', 'Failed', {
    message: 'the server could not find the requested resource',
    plan: [{ status: 'Created', resource: { kind: 'Service', name: 's' } }, {
      status: 'Unknown', resource: { group: 'monitoring.coreos.com', version: 'v1', kind: 'PrometheusRule', name: 'alerts' },
    }],
  }, { cause: 'plan-api-missing', message: `InstallPlan demo/install-a failed: ${LACKS_PROMETHEUS}`, remedy: `${INSTALL_OR_OMIT}; ${RETRY}` }),
  installPlan('with an object of Kubernetes that the API server does not find', 'Failed', {
    message: 'the server could not find the requested resource', plan: [{ status: 'Unknown', resource: { group: 'policy', version: 'v1beta1', kind: 'PodDisruptionBudget', name: 'pdb' } }],
  }, {
    cause: 'plan-failed', message: 'InstallPlan demo/install-a failed at PodDisruptionBudget pdb: the server could not find the requested resource',
    remedy: `check that the cluster serves the API of the object in the version of the bundle; ${RETRY}`,
  }),
  installPlan('that lacks permissions', 'Installing', { message: 'roles is Forbidden: User "sa" cannot create' }, {
    cause: 'plan-forbidden', message: 'InstallPlan demo/install-a cannot proceed: roles is Forbidden: User "sa" cannot create',
  }),
  installPlan('that may not grant what its account does not have', 'Installing', {
    message: 'retrying execution due to error: error creating role plain.v0.2.0-x: roles.rbac.authorization.k8s.io "plain.v0.2.0-x" is forbidden: '
      + 'user "system:serviceaccount:demo:installer" (groups=["system:serviceaccounts" "system:serviceaccounts:demo" "system:authenticated"]) '
      + 'is attempting to grant RBAC permissions not currently held:\n{APIGroups:["demo.test"], Resources:["plains"], Verbs:["get"]}',
  }, {
    cause: 'plan-forbidden', message: 'InstallPlan demo/install-a cannot proceed: it creates roles.rbac.authorization.k8s.io "plain.v0.2.0-x", '
      + 'which grants what "system:serviceaccount:demo:installer" does not have: {APIGroups:["demo.test"], Resources:["plains"], Verbs:["get"]}',
  }),
  installPlan('with an object whose API the cluster lacks, while OLM retries', 'Installing', { message: NO_PROMETHEUS }, {
    cause: 'api-missing', message: `InstallPlan demo/install-a cannot proceed: ${LACKS_PROMETHEUS}`, remedy: INSTALL_OR_OMIT,
  }),
  installPlan('with an object whose API the cluster lacks, after OLM has given up', 'Failed', { message: NO_PROMETHEUS }, {
    cause: 'plan-api-missing', message: `InstallPlan demo/install-a failed: ${LACKS_PROMETHEUS}`,
    remedy: `${INSTALL_OR_OMIT}; ${RETRY}`,
  }),
  installPlan('with an object of a project that nobody knows', 'Installing', { message: NO_PROMETHEUS.replaceAll('monitoring.coreos.com', 'acme.example') }, {
    cause: 'api-missing',
    message: "InstallPlan demo/install-a cannot proceed: the cluster does not serve the API PrometheusRule of acme.example/v1, which the object 'alerts' of the bundle has; "
      + 'it is not known which project installs it',
    remedy: INSTALL_OR_OMIT.replace('the Prometheus operator (kube-prometheus)', "the project that owns the API group 'acme.example'"),
  }),
  installPlan('with objects that OLM never installs', 'Failed', {
    message: 'the given InstallPlan is invalid',
    plan: [{ status: 'Created', resource: { kind: 'Service', name: 's' } }, { status: 'UnsupportedResource', resource: { kind: 'ImageStream', name: 'images' } }],
  }, { cause: 'kind-unsupported', message: "InstallPlan demo/install-a failed: OLM v0 installs no objects of the kind ImageStream, and the bundle has 'images'",
    remedy: `leave the object out of the bundle, with \`omit\` of the BundleDeployment or OperatorRegistry, or use OLM v1 or the engine PlainEngine; ${RETRY}` }),
  installPlan('whose bundle cannot be unpacked', 'Installing', lookup('BundleLookupFailed', 'True', { message: 'no such image' }), {
    cause: 'unpack-failed', message: `bundle ${NAME} of InstallPlan demo/install-a: no such image`,
  }),
  installPlan('whose bundle is being unpacked', 'Installing', lookup('BundleLookupPending', 'True'), {
    cause: 'unpacking', message: `bundle ${NAME} of InstallPlan demo/install-a: BundleLookupPending`,
  }),
  installPlan('whose bundle is unpacked', 'Installing', lookup('BundleLookupPending', 'False')),
];

const resolved = (title: string, reason: string, message: string, expected: Finding, allCatalogsAnswer = true): RuleCase => ({
  title: `resolution error ${title}`, expected: [expected],
  findings: () => resolutionFindings({ type: 'ResolutionFailed', status: 'True', reason, message }, { subscription: 'plain', allCatalogsAnswer, unclaimedCsvs: [NAME], isGone: (csv) => csv === 'gone.v1' }),
});

const UNSATISFIABLE = 'ConstraintsNotSatisfiable';
const REQUIRED = 'bundle plain.v0.2.0 requires an operator providing an API with group: store.test, version: v1, kind: Backup';

const replacing = (before: string, after: string): string => `constraints not satisfiable: @existing/demo//${before} and @existing/demo//${after} originate from package p, `
  + `clusterserviceversion ${before} exists and is not referenced by a subscription, subscription p exists, subscription p requires @existing/demo//${after}`;

const RESOLUTION: readonly RuleCase[] = [
  { title: 'resolution that did not fail', findings: () => resolutionFindings(undefined, { subscription: 'plain', allCatalogsAnswer: true, unclaimedCsvs: [], isGone: () => false }), expected: [] },
  {
    title: 'resolution that failed before', expected: [],
    findings: () => resolutionFindings({ type: 'ResolutionFailed', status: 'False', reason: UNSATISFIABLE, message: '' }, { subscription: 'plain', allCatalogsAnswer: true, unclaimedCsvs: [], isGone: () => false }),
  },
  resolved('of an installed operator', UNSATISFIABLE, `clusterserviceversion ${NAME} exists and is not referenced by a subscription`, {
    cause: 'csv-without-subscription', message: `ClusterServiceVersion ${NAME} is installed, but no Subscription refers to it: its earlier Subscription was deleted`,
  }),
  resolved('of an operator that the Subscription has adopted since', UNSATISFIABLE, 'clusterserviceversion adopted.v1 exists and is not referenced by a subscription', {
    cause: 'resolution-outdated', message: 'OLM has not noticed yet that ClusterServiceVersion adopted.v1 is no longer an obstacle: it was adopted or replaced',
  }),
  resolved('of an upgrade that goes on', UNSATISFIABLE, replacing('here.v1', 'here.v2'), {
    cause: 'resolution-outdated', message: 'OLM is replacing one of here.v1 and here.v2 by the other, and resolves again after that',
  }),
  resolved('of an upgrade that has ended', UNSATISFIABLE, replacing('gone.v1', 'gone.v2'), {
    cause: 'resolution-outdated', message: 'OLM has not noticed yet that gone.v1 is gone, which gone.v2 has replaced',
  }),
  resolved('of two owners', UNSATISFIABLE, '@existing/demo//other.v1 and cat/demo/alpha/plain.v0.2.0 provide Plain (demo.test/v1)', {
    cause: 'api-owned-by-another', grace: 'terminal', message: 'other.v1 and plain.v0.2.0 both provide the API demo.test/v1 Plain, so only one of them can be installed',
  }),
  resolved('of a channel', UNSATISFIABLE, 'no operators found in channel alfa of package plain in the catalog', { cause: 'channel-unknown', message: 'package plain has no channel alfa' }),
  resolved('of a package', UNSATISFIABLE, 'no operators found in package plane', { cause: 'package-unknown', message: 'the catalog has no package plane' }),
  resolved('of a version', UNSATISFIABLE, 'no operators found with name plain.v9 in channel alpha of package plain in the catalog', {
    cause: 'version-unknown', message: 'channel alpha of package plain has no plain.v9',
  }),
  resolved('of a required API', UNSATISFIABLE, REQUIRED, {
    cause: 'dependency-missing', message: 'plain.v0.2.0 requires the API store.test/v1 Backup, and no catalog has an operator that provides it',
  }),
  resolved('of a required API, while a catalog does not answer', UNSATISFIABLE, REQUIRED, {
    cause: 'dependency-missing', grace: 'timeout', message: 'plain.v0.2.0 requires the API store.test/v1 Backup, and no catalog has an operator that provides it',
  }, false),
  resolved('of a required package', UNSATISFIABLE, 'bundle a.v1 requires an operator with package: b and with version in range: >1.0.0 <2.0.0, subscription a exists', {
    cause: 'dependency-missing', message: 'a.v1 requires package b in version range >1.0.0 <2.0.0, and no catalog has it',
  }),
  resolved('of an unreadable catalog', 'ErrorPreventedResolution', 'error using catalogsource demo/cat: failed to list\nbundles', {
    cause: 'catalog-unreachable', message: 'OLM cannot read catalog demo/cat: failed to list bundles',
  }),
  resolved('of a catalog that an old OLM cannot read', 'ErrorPreventedResolution', 'failed to populate resolver cache from source demo/cat: failed to list bundles: EOF', {
    cause: 'catalog-unreachable', message: 'OLM cannot read catalog demo/cat: failed to list bundles: EOF',
  }),
  resolved('of a package that two operators need', UNSATISFIABLE, 'subscription plain exists, cat/demo/alpha/a.v1 and cat/demo/alpha/a.v2 originate from package a', {
    cause: 'package-conflict', message: 'a.v1 and a.v2 are both of package a, of which a namespace can have only one',
  }),
  resolved('of a deprecated bundle', UNSATISFIABLE, 'bundle cat/demo/alpha/plain.v0.2.0 is deprecated, subscription plain exists', {
    cause: 'bundle-deprecated', message: 'plain.v0.2.0 has the property olm.deprecated, so OLM does not install it',
  }),
  ...[
    'no channel heads (entries not replaced by another entry) found', 'found no replacement chains',
    'a cycle exists in the chain of replacement beginning with "plain.v2"',
    'a unique replacement chain within a channel is required to determine the relative order between channel entries, but 2 replacement chains were found',
  ].map((why) => resolved(`of an invalid channel: ${why}`, 'ErrorPreventedResolution', `${why} in channel "alpha" of package "plain"`, {
    cause: 'channel-invalid', message: `OLM cannot use channel alpha of package plain: ${why}`,
  })),
  resolved('of a namespace without an OperatorGroup', 'ErrorPreventedResolution', 'expected 1 OperatorGroup in the namespace, found 0', {
    cause: 'operator-group-missing', message: 'OLM cannot resolve the Subscription: its namespace has no OperatorGroup',
  }),
  resolved('of a namespace with two OperatorGroups', 'ErrorPreventedResolution', 'expected 1 OperatorGroup in the namespace, found 2', {
    cause: 'too-many-operator-groups', message: 'OLM cannot resolve the Subscription: its namespace has 2 OperatorGroups',
  }),
  resolved('of an empty catalog', UNSATISFIABLE, 'no operators found from catalog cat in namespace demo referenced by subscription plain', {
    cause: 'catalog-unreachable', message: 'OLM has not received the contents of catalog demo/cat yet',
  }),
  resolved('of another Subscription', UNSATISFIABLE, 'no operators found in package other in the catalog referenced by subscription theirs, subscription theirs exists', {
    cause: 'package-unknown',
    message: 'the catalog has no package other (Subscription theirs in the same namespace requests it; OLM resolves all Subscriptions of a namespace together)',
  }),
  resolved('without a rule', UNSATISFIABLE, 'something else', { cause: 'constraints-not-satisfiable', message: 'OLM finds no set of operators that satisfies all constraints: something else' }),
  resolved('without a rule, while a catalog does not answer', UNSATISFIABLE, 'something else', {
    cause: 'constraints-not-satisfiable', grace: 'timeout', message: 'OLM finds no set of operators that satisfies all constraints: something else',
  }, false),
  resolved('of another kind', 'ErrorPreventedResolution', 'something else', { cause: 'resolution-error', message: 'OLM cannot resolve the Subscription: something else' }),
  { title: 'Subscription to a catalog that does not exist', findings: () => [missingCatalog(subscription(), 'dog', 'olm')], expected: [
    { cause: 'catalog-missing', message: 'Subscription demo/plain refers to CatalogSource olm/dog, which does not exist' },
  ] },
];

const unpackJob = (type: string): KubernetesObject => object('unpack-1', { status: { conditions: conditions({ type, reason: 'DeadlineExceeded', message: 'too long' }) } });
const unpackPod = object('unpack-1-x', { metadata: { ownerReferences: [{ kind: 'Job', name: 'unpack-1' }] }, status: { phase: 'Pending' } });
const unpacking = (type: string, message?: string): KubernetesObject => (
  subscription({ conditions: conditions({ type, ...(message === undefined ? {} : { message }) }) })
);
const jobFailed: Finding = { cause: 'unpack-failed', message: 'unpack Job demo/unpack-1 failed (DeadlineExceeded): too long' };
const podPending: Finding = { cause: 'pod-not-ready', message: 'pod demo/unpack-1-x is not ready (Pending)' };

const UNPACKING: readonly RuleCase[] = [
  { title: 'bundle that is not being unpacked', findings: () => unpackFindings(subscription(), [unpackJob('Failed')], [unpackPod]), expected: [] },
  { title: 'bundle that is being unpacked', findings: () => unpackFindings(unpacking('BundleUnpacking', 'unpack job not completed'), [], []), expected: [
    { cause: 'unpacking', message: 'OLM is still unpacking the bundle: unpack job not completed' },
  ] },
  { title: 'bundle that could not be unpacked', findings: () => unpackFindings(unpacking('BundleUnpackFailed', 'why'), [], []), expected: [
    { cause: 'unpack-failed', message: 'OLM could not unpack the bundle: why' },
  ] },
  {
    title: 'bundle that was unpacked, but whose InstallPlan could not be created',
    findings: () => unpackFindings(subscription({ conditions: conditions({ type: 'BundleUnpackFailed', reason: 'EnsureInstallPlanFailed', message: 'a conflict' }) }), [], []),
    expected: [{ cause: 'resolution-error', message: 'OLM could not create the InstallPlan: a conflict' }],
  },
  { title: 'bundle whose Job failed', findings: () => unpackFindings(unpacking('BundleUnpackFailed', 'why'), [unpackJob('Failed')], [unpackPod]), expected: [jobFailed, podPending] },
  { title: 'bundle whose Job failed, which OLM has not noticed', findings: () => unpackFindings(unpacking('BundleUnpacking'), [unpackJob('Failed')], []), expected: [
    jobFailed, { cause: 'unpacking', message: 'OLM is still unpacking the bundle' },
  ] },
  { title: 'bundle whose Job is complete', findings: () => unpackFindings(unpacking('BundleUnpacking'), [unpackJob('Complete')], [unpackPod]), expected: [
    { cause: 'unpacking', message: 'OLM is still unpacking the bundle' },
  ] },
];

/** Cases of the rules for packages, InstallPlans, resolution errors and unpack Jobs. */
export const RESOLUTION_CASES: readonly RuleCase[] = [...PACKAGE_CASES, ...PLANS, ...RESOLUTION, ...UNPACKING];
