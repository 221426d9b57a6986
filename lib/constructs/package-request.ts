import { Construct } from 'constructs';
import { InstallPlanApproval } from './install-plan-approval';
import { acceptsVersion } from './locked-props';
import { ConstructError } from './model/construct-error';
import { OperatorSubscriptionProps } from './operator-subscription-props';
import { PackageEngineRequest } from './package-engine-request';
import { SubscriptionChoice } from './subscription-choice';
import type { CatalogBundle } from '../catalog/catalog-bundle';

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
