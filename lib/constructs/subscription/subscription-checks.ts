import { ApiObject, Chart } from 'cdk8s';
import { IConstruct } from 'constructs';
import { InstallMode } from '../../bundle/model/install-mode';
import { Catalog } from '../../catalog/catalog';
import { CatalogBundle } from '../../catalog/catalog-bundle';
import { stringField } from '../../formats/json/json-value';
import { OLM_GROUP } from '../../formats/schema/api-groups';
import { isBefore } from '../../formats/schema/release-range';
import { isEarlierKubernetes } from '../../formats/semver/kubernetes-version';
import { unknownValues } from '../../olm/v0/settings/closed-values';
import { OlmInstallation } from '../installation/olm-installation';
import { olmOfCluster } from '../installation/olm-of-cluster';
import { catalogContentOf } from '../model/catalog-ref';
import { ClusterObjects } from '../model/cluster-objects';
import { clusterFactsOf } from '../model/cluster-scope';
import { describeLateValues, isAnyKnownLater, knownLater } from '../model/prop-checks';
import { providersIn, Requirement, requirementsOf } from '../../catalog/requirements';
import { describeTargets, requiredInstallModes, targetNamespacesFor, targetNamespacesIn, unknownSettings } from './operator-group';
import type { OperatorSubscription } from './operator-subscription';
import { InstallPlanApproval } from './operator-subscription-props';

/** A bundle in the namespace where it is to run. */
export interface PlacedBundle {
  readonly construct: IConstruct;
  readonly namespace: string;
  /** The bundle that OLM installs, if known. */
  readonly bundle: CatalogBundle | undefined;
  readonly installMode: InstallMode;
  /** The OperatorGroup that the user passed or the construct creates, or `undefined` if only its name is known. */
  readonly operatorGroup: ApiObject | undefined;
  /** Whether the user passed or named the OperatorGroup. */
  readonly isOperatorGroupGiven: boolean;
}

/** Checks that need the other objects of the cluster, in the order of their messages. */
const CHECKS: readonly ((operator: OperatorSubscription, objects: ClusterObjects) => string[])[] = [
  specValues, givenOperatorGroup, otherOperatorGroups, samePackage, previousSubscription, approvals, catalogVisibility, releaseOfSettings,
  excludedCatalogs, scopedAccount, unmetDependencies,
];

/** A subclass can change the spec. */
function specValues({ subscription }: OperatorSubscription, objects: ClusterObjects): string[] {
  return unknownValues('Subscription', objects.specOf(subscription), knownLater(subscription)).map(problem => `${problem}; set it in \`subscriptionSpec\` as OLM writes it`);
}

/** Returns what OLM v0 would refuse or ignore, as sentences; called when the app is synthesized. */
export function subscriptionProblems(operator: OperatorSubscription, objects: ClusterObjects): string[] {
  const { namespace, installMode: mode, operatorGroup, _subscriptionProps: props } = operator;
  const bundle = installedBundle(operator.subscription);
  const placed: PlacedBundle = {
    construct: operator, namespace, bundle, installMode: mode, operatorGroup, isOperatorGroupGiven: props.operatorGroup !== undefined,
  };
  return [...bundleProblems(placed, objects), ...CHECKS.flatMap(check => check(operator, objects))];
}

/** Returns why the cluster could not run a bundle, as sentences. */
export function bundleProblems(placed: PlacedBundle, objects: ClusterObjects): string[] {
  return [...installMode(placed, objects), ...kubernetesVersion(placed)];
}

function installMode(
  { construct, bundle, namespace, operatorGroup, isOperatorGroupGiven, installMode: mode }: PlacedBundle, objects: ClusterObjects,
): string[] {
  if (bundle === undefined) {
    return [];
  }
  const targets = operatorGroup === undefined ? targetNamespacesFor(mode, namespace) : targetNamespacesIn(objects.specOf(operatorGroup));
  if (targets === undefined) {
    return [];
  }
  const isByObject = operatorGroup !== undefined && isOperatorGroupGiven;
  // A target may turn out to be the namespace itself.
  if (targets.length === 1 && targets[0] !== namespace && isAnyKnownLater(construct, namespace, ...targets)) {
    return [];
  }
  const missing = requiredInstallModes(targets, namespace).filter(type => !bundle.supportsInstallMode(type));
  return missing.map(type => `bundle '${bundle.name}' does not support the install mode ${type}`
    + `${isByObject ? `, which the OperatorGroup '${operatorGroup.node.path}' requires (${describeTargets(targets)})` : ''}; it supports `
    + `${(bundle.installModes ?? []).join(', ')}: ${isByObject ? 'change the targetNamespaces of the OperatorGroup' : 'set `installMode` to one of these'}`);
}

function kubernetesVersion({ construct, bundle }: PlacedBundle): string[] {
  const cluster = clusterFactsOf(construct);
  if (!isEarlierKubernetes(cluster?.kubernetesVersion, bundle?.minKubeVersion)) {
    return [];
  }
  return [`bundle '${bundle!.name}' requires Kubernetes ${bundle!.minKubeVersion} or later, and cluster '${cluster!.node.path}' has `
    + `${cluster!.kubernetesVersion}; use an earlier version of the bundle, or upgrade the cluster and change its \`kubernetesVersion\``];
}

/** Problems of an OperatorGroup that the user passed as an object. */
function givenOperatorGroup(operator: OperatorSubscription, objects: ClusterObjects): string[] {
  const { namespace, namespaceObject, installMode: mode, _subscriptionProps: props } = operator;
  const operatorGroup = props.operatorGroup?.object;
  if (operatorGroup === undefined) {
    return [];
  }
  const group = `the OperatorGroup '${operatorGroup.node.path}'`;
  const other = operatorGroup.metadata.namespace;
  if (other !== namespace) {
    return [`${group} ${other === undefined ? 'has no namespace' : `is in namespace '${other}'`}, and the Subscription is in namespace '${namespace}', where OLM `
      + `requires one; set the namespace of the OperatorGroup to '${namespace}'`];
  }
  const targets = targetNamespacesIn(objects.specOf(operatorGroup));
  const given = targetNamespacesFor(mode, namespace);
  const expected = new Set(given);
  const agrees = targets === undefined || (targets.length === given.length && targets.every(target => expected.has(target)));
  const chart = Chart.of(operatorGroup);
  return [
    ...(props.installMode === undefined || agrees ? [] : [
      `installMode is ${mode.type} (${describeTargets(given)}), and ${group} has ${describeTargets(targets)}; omit \`installMode\`, `
      + 'or change the targetNamespaces of the OperatorGroup',
    ]),
    ...(namespaceObject === undefined || chart === Chart.of(operator) ? [] : [
      `${group} is in another chart, which is written before the Namespace '${namespace}' of this one; create the Namespace in chart '${chart.node.path}', `
      + 'and set `createNamespace: false`',
    ]),
  ];
}

function otherOperatorGroups(operator: OperatorSubscription, objects: ClusterObjects): string[] {
  const { namespace, operatorGroupName, _subscriptionProps: props } = operator;
  // The one that the user named may turn out to have the name of another.
  const mayBeGiven = (name: string): boolean => props.operatorGroup !== undefined && isAnyKnownLater(operator, name, operatorGroupName);
  const others = objects.ofKind(OLM_GROUP, 'OperatorGroup', namespace).filter(({ name }) => name !== operatorGroupName && !mayBeGiven(name));
  const installation = olmOfCluster(operator);
  // The OperatorGroup of an OLM in the cluster is not part of the app.
  if (others.length === 0 && installation?.operatorNamespace === namespace && props.operatorGroup === undefined) {
    return [`namespace '${namespace}' has the OperatorGroup for all namespaces of the OLM at '${installation.node.path}', and OLM does nothing in a `
      + `namespace with two; set \`operatorGroup\` to the \`globalOperators\` of '${installation.node.path}', or use a separate namespace for this operator`];
  }
  const reported = others.filter(object => objects.isNewConflict('OperatorGroup', object, operator.operatorGroup ?? operator));
  return reported.map(object => describeLateValues(operator, `namespace '${namespace}' has another OperatorGroup, at '${object.node.path}', and OLM does nothing in a `
    + `namespace with two; set \`operatorGroup\` to ${operatorGroupHandle(object)}, or use a separate namespace for this operator`));
}

/** Returns how a program refers to an OperatorGroup of the app. */
function operatorGroupHandle(object: ApiObject): string {
  const { scope } = object.node;
  if (OlmInstallation.isOlmInstallation(scope) && scope.globalOperators.object === object) {
    return `the \`globalOperators\` of '${scope.node.path}'`;
  }
  const owner = scope as Partial<OperatorSubscription> | undefined;
  return owner?.operatorGroup === object && 'operatorGroupRef' in owner ? `the \`operatorGroupRef\` of '${scope!.node.path}'` : 'that one';
}

function samePackage(operator: OperatorSubscription, objects: ClusterObjects): string[] {
  const others = otherSubscriptions(operator, objects);
  const packageName = others.length === 0 ? undefined : packageOf(operator.subscription, objects);
  return others.filter(other => packageOf(other, objects) === packageName && objects.isNewConflict('package', operator.subscription, other))
    .map(other => describeLateValues(operator, `package '${packageName}' has another Subscription in namespace '${operator.namespace}', at '${pathOf(other)}', and `
      + 'OLM installs a package once in a namespace; remove one of the two, or set another `namespace`'));
}

/** The hand-over would delete it, if it is for the same package, or otherwise never end. */
function previousSubscription(operator: OperatorSubscription, objects: ClusterObjects): string[] {
  const { previousName } = operator;
  const previous = previousName === undefined ? undefined : otherSubscriptions(operator, objects).find(({ name }) => name === previousName);
  return previous === undefined ? [] : [
    `previousName is '${previousName}', which is the name of another Subscription of the app in namespace '${operator.namespace}', at '${pathOf(previous)}'; remove that one, `
      + 'or omit `previousName`'];
}

function approvals(operator: OperatorSubscription, objects: ClusterObjects): string[] {
  return otherSubscriptions(operator, objects).map(other => ({ other, approval: approvalOf(other, objects) }))
    .filter(({ approval }) => approval !== String(operator.approval) && !isAnyKnownLater(operator, approval))
    .filter(({ other }) => objects.isNewConflict('approval', operator.subscription, other))
    .map(({ other, approval }) => `approval is ${operator.approval} here and ${approval} for '${pathOf(other)}' in the same namespace, where OLM `
      + 'then treats both as Manual; use the same approval for both, or separate namespaces');
}

function catalogVisibility(operator: OperatorSubscription): string[] {
  const { namespace, catalog } = operator;
  const global = olmOfCluster(operator)?.catalogNamespace;
  const isVisible = global === undefined || [namespace, global].includes(catalog.catalogNamespace);
  return isVisible || isAnyKnownLater(operator, namespace, global, catalog.catalogNamespace) ? [] : [
    `the catalog is in namespace '${catalog.catalogNamespace}' and not visible in namespace '${namespace}'; `
    + `use a catalog in namespace '${namespace}', or in OLM's global catalog namespace '${global}'`];
}

function releaseOfSettings(operator: OperatorSubscription): string[] {
  const installation = OlmInstallation._inClusterOf(operator);
  return installation === undefined ? [] : unknownSettings(operator._subscriptionProps, installation.releaseVersion);
}

function excludedCatalogs(operator: OperatorSubscription, objects: ClusterObjects): string[] {
  const { namespace, _subscriptionProps: props } = operator;
  if (props.excludeGlobalCatalogs !== true) {
    return [];
  }
  return otherSubscriptions(operator, objects).map(other => ({ other, spec: objects.specOf(other) }))
    .filter(({ spec }) => stringField(spec, 'sourceNamespace') !== namespace)
    .map(({ other, spec }) => `excludeGlobalCatalogs is set for namespace '${namespace}', and the Subscription at '${pathOf(other)}' in it has the catalog `
      + `'${stringField(spec, 'source')}' of namespace '${stringField(spec, 'sourceNamespace')}'; use a catalog in namespace '${namespace}', or omit \`excludeGlobalCatalogs\``);
}

/** First release of OLM that requests a token of a ServiceAccount; since Kubernetes 1.24, accounts have no token in a Secret. */
const TOKEN_REQUESTS = '0.29.0';

function scopedAccount(operator: OperatorSubscription, objects: ClusterObjects): string[] {
  const { namespace, _subscriptionProps: { serviceAccount } } = operator;
  if (serviceAccount?.isCreated !== true) {
    return [];
  }
  const olm = OlmInstallation._inClusterOf(operator);
  return [
    ...(olm !== undefined && isBefore(olm.releaseVersion, TOKEN_REQUESTS) ? [
      `serviceAccount requires OLM ${TOKEN_REQUESTS} or later if it is created, and the OLM of the cluster is ${olm.releaseVersion}; install a later release, or create the `
        + 'account with a token, and use OperatorServiceAccount.named()'] : []),
    ...otherSubscriptions(operator, objects).map(other => describeLateValues(operator, `serviceAccount has the rights for '${installedBundle(operator.subscription)?.name}' only, and OLM would `
      + `also use it for the Subscription at '${pathOf(other)}' in namespace '${namespace}'; use separate namespaces, or OperatorServiceAccount.named() with the rights for both`)),
  ];
}

/** Returns the other Subscriptions in the namespace: those of constructs, and objects that the user created. */
function otherSubscriptions({ subscription, namespace }: OperatorSubscription, objects: ClusterObjects): ApiObject[] {
  return objects.ofKind(OLM_GROUP, 'Subscription', namespace).filter(object => object !== subscription);
}

function packageOf(subscription: ApiObject, objects: ClusterObjects): string | undefined {
  return stringField(objects.specOf(subscription), 'name');
}

function approvalOf(subscription: ApiObject, objects: ClusterObjects): string {
  return stringField(objects.specOf(subscription), 'installPlanApproval') ?? InstallPlanApproval.AUTOMATIC;
}

/** Returns the path of the construct whose main object this is, or else the path of the object. */
function pathOf({ node }: ApiObject): string {
  return node.scope?.node.defaultChild?.node === node ? node.scope.node.path : node.path;
}

/** Bundles that constructs install, by their Subscription. */
const INSTALLED = new WeakMap<ApiObject, CatalogBundle>();

/**
 * Returns the requirements of a Subscription's bundle that OLM cannot install, because neither another Subscription of the namespace nor a catalog
 * that OLM uses for it provides them. Returns an empty list if there may be a catalog with unknown content.
 */
function unmetDependencies(operator: OperatorSubscription, objects: ClusterObjects): string[] {
  const { namespace, subscription } = operator;
  const bundle = installedBundle(subscription);
  const requirements = bundle === undefined ? [] : requirementsOf(bundle).filter(({ isMetBy }) => !isMetBy(bundle));
  if (requirements.length === 0) {
    return [];
  }
  const catalogs = usedCatalogs(operator, objects);
  const others = otherSubscriptions(operator, objects);
  if (catalogs === undefined || others.some(other => !INSTALLED.has(other))) {
    return [];
  }
  const installed = others.map(other => INSTALLED.get(other)!);
  return requirements
    .filter(requirement => !installed.some(requirement.isMetBy) && catalogs.every(catalog => providersIn(catalog, requirement).length === 0))
    .map(requirement => `bundle '${bundle!.name}' requires ${requirement.description}, and no catalog that OLM uses in namespace '${namespace}' has it; `
      + remedy(requirement, objects));
}

/** Records the bundle of a Subscription for those of others. */
export function recordBundle(subscription: ApiObject, bundle: CatalogBundle | undefined): void {
  if (bundle !== undefined) {
    INSTALLED.set(subscription, bundle);
  }
}

/** Returns the bundle of a Subscription, or undefined if it is unknown. */
export function installedBundle(subscription: ApiObject): CatalogBundle | undefined {
  return INSTALLED.get(subscription);
}

/** Returns the catalogs that OLM resolves the namespace with, or undefined if there may be one with unknown content. */
function usedCatalogs(operator: OperatorSubscription, objects: ClusterObjects): Catalog[] | undefined {
  const { namespace, catalog, _subscriptionProps: { excludeGlobalCatalogs = false } } = operator;
  const olm = OlmInstallation._inClusterOf(operator);
  // An OLM of another app or of OpenShift may have its own catalogs.
  if (!excludeGlobalCatalogs && olm === undefined) {
    return undefined;
  }
  // An object may turn out to be in the namespace.
  const mayBeHere = ({ metadata: { namespace: other } }: ApiObject): boolean => other !== namespace && isAnyKnownLater(operator, other, namespace);
  if (['CatalogSource', 'Subscription'].some(kind => objects.ofKind(OLM_GROUP, kind).some(mayBeHere))) {
    return undefined;
  }
  const namespaces = new Set([namespace, ...(excludeGlobalCatalogs ? [] : [olm!.catalogNamespace])]);
  const contents = [...namespaces].flatMap(used => objects.ofKind(OLM_GROUP, 'CatalogSource', used)).map(catalogContentOf);
  const all = [...contents, catalog.catalogContent];
  return all.every(content => content !== undefined) ? all : undefined;
}

/** Returns the remedy; it names packages that meet the requirement in catalogs of the app that OLM does not use here. */
function remedy(requirement: Requirement, objects: ClusterObjects): string {
  const elsewhere = objects.ofKind(OLM_GROUP, 'CatalogSource').flatMap(object => {
    const content = catalogContentOf(object);
    return content === undefined ? [] : providersIn(content, requirement).map(name => `package '${name}' of '${object.node.scope!.node.path}'`);
  });
  return elsewhere.length === 0 ? 'add a package that provides it to the registry, for example with `dependencies`'
    : `${elsewhere.slice(0, 3).join(' or ')} provides it: set \`dependencies\` of the registry to that catalog, or put it into OLM's global catalog namespace`;
}
