import { Chart } from 'cdk8s';
import { Construct, type IConstruct } from 'constructs';
import { InstallMode } from '../../bundle/model/install-mode';
import type { CatalogBundle } from '../../catalog/catalog-bundle';
import { defined } from '../../formats/json/defined';
import type { OperatorUpgradePlan } from '../../resolve/operator-upgrade-plan';
import { IPackageEngine, PackageEngineRequest } from '../catalogs/package-engine';
import { ConstructError } from '../model/construct-error';
import type { ClusterLock } from '../model/lock-of-cluster';
import { checkOperatorConfig } from '../model/operator-config';
import { checkNamespace, checkObjectName, operatorNamespace } from '../model/prop-checks';
import type { OperatorGroupRef } from '../model/operator-group-ref';
import { operatorGroupAnnotations, targetNamespacesFor } from './operator-group';
import { InstallPlanApproval, OperatorSubscriptionProps } from './operator-subscription-props';
import { chooseServiceAccount, namedServiceAccount, ServiceAccountChoice } from './service-account-choice';
import { channelWarnings, chooseInstallMode, chooseSubscription, deprecationWarnings, SubscriptionChoice } from './subscription-choice';
import { acceptsVersion, type LockedEntry, subscriptionLock } from './subscription-lock';

/** What every plan has. */
interface Placement {
  /** Package and version that are installed. */
  readonly choice: SubscriptionChoice;
  readonly name: string;
  readonly namespace: string;
  readonly approval: InstallPlanApproval;
  readonly installMode: InstallMode;
  /** Warnings, as sentences. */
  readonly warnings: string[];
  /** What is wrong with the lock, as sentences for synthesis. */
  readonly problems: string[];
}

/** What an `OperatorSubscription` creates for OLM v0. */
export interface OlmV0Plan extends Placement {
  readonly engine?: undefined;
  /** Bundle that OLM installs, if it is known and no lock has yet to choose it. */
  readonly bundle: CatalogBundle | undefined;
  readonly createsNamespace: boolean;
  readonly operatorGroupName: string;
  /** OperatorGroup that is used instead of a new one. */
  readonly operatorGroup: OperatorGroupRef | undefined;
  /** Annotations of a new OperatorGroup. */
  readonly operatorGroupAnnotations: { [key: string]: string };
  readonly account: ServiceAccountChoice | undefined;
  readonly locked: LockedEntry | undefined;
  readonly upgradePlan: OperatorUpgradePlan | undefined;
}

/** What another engine installs for an `OperatorSubscription`. */
export interface PackagePlan extends Placement {
  readonly engine: IPackageEngine;
  readonly request: PackageEngineRequest;
}

/** What an `OperatorSubscription` creates: all defaults are applied, everything is checked, and nothing is created yet. */
export type SubscriptionPlan = OlmV0Plan | PackagePlan;

/**
 * Returns what an `OperatorSubscription` creates.
 *
 * @param scope the subscription, for the namespace of its chart and for errors
 * @param engine engine that installs the package, or undefined for OLM v0
 * @param lock the lock of the cluster
 * @throws ConstructError when props are invalid or contradict each other, the registry does not have what they name, or the engine cannot install it
 */
export function planSubscription(
  scope: Construct, props: OperatorSubscriptionProps, engine: IPackageEngine | undefined, lock: ClusterLock,
): SubscriptionPlan {
  if (props.config !== undefined) {
    checkOperatorConfig(scope, 'config', props.config);
  }
  return engine === undefined ? planForOlmV0(scope, props, lock) : planForEngine(scope, props, engine, lock);
}

function planForOlmV0(scope: Construct, props: OperatorSubscriptionProps, lock: ClusterLock): OlmV0Plan {
  const { locked, isUndecided, upgradePlan, problem, props: chosen } = subscriptionLock(scope, props, lock);
  const choice = chooseSubscription(scope, chosen);
  const { name, namespace, operatorGroupName } = namesOf(scope, props, choice);
  checkRenaming(scope, props, name);
  const bundle = isUndecided ? undefined : choice.bundle;
  const installMode = checkedTargets(scope, chooseInstallMode(scope, props, namespace, bundle));
  const annotations = operatorGroupAnnotations(scope, props, namespace, choice.catalog.catalogNamespace);
  const { serviceAccount } = props;
  const account = serviceAccount === undefined ? undefined
    : isUndecided ? namedServiceAccount(scope, serviceAccount, name)
    : chooseServiceAccount(scope, serviceAccount, choice, name, targetNamespacesFor(installMode, namespace));
  return {
    choice,
    name,
    namespace,
    approval: choice.approval,
    installMode,
    warnings: [...deprecationWarnings(choice), ...channelWarnings(choice), ...account?.warnings ?? []],
    problems: problem === undefined ? [] : [problem],
    bundle,
    createsNamespace: props.createNamespace ?? true,
    operatorGroupName,
    operatorGroup: props.operatorGroup,
    operatorGroupAnnotations: annotations,
    account,
    locked,
    upgradePlan,
  };
}

function planForEngine(scope: Construct, props: OperatorSubscriptionProps, engine: IPackageEngine, { owner }: ClusterLock): PackagePlan {
  const choice = chooseSubscription(scope, withoutRange(props));
  const { name, namespace } = namesOf(scope, props, choice);
  const installMode = checkedTargets(scope, props.installMode ?? InstallMode.allNamespaces());
  const problem = owner === undefined ? undefined : unlockedVersion(owner, props, choice);
  return {
    engine,
    request: packageRequest(scope, props, choice, { name, namespace }),
    choice,
    name,
    namespace,
    approval: InstallPlanApproval.AUTOMATIC,
    installMode,
    warnings: deprecationWarnings(choice),
    problems: problem === undefined ? [] : [problem],
  };
}

/** Names of the objects of a Subscription. */
interface SubscriptionNames {
  readonly name: string;
  readonly namespace: string;
}

function namesOf(
  scope: Construct, props: OperatorSubscriptionProps, { package: packageName }: SubscriptionChoice,
): SubscriptionNames & { readonly operatorGroupName: string } {
  const name = props.name ?? packageName;
  const namespace = operatorNamespace(scope, props.namespace ?? Chart.of(scope).namespace, packageName);
  const operatorGroupName = props.operatorGroup?.name ?? props.operatorGroupName ?? name;
  checkObjectName(scope, 'name', name);
  checkObjectName(scope, props.operatorGroupName === undefined ? 'operatorGroup' : 'operatorGroupName', operatorGroupName);
  return { name, namespace, operatorGroupName };
}

/** @throws ConstructError when an OperatorGroup is both named and given, or renamed with the Subscription, or the previous name is the current one */
function checkRenaming(scope: Construct, { previousName, operatorGroup, operatorGroupName }: OperatorSubscriptionProps, name: string): void {
  if (operatorGroup !== undefined && operatorGroupName !== undefined) {
    throw new ConstructError(scope, `operatorGroupName is '${operatorGroupName}', and operatorGroup refers to '${operatorGroup.name}', so that none is created; omit one of `
      + 'the two');
  }
  if (previousName === undefined) {
    return;
  }
  checkObjectName(scope, 'previousName', previousName);
  if (previousName === name) {
    throw new ConstructError(scope, `previousName is '${previousName}', which is still the name of the Subscription; set it to the name of before, or omit it`);
  }
  if (operatorGroup === undefined && operatorGroupName === undefined) {
    throw new ConstructError(scope, `previousName is '${previousName}', and without operatorGroupName the OperatorGroup is renamed as well, from the name of the previous `
      + `Subscription to '${name}', with which OLM restarts the operator; set 'operatorGroupName' to the name that it has, which is '${previousName}' unless something else `
      + "created it, and keep 'operatorGroupName' when you omit 'previousName'");
  }
}

function checkedTargets(scope: Construct, installMode: InstallMode): InstallMode {
  installMode.targetNamespaces.forEach(namespace => checkNamespace(scope, 'target namespace', namespace));
  return installMode;
}

/** Props with a counterpart in OLM v0 only. */
const OLM_V0_PROPS: readonly (keyof OperatorSubscriptionProps)[] = [
  'startingCsv', 'previousName', 'operatorGroup', 'operatorGroupName', 'unpackTimeout', 'unpackRetryInterval', 'upgradeStrategy', 'excludeGlobalCatalogs', 'lock', 'upgradePlan',
];

/** Returns the props without a version range, from which OLM v1 chooses in the cluster. */
function withoutRange({ versionRange: _, ...props }: OperatorSubscriptionProps): OperatorSubscriptionProps {
  return props;
}

/** Returns the bundle with the highest version that OLM v1 may choose, or undefined if there is none or the catalog is unknown. */
function newestAccepted(props: OperatorSubscriptionProps, { knownPackage, knownChannel }: SubscriptionChoice): CatalogBundle | undefined {
  return (props.channel === undefined ? knownPackage : knownChannel)?.bundles.findLast(({ version }) => acceptsVersion(props, version));
}

/**
 * Returns what an engine other than that of OLM v0 is to install.
 *
 * @throws ConstructError when a prop for OLM v0 only is set
 */
function packageRequest(
  scope: Construct, props: OperatorSubscriptionProps, choice: SubscriptionChoice, { name, namespace }: SubscriptionNames,
): PackageEngineRequest {
  const other = OLM_V0_PROPS.find(prop => props[prop] !== undefined);
  if (other !== undefined) {
    throw new ConstructError(scope, `'${other}' is set, which only OLM v0 has; omit '${other}', or set 'engine' to new OlmV0Engine()`);
  }
  if (props.approval === InstallPlanApproval.MANUAL) {
    throw new ConstructError(scope, "'approval' is manual, and only OLM v0 has InstallPlans to approve; set 'version' to the version to stay on "
      + "instead of 'approval', or set 'engine' to new OlmV0Engine()");
  }
  const { serviceAccount, createNamespace, installMode, config, labels, annotations } = props;
  if (serviceAccount?.isCreated === true) {
    throw new ConstructError(scope, "'serviceAccount' is created with the rights that OLM v0 needs; omit 'serviceAccount' (for a release of OLM v1 that needs one, "
      + "it is created), or set 'engine' to new OlmV0Engine()");
  }
  const version = props.version ?? props.versionRange;
  const bundle = (props.versionRange === undefined ? choice.bundle : newestAccepted(props, choice))?.content;
  return {
    name,
    packageName: choice.package,
    catalog: choice.catalog,
    namespace,
    ...defined({ createNamespace, channel: props.channel, version, installMode, config }),
    ...(serviceAccount?.name === undefined ? {} : { serviceAccount: serviceAccount.name }),
    ...defined({ bundle, labels, annotations }),
  };
}

/**
 * Returns why a package that OLM v1 installs is not locked although its cluster has a lock, as a sentence, or undefined if its version is fixed.
 *
 * @param owner the lock of the cluster
 */
function unlockedVersion(owner: IConstruct, props: OperatorSubscriptionProps, choice: SubscriptionChoice): string | undefined {
  if (props.version !== undefined) {
    return undefined;
  }
  const newest = newestAccepted(props, choice)?.version;
  return `OLM v1 chooses the version of package '${choice.package}' in the cluster, and the lock at '${owner.node.path}' is for OLM v0; set 'version'`
    + `${props.versionRange === undefined ? '' : ", instead of 'versionRange',"} to one version${newest === undefined ? '' : `, such as '${newest}', the newest one that the app accepts`}`;
}
