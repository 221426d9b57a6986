import { Construct, type IConstruct } from 'constructs';
import type { CatalogBundle } from '../../catalog/catalog-bundle';
import { PackageEngineRequest } from '../catalogs/package-engine';
import { ConstructError } from '../model/construct-error';
import { InstallPlanApproval, OperatorSubscriptionProps } from './operator-subscription-props';
import { SubscriptionChoice } from './subscription-choice';
import { acceptsVersion } from './subscription-lock';

/** Props with a counterpart in OLM v0 only. */
const OLM_V0_PROPS: readonly (keyof OperatorSubscriptionProps)[] = [
  'startingCsv', 'operatorGroup', 'unpackTimeout', 'unpackRetryInterval', 'upgradeStrategy', 'excludeGlobalCatalogs', 'lock', 'upgradePlan',
];

/** Returns the props without a version range, from which OLM v1 chooses in the cluster. */
export function withoutRange({ versionRange: _, ...props }: OperatorSubscriptionProps): OperatorSubscriptionProps {
  return props;
}

/** Returns the bundle with the highest version that OLM v1 may choose, or undefined if there is none or the catalog is unknown. */
export function newestAccepted(props: OperatorSubscriptionProps, { knownPackage, knownChannel }: SubscriptionChoice): CatalogBundle | undefined {
  return (props.channel === undefined ? knownPackage : knownChannel)?.bundles.findLast(({ version }) => acceptsVersion(props, version));
}

/**
 * Returns what an engine other than that of OLM v0 is to install.
 *
 * @throws ConstructError when a prop for OLM v0 only is set
 */
export function packageRequest(
  scope: Construct & { readonly name: string; readonly namespace: string }, props: OperatorSubscriptionProps, choice: SubscriptionChoice,
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
    name: scope.name,
    packageName: choice.package,
    catalog: choice.catalog,
    namespace: scope.namespace,
    ...(createNamespace === undefined ? {} : { createNamespace }),
    ...(props.channel === undefined ? {} : { channel: props.channel }),
    ...(version === undefined ? {} : { version }),
    ...(installMode === undefined ? {} : { installMode }),
    ...(config === undefined ? {} : { config }),
    ...(serviceAccount?.name === undefined ? {} : { serviceAccount: serviceAccount.name }),
    ...(bundle === undefined ? {} : { bundle }),
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
  };
}

/**
 * Returns why a package that OLM v1 installs is not locked although its cluster has a lock, as a sentence, or undefined if its version is fixed.
 *
 * @param owner the lock of the cluster
 */
export function unlockedVersion(owner: IConstruct, props: OperatorSubscriptionProps, choice: SubscriptionChoice): string | undefined {
  if (props.version !== undefined) {
    return undefined;
  }
  const newest = newestAccepted(props, choice)?.version;
  return `OLM v1 chooses the version of package '${choice.package}' in the cluster, and the lock at '${owner.node.path}' is for OLM v0; set 'version'`
    + `${props.versionRange === undefined ? '' : ", instead of 'versionRange',"} to one version${newest === undefined ? '' : `, such as '${newest}', the newest one that the app accepts`}`;
}
