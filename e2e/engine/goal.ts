import { RegisterResourceRequest } from '@pulumi/pulumi/proto/resource_pb';
import { propertiesOf } from './grpc-messages';
import type { Properties } from './property-values';

/** An earlier identity of a resource; omitted parts are the current ones. */
export interface AliasSpec {
  readonly urn?: string;
  readonly name?: string;
  readonly type?: string;
  readonly parent?: string;
}

/** A resource as declared by the program. */
export interface Goal {
  readonly type: string;
  readonly name: string;
  readonly custom: boolean;
  readonly parent: string;
  readonly properties: Properties;
  readonly dependencies: readonly string[];
  /** URNs of the resources that each property comes from. */
  readonly propertyDependencies: Readonly<Record<string, readonly string[]>>;
  /** URN of its provider, or an empty string for the default one. */
  readonly provider: string;
  readonly aliases: readonly AliasSpec[];
  /** Undefined if the resource inherits it from its parent, like the next two. */
  readonly protect: boolean | undefined;
  readonly retainOnDelete: boolean | undefined;
  /** URN of the resource whose deletion makes its own unnecessary. */
  readonly deletedWith: string | undefined;
  readonly deleteBeforeReplace: boolean;
  readonly secretOutputs: readonly string[];
  readonly ignoreChanges: readonly string[];
  readonly replaceOnChanges: readonly string[];
}

/** Reads the declaration from a request. */
export function goalOf(request: RegisterResourceRequest): Goal {
  const propertyDependencies: Record<string, readonly string[]> = {};
  request.getPropertydependenciesMap().forEach((property, key) => {
    propertyDependencies[key] = property.getUrnsList();
  });
  const dependencies = new Set([...request.getDependenciesList(), ...Object.values(propertyDependencies).flat()]);
  return {
    type: request.getType(),
    name: request.getName(),
    custom: request.getCustom(),
    parent: request.getParent(),
    properties: propertiesOf(request.getObject()),
    dependencies: [...dependencies].sort(),
    propertyDependencies,
    // A reference to a provider is its URN and its id.
    provider: request.getProvider().split('::').slice(0, 4).join('::'),
    aliases: [...request.getAliasurnsList().map(urn => ({ urn })), ...request.getAliasesList().map(aliasSpecOf)],
    protect: request.hasProtect() ? request.getProtect() : undefined,
    retainOnDelete: request.hasRetainondelete() ? request.getRetainondelete() : undefined,
    deletedWith: request.getDeletedwith() === '' ? undefined : request.getDeletedwith(),
    deleteBeforeReplace: request.getDeletebeforereplace(),
    secretOutputs: request.getAdditionalsecretoutputsList(),
    ignoreChanges: request.getIgnorechangesList(),
    replaceOnChanges: request.getReplaceonchangesList(),
  };
}

function aliasSpecOf(alias: ReturnType<RegisterResourceRequest['getAliasesList']>[number]): AliasSpec {
  const spec = alias.getSpec();
  if (spec === undefined) {
    return { urn: alias.getUrn() };
  }
  return {
    ...(spec.getName() === '' ? {} : { name: spec.getName() }),
    ...(spec.getType() === '' ? {} : { type: spec.getType() }),
    ...(spec.getNoparent() ? { parent: '' } : spec.getParenturn() === '' ? {} : { parent: spec.getParenturn() }),
  };
}
