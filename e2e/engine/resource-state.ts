import type { Properties } from './property-values';

/** The state of a resource. */
export interface ResourceState {
  readonly urn: string;
  readonly type: string;
  /** Whether it has a provider; components and the stack have none. */
  readonly custom: boolean;
  /** ID that its provider assigned, or an empty string without a provider. */
  readonly id: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
  readonly parent: string;
  /** URNs of the resources it depends on. */
  readonly dependencies: readonly string[];
  /** URNs of the resources that each property comes from. */
  readonly propertyDependencies: Readonly<Record<string, readonly string[]>>;
  /** URN of the provider resource, or an empty string without a provider. */
  readonly provider: string;
  readonly protect: boolean;
  readonly retainOnDelete: boolean;
  /** URN of the resource whose deletion makes its own unnecessary, or an empty string. */
  readonly deletedWith: string;
  /** Why it is not ready, if it was created and did not become ready. */
  readonly initErrors: readonly string[];
  /** Whether it was replaced and is only waiting for deletion. */
  readonly replaced: boolean;
}

/** URNs of what a resource needs while it exists. */
export function neededBy(resource: ResourceState): string[] {
  return [resource.parent, resource.provider, resource.deletedWith, ...resource.dependencies].filter(urn => urn !== '');
}
