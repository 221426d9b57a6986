import { ApiObject, Chart } from 'cdk8s';
import { CheckedSubscription } from './checked-subscription';
import { Cluster } from './cluster';
import { ClusterObjects } from './model/cluster-objects';
import { isEarlierKubernetes } from './model/kubernetes-version';
import { unmetDependencies } from './dependency-check';
import { InstallPlanApproval } from './install-plan-approval';
import { OlmInstallation } from './olm-installation';
import { olmOfCluster } from './olm-of-cluster';
import { unknownSettings } from './operator-group-settings';
import { describeTargets, requiredInstallModes, targetNamespacesFor, targetNamespacesIn } from './target-namespaces';
import { stringField } from '../formats/json/json-value';
import { OLM_GROUP } from '../olm/v0/model/olm-names';
import { isBefore } from '../formats/schema/release-range';

type Check = (subscription: CheckedSubscription, objects: ClusterObjects) => string[];

/** Checks of the bundle that is installed. */
const BUNDLE_CHECKS: readonly Check[] = [installMode, kubernetesVersion];

/** Checks that need the other objects of the cluster, in the order of their messages. */
const CHECKS: readonly Check[] = [
  ...BUNDLE_CHECKS, givenOperatorGroup, otherOperatorGroups, samePackage, approvals, catalogVisibility,
  releaseOfSettings, excludedCatalogs, scopedAccount, unmetDependencies,
];

/** Returns what OLM would refuse or ignore, as sentences; called when the app is synthesized. */
export function subscriptionProblems(subscription: CheckedSubscription, objects: ClusterObjects): string[] {
  return CHECKS.flatMap(check => check(subscription, objects));
}

/** Returns why the cluster could not run the bundle of a Subscription, as sentences. */
export function bundleProblems(subscription: CheckedSubscription, objects: ClusterObjects): string[] {
  return BUNDLE_CHECKS.flatMap(check => check(subscription, objects));
}

function installMode(
  { bundle, namespace, operatorGroup, isOperatorGroupGiven, installMode: mode }: CheckedSubscription, objects: ClusterObjects,
): string[] {
  if (bundle === undefined) {
    return [];
  }
  const targets = operatorGroup === undefined ? targetNamespacesFor(mode, namespace) : targetNamespacesIn(objects.specOf(operatorGroup));
  if (targets === undefined) {
    return [];
  }
  const isByObject = operatorGroup !== undefined && isOperatorGroupGiven;
  const missing = requiredInstallModes(targets, namespace).filter(type => !bundle.supportsInstallMode(type));
  return missing.map(type => `bundle '${bundle.name}' does not support the install mode ${type}`
    + `${isByObject ? `, which the OperatorGroup '${operatorGroup.node.path}' requires (${describeTargets(targets)})` : ''}; it supports `
    + `${(bundle.installModes ?? []).join(', ')}: ${isByObject ? 'change the targetNamespaces of the OperatorGroup' : 'set `installMode` to one of these'}`);
}

function kubernetesVersion({ construct, bundle }: CheckedSubscription): string[] {
  const cluster = Cluster.of(construct);
  if (!isEarlierKubernetes(cluster?.kubernetesVersion, bundle?.minKubeVersion)) {
    return [];
  }
  return [`bundle '${bundle!.name}' requires Kubernetes ${bundle!.minKubeVersion} or later, and cluster '${cluster!.node.path}' has `
    + `${cluster!.kubernetesVersion}; use an earlier version of the bundle, or upgrade the cluster and change its \`kubernetesVersion\``];
}

/** Problems of an OperatorGroup that the user passed as an object. */
function givenOperatorGroup(subscription: CheckedSubscription, objects: ClusterObjects): string[] {
  const { construct, operatorGroup, namespace, namespaceObject, isOperatorGroupGiven } = subscription;
  if (operatorGroup === undefined || !isOperatorGroupGiven) {
    return [];
  }
  const group = `the OperatorGroup '${operatorGroup.node.path}'`;
  const other = operatorGroup.metadata.namespace;
  if (other !== namespace) {
    return [`${group} ${other === undefined ? 'has no namespace' : `is in namespace '${other}'`}, and the Subscription is in namespace '${namespace}', where OLM `
      + `requires one; set the namespace of the OperatorGroup to '${namespace}'`];
  }
  const targets = targetNamespacesIn(objects.specOf(operatorGroup));
  const given = targetNamespacesFor(subscription.installMode, namespace);
  const agrees = targets === undefined || (targets.length === given.length && targets.every(target => given.includes(target)));
  const chart = Chart.of(operatorGroup);
  return [
    ...(!subscription.isInstallModeGiven || agrees ? [] : [
      `installMode is ${subscription.installMode.type} (${describeTargets(given)}), and ${group} has ${describeTargets(targets)}; omit \`installMode\`, `
      + 'or change the targetNamespaces of the OperatorGroup',
    ]),
    ...(namespaceObject === undefined || chart === Chart.of(construct) ? [] : [
      `${group} is in another chart, which is written before the Namespace '${namespace}' of this one; create the Namespace in chart '${chart.node.path}', `
      + 'and set `createNamespace: false`',
    ]),
  ];
}

function otherOperatorGroups(
  { construct, namespace, operatorGroupName, isOperatorGroupGiven }: CheckedSubscription, objects: ClusterObjects,
): string[] {
  const others = objects.ofKind(OLM_GROUP, 'OperatorGroup', namespace).filter(({ name }) => name !== operatorGroupName);
  const installation = olmOfCluster(construct);
  // The OperatorGroup of an OLM in the cluster is not part of the app.
  if (others.length === 0 && installation?.operatorNamespace === namespace && !isOperatorGroupGiven) {
    return [`namespace '${namespace}' has the OperatorGroup for all namespaces of the OLM at '${installation.node.path}', and OLM does nothing in a `
      + "namespace with two; set `operatorGroup` to OperatorGroupRef.named('global-operators'), or use a separate namespace for this operator"];
  }
  return others.map(object => `namespace '${namespace}' has another OperatorGroup, at '${object.node.path}', and OLM does nothing in a namespace with `
    + 'two; set `operatorGroup` to that one, or use a separate namespace for this operator');
}

function samePackage(checked: CheckedSubscription, objects: ClusterObjects): string[] {
  const others = otherSubscriptions(checked, objects);
  const packageName = others.length === 0 ? undefined : packageOf(checked.subscription, objects);
  return others.filter(other => packageOf(other, objects) === packageName)
    .map(other => `package '${packageName}' has another Subscription in namespace '${checked.namespace}', at '${pathOf(other)}', and OLM installs a package once in a `
      + 'namespace; remove one of the two, or set another `namespace`');
}

function approvals(checked: CheckedSubscription, objects: ClusterObjects): string[] {
  return otherSubscriptions(checked, objects).map(other => ({ other, approval: approvalOf(other, objects) }))
    .filter(({ approval }) => approval !== String(checked.approval))
    .map(({ other, approval }) => `approval is ${checked.approval} here and ${approval} for '${pathOf(other)}' in the same namespace, where OLM `
      + 'then treats both as Manual; use the same approval for both, or separate namespaces');
}

function catalogVisibility({ construct, namespace, catalog, isCatalogOfApp }: CheckedSubscription): string[] {
  const global = olmOfCluster(construct)?.catalogNamespace;
  return !isCatalogOfApp || global === undefined || [namespace, global].includes(catalog.catalogNamespace) ? [] : [
    `the catalog is in namespace '${catalog.catalogNamespace}' and not visible in namespace '${namespace}'; `
    + `set the catalog's \`namespace\` to '${namespace}', or to OLM's global catalog namespace '${global}'`];
}

function releaseOfSettings({ construct, props }: CheckedSubscription): string[] {
  const installation = OlmInstallation._inClusterOf(construct);
  return installation === undefined ? [] : unknownSettings(props, installation.releaseVersion);
}

function excludedCatalogs(checked: CheckedSubscription, objects: ClusterObjects): string[] {
  const { namespace, props } = checked;
  if (props.excludeGlobalCatalogs !== true) {
    return [];
  }
  return otherSubscriptions(checked, objects).map(other => ({ other, spec: objects.specOf(other) }))
    .filter(({ spec }) => stringField(spec, 'sourceNamespace') !== namespace)
    .map(({ other, spec }) => `excludeGlobalCatalogs is set for namespace '${namespace}', and the Subscription at '${pathOf(other)}' in it has the catalog `
      + `'${stringField(spec, 'source')}' of namespace '${stringField(spec, 'sourceNamespace')}'; use a catalog in namespace '${namespace}', or omit \`excludeGlobalCatalogs\``);
}

/** First release of OLM that requests a token of a ServiceAccount; since Kubernetes 1.24, accounts have no token in a Secret. */
const TOKEN_REQUESTS = '0.29.0';

function scopedAccount(checked: CheckedSubscription, objects: ClusterObjects): string[] {
  const { construct, namespace, bundle, props: { serviceAccount } } = checked;
  if (serviceAccount?.isCreated !== true) {
    return [];
  }
  const olm = OlmInstallation._inClusterOf(construct);
  return [
    ...(olm !== undefined && isBefore(olm.releaseVersion, TOKEN_REQUESTS) ? [
      `serviceAccount requires OLM ${TOKEN_REQUESTS} or later if it is created, and the OLM of the cluster is ${olm.releaseVersion}; install a later release, or create the `
        + 'account with a token, and use OperatorServiceAccount.named()'] : []),
    ...otherSubscriptions(checked, objects).map(other => `serviceAccount has the rights for '${bundle?.name}' only, and OLM would also use it for the Subscription at `
      + `'${pathOf(other)}' in namespace '${namespace}'; use separate namespaces, or OperatorServiceAccount.named() with the rights for both`),
  ];
}

/** Returns the other Subscriptions in the namespace: those of constructs, and objects that the user created. */
function otherSubscriptions({ subscription, namespace }: CheckedSubscription, objects: ClusterObjects): ApiObject[] {
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
