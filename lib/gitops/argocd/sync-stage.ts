import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { BundleDeployment } from '../../constructs/bundle-deployment';
import { ImageCatalog } from '../../constructs/image-catalog';
import { ClusterCatalog } from '../../constructs/olm-v1/cluster-catalog';
import { ClusterExtension } from '../../constructs/olm-v1/cluster-extension';
import { OlmInstallation } from '../../constructs/olm-installation';
import { OperatorRegistry } from '../../constructs/operator-registry';
import { OperatorSubscription } from '../../constructs/operator-subscription';
import { PlainBundleDeployment } from '../../constructs/plain-bundle-deployment';
import { RukpakBundle } from '../../constructs/rukpak/rukpak-bundle';
import { RukpakBundleDeployment } from '../../constructs/rukpak/rukpak-bundle-deployment';
import { RukpakBundleInstance } from '../../constructs/rukpak/rukpak-bundle-instance';
import { OLM_GROUP } from '../../olm/v0/model/olm-names';
import { OLM_V1_GROUP } from '../../olm/v1/model/olm-v1-names';
import { RUKPAK_GROUP } from '../../olm/rukpak/model/rukpak-names';
import { isOperatorJob } from '../model/operator-job';

/** Stages in which Argo CD applies an app; it waits after each one until its objects are healthy. */
export enum SyncStage {
  /** CRDs and Namespaces. */
  CRDS = 0,
  /** OLM's controllers, with what they need. */
  OLM = 1,
  /** OLM's packageserver, which OLM itself installs. */
  PACKAGESERVER = 2,
  /** Catalogs. */
  CATALOGS = 3,
  /** OperatorGroups, Subscriptions and everything else that installs operators. */
  OPERATORS = 4,
  /** Custom resources of the operators, and everything else. */
  OPERANDS = 5,
}

const STAGE_OF_KIND: { readonly [groupKind: string]: SyncStage } = {
  'core/Namespace': SyncStage.CRDS,
  'apiextensions.k8s.io/CustomResourceDefinition': SyncStage.CRDS,
  [`${OLM_GROUP}/ClusterServiceVersion`]: SyncStage.PACKAGESERVER,
  [`${OLM_GROUP}/CatalogSource`]: SyncStage.CATALOGS,
  [`${OLM_GROUP}/OperatorGroup`]: SyncStage.OPERATORS,
  [`${OLM_GROUP}/Subscription`]: SyncStage.OPERATORS,
  [`${OLM_GROUP}/Operator`]: SyncStage.OPERATORS,
  [`${OLM_GROUP}/OLMConfig`]: SyncStage.OLM,
  [`${OLM_V1_GROUP}/ClusterCatalog`]: SyncStage.CATALOGS,
  [`${OLM_V1_GROUP}/ClusterExtension`]: SyncStage.OPERATORS,
  [`${RUKPAK_GROUP}/Bundle`]: SyncStage.OPERATORS,
  [`${RUKPAK_GROUP}/BundleDeployment`]: SyncStage.OPERATORS,
  [`${RUKPAK_GROUP}/BundleInstance`]: SyncStage.OPERATORS,
};

const isCatalog = (construct: IConstruct): boolean => (
  OperatorRegistry.isOperatorRegistry(construct) || ImageCatalog.isImageCatalog(construct) || ClusterCatalog.isClusterCatalog(construct)
);

const isInstaller = (construct: IConstruct): boolean => (
  OperatorSubscription.isOperatorSubscription(construct) || ClusterExtension.isClusterExtension(construct)
    || BundleDeployment.isBundleDeployment(construct) || PlainBundleDeployment.isPlainBundleDeployment(construct)
    || RukpakBundleDeployment.isRukpakBundleDeployment(construct) || RukpakBundle.isRukpakBundle(construct)
    || RukpakBundleInstance.isRukpakBundleInstance(construct) || isOperatorJob(construct)
);

/** Returns the stage of an object, or undefined if it may be applied in any stage before its dependents. */
export function syncStageOf(object: ApiObject): SyncStage | undefined {
  const ofKind = STAGE_OF_KIND[`${object.apiGroup}/${object.kind}`];
  // The innermost construct decides: a BundleDeployment contains a registry.
  for (const scope of [...object.node.scopes].reverse()) {
    if (OlmInstallation.isOlmInstallation(scope)) {
      return object.apiGroup === OLM_GROUP && object.kind === 'OperatorGroup' ? SyncStage.PACKAGESERVER : ofKind ?? SyncStage.OLM;
    }
    if (ofKind === undefined && isCatalog(scope)) {
      return SyncStage.CATALOGS;
    }
    if (ofKind === undefined && isInstaller(scope)) {
      return SyncStage.OPERATORS;
    }
  }
  return ofKind;
}
