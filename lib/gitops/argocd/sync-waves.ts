import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { BundleDeployment } from '../../constructs/bundle-deployment';
import { ImageCatalog } from '../../constructs/catalogs/image-catalog';
import { OperatorRegistry } from '../../constructs/catalogs/operator-registry';
import { PlainBundleDeployment } from '../../constructs/engines/plain-bundle-deployment';
import { OlmInstallation } from '../../constructs/installation/olm-installation';
import { ClusterCatalog } from '../../constructs/olm-v1/cluster-catalog';
import { ClusterExtension } from '../../constructs/olm-v1/cluster-extension';
import { RukpakBundle } from '../../constructs/rukpak/rukpak-bundle';
import { RukpakBundleDeployment } from '../../constructs/rukpak/rukpak-bundle-deployment';
import { RukpakBundleInstance } from '../../constructs/rukpak/rukpak-bundle-instance';
import { OperatorSubscription } from '../../constructs/subscription/operator-subscription';
import { OLM_GROUP, OLM_V1_GROUP, RUKPAK_GROUP } from '../../formats/schema/api-groups';
import { largest } from '../../text/lists';
import { isOperatorJob } from '../jobs/program-objects';

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

/** Whether a construct of this library installs operators, waits for them, or serves a catalog. */
export function installsOperators(construct: IConstruct): boolean {
  return isCatalog(construct) || isInstaller(construct);
}

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

/** An object in the order of an app. */
export interface WaveNode {
  /** Stage of the object, or undefined if it may be applied in any stage. */
  readonly stage: SyncStage | undefined;
  /** Indexes of the nodes that are applied before it. */
  readonly after: readonly number[];
}

const STAGES = 6;
const STEP = 10;

/** Wave of the last stage of the first round, which is also the wave of objects without an annotation. */
const LAST_WAVE = 0;

/**
 * Returns the wave of each node, or the nodes of a cycle, each depending on the next one.
 *
 * Each stage has fixed waves, so they stay the same when objects are added. Only if an object depends on one of a later stage, such as a
 * catalog that needs a custom resource of another operator, is there a second round of stages after the first one.
 */
export function wavesOf(nodes: readonly WaveNode[]): { readonly waves: readonly number[] } | { readonly cycle: readonly number[] } {
  const sorted = topology(nodes);
  if ('cycle' in sorted) {
    return sorted;
  }
  const { order } = sorted;
  const stages: number[] = nodes.map(({ stage }) => stage ?? SyncStage.OPERANDS);
  for (const index of [...order].reverse()) {
    for (const earlier of nodes[index]!.after) {
      if (nodes[earlier]!.stage === undefined) {
        stages[earlier] = Math.min(stages[earlier]!, stages[index]!);
      }
    }
  }
  const rounds: number[] = nodes.map(() => 0);
  for (const index of order) {
    rounds[index] = largest([0, ...nodes[index]!.after.map(earlier => rounds[earlier]! + (stages[earlier]! > stages[index]! ? 1 : 0))]);
  }
  return { waves: nodes.map((_, index) => LAST_WAVE + (rounds[index]! * STAGES + stages[index]! - SyncStage.OPERANDS) * STEP) };
}

/** Sorts nodes topologically. Not recursive, because chains may be long. */
function topology(nodes: readonly WaveNode[]): { readonly order: readonly number[] } | { readonly cycle: readonly number[] } {
  const order: number[] = [];
  const states: ('new' | 'open' | 'done')[] = nodes.map(() => 'new');
  for (const start of nodes.keys()) {
    const path = states[start] === 'new' ? [{ index: start, next: 0 }] : [];
    while (path.length > 0) {
      const top = path.at(-1)!;
      states[top.index] = 'open';
      const earlier = nodes[top.index]!.after[top.next++];
      if (earlier === undefined) {
        states[top.index] = 'done';
        order.push(top.index);
        path.pop();
      } else if (states[earlier] === 'open') {
        return { cycle: path.slice(path.findIndex(({ index }) => index === earlier)).map(({ index }) => index) };
      } else if (states[earlier] === 'new') {
        path.push({ index: earlier, next: 0 });
      }
    }
  }
  return { order };
}
