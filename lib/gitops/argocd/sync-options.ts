import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { OlmInstallation } from '../../constructs/olm-installation';
import { OperatorRegistry } from '../../constructs/operator-registry';
import { OLM_GROUP } from '../../olm/v0/model/olm-names';

/** What determines the sync options of objects. */
export interface SyncOptionsInput {
  /** Whether the CRD of an object may be missing until an operator of the app is installed. */
  readonly isOperand: boolean;
  readonly deleteCrds: boolean;
  readonly keepOlm: boolean;
}

/** Kinds of OLM's own objects that no release drops and whose deletion would leave other objects without their controller. */
const PARTS_OF_OLM = ['core/Namespace', 'apps/Deployment', `${OLM_GROUP}/ClusterServiceVersion`];

/** Returns the sync options that an object needs. */
export function syncOptionsOf(object: ApiObject, { isOperand, deleteCrds, keepOlm }: SyncOptionsInput): string[] {
  const isCrd = object.kind === 'CustomResourceDefinition';
  const isContent = isCatalogContent(object);
  const isKept = (isCrd && !deleteCrds) || (keepOlm && isIn(object, scope => OlmInstallation.isOlmInstallation(scope)));
  const isNeverPruned = isKept && (isCrd || PARTS_OF_OLM.includes(`${object.apiGroup}/${object.kind}`));
  return [
    // The API server refuses annotations of more than 256 KiB, and a client-side apply stores the object in one.
    ...(isCrd || isContent ? ['ServerSideApply=true'] : []),
    ...(isNeverPruned ? ['Prune=false'] : []),
    ...(isKept ? ['Delete=false'] : []),
    // The pods of a registry use the ConfigMaps of the previous content until the pods of the new content run.
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
