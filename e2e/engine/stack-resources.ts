import { neededBy, ResourceState } from './resource-state';

/** Resources of a stack during an operation; each change is saved at once. */
export class StackResources {
  private readonly living = new Map<string, ResourceState>();
  private replacedOnes: ResourceState[] = [];

  /**
   * @param resources resources in the state
   * @param save saves all resources, after each change
   */
  public constructor(resources: readonly ResourceState[], private readonly save: (resources: readonly ResourceState[]) => void) {
    for (const resource of resources) {
      if (resource.replaced) {
        this.replacedOnes.push(resource);
      } else {
        this.living.set(resource.urn, resource);
      }
    }
  }

  public get all(): ResourceState[] {
    return [...this.living.values(), ...this.replacedOnes];
  }

  public find(urn: string): ResourceState | undefined {
    return this.living.get(urn);
  }

  public put(resource: ResourceState): void {
    this.living.set(resource.urn, resource);
    this.save(this.all);
  }

  /** Renames a resource, including references to it. */
  public rename(from: string, to: string): void {
    const renamed = (urn: string): string => (urn === from ? to : urn);
    const resources = this.all.map(resource => ({
      ...resource,
      urn: resource.replaced ? resource.urn : renamed(resource.urn),
      parent: renamed(resource.parent),
      provider: renamed(resource.provider),
      deletedWith: renamed(resource.deletedWith),
      dependencies: resource.dependencies.map(renamed),
      propertyDependencies: Object.fromEntries(Object.entries(resource.propertyDependencies).map(([key, urns]) => [key, urns.map(renamed)])),
    }));
    this.living.clear();
    resources.filter(({ replaced }) => !replaced).forEach(resource => this.living.set(resource.urn, resource));
    this.replacedOnes = resources.filter(({ replaced }) => replaced);
  }

  /** Keeps a replaced resource until it is deleted. */
  public setAside(resource: ResourceState): void {
    this.living.delete(resource.urn);
    this.replacedOnes.push({ ...resource, replaced: true });
    this.save(this.all);
  }

  public remove(resource: ResourceState): void {
    if (resource.replaced) {
      this.replacedOnes = this.replacedOnes.filter(other => other.urn !== resource.urn || other.id !== resource.id);
    } else {
      this.living.delete(resource.urn);
    }
    this.save(this.all);
  }
}

/** Resources, and all of their dependencies. */
export function withNeeded(resources: readonly ResourceState[], others: readonly ResourceState[]): Set<ResourceState> {
  const found = new Set(resources);
  for (const resource of found) {
    const needed = new Set(neededBy(resource));
    others.filter(({ urn }) => needed.has(urn)).forEach(other => found.add(other));
  }
  return found;
}

/** Deletes resources in parallel where possible: each after all of its dependents. The first failure stops new deletions. */
export async function inReverseOrder(resources: readonly ResourceState[], remove: (resource: ResourceState) => Promise<void>): Promise<void> {
  const left = new Set(resources);
  const underWay = new Map<ResourceState, Promise<void>>();
  let failure: { readonly error: unknown } | undefined;
  while (left.size > 0) {
    const needed = new Set([...left].flatMap(neededBy));
    for (const resource of left) {
      if (failure === undefined && !underWay.has(resource) && !needed.has(resource.urn)) {
        underWay.set(resource, remove(resource).catch((error: unknown) => {
          failure ??= { error };
        }).then(() => {
          left.delete(resource);
          underWay.delete(resource);
        }));
      }
    }
    if (underWay.size === 0) {
      throw failure === undefined ? new Error(`dependency cycle among ${[...left].map(({ urn }) => urn).join(', ')}`) : failure.error;
    }
    await Promise.race(underWay.values());
  }
  if (failure !== undefined) {
    throw failure.error;
  }
}
