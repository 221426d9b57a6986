import { compareVersions, parseVersion, Version } from '../../../formats/semver/version';
import { Finding, foremost } from '../explain/explanation';
import { CauseName } from '../explain/known-causes';
import { allAnswer, catalogFindings, isAnswering, isInChannel, packageFindings } from '../rules/catalogs';
import { csvFindings } from '../rules/cluster-service-versions';
import { crdProblem } from '../rules/crds';
import { deploymentFindings, isAvailable } from '../rules/deployments';
import { namespaceFindings, operatorGroupFindings } from '../rules/namespaces';
import { planFindings, unpackFindings } from '../rules/plans';
import { lacksRequirements } from '../rules/requirements';
import { missingCatalog, resolutionFindings, UNREFERENCED_CSV } from '../rules/resolution';
import { warningFindings } from '../rules/warnings';
import { deploymentNames } from '../view/cluster-service-version';
import { condition, isConditionTrue, isTerminating, KubernetesObject, namespacedName, specString, statusString } from '../view/kubernetes-object';
import { replacementIn } from '../../../olm/v0/transient-states';
import { perObject } from '../../../text/per-object';
import { duplicateSubscriptionFindings } from './adoption-waiter';
import { approval } from './approval';
import { installProgress } from './install-progress';
import { catalogsIn, namespaceInterests, packages as packagesIn } from './operator-interests';
import { Pin } from './operator-options';
import { byName, isGone, isSourceOf, missingCsv, nextCsv, ownCatalog, Situation, unclaimedCsvs } from './situation';

/**
 * Returns what keeps an operator from becoming ready, the most likely cause first: a problem at an early stage explains what is missing at later
 * stages.
 */
export function operatorFindings(situation: Situation): Finding[] {
  const { namespace, name, namespaceObject, groups, subscription, plan, csv, unpackJobs, warnings } = situation;
  if (namespaceObject === null) {
    // Without the Namespace, none of the other objects can exist.
    return namespaceFindings(namespace, namespaceObject);
  }
  const source = specString(subscription ?? undefined, 'source');
  const names = [name, source, plan?.metadata.name, csv?.metadata.name, ...deploymentNames(csv)];
  return withoutRedundant([
    ...namespaceFindings(namespace, namespaceObject),
    ...(subscription === null ? [missingSubscription(situation)] : []),
    ...operatorGroupFindings(namespace, groups),
    ...(subscription ? newerInstalled(situation) : []),
    ...(subscription ? resolutionProblems(subscription, situation) : []),
    ...missingCsvOrPlanProblems(situation),
    ...failedUpgradeFindings(situation),
    ...startProblems(situation),
    ...controllerProblems(situation),
    ...warningFindings(warnings, names.filter((found) => found !== undefined), unpackJobs),
  ]);
}

function missingSubscription({ namespace, name }: Situation): Finding {
  return { cause: 'subscription-missing', message: `Subscription ${namespace}/${name} does not exist` };
}

/** Drops the unavailability of Deployments if the rejection of their pods explains it. */
function withoutRedundant(findings: readonly Finding[]): Finding[] {
  const isRejected = findings.some(({ cause }) => cause === 'pod-security' || cause === 'quota-exceeded' || cause === 'pods-rejected');
  return findings.filter(({ cause }) => !isRejected || cause !== 'deployment-unavailable');
}

/** Returns what keeps OLM from creating an InstallPlan. Once there is an InstallPlan, resolution errors are about the next one. */
function resolutionProblems(subscription: KubernetesObject, situation: Situation): Finding[] {
  const { catalogs = [], unpackJobs, catalogPods } = situation;
  if (!['resolving', 'unpacking'].includes(installProgress(situation)?.phase ?? '')) {
    return [];
  }
  const { unknown, failed } = resolutionErrors(subscription, situation);
  return [
    ...unknown,
    ...catalogProblems(subscription, situation),
    ...failed,
    ...unpackFindings(subscription, unpackJobs, catalogPods),
    ...otherCatalogProblems(catalogs, ownCatalog(subscription, catalogs)),
    ...noUpgrade(subscription, situation),
  ];
}

/**
 * Returns why OLM does not upgrade an operator that runs: its catalog is missing, the Subscription cannot be resolved, or the bundle not unpacked. An
 * error that is no longer true is left out.
 */
export function upgradeFindings(subscription: KubernetesObject, situation: Situation): Finding[] {
  const { unpackJobs, catalogPods } = situation;
  const { unknown, failed } = resolutionErrors(subscription, situation);
  const isUnresolved = isConditionTrue(subscription, 'ResolutionFailed');
  const isNotUnpacked = isConditionTrue(subscription, 'BundleUnpackFailed');
  return [
    ...catalogProblems(subscription, situation).filter(({ cause }) => cause === 'catalog-missing'),
    ...(isUnresolved ? unknown : []),
    ...failed.filter(({ cause }) => cause !== 'resolution-outdated'),
    ...(isNotUnpacked ? unpackFindings(subscription, unpackJobs, catalogPods) : []),
  ];
}

/** Why a Subscription cannot be resolved. */
interface ResolutionErrors {
  /** What the catalog lacks. */
  readonly unknown: readonly Finding[];

  /** Errors of the resolver that this does not explain. */
  readonly failed: readonly Finding[];
}

/** Returns why OLM's last resolution of a Subscription failed, as OLM reports it. */
export function failedResolution(subscription: KubernetesObject, situation: Situation): Finding[] {
  const { name, catalogs = [] } = situation;
  return resolutionFindings(condition(subscription, 'ResolutionFailed'), {
    subscription: name,
    allCatalogsAnswer: catalogs.every(allAnswer),
    unclaimedCsvs: unclaimedCsvs(situation),
    isGone: (csv) => isGone(csv, situation),
  });
}

/** Whether OLM failed to resolve a Subscription while an upgrade was going on whose replaced ClusterServiceVersion is not known to be gone. */
export function isDuringReplacement(subscription: KubernetesObject, situation: Situation): boolean {
  const replacement = replacementIn(condition(subscription, 'ResolutionFailed')?.message ?? '');
  return replacement !== undefined && !isGone(replacement.unreferenced, situation);
}

/** Whether OLM's last resolution of a Subscription failed because of what is known to be over. */
export function isResolutionOutdated(subscription: KubernetesObject, situation: Situation): boolean {
  return failedResolution(subscription, situation).some(({ cause }) => cause === 'resolution-outdated') && !isDuringReplacement(subscription, situation);
}

function resolutionErrors(subscription: KubernetesObject, situation: Situation): ResolutionErrors {
  const { catalogs = [], pin } = situation;
  const catalog = ownCatalog(subscription, catalogs);
  const requested = pin?.csv ?? specString(subscription, 'startingCSV');
  const unknown = catalog !== undefined && isAnswering(catalog) ? listedFindings(subscription, requested, situation) : [];
  const unexplained = failedResolution(subscription, situation).filter(({ cause }) => !unknown.some((found) => found.cause === cause));
  return { unknown, failed: preferDuplicates(unexplained, subscription, situation) };
}

/**
 * Returns what the catalog lacks of what the Subscription requests. In an upgrade, packageserver may still list the previous content of the catalog.
 */
function listedFindings(subscription: KubernetesObject, requested: string | undefined, { namespace, packages, installed }: Situation): Finding[] {
  // Only a missing package may be in a cluster but not in its dump: channels and versions are in the package.
  // A dump may lack a package, but not a channel or a version of one that it has.
  const found = packageFindings(subscription, requested, packages).map((finding): Finding => (
    finding.cause === 'package-unknown' ? { ...finding, absent: packagesIn(namespace) } : finding
  ));
  return installed === undefined ? found : found.map((finding) => ({ ...finding, grace: 'transient' }));
}

const CATALOG_PROBLEMS = perObject((catalogs: readonly KubernetesObject[]) => foremost(catalogs.flatMap(catalogFindings)));

/** Returns why the catalog of the Subscription is missing or cannot be reached. */
function catalogProblems(subscription: KubernetesObject, { catalogs, deployments = [], pods }: Situation): Finding[] {
  const source = specString(subscription, 'source');
  const catalog = ownCatalog(subscription, catalogs ?? []);
  if (catalog === undefined) {
    const isMissing = catalogs !== undefined && source !== undefined;
    const namespace = specString(subscription, 'sourceNamespace') ?? '';
    return isMissing ? [{ ...missingCatalog(subscription, source, namespace), absent: catalogsIn(namespace) }] : [];
  }
  const unreachable = catalogFindings(catalog);
  if (unreachable.length === 0) {
    return [];
  }
  const registry = byName(deployments, source);
  return [...unreachable, ...(registry !== undefined && isSourceOf(subscription, registry) ? deploymentFindings(registry, pods) : [])];
}

/** Returns the problems of the other catalogs. They may be unrelated to the Subscription, so they do not end the wait before its timeout. */
function otherCatalogProblems(catalogs: NonNullable<Situation['catalogs']>, own: KubernetesObject | undefined): Finding[] {
  const known = own === undefined ? [] : catalogFindings(own).map(({ message }) => message);
  return foremost(catalogs.flatMap(CATALOG_PROBLEMS)).filter(({ message }) => !known.includes(message)).map((finding) => ({ ...finding, grace: 'timeout' }));
}

/** Causes of a resolution error that two Subscriptions for one package can have. */
const VAGUE: readonly CauseName[] = ['constraints-not-satisfiable', 'api-owned-by-another', 'package-conflict'];

/** Replaces a vague resolution error with the finding about duplicate Subscriptions for a package, which OLM does not report as such. */
function preferDuplicates(failed: readonly Finding[], subscription: KubernetesObject, { name, subscriptions = [] }: Situation): readonly Finding[] {
  const isVague = failed.length > 0 && failed.every(({ cause }) => VAGUE.includes(cause));
  const duplicates = isVague ? duplicateSubscriptionFindings(specString(subscription, 'name'), name, subscriptions) : [];
  return duplicates.length === 0 ? failed : duplicates;
}

/** Returns the finding that OLM sees no upgrade to the wanted version. */
function noUpgrade(subscription: KubernetesObject, situation: Situation): Finding[] {
  const { pin, installed } = situation;
  const isLatest = statusString(subscription, 'state') === 'AtLatestKnown';
  if (pin === undefined || installed === undefined || !isLatest || newerInstalled(situation).length > 0) {
    return [];
  }
  const channel = specString(subscription, 'channel') ?? '(default)';
  const known = isInChannel(subscription, pin.csv, situation.packages) ? ', although the channel has it' : '';
  return [{ cause: 'no-upgrade-path', message: `OLM keeps ${installed.metadata.name}: it sees no upgrade to ${pin.csv} in channel ${channel}${known}` }];
}

/** A dump that lacks the installed ClusterServiceVersion does not tell that it was deleted: the InstallPlan matters as well. */
function missingCsvOrPlanProblems(situation: Situation): Finding[] {
  const missing = missingCsvFindings(situation);
  return missing === undefined ? planProblems(situation) : situation.isSelection ? [...planProblems(situation), ...missing] : missing;
}

/** Returns the finding that the installed ClusterServiceVersion was deleted; the plans that OLM then creates do not restore it. */
function missingCsvFindings(situation: Situation): Finding[] | undefined {
  const name = missingCsv(situation);
  if (name === undefined) {
    return undefined;
  }
  const absent = namespaceInterests(situation.namespace).csvs;
  if (situation.isSelection) {
    return [{ cause: 'csv-missing', absent, message: `ClusterServiceVersion ${name}, which Subscription ${situation.namespace}/${situation.name} has installed, does not exist` }];
  }
  const next = nextCsv(situation);
  const instead = next === undefined || next === name ? '' : `; OLM would install ${next} instead`;
  return [{
    cause: 'csv-missing',
    message: `ClusterServiceVersion ${name} does not exist, although Subscription ${situation.namespace}/${situation.name} lists it as installed: `
      + `it was deleted${instead}`,
  }];
}

/** Returns the problems of the InstallPlan, and other plans in the namespace that require approval. */
function planProblems(situation: Situation): Finding[] {
  const { plan, plans = [], csv } = situation;
  const { finding } = approval(situation);
  return [
    ...(plan === undefined ? [] : ownPlanProblems(plan, situation)),
    ...(finding === undefined ? [] : [finding]),
    ...(csv !== undefined || plan !== undefined ? [] : NOT_OWNED(plans)),
  ];
}

const NOT_OWNED = perObject((plans: readonly KubernetesObject[]) => (
  foremost(plans.filter((plan) => statusString(plan, 'phase') === 'RequiresApproval').map((plan): Finding => ({
    cause: 'plan-not-owned',
    message: `InstallPlan ${namespacedName(plan)} in this namespace requires approval and is not owned by this Subscription`,
  })))
));

/**
 * Returns the problems of the InstallPlan of the Subscription. OLM creates the ClusterServiceVersion before what it requires, so the plan may also be
 * stuck after that. Once nothing is missing, the operator may start even so.
 */
function ownPlanProblems(plan: KubernetesObject, { csv, targetCsv }: Situation): Finding[] {
  if (csv?.metadata.name !== targetCsv || csv === undefined) {
    return planFindings(plan);
  }
  const isDone = statusString(plan, 'phase') === 'Complete' || statusString(csv, 'phase') === 'Succeeded';
  return isDone ? [] : planFindings(plan).map((finding): Finding => (lacksRequirements(csv) ? finding : { ...finding, grace: 'timeout' }));
}

/** Returns what keeps a ClusterServiceVersion from succeeding, and its APIs from being served. */
function startProblems(situation: Situation): Finding[] {
  const { csv, targetCsv } = situation;
  if (csv === undefined) {
    return [];
  }
  const isDone = statusString(csv, 'phase') === 'Succeeded' && csv.metadata.name === targetCsv;
  return [
    ...deletionFindings(csv),
    ...csvFindings(csv, situation.required),
    ...(hasStarted(csv) ? deploymentProblems(csv, situation) : []),
    ...(isDone ? apiProblems(situation) : []),
  ];
}

function deletionFindings(csv: KubernetesObject): Finding[] {
  return isTerminating(csv) ? [{ cause: 'deletion-pending', message: `ClusterServiceVersion ${csv.metadata.name} is being deleted` }] : [];
}

/** Returns the Deployments of a ClusterServiceVersion that are missing or not available. */
function deploymentProblems(csv: KubernetesObject, { namespace, deployments, pods }: Situation): Finding[] {
  return deploymentNames(csv).flatMap((name): Finding[] => {
    const deployment = byName(deployments, name);
    return deployment === undefined
      ? [{
        cause: 'deployment-missing', message: `Deployment ${name} of ${csv.metadata.name} does not exist`, absent: namespaceInterests(namespace).deployments,
      }]
      : deploymentFindings(deployment, pods);
  });
}

/** Returns the APIs that are not served, although the operator has succeeded. */
function apiProblems({ apis }: Situation): Finding[] {
  return apis.flatMap(({ api, crd }): Finding[] => {
    if (crd === null) {
      return [{ cause: 'crd-not-established', message: `CustomResourceDefinition ${api.crd} does not exist` }];
    }
    const problem = crd === undefined ? undefined : crdProblem(crd, api.version);
    return problem === undefined ? [] : [problem];
  });
}

/** Whether OLM has created the Deployments, so that they can be the problem. */
function hasStarted(csv: KubernetesObject): boolean {
  const reasons = ['ComponentUnhealthy', 'NeedsReinstall', 'InstallCheckFailed', 'APIServiceResourceIssue'];
  return statusString(csv, 'phase') === 'Installing' || reasons.includes(statusString(csv, 'reason') ?? '');
}

/** Returns the controllers of OLM that are not available. */
function controllerProblems({ controllers }: Situation): readonly Finding[] {
  return UNAVAILABLE(controllers);
}

const UNAVAILABLE = perObject((controllers: readonly KubernetesObject[]) => (
  foremost(controllers.filter((deployment) => !isAvailable(deployment)).map((deployment): Finding => (
    { cause: 'olm-not-running', message: `Deployment ${namespacedName(deployment)} of OLM is not available` }
  )))
));

/** Returns the finding that a newer version than the wanted one is installed. */
function newerInstalled({ pin, installed }: Situation): Finding[] {
  if (pin === undefined || installed === undefined || installed.metadata.name === pin.csv) {
    return [];
  }
  const pinned = pinnedVersion(pin);
  const found = parseVersion(specString(installed, 'version') ?? '');
  return pinned !== undefined && found !== undefined && compareVersions(pinned, found) < 0
    ? [{ cause: 'newer-version-installed', message: `${installed.metadata.name} is installed, which is newer than ${pin.csv}` }]
    : [];
}

function pinnedVersion({ csv, version }: Pin): Version | undefined {
  return parseVersion(version ?? csv.slice(csv.indexOf('.') + 1).replace(/^v/, ''));
}

/** Strategy of an OperatorGroup with which OLM upgrades versions that failed. */
const FAIL_FORWARD = 'TechPreviewUnsafeFailForward';

/** Causes of a version that has failed. OLM may be retrying it. */
const FAILED: readonly CauseName[] = ['csv-start-timeout', 'csv-failed', 'csv-component-failed'];

/**
 * Returns the finding that OLM does not upgrade a version that failed while it replaced another one. As long as that is so, the replaced version
 * remains without a Subscription, which the resolver rejects regardless of the catalog unless `upgradeStrategy` is set.
 */
export function failedUpgradeFindings({ subscription, csv, csvs = [], groups }: Situation): Finding[] {
  const failed = condition(subscription ?? undefined, 'ResolutionFailed');
  const replaced = failed?.status === 'True' ? UNREFERENCED_CSV.exec(failed.message)?.[1] : undefined;
  const isReplaced = statusString(byName(csvs, replaced), 'phase') === 'Replacing';
  return csv !== undefined && isReplaced && csvFindings(csv).some(({ cause }) => FAILED.includes(cause))
    ? [{
      cause: 'upgrade-from-failed', message: `OLM does not upgrade ${csv.metadata.name}, because it failed`,
      ...(groups?.some((group) => specString(group, 'upgradeStrategy') === FAIL_FORWARD) !== true ? {}
        : { remedy: 'fix the failed version, or add the next one to the catalog: with the upgradeStrategy of the OperatorGroup, OLM upgrades a version that failed' }),
    }]
    : [];
}
