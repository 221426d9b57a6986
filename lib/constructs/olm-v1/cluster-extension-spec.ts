import { ClusterExtensionProps, CrdUpgradeSafety, UpgradeConstraintPolicy } from './cluster-extension-props';
import { ExtensionChoice } from './extension-choice';
import * as olmv1 from '../../../imports/olm.operatorframework.io';

const POLICIES: { readonly [policy in UpgradeConstraintPolicy]: olmv1.ClusterExtensionSpecSourceCatalogUpgradeConstraintPolicy } = {
  [UpgradeConstraintPolicy.CATALOG_PROVIDED]: olmv1.ClusterExtensionSpecSourceCatalogUpgradeConstraintPolicy.CATALOG_PROVIDED,
  [UpgradeConstraintPolicy.SELF_CERTIFIED]: olmv1.ClusterExtensionSpecSourceCatalogUpgradeConstraintPolicy.SELF_CERTIFIED,
};

const ENFORCEMENTS: { readonly [safety in CrdUpgradeSafety]: olmv1.ClusterExtensionSpecInstallPreflightCrdUpgradeSafetyEnforcement } = {
  [CrdUpgradeSafety.STRICT]: olmv1.ClusterExtensionSpecInstallPreflightCrdUpgradeSafetyEnforcement.STRICT,
  [CrdUpgradeSafety.NONE]: olmv1.ClusterExtensionSpecInstallPreflightCrdUpgradeSafetyEnforcement.NONE,
};

/** Returns the spec of a ClusterExtension. Unset fields are omitted, so that the defaults of the CRD apply. */
export function clusterExtensionSpec(
  choice: ExtensionChoice, props: ClusterExtensionProps, serviceAccount: string | undefined,
): olmv1.ClusterExtensionSpec {
  const { channels, version, upgradeConstraintPolicy, crdUpgradeSafety } = props;
  const { selector, config, progressDeadlineMinutes } = choice;
  return {
    namespace: choice.namespace,
    ...(serviceAccount === undefined ? {} : { serviceAccount: { name: serviceAccount } }),
    source: {
      sourceType: olmv1.ClusterExtensionSpecSourceSourceType.CATALOG,
      catalog: {
        packageName: choice.package,
        ...(selector === undefined ? {} : { selector }),
        ...(channels === undefined ? {} : { channels: [...channels] }),
        ...(version === undefined ? {} : { version }),
        ...(upgradeConstraintPolicy === undefined ? {} : { upgradeConstraintPolicy: POLICIES[upgradeConstraintPolicy] }),
      },
    },
    ...(crdUpgradeSafety === undefined ? {} : { install: { preflight: { crdUpgradeSafety: { enforcement: ENFORCEMENTS[crdUpgradeSafety] } } } }),
    ...(config === undefined ? {} : { config: { configType: olmv1.ClusterExtensionSpecConfigConfigType.INLINE, inline: config } }),
    ...(progressDeadlineMinutes === undefined ? {} : { progressDeadlineMinutes }),
  };
}
