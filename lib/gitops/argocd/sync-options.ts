import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { OlmInstallation } from '../../constructs/olm-installation';
import { OperatorRegistry } from '../../constructs/operator-registry';
import { OLM_GROUP } from '../../olm/model/olm-names';

/** What decides the sync options of objects. */
export interface SyncOptionsInput {
  /** Whether the CRD of an object may be missing until an operator of the app is installed. */
  readonly isOperand: boolean;
  readonly deleteCrds: boolean;
  readonly keepOlm: boolean;
}

/** Kinds of OLM's own objects that no release drops, and whose deletion would leave others without their controller. */
const PARTS_OF_OLM = ['core/Namespace', 'apps/Deployment', `${OLM_GROUP}/ClusterServiceVersion`];

/** Returns the sync options that an object needs. */
export function syncOptionsOf(object: ApiObject, { isOperand, deleteCrds, keepOlm }: SyncOptionsInput): string[] {
  const isCrd = object.kind === 'CustomResourceDefinition';
  const isContent = isCatalogContent(object);
  const isKept = (isCrd && !deleteCrds) || (keepOlm && isIn(object, scope => OlmInstallation.isOlmInstallation(scope)));
  const isNeverPruned = isKept && (isCrd || PARTS_OF_OLM.includes(`${object.apiGroup}/${object.kind}`));
  return [
    // Beyond 256 KiB, the annotation that a client-side apply needs is refused.
    ...(isCrd || isContent ? ['ServerSideApply=true'] : []),
    ...(isNeverPruned ? ['Prune=false'] : []),
    ...(isKept ? ['Delete=false'] : []),
    // The pods of a registry use the ConfigMaps of the previous content until those of the new one run.
    ...(isContent ? ['PruneLast=true'] : []),
    ...(isOperand ? ['SkipDryRunOnMissingResource=true'] : []),
  ];
}

/** Whether an object is a ConfigMap with a part of a catalog. */
function isCatalogContent(object: ApiObject): boolean {
  return object.kind === 'ConfigMap' && isIn(object, scope => OperatorRegistry.isOperatorRegistry(scope));
}

function isIn({ node: { scopes } }: ApiObject, isOwner: (construct: IConstruct) => boolean): boolean {
  return scopes.some(isOwner);
}
