import { failed, field, hasCondition, isOneOf, isSame, isSet, KindHealth, messageOf, not, progressing, ready } from './health-rule';
import { OLM_GROUP } from '../../olm/v0/model/olm-names';
import { WANTED_CSV } from '../model/wanted-csv';

const WANTED = field('metadata', 'annotations', WANTED_CSV);
const INSTALLED = field('status', 'installedCSV');
const CURRENT = field('status', 'currentCSV');
const STATE = field('status', 'state');
const PLAN = field('status', 'installPlanRef', 'name');
const NAMESPACE = field('metadata', 'namespace');

/** OLM does not always report which catalog is missing, and also reports catalogs that the Subscription does not use. */
const NEEDED_CATALOG = ['; the Subscription needs catalog ', field('spec', 'sourceNamespace'), '/', field('spec', 'source')] as const;

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
 * `ErrorPreventedResolution` (a catalog does not respond yet) is transient; `ConstraintsNotSatisfiable` does not.
 */
export const SUBSCRIPTION_HEALTH: KindHealth = {
  group: OLM_GROUP,
  kind: 'Subscription',
  rules: [
    failed([hasCondition('InstallPlanFailed', 'True'), isSame(CURRENT, WANTED)], 'InstallPlan ', PLAN, ' failed: ', messageOf('InstallPlanFailed')),
    ready([...IS_DONE, NEEDS_APPROVAL], INSTALLED, ' is installed; InstallPlan ', PLAN, ' requires approval to install ', CURRENT),
    ready([...IS_DONE, hasCondition('ResolutionFailed', 'True')], INSTALLED, ' is installed; OLM finds no later version: ', messageOf('ResolutionFailed')),
    ready([...IS_DONE, hasCondition('CatalogSourcesUnhealthy', 'True')], INSTALLED, ' is installed; ', messageOf('CatalogSourcesUnhealthy')),
    ready(IS_DONE, INSTALLED, ' is installed'),
    failed([hasCondition('InstallPlanFailed', 'True')], 'InstallPlan ', PLAN, ' failed: ', messageOf('InstallPlanFailed')),
    failed([hasCondition('BundleUnpackFailed', 'True')], 'OLM cannot unpack the bundle: ', messageOf('BundleUnpackFailed')),
    failed([hasCondition('CatalogSourcesUnhealthy', 'True')], 'a catalog is not healthy: ', messageOf('CatalogSourcesUnhealthy'), ...NEEDED_CATALOG),
    failed([hasCondition('ResolutionFailed', 'True', 'ConstraintsNotSatisfiable')], 'OLM cannot resolve it: ', messageOf('ResolutionFailed')),
    failed([isOneOf(STATE, 'UpgradeFailed')], 'the upgrade from ', INSTALLED, ' to ', CURRENT, ' failed'),
    progressing([hasCondition('ResolutionFailed', 'True')], 'OLM cannot resolve it yet: ', messageOf('ResolutionFailed')),
    progressing([hasCondition('BundleUnpacking', 'True')], 'OLM unpacks the bundle: ', messageOf('BundleUnpacking')),
    ready([not(isSet(WANTED)), isSet(INSTALLED), NEEDS_APPROVAL], INSTALLED, ' is installed; InstallPlan ', PLAN, ' requires approval to install ', CURRENT),
    progressing([NEEDS_APPROVAL], 'InstallPlan ', PLAN, ' requires approval to install ', CURRENT, ': kubectl patch installplan ', PLAN, ' -n ', NAMESPACE,
      ' --type merge -p \'{"spec":{"approved":true}}\''),
    progressing([isSet(INSTALLED), isSet(CURRENT), not(isSame(INSTALLED, CURRENT))], 'OLM upgrades ', INSTALLED, ' to ', CURRENT),
    progressing([isSet(WANTED), isSet(INSTALLED)], INSTALLED, ' is installed; OLM has not begun to install ', WANTED),
    ready([isSet(INSTALLED), isOneOf(STATE, 'AtLatestKnown')], INSTALLED, ' is installed'),
    progressing([IS_INSTALLING], 'InstallPlan ', PLAN, ' installs ', CURRENT),
    progressing([isSet(CURRENT)], 'OLM installs ', CURRENT),
    progressing([], 'OLM has not resolved it yet; it does so only if namespace ', NAMESPACE, ' has exactly one OperatorGroup'),
  ],
};
