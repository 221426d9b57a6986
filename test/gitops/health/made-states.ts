import { KindHealth } from '../../../lib/gitops/health/health-rule';
import { KNOWN_HEALTH } from '../../../lib/gitops/health/known-health';
import { WANTED_CSV } from '../../../lib/formats/schema/wanted-csv';
import { CONFLICTS, REPLACEMENTS } from '../../olm/v0/resolution-messages';
import { PREVIOUS_NAME } from '../../../lib/olm/names';

/** A state of an object that no recording contains, and the expected verdict. */
export interface MadeState {
  readonly title: string;
  readonly check: KindHealth;
  readonly object: unknown;
  readonly status: 'Healthy' | 'Progressing' | 'Degraded';
  readonly message: string;
}

const condition = (type: string, status: string, reason: string, message = '', observedGeneration?: number) => (
  { type, status, reason, message, ...(observedGeneration === undefined ? {} : { observedGeneration }) }
);

const wants = (csv: string) => ({ annotations: { [WANTED_CSV]: csv } });

const ref = (kind: string, name: string, ...conditions: object[]) => ({ kind, name, conditions });

const operator = (refs: object[], wanted?: string) => (
  { metadata: { name: 'demo.apps', ...(wanted === undefined ? {} : wants(wanted)) }, status: { components: { refs } } }
);

const ofGeneration = (generation: number, status: object, more: object = {}) => ({ metadata: { name: 'demo', generation, ...more }, status });

const unresolved = (message: string, installed?: string) => ({
  status: {
    ...(installed === undefined ? {} : { installedCSV: installed, currentCSV: installed, state: 'AtLatestKnown' }),
    conditions: [condition('ResolutionFailed', 'True', 'ConstraintsNotSatisfiable', message)],
  },
});

const ofCatalog = (reason: string, message: string) => (
  { spec: { source: 'cat', sourceNamespace: 'apps' }, status: { conditions: [condition('CatalogSourcesUnhealthy', 'True', reason, message)] } }
);

const ABANDONED = { phase: 'Failed', reason: 'InstallCheckFailed', lastTransitionTime: '2026-11-20T12:00:00Z' };
const SUCCEEDED = { phase: 'Succeeded', reason: 'InstallSucceeded', lastTransitionTime: '2026-11-20T12:01:00Z' };

const csvIn = (phase: string, reason: string, ...conditions: object[]) => ({ status: { phase, reason, message: 'installing', conditions } });

/** Kind, title, object, status and message of each state. */
const ROWS: readonly (readonly [string, string, unknown, MadeState['status'], string])[] = [
  ['Subscription', 'is new', { metadata: { name: 'demo', namespace: 'apps' } },
    'Progressing', 'OLM has not resolved it yet; it does so only if namespace apps has exactly one OperatorGroup'],
  ['Subscription', 'names a catalog that does not exist', {
    spec: { source: 'cat', sourceNamespace: 'apps' },
    status: { conditions: [condition('CatalogSourcesUnhealthy', 'True', 'UnhealthyCatalogSourceFound', 'dependency resolution requires at least one catalogsource')] },
  }, 'Degraded', 'a catalog is not healthy: dependency resolution requires at least one catalogsource; the Subscription needs catalog apps/cat'],
  ['Subscription', 'has the wanted version, and the catalog is gone', {
    metadata: wants('demo.v1'), status: { installedCSV: 'demo.v1', currentCSV: 'demo.v1', state: 'AtLatestKnown', conditions: [
      condition('CatalogSourcesUnhealthy', 'True', 'UnhealthyCatalogSourceFound', 'targeted catalogsource apps/cat missing')] },
  }, 'Healthy', 'demo.v1 is installed; targeted catalogsource apps/cat missing'],
  ['Subscription', 'has an earlier version than the commit requests', { metadata: wants('demo.v2'), status: { installedCSV: 'demo.v1', currentCSV: 'demo.v1', state: 'AtLatestKnown' } },
    'Progressing', 'demo.v1 is installed; OLM has not begun to install demo.v2: it has not read the catalog yet, or the channel has no upgrade to it'],
  ...([
    ['a newer version', 'demo.v2.7.1', 'demo.v2.6.1', true], ['a newer version, of more digits', 'demo.v2.10.0', 'demo.v2.9.10', true],
    ['a newer major version with another name', 'demo-operator.10.0.0-rc.1', 'demo.v9.0.0', true], ['an earlier version', 'demo.v2.9.10', 'demo.v2.10.0', false],
    ['another pre-release', 'demo.v1.0.0-rc2', 'demo.v1.0.0-rc1', false], ['a version without a number', 'demo.latest', 'demo.v1.0.0', false],
    ['a name without a version', 'demo', 'demo.v1.0.0', false], ['a name that no cluster accepts', 'Demo_é.v2.0.0', 'demo.v1.0.0', false],
  ] as const).map(([title, installed, wanted, isNewer]): (typeof ROWS)[number] => [
    'Subscription', `has ${title} than the commit requests`, { metadata: wants(wanted), status: { installedCSV: installed, currentCSV: installed, state: 'AtLatestKnown' } },
    'Progressing', isNewer ? `${installed} is installed, and OLM does not downgrade it to the older ${wanted}`
      : `${installed} is installed; OLM has not begun to install ${wanted}: it has not read the catalog yet, or the channel has no upgrade to it`,
  ]),
  ['Subscription', 'has a version, and the commit requests none', { status: { installedCSV: 'demo.v1', currentCSV: 'demo.v1', state: 'AtLatestKnown' } },
    'Healthy', 'demo.v1 is installed, whatever the channel offers now'],
  ['Subscription', 'waits for approval of the wanted version', {
    metadata: { name: 'demo', namespace: 'apps', ...wants('demo.v2') }, status: {
      installedCSV: 'demo.v1', currentCSV: 'demo.v2', state: 'UpgradePending', installPlanRef: { name: 'install-x' },
      conditions: [condition('InstallPlanPending', 'True', 'RequiresApproval')],
    },
  }, 'Progressing', 'InstallPlan install-x requires approval to install demo.v2: kubectl patch installplan install-x -n apps --type merge -p \'{"spec":{"approved":true}}\''],
  ['Subscription', 'has the wanted version, and the next one waits for approval', {
    metadata: wants('demo.v1'), status: {
      installedCSV: 'demo.v1', currentCSV: 'demo.v2', state: 'UpgradePending', installPlanRef: { name: 'install-x' },
      conditions: [condition('InstallPlanPending', 'True', 'RequiresApproval')],
    },
  }, 'Healthy', 'demo.v1 is installed; InstallPlan install-x requires approval to install demo.v2'],
  ['Subscription', 'has a failed InstallPlan for the wanted version', {
    metadata: wants('demo.v1'), status: {
      installedCSV: 'demo.v1', currentCSV: 'demo.v1', installPlanRef: { name: 'install-x' },
      conditions: [condition('InstallPlanFailed', 'True', 'InstallComponentFailed', 'not allowed')],
    },
  }, 'Degraded', 'InstallPlan install-x failed: not allowed'],
  ['Subscription', 'waits for the hand-over of the operator of its previous name', {
    metadata: { annotations: { [PREVIOUS_NAME]: 'old' } }, status: { conditions: [condition('ResolutionFailed', 'True', 'ConstraintsNotSatisfiable', 'exists')] },
  }, 'Progressing', 'takes over the operator of Subscription old once an OperatorWaitJob or `olm-constructs wait --adopt` hands it over: exists'],
  ['Subscription', 'cannot be resolved after the hand-over', {
    metadata: { annotations: { [PREVIOUS_NAME]: 'old' } },
    status: { installedCSV: 'demo.v1', conditions: [condition('ResolutionFailed', 'True', 'ConstraintsNotSatisfiable', 'no operators found')] },
  }, 'Degraded', 'OLM cannot resolve it: no operators found'],
  ...REPLACEMENTS.map(([title, message]): (typeof ROWS)[number] => ['Subscription', `is being upgraded: ${title}`, unresolved(message, 'keda.v2.7.1'),
    'Progressing', `OLM is replacing a version, and resolves again within 18 minutes: ${message}`]),
  ...CONFLICTS.map(([title, message]): (typeof ROWS)[number] => ['Subscription', `cannot be resolved: ${title}`, unresolved(message, 'keda.v2.7.1'),
    'Degraded', `OLM cannot resolve it: ${message}`]),
  ['Subscription', 'has the wanted version, whose predecessor is being deleted', {
    metadata: wants('keda.v2.7.1'), ...unresolved(REPLACEMENTS[0]![1], 'keda.v2.7.1'),
  }, 'Healthy', 'keda.v2.7.1 is installed; OLM is replacing a version, and resolves again within 18 minutes'],
  ['Subscription', 'cannot be resolved while another operator of the namespace is being upgraded', unresolved(REPLACEMENTS[0]![1]),
    'Progressing', `OLM is replacing a version, and resolves again within 18 minutes: ${REPLACEMENTS[0]![1]}`],
  ['Subscription', 'has a catalog whose pod is starting', ofCatalog('UnhealthyCatalogSourceFound', 'targeted catalogsource apps/cat unhealthy'),
    'Progressing', 'a catalog is not healthy yet: targeted catalogsource apps/cat unhealthy; the Subscription needs catalog apps/cat'],
  ['Subscription', 'has a healthy catalog beside one that is starting', ofCatalog('CatalogSourcesAdded', 'all available catalogsources are healthy'),
    'Progressing', 'a catalog is not healthy yet: all available catalogsources are healthy; the Subscription needs catalog apps/cat'],
  ['Subscription', 'names a catalog that does not exist, beside others', ofCatalog('UnhealthyCatalogSourceFound', 'targeted catalogsource apps/cat missing'),
    'Degraded', 'a catalog is not healthy: targeted catalogsource apps/cat missing; the Subscription needs catalog apps/cat'],
  ['Subscription', 'has no InstallPlan because of a conflict', { status: { conditions: [
    condition('BundleUnpackFailed', 'True', 'EnsureInstallPlanFailed', 'error ensuring InstallPlan: the object has been modified')] } },
  'Progressing', 'OLM could not create the InstallPlan, and retries: error ensuring InstallPlan: the object has been modified'],
  ['Subscription', 'cannot unpack the bundle', { status: { conditions: [condition('BundleUnpackFailed', 'True', 'BundleUnpackFailed', 'deadline exceeded')] } },
    'Degraded', 'OLM cannot unpack the bundle: deadline exceeded'],
  ['Subscription', 'failed to upgrade', { status: { state: 'UpgradeFailed', installedCSV: 'demo.v1', currentCSV: 'demo.v2' } },
    'Degraded', 'the upgrade from demo.v1 to demo.v2 failed'],
  ['ClusterServiceVersion', 'restarts, and started late long ago', csvIn('Pending', 'NeedsReinstall', ABANDONED, SUCCEEDED),
    'Progressing', 'Pending (NeedsReinstall): installing'],
  ['ClusterServiceVersion', 'was abandoned since it last succeeded', csvIn('Installing', 'InstallWaiting', SUCCEEDED, { ...ABANDONED, lastTransitionTime: '2026-11-20T13:00:00Z' }),
    'Degraded', 'OLM gave up starting it and started over: installing'],
  ['ClusterServiceVersion', 'is a copy', { status: { phase: 'Failed', reason: 'Copied', message: 'copied from apps' } }, 'Healthy', 'copied from apps'],
  ['InstallPlan', 'failed', { status: { phase: 'Failed', conditions: [condition('Installed', 'False', 'InstallComponentFailed', 'forbidden')] } }, 'Degraded', 'forbidden '],
  ['InstallPlan', 'cannot unpack a bundle', {
    status: { phase: 'Installing', bundleLookups: [{ identifier: 'demo.v1', conditions: [condition('BundleLookupFailed', 'True', 'BackoffLimitExceeded', 'no image')] }] },
  }, 'Degraded', 'OLM cannot unpack a bundle: demo.v1: no image'],
  ['CatalogSource', 'is invalid', { status: { reason: 'SpecInvalidError', message: 'image is required' } }, 'Degraded', 'SpecInvalidError: image is required'],
  ['OperatorGroup', 'names an account that does not exist', { status: {
    lastUpdated: '2026', conditions: [condition('OperatorGroupServiceAccount', 'True', 'ServiceAccountNotFound', 'ServiceAccount installer not found')],
  } }, 'Degraded', 'ServiceAccount installer not found'],
  ['OLMConfig', 'of an OLM that writes no condition', {}, 'Healthy', ''],
  ['OLMConfig', 'still has copies', { status: { conditions: [condition('DisabledCopiedCSVs', 'False', 'CopiedCSVsDisabled', 'at least one was found')] } },
    'Progressing', 'at least one was found'],
  ['OLMConfig', 'copies', { status: { conditions: [condition('DisabledCopiedCSVs', 'False', 'CopiedCSVsEnabled', 'enabled and present')] } }, 'Healthy', 'enabled and present'],
  ['Operator', 'has no component yet', operator([], 'demo.v1'), 'Progressing', 'OLM has not created demo.v1 yet'],
  ['Operator', 'still has the earlier version', operator([ref('ClusterServiceVersion', 'demo.v1', condition('Succeeded', 'True', 'InstallSucceeded'))], 'demo.v2'),
    'Progressing', 'demo.v1 is installed; OLM has not created demo.v2 yet'],
  ['Operator', 'has a newer version than the commit requests',
    operator([ref('ClusterServiceVersion', 'demo.v2.7.1', condition('Succeeded', 'True', 'InstallSucceeded'))], 'demo.v2.6.1'),
    'Progressing', 'demo.v2.7.1 is installed, and OLM does not downgrade it to the older demo.v2.6.1'],
  ['Operator', 'starts', operator([ref('ClusterServiceVersion', 'demo.v1', condition('Installing', 'True', 'InstallWaiting', 'waiting'))], 'demo.v1'),
    'Progressing', 'demo.v1 is Installing (InstallWaiting): waiting'],
  ['Operator', 'has copies', operator([
    ref('ClusterServiceVersion', 'demo.v1', condition('Failed', 'True', 'Copied', 'copied from apps')),
    ref('ClusterServiceVersion', 'demo.v1', condition('Succeeded', 'True', 'InstallSucceeded')),
  ], 'demo.v1'), 'Healthy', 'demo.v1 succeeded'],
  ['Operator', 'failed', operator([ref('ClusterServiceVersion', 'demo.v1', condition('Failed', 'True', 'OwnerConflict', 'owned by other.v1'))], 'demo.v1'),
    'Degraded', 'demo.v1 failed: OwnerConflict: owned by other.v1'],
  ['Operator', 'does not roll out', operator([
    ref('ClusterServiceVersion', 'demo.v1', condition('Installing', 'True', 'InstallWaiting', 'waiting')),
    ref('Deployment', 'demo', condition('Available', 'False', 'x'), condition('Progressing', 'False', 'ProgressDeadlineExceeded', 'has timed out progressing')),
  ], 'demo.v1'), 'Degraded', 'Deployment demo: has timed out progressing'],
  ['OperatorCondition', 'blocks the upgrade', { status: { conditions: [condition('Upgradeable', 'False', 'Migrating', 'migration runs')] } },
    'Healthy', 'the operator blocks its upgrade: migration runs'],

  ['ClusterExtension', 'is new', ofGeneration(1, {}), 'Progressing', 'operator-controller has not processed it yet'],
  ['ClusterExtension', 'changed', ofGeneration(2, { conditions: [condition('Progressing', 'True', 'Succeeded', 'done', 1), condition('Installed', 'True', 'Succeeded', 'installed', 1)] }),
    'Progressing', 'operator-controller has not processed it yet'],
  ['ClusterExtension', 'is installed', ofGeneration(2, { conditions: [condition('Progressing', 'True', 'Succeeded', 'done', 2), condition('Installed', 'True', 'Succeeded', 'installed bundle', 2)] }),
    'Healthy', 'installed bundle'],
  ['ClusterExtension', 'retries', ofGeneration(1, { conditions: [condition('Progressing', 'True', 'Retrying', 'no bundles found', 1), condition('Installed', 'False', 'Absent', '', 1)] }),
    'Progressing', 'no bundles found'],
  ['ClusterExtension', 'is blocked', ofGeneration(1, { conditions: [condition('Progressing', 'False', 'Blocked', 'terminal error', 1)] }), 'Degraded', 'terminal error'],
  ['ClusterExtension', 'exceeds its deadline', ofGeneration(1, { conditions: [condition('Progressing', 'True', 'ProgressDeadlineExceeded', 'too slow', 1)] }), 'Degraded', 'too slow'],
  ['ClusterExtension', 'has an earlier bundle than the commit requests', ofGeneration(1, {
    install: { bundle: { name: 'demo.v1' } }, conditions: [condition('Progressing', 'True', 'Succeeded', 'done', 1), condition('Installed', 'True', 'Succeeded', '', 1)],
  }, wants('demo.v2')), 'Progressing', 'demo.v1 is installed; OLM v1 has not begun to install demo.v2'],
  ['ClusterExtension', 'has a newer bundle than the commit requests', ofGeneration(1, {
    install: { bundle: { name: 'demo.v2.0.0' } }, conditions: [condition('Progressing', 'True', 'Succeeded', 'done', 1), condition('Installed', 'True', 'Succeeded', '', 1)],
  }, wants('demo.v1.9.0')), 'Progressing', 'demo.v2.0.0 is installed; OLM v1 downgrades it to the older demo.v1.9.0 only with the upgrade constraint policy SelfCertified'],
  ['ClusterCatalog', 'is served', ofGeneration(1, { conditions: [condition('Progressing', 'True', 'Succeeded', '', 1), condition('Serving', 'True', 'Available', 'serving', 1)] }), 'Healthy', 'serving'],
  ['ClusterCatalog', 'cannot be pulled, and serves the previous image',
    ofGeneration(1, { conditions: [condition('Progressing', 'True', 'Retrying', 'no such image', 1), condition('Serving', 'True', 'Available', 'serving', 1)] }), 'Progressing', 'no such image'],
  ['ClusterCatalog', 'is blocked', ofGeneration(1, { conditions: [condition('Progressing', 'False', 'Blocked', 'bad image', 1)] }), 'Degraded', 'bad image'],
  ['ClusterCatalog', 'is disabled', {
    metadata: { generation: 1 }, spec: { availabilityMode: 'Unavailable' }, status: { conditions: [condition('Serving', 'False', 'UserSpecifiedUnavailable', '', 1)] },
  }, 'Healthy', 'disabled: availabilityMode is Unavailable'],

  ['Bundle', 'is unpacked', { status: { phase: 'Unpacked', conditions: [condition('Unpacked', 'True', 'UnpackSuccessful', 'unpacked')] } }, 'Healthy', 'unpacked'],
  ['Bundle', 'cannot be unpacked', { status: { phase: 'Failing', conditions: [condition('Unpacked', 'False', 'UnpackFailed', 'no image')] } }, 'Degraded', 'no image'],
  ['Bundle', 'is being unpacked', { status: { phase: 'Unpacking', conditions: [condition('Unpacked', 'False', 'Unpacking', 'pulls')] } }, 'Progressing', 'Unpacking: pulls'],
  ['BundleDeployment', 'changed', ofGeneration(2, { observedGeneration: 1, conditions: [condition('Installed', 'True', 'InstallationSucceeded')] }),
    'Progressing', 'RukPak has not processed the last change of it'],
  ['BundleDeployment', 'is installed', ofGeneration(1, { observedGeneration: 1, conditions: [
    condition('HasValidBundle', 'True', 'UnpackSuccessful'), condition('Installed', 'True', 'InstallationSucceeded', 'instantiated bundle')] }), 'Healthy', 'instantiated bundle'],
  ['BundleDeployment', 'is installed after an error that stays', ofGeneration(1, { conditions: [
    condition('HasValidBundle', 'False', 'BundleLoadFailed', 'cannot read'), condition('Installed', 'True', 'InstallationSucceeded', 'instantiated bundle')] }), 'Healthy', 'instantiated bundle'],
  ['BundleDeployment', 'is unpacked', ofGeneration(1, { conditions: [condition('HasValidBundle', 'False', 'UnpackPending', 'waiting')] }), 'Progressing', 'waiting'],
  ['BundleDeployment', 'cannot be installed', ofGeneration(1, { conditions: [
    condition('HasValidBundle', 'True', 'UnpackSuccessful'), condition('Installed', 'False', 'InstallFailed', 'object exists')] }), 'Degraded', 'object exists'],
  ['BundleDeployment', 'is not healthy', ofGeneration(1, { conditions: [
    condition('Installed', 'True', 'InstallationSucceeded'), condition('Healthy', 'False', 'Unhealthy', 'Deployment demo is not available')] }), 'Degraded', 'Deployment demo is not available'],
  ['BundleInstance', 'is unpacked', { status: { conditions: [condition('Installed', 'False', 'BundleUnpackPending', 'waiting')] } }, 'Progressing', 'waiting'],
  ['BundleInstance', 'cannot be unpacked', { status: { conditions: [condition('Installed', 'False', 'BundleUnpackFailing', 'no image')] } }, 'Degraded', 'no image'],
];

export const MADE_STATES: readonly MadeState[] = ROWS.map(([kind, title, object, status, message]) => (
  { title: `${kind} ${title}`, check: KNOWN_HEALTH.find(check => check.kind === kind)!, object, status, message }
));
