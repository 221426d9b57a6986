import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { FluxStage } from './flux-stage';
import { BundleDeployment } from '../../constructs/bundle-deployment';
import { ImageCatalog } from '../../constructs/image-catalog';
import { ClusterCatalog } from '../../constructs/olm-v1/cluster-catalog';
import { ClusterExtension } from '../../constructs/olm-v1/cluster-extension';
import { OlmInstallation } from '../../constructs/olm-installation';
import { OperatorRegistry } from '../../constructs/operator-registry';
import { OperatorSubscription } from '../../constructs/operator-subscription';
import { PlainBundleDeployment } from '../../constructs/plain-bundle-deployment';
import { RukpakBundleDeployment } from '../../constructs/rukpak/rukpak-bundle-deployment';
import { OLM_GROUP } from '../../olm/v0/model/olm-names';
import { OLM_V1_GROUP } from '../../olm/v1/model/olm-v1-names';
import { isOperatorJob } from '../model/operator-job';
import { RUKPAK_GROUP } from '../../olm/rukpak/model/rukpak-names';

/** Property of a construct whose objects were assigned to a stage, so that all copies of this library share it. */
export const ASSIGNED_STAGE = Symbol.for('olm-constructs.FluxStage');

const CRD_KIND = 'CustomResourceDefinition';

/** Kinds of OLM's own objects that its controllers work on: packageserver and the default catalog. */
const WORK_OF_OLM = new Set([`${OLM_GROUP}/CatalogSource`, `${OLM_GROUP}/ClusterServiceVersion`]);

/** Stage of the objects in a construct. */
const STAGE_OF_CONSTRUCT: readonly (readonly [stage: FluxStage, isKind: (construct: unknown) => boolean])[] = [
  [FluxStage.OPERATORS, one => isOperatorJob(one as IConstruct)],
  [FluxStage.OLM, one => OlmInstallation.isOlmInstallation(one)],
  [FluxStage.CATALOGS, one => OperatorRegistry.isOperatorRegistry(one)],
  [FluxStage.CATALOGS, one => ImageCatalog.isImageCatalog(one)],
  [FluxStage.CATALOGS, one => ClusterCatalog.isClusterCatalog(one)],
  [FluxStage.OPERATORS, one => OperatorSubscription.isOperatorSubscription(one)],
  [FluxStage.OPERATORS, one => ClusterExtension.isClusterExtension(one)],
  [FluxStage.OPERATORS, one => BundleDeployment.isBundleDeployment(one)],
  [FluxStage.OPERATORS, one => PlainBundleDeployment.isPlainBundleDeployment(one)],
  [FluxStage.OPERATORS, one => RukpakBundleDeployment.isRukpakBundleDeployment(one)],
];

/** Stage of the objects of a kind, regardless of the construct. */
const STAGE_OF_KIND: { readonly [kind: string]: FluxStage } = {
  [`${OLM_GROUP}/CatalogSource`]: FluxStage.CATALOGS,
  [`${OLM_GROUP}/OperatorGroup`]: FluxStage.OPERATORS,
  [`${OLM_GROUP}/Subscription`]: FluxStage.OPERATORS,
  [`${OLM_GROUP}/InstallPlan`]: FluxStage.OPERATORS,
  [`${OLM_GROUP}/ClusterServiceVersion`]: FluxStage.OPERATORS,
  [`${OLM_GROUP}/OperatorCondition`]: FluxStage.OPERATORS,
  [`${OLM_GROUP}/Operator`]: FluxStage.OPERATORS,
  [`${OLM_GROUP}/OLMConfig`]: FluxStage.OLM,
  [`${OLM_V1_GROUP}/ClusterCatalog`]: FluxStage.CATALOGS,
  [`${OLM_V1_GROUP}/ClusterExtension`]: FluxStage.OPERATORS,
  [`${RUKPAK_GROUP}/Bundle`]: FluxStage.OPERATORS,
  [`${RUKPAK_GROUP}/BundleDeployment`]: FluxStage.OPERATORS,
  [`${RUKPAK_GROUP}/BundleInstance`]: FluxStage.OPERATORS,
};

/** Returns the stage that the user assigned to an object or to one of its scopes. */
export function assignedStage(object: IConstruct): FluxStage | undefined {
  const assigned = object.node.scopes.findLast(scope => ASSIGNED_STAGE in scope);
  return (assigned as { [ASSIGNED_STAGE]?: FluxStage } | undefined)?.[ASSIGNED_STAGE];
}

/**
 * Returns the earliest stage of an object by its kind and by the construct that created it, ignoring its dependencies.
 *
 * @param definedKinds kinds of the CRDs of the app, as `<group>/<kind>`
 */
export function stageOfKind(object: ApiObject, definedKinds: ReadonlySet<string>): FluxStage {
  const kind = `${object.apiGroup}/${object.kind}`;
  for (const scope of object.node.scopes.toReversed()) {
    const [stage] = STAGE_OF_CONSTRUCT.find(([, isKind]) => isKind(scope)) ?? [];
    if (stage !== undefined) {
      return stage === FluxStage.OLM && WORK_OF_OLM.has(kind) ? FluxStage.CATALOGS : stage;
    }
  }
  const ofKind = STAGE_OF_KIND[kind];
  if (ofKind !== undefined) {
    return ofKind;
  }
  return isCustom(object) && !definedKinds.has(kind) ? FluxStage.OPERANDS : FluxStage.OLM;
}

/** Whether an object is a CustomResourceDefinition. */
export function isCrd({ apiGroup, kind }: ApiObject): boolean {
  return apiGroup === 'apiextensions.k8s.io' && kind === CRD_KIND;
}

/** Whether the kind of an object is defined by a CRD: Kubernetes' own groups have no dot, or end in k8s.io. */
export function isCustom({ apiGroup }: ApiObject): boolean {
  return apiGroup.includes('.') && !/(^|\.)k8s\.io$/.test(apiGroup);
}
