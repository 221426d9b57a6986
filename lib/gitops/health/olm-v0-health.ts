import {
  anyOf, failed, field, FieldRef, firstOf, hasCondition, hasMessage, HealthTest, ifNewer, isOneOf, isReplacement, isSame, isSet, isTrue, item,
  KindHealth, lately, messageOf, MessagePart, not, progressing, ready, some,
} from './health-rule';
import { OLM_GROUP } from '../../formats/schema/api-groups';
import { WANTED_CSV, WHATEVER_IS_OFFERED } from '../../formats/schema/wanted-csv';
import { PREVIOUS_NAME } from '../../olm/names';
import { PLAN_NOT_CREATED, RESTART_REASONS, UNSATISFIABLE } from '../../olm/v0/transient-states';

const WANTED = field('metadata', 'annotations', WANTED_CSV);
const PREVIOUS = field('metadata', 'annotations', PREVIOUS_NAME);
const PHASE = field('status', 'phase');
const REASON = field('status', 'reason');
const MESSAGE = field('status', 'message');
const REQUIREMENTS = field('status', 'requirementStatus');

/** Between an installed version and an older one that is wanted. */
const IS_NEWER: readonly MessagePart[] = [' is installed, and OLM does not downgrade it to the older '];

/** The Kubernetes version of the cluster is older than the operator requires. */
const TOO_OLD = [isOneOf(item('kind'), 'ClusterServiceVersion'), isOneOf(item('status'), 'PresentNotSatisfied')];

/** Missing requirements; that of a ServiceAccount is not satisfied until OLM has created its roles. */
const MISSING = isOneOf(item('status'), 'NotPresent', 'PresentNotAvailable', 'PresentNotSatisfied');

/** ClusterServiceVersion of OLM v0. Phases that OLM leaves by itself are not failures, regardless of their names. */
export const CSV_HEALTH: KindHealth = {
  group: OLM_GROUP,
  kind: 'ClusterServiceVersion',
  rules: [
    ready([isOneOf(PHASE, 'Succeeded')], MESSAGE),
    ready([isOneOf(REASON, 'Copied')], MESSAGE),
    failed([isOneOf(PHASE, 'Failed'), not(isOneOf(REASON, ...RESTART_REASONS))], REASON, ': ', MESSAGE),
    failed([some(REQUIREMENTS, ...TOO_OLD)], firstOf(REQUIREMENTS, TOO_OLD, item('message'))),
    failed([
      isOneOf(PHASE, 'Pending', 'InstallReady', 'Installing', 'Failed'),
      lately(field('status', 'conditions'), [isOneOf(item('reason'), 'InstallCheckFailed')], [isOneOf(item('phase'), 'Succeeded')]),
    ],
      'OLM gave up starting it and started over: ', MESSAGE),
    progressing([isOneOf(REASON, 'RequirementsNotMet'), some(REQUIREMENTS, MISSING)],
      'waits for ', firstOf(REQUIREMENTS, [MISSING], item('kind'), ' ', item('name'), ': ', item('message'))),
    progressing([isOneOf(PHASE, 'Pending', 'InstallReady', 'Installing', 'Failed', 'Replacing', 'Deleting')], PHASE, ' (', REASON, '): ', MESSAGE),
    progressing([], 'OLM has not processed it yet'),
  ],
};

const INSTALLED = field('status', 'installedCSV');
const CURRENT = field('status', 'currentCSV');
const STATE = field('status', 'state');
const PLAN = field('status', 'installPlanRef', 'name');
const NAMESPACE = field('metadata', 'namespace');

/** OLM does not always report which catalog is missing, and also reports catalogs that the Subscription does not use. */
const CATALOG = [field('spec', 'sourceNamespace'), '/', field('spec', 'source')] as const;
const NEEDED_CATALOG = ['; the Subscription needs catalog ', ...CATALOG] as const;

const LACKS_CATALOG = [
  hasCondition('CatalogSourcesUnhealthy', 'True'),
  anyOf(
    hasMessage('CatalogSourcesUnhealthy', 'targeted catalogsource ', ...CATALOG, ' missing'),
    hasMessage('CatalogSourcesUnhealthy', 'dependency resolution requires at least one catalogsource'),
  ),
];

const IS_REPLACING = [hasCondition('ResolutionFailed', 'True', UNSATISFIABLE), isReplacement('ResolutionFailed')];

const NEEDS_APPROVAL = hasCondition('InstallPlanPending', 'True', 'RequiresApproval');
const IS_INSTALLING = hasCondition('InstallPlanPending', 'True', 'InstallPlanNotYetReconciled', 'Planning', 'Installing', 'Failed');

/**
 * The wanted version is installed: what OLM reports from then on is about the next one, or about other operators of the namespace. For a few seconds,
 * OLM was observed to add and then remove the condition that the InstallPlan is being installed.
 */
const IS_DONE = [isSame(INSTALLED, WANTED)];

/**
 * Subscription of OLM v0. `installedCSV` means that the ClusterServiceVersion exists, in any phase. The `Operator` of the Subscription shows whether
 * it runs.
 *
 * `ErrorPreventedResolution` (a catalog does not respond yet) is transient; `ConstraintsNotSatisfiable` is not, except while OLM replaces a version.
 * A catalog that is not healthy is transient, too: its pod is starting; one that is missing is not.
 */
export const SUBSCRIPTION_HEALTH: KindHealth = {
  group: OLM_GROUP,
  kind: 'Subscription',
  rules: [
    failed([hasCondition('InstallPlanFailed', 'True'), isSame(CURRENT, WANTED)], 'InstallPlan ', PLAN, ' failed: ', messageOf('InstallPlanFailed')),
    ready([...IS_DONE, NEEDS_APPROVAL], INSTALLED, ' is installed; InstallPlan ', PLAN, ' requires approval to install ', CURRENT),
    ready([...IS_DONE, ...IS_REPLACING], INSTALLED, ' is installed; OLM is replacing a version, and resolves again within 18 minutes'),
    ready([...IS_DONE, hasCondition('ResolutionFailed', 'True')], INSTALLED, ' is installed; OLM finds no later version: ', messageOf('ResolutionFailed')),
    ready([...IS_DONE, hasCondition('CatalogSourcesUnhealthy', 'True')], INSTALLED, ' is installed; ', messageOf('CatalogSourcesUnhealthy')),
    ready(IS_DONE, INSTALLED, ' is installed'),
    failed([hasCondition('InstallPlanFailed', 'True')], 'InstallPlan ', PLAN, ' failed: ', messageOf('InstallPlanFailed')),
    failed([hasCondition('BundleUnpackFailed', 'True'), not(hasCondition('BundleUnpackFailed', 'True', PLAN_NOT_CREATED))], 'OLM cannot unpack the bundle: ', messageOf('BundleUnpackFailed')),
    failed(LACKS_CATALOG, 'a catalog is not healthy: ', messageOf('CatalogSourcesUnhealthy'), ...NEEDED_CATALOG),
    progressing([isSet(PREVIOUS), not(isSet(INSTALLED)), hasCondition('ResolutionFailed', 'True', UNSATISFIABLE)],
      'takes over the operator of Subscription ', PREVIOUS, ' once an OperatorWaitJob or `olm-constructs wait --adopt` hands it over: ', messageOf('ResolutionFailed')),
    progressing(IS_REPLACING, 'OLM is replacing a version, and resolves again within 18 minutes: ', messageOf('ResolutionFailed')),
    failed([hasCondition('ResolutionFailed', 'True', UNSATISFIABLE)], 'OLM cannot resolve it: ', messageOf('ResolutionFailed')),
    failed([isOneOf(STATE, 'UpgradeFailed')], 'the upgrade from ', INSTALLED, ' to ', CURRENT, ' failed'),
    progressing([hasCondition('BundleUnpackFailed', 'True')], 'OLM could not create the InstallPlan, and retries: ', messageOf('BundleUnpackFailed')),
    progressing([hasCondition('CatalogSourcesUnhealthy', 'True')], 'a catalog is not healthy yet: ', messageOf('CatalogSourcesUnhealthy'), ...NEEDED_CATALOG),
    progressing([hasCondition('ResolutionFailed', 'True')], 'OLM cannot resolve it yet: ', messageOf('ResolutionFailed')),
    progressing([hasCondition('BundleUnpacking', 'True')], 'OLM unpacks the bundle: ', messageOf('BundleUnpacking')),
    ready([not(isSet(WANTED)), isSet(INSTALLED), NEEDS_APPROVAL], INSTALLED, ' is installed; InstallPlan ', PLAN, ' requires approval to install ', CURRENT),
    progressing([NEEDS_APPROVAL], 'InstallPlan ', PLAN, ' requires approval to install ', CURRENT, ': kubectl patch installplan ', PLAN, ' -n ', NAMESPACE,
      ' --type merge -p \'{"spec":{"approved":true}}\''),
    progressing([isSet(INSTALLED), isSet(CURRENT), not(isSame(INSTALLED, CURRENT))], 'OLM upgrades ', INSTALLED, ' to ', CURRENT),
    progressing([isSet(WANTED), isSet(INSTALLED)], INSTALLED, ifNewer(INSTALLED, WANTED, [...IS_NEWER, WANTED],
      [' is installed; OLM has not begun to install ', WANTED, ': it has not read the catalog yet, or the channel has no upgrade to it'])),
    ready([isSet(INSTALLED), isOneOf(STATE, 'AtLatestKnown')], INSTALLED, ' is installed, ', WHATEVER_IS_OFFERED),
    progressing([IS_INSTALLING], 'InstallPlan ', PLAN, ' installs ', CURRENT),
    progressing([isSet(CURRENT)], 'OLM installs ', CURRENT),
    progressing([], 'OLM has not resolved it yet; it does so only if namespace ', NAMESPACE, ' has exactly one OperatorGroup'),
  ],
};

const LOOKUPS = field('status', 'bundleLookups');
const LOOKUP_FAILED = [isOneOf(item('type'), 'BundleLookupFailed'), isOneOf(item('status'), 'True')];

/** InstallPlan of OLM v0. One that requires approval is not a failure: the user decides. */
const INSTALL_PLAN_HEALTH: KindHealth = {
  group: OLM_GROUP,
  kind: 'InstallPlan',
  rules: [
    ready([isOneOf(PHASE, 'Complete')], 'complete'),
    failed([isOneOf(PHASE, 'Failed')], messageOf('Installed'), ' ', field('status', 'message')),
    failed([some(LOOKUPS, some(item('conditions'), ...LOOKUP_FAILED))],
      'OLM cannot unpack a bundle: ', firstOf(LOOKUPS, [some(item('conditions'), ...LOOKUP_FAILED)],
        item('identifier'), ': ', firstOf(item('conditions'), LOOKUP_FAILED, item('message')))),
    progressing([isOneOf(PHASE, 'RequiresApproval'), not(isTrue(field('spec', 'approved')))], 'requires approval'),
    progressing([isSet(field('status', 'message'))], field('status', 'message')),
    progressing([isSet(PHASE)], PHASE),
    progressing([], 'OLM has not processed it yet'),
  ],
};

const CONNECTION = field('status', 'connectionState', 'lastObservedState');
const ADDRESS = field('status', 'connectionState', 'address');
const CATALOG_REASON = field('status', 'reason');

/** CatalogSource of OLM v0: whether OLM has a connection to it. OLM retries a broken connection, so it is not a failure. */
const CATALOG_SOURCE_HEALTH: KindHealth = {
  group: OLM_GROUP,
  kind: 'CatalogSource',
  rules: [
    failed([isOneOf(CATALOG_REASON, 'SpecInvalidError', 'InvalidIntervalError', 'ConfigMapError')], CATALOG_REASON, ': ', field('status', 'message')),
    ready([isOneOf(CONNECTION, 'READY')], 'OLM is connected'),
    progressing([isSet(CONNECTION)], 'OLM has no connection to ', ADDRESS, ' (', CONNECTION, ')'),
    progressing([isSet(CATALOG_REASON)], CATALOG_REASON, ': ', field('status', 'message')),
    progressing([], 'OLM has not tried to connect yet'),
  ],
};

/** OperatorGroup of OLM v0. */
const OPERATOR_GROUP_HEALTH: KindHealth = {
  group: OLM_GROUP,
  kind: 'OperatorGroup',
  rules: [
    failed([hasCondition('MultipleOperatorGroup', 'True')], 'namespace ', field('metadata', 'namespace'), ' has more than one OperatorGroup: OLM installs nothing in it'),
    failed([hasCondition('OperatorGroupServiceAccount', 'True', 'ServiceAccountNotFound')], messageOf('OperatorGroupServiceAccount')),
    ready([isSet(field('status', 'lastUpdated'))], 'OLM has processed it'),
    progressing([], 'OLM has not processed it yet'),
  ],
};

/** OLMConfig. Its condition only reports on copied ClusterServiceVersions; older releases write none. */
const OLM_CONFIG_HEALTH: KindHealth = {
  group: OLM_GROUP,
  kind: 'OLMConfig',
  rules: [
    progressing([hasCondition('DisabledCopiedCSVs', 'False', 'CopiedCSVsDisabled')], messageOf('DisabledCopiedCSVs')),
    ready([], messageOf('DisabledCopiedCSVs')),
  ],
};

const COMPONENTS = field('status', 'components', 'refs');

/** The ClusterServiceVersion among the components; its copies in other namespaces have the reason Copied. */
const IS_CSV: readonly HealthTest[] = [
  isOneOf(item('kind'), 'ClusterServiceVersion'), not(some(item('conditions'), isOneOf(item('reason'), 'Copied'))),
];
const IS_WANTED = [...IS_CSV, anyOf(not(isSet(WANTED)), isSame(item('name'), WANTED))];
const inPhase = (...phases: readonly string[]): HealthTest => some(item('conditions'), isOneOf(item('type'), ...phases));
const FAILS = some(item('conditions'), isOneOf(item('type'), 'Failed'), not(isOneOf(item('reason'), ...RESTART_REASONS)));
const EXCEEDS_DEADLINE = [isOneOf(item('type'), 'Progressing'), isOneOf(item('status'), 'False')];
const STUCK_DEPLOYMENT = [isOneOf(item('kind'), 'Deployment'), some(item('conditions'), ...EXCEEDS_DEADLINE)];
const show = (where: readonly HealthTest[], ...what: readonly FieldRef[]): MessagePart => firstOf(COMPONENTS, where, firstOf(item('conditions'), [], ...what));

/**
 * Operator of OLM v0: OLM lists in it the components of the operator of a Subscription, and copies the phase of the ClusterServiceVersion into the
 * conditions of that list. So it is the only object of OLM with a known name that shows whether an operator runs.
 *
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/v0.46.0/pkg/controller/operators/decorators/operator.go `csvConditionsJQ`
 */
const OPERATOR_HEALTH: KindHealth = {
  group: OLM_GROUP,
  kind: 'Operator',
  rules: [
    ready([some(COMPONENTS, ...IS_WANTED, inPhase('Succeeded')), not(some(COMPONENTS, ...IS_CSV, FAILS))],
      firstOf(COMPONENTS, [...IS_WANTED, inPhase('Succeeded')], item('name')), ' succeeded'),
    failed([some(COMPONENTS, ...IS_CSV, FAILS)], firstOf(COMPONENTS, [...IS_CSV, FAILS], item('name')), ' failed: ', show([...IS_CSV, FAILS], item('reason')), ': ',
      show([...IS_CSV, FAILS], item('message'))),
    failed([some(COMPONENTS, ...STUCK_DEPLOYMENT)], firstOf(COMPONENTS, STUCK_DEPLOYMENT, 'Deployment ', item('name'), ': ',
      firstOf(item('conditions'), EXCEEDS_DEADLINE, item('message')))),
    progressing([some(COMPONENTS, ...IS_WANTED, not(some(item('conditions'), isSet(item('type')))))], 'OLM has not processed ', firstOf(COMPONENTS, IS_WANTED, item('name')), ' yet'),
    progressing([some(COMPONENTS, ...IS_WANTED)], firstOf(COMPONENTS, IS_WANTED, item('name')), ' is ', show(IS_WANTED, item('type')), ' (',
      show(IS_WANTED, item('reason')), '): ', show(IS_WANTED, item('message'))),
    progressing([isSet(WANTED), some(COMPONENTS, ...IS_CSV)], firstOf(COMPONENTS, IS_CSV, item('name'), ifNewer(item('name'), WANTED, [...IS_NEWER, WANTED],
      [' is installed; OLM has not created ', WANTED, ' yet']))),
    progressing([isSet(WANTED)], 'OLM has not created ', WANTED, ' yet'),
    progressing([], 'OLM has not created a ClusterServiceVersion yet'),
  ],
};

/** OperatorCondition: what an operator reports to OLM. An operator that is not ready for its next version still runs. */
const OPERATOR_CONDITION_HEALTH: KindHealth = {
  group: OLM_GROUP,
  kind: 'OperatorCondition',
  rules: [
    ready([hasCondition('Upgradeable', 'False')], 'the operator blocks its upgrade: ', messageOf('Upgradeable')),
    ready([], ''),
  ],
};

/** Kinds of OLM v0 other than Subscription and ClusterServiceVersion. */
export const OLM_V0_HEALTH: readonly KindHealth[] = [
  INSTALL_PLAN_HEALTH, CATALOG_SOURCE_HEALTH, OPERATOR_GROUP_HEALTH, OLM_CONFIG_HEALTH, OPERATOR_HEALTH, OPERATOR_CONDITION_HEALTH,
];
