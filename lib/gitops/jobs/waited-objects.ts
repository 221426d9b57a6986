import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { OLM_GROUP, OLM_V1_GROUP } from '../../formats/schema/api-groups';
import { PREVIOUS_NAME } from '../../olm/names';

/** Kinds that the program waits for, with the group of each. */
const KINDS: { readonly [kind: string]: string } = {
  Subscription: OLM_GROUP,
  CatalogSource: OLM_GROUP,
  ClusterCatalog: OLM_V1_GROUP,
  ClusterExtension: OLM_V1_GROUP,
};

/** An object that the program waits for, with the fields that the roles depend on. */
export interface WaitedObject {
  readonly kind: string;
  readonly name: string;

  /** Namespace of the object, or undefined if it is cluster-scoped. */
  readonly namespace: string | undefined;

  /** Namespace of the catalog of a Subscription. */
  readonly catalogNamespace: string | undefined;

  /** Name of the Subscription whose operator a Subscription takes over. */
  readonly previousName: string | undefined;

  /** Whether it is a Subscription that waits for approval of the version that it is pinned to. */
  readonly isPinned: boolean;
}

/** Returns the objects in some constructs that the program waits for, in the order of the constructs. */
export function waitedApiObjects(constructs: readonly IConstruct[]): ApiObject[] {
  return [...new Set(constructs.flatMap(construct => construct.node.findAll()))]
    .filter((construct): construct is ApiObject => ApiObject.isApiObject(construct) && KINDS[construct.kind] === construct.apiGroup);
}

/** Returns the fields that the roles depend on. */
export function waitedObject(object: ApiObject): WaitedObject {
  const { kind, metadata, spec } = object.toJson() as ManifestOfOlm;
  return {
    kind, name: metadata.name, namespace: metadata.namespace, catalogNamespace: spec?.sourceNamespace,
    previousName: metadata.annotations?.[PREVIOUS_NAME],
    isPinned: spec?.installPlanApproval === 'Manual' && spec.startingCSV !== undefined,
  };
}

interface ManifestOfOlm {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly annotations?: { readonly [key: string]: string } };
  readonly spec?: { readonly sourceNamespace?: string; readonly installPlanApproval?: string; readonly startingCSV?: string };
}
