import { Construct } from 'constructs';
import { ConstructError } from '../model/construct-error';
import { OperatorServiceAccount } from '../rights/operator-service-account';
import { checkObjectName } from '../model/prop-checks';
import { joinedRules } from '../rights/install-roles';
import { SubscriptionChoice } from './subscription-choice';
import { describeTargets } from './operator-group';
import { CatalogBundle } from '../../catalog/catalog-bundle';
import { hasDependencies } from '../../report/olm-install-rules';
import { InstallPermissions } from '../../report/install-permissions';
import { InstallRules } from '../../report/install-rule';

/** ServiceAccount with which OLM installs an operator. */
export interface ServiceAccountChoice {
  readonly name: string;

  /** Rights of the account, or undefined if it exists already. */
  readonly rules: InstallRules | undefined;

  /** Warnings about what the account cannot do. */
  readonly warnings: readonly string[];
}

/**
 * Returns the ServiceAccount with which OLM installs an operator.
 *
 * @param subscription name of the Subscription
 * @param targets target namespaces of the OperatorGroup; an empty list for all namespaces
 * @throws ConstructError when the name is invalid, or the rights are unknown or more than the OperatorGroup allows
 */
export function chooseServiceAccount(
  scope: Construct,
  serviceAccount: OperatorServiceAccount,
  choice: SubscriptionChoice,
  subscription: string,
  targets: readonly string[],
): ServiceAccountChoice {
  const named = namedServiceAccount(scope, serviceAccount, subscription);
  if (!serviceAccount.isCreated) {
    return named;
  }
  const bundles = installedBundles(choice);
  if (bundles.length === 0) {
    throw unknownRightsError(scope, `the content of catalog '${choice.catalog.catalogName}'`);
  }
  const contents = bundles.map(({ name: bundle, content }) => {
    if (content === undefined) {
      throw unknownRightsError(scope, `the manifests of bundle '${bundle}'`);
    }
    return content;
  });
  const rules = joinedRules(contents.map((content) => InstallPermissions.of(content)));
  checkClusterRules(scope, serviceAccount, bundles, targets, rules);
  const dependents = bundles.filter((_, index) => hasDependencies(contents[index]!));
  return { name: named.name, rules, warnings: dependents.map((bundle) => dependencyWarning(bundle, named.name)) };
}

/**
 * Returns a ServiceAccount with its name only: it exists already, or its rights depend on a bundle that a lock has yet to choose.
 *
 * @throws ConstructError when the name is invalid
 */
export function namedServiceAccount(scope: Construct, serviceAccount: OperatorServiceAccount, subscription: string): ServiceAccountChoice {
  const name = serviceAccount.name ?? `${subscription}-installer`;
  checkObjectName(scope, 'serviceAccount', name);
  return { name, rules: undefined, warnings: [] };
}

function unknownRightsError(scope: Construct, unknown: string): ConstructError {
  return new ConstructError(scope, `serviceAccount is created with the rights that its bundle needs, and the app does not know ${unknown}; `
    + "set 'catalog' to an OperatorRegistry of bundles with their manifests, or use OperatorServiceAccount.named()");
}

function dependencyWarning({ name, requiredPackages, requiredApis }: CatalogBundle, account: string): string {
  const required = [...requiredPackages.map((found) => `package '${found.name}'`), ...requiredApis.map(({ kind }) => `kind ${kind}`)];
  const dependencies = required.length === 0 ? 'other operators' : required.join(', ');
  return `bundle '${name}' depends on ${dependencies}, and ServiceAccount '${account}' has no rights to install `
    + 'it: install dependencies with separate Subscriptions, in other namespaces';
}

/** Returns the bundle to install and, unless the version is pinned, those that OLM upgrades it to by itself. */
function installedBundles({ bundle, version, knownChannel }: SubscriptionChoice): CatalogBundle[] {
  if (bundle === undefined) {
    return [];
  }
  const upgrades = version === undefined ? knownChannel?.pathToHead(bundle.name) ?? [] : [];
  return [bundle, ...upgrades];
}

/** Checks that an OperatorGroup with target namespaces does not grant cluster-wide rights. */
function checkClusterRules(
  scope: Construct,
  account: OperatorServiceAccount,
  bundles: readonly CatalogBundle[],
  targets: readonly string[],
  rules: InstallRules,
): void {
  const purposes = [...new Set([...rules.clusterRules, ...rules.kubeSystemRules].map(({ purpose }) => purpose))];
  if (account.clusterPermissions || targets.length === 0 || purposes.length === 0) {
    return;
  }
  throw new ConstructError(scope, `the OperatorGroup has ${describeTargets(targets)}, and serviceAccount would need rights in the whole cluster to `
    + `install ${bundles.map(({ name }) => `'${name}'`).join(', ')}: to ${purposes.join(', to ')}; pass \`clusterPermissions: true\` to `
    + 'OperatorServiceAccount.create(), or set `installMode` to InstallMode.allNamespaces()');
}
