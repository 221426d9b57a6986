import type { Properties } from './property-values';

/** What the state keeps of a resource. */
export interface ResourceState {
  readonly urn: string;
  readonly type: string;
  /** Whether a provider made it; components and the stack are made by nobody. */
  readonly custom: boolean;
  /** What its provider calls it; empty for what no provider made. */
  readonly id: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
  readonly parent: string;
  /** The URNs of the resources that must be there before it. */
  readonly dependencies: readonly string[];
  /** The URNs of the resources that each property comes from. */
  readonly propertyDependencies: Readonly<Record<string, readonly string[]>>;
  /** The URN of the provider's resource; empty for what no provider made. */
  readonly provider: string;
  readonly protect: boolean;
  readonly retainOnDelete: boolean;
  /** Why it is not ready, where it was made and did not become ready. */
  readonly initErrors: readonly string[];
  /** Whether another one has taken its place, so that it is only there to be deleted. */
  readonly replaced: boolean;
}

/** The URNs of what a resource needs while it is there. */
export function neededBy(resource: ResourceState): string[] {
  return [resource.parent, resource.provider, ...resource.dependencies].filter(urn => urn !== '');
}
