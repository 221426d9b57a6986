import { isDeepStrictEqual } from 'node:util';
import { Aliases } from './aliases';
import type { Goal } from './goal';
import { isObject, isSecret, markedLike, Properties, revealed, secret, UNKNOWN } from './property-values';
import { Providers } from './providers';
import { Known, PartialFailure, ResourceProvider } from './resource-provider';
import type { ResourceState } from './resource-state';
import { inReverseOrder, StackResources, withNeeded } from './stack-resources';
import { Operation, Step, step } from './step';
import { urnOf } from './urn';

const PROVIDER_TYPE = 'pulumi:providers:';

/** One preview or update: turns a program's declarations into a stack, resource by resource. */
export class Deployment {
  /** Performed (or, in a preview, planned) steps, in the order in which they ended. */
  public readonly steps: Step[] = [];
  /** Errors. Nothing new is started after one. */
  public readonly failures: string[] = [];

  private readonly aliases: Aliases;
  private readonly registered = new Set<string>();
  private readonly underWay = new Set<Promise<unknown>>();
  /** URNs of resources that are being deleted, except for replacement. */
  private readonly doomed = new Set<string>();
  /** URNs of resources that were deleted for replacement. */
  private readonly replaced = new Set<string>();

  public constructor(
    private readonly stack: string,
    private readonly project: string,
    private readonly resources: StackResources,
    private readonly providers: Providers,
    private readonly preview: boolean,
  ) {
    this.aliases = new Aliases(stack, project);
  }

  /**
   * Creates a resource, or updates the existing one.
   *
   * @throws if that fails, or something else has failed before
   */
  public async register(goal: Goal): Promise<ResourceState> {
    if (this.failures.length > 0) {
      throw new Error(`not started because of an earlier failure: ${goal.type} ${goal.name}`);
    }
    const work = this.registerOnce(goal);
    this.underWay.add(work);
    try {
      return await work;
    } catch (error) {
      this.failures.push(`${goal.type} ${goal.name}: ${(error as Error).message}`);
      throw error;
    } finally {
      this.underWay.delete(work);
    }
  }

  /** Stores the outputs that a component registers at its end. */
  public registerOutputs(urn: string, outputs: Properties): void {
    const resource = this.resources.find(urn);
    if (resource !== undefined) {
      this.resources.put({ ...resource, outputs });
    }
  }

  /** Waits for operations in progress. */
  public async settle(): Promise<void> {
    await Promise.allSettled(this.underWay);
  }

  /** Deletes what the program no longer declares, and what has been replaced. */
  public async deleteTheRest(): Promise<void> {
    await this.delete(this.resources.all.filter(({ urn, replaced }) => replaced || !this.registered.has(urn)));
  }

  /**
   * Deletes resources, dependents first. Protected resources and their dependencies stay; all others are deleted.
   *
   * @throws if something is protected
   */
  public async delete(resources: readonly ResourceState[]): Promise<void> {
    const guarded = resources.filter(({ protect }) => protect);
    const staying = withNeeded(guarded, resources);
    const leaving = resources.filter(resource => !staying.has(resource));
    leaving.filter(({ replaced }) => !replaced).forEach(({ urn }) => this.doomed.add(urn));
    await inReverseOrder(
      leaving,
      resource => this.deleteOne(resource, resource.replaced ? 'delete-replaced' : 'delete'),
    );
    if (guarded.length > 0) {
      throw new Error(guarded.map(({ urn }) => `${urn} is protected and cannot be deleted`).join('\n'));
    }
  }

  /** Reads the actual state, and stores it. */
  public async refresh(): Promise<void> {
    for (const resource of this.resources.all.filter(({ provider }) => provider !== '')) {
      const provider = await this.providerOf(resource);
      const found = await provider.read(known(resource));
      if (found === undefined) {
        this.resources.remove(resource);
        this.steps.push(step('delete', resource.urn));
        continue;
      }
      const inputs = markedLike(found.inputs, resource.inputs) as Properties;
      const refreshed = { ...resource, id: found.id, inputs, outputs: markedLike(found.outputs, resource.outputs) as Properties };
      // A resource counts as changed if an `up` of the same program would have something to do.
      const { changes } = await provider.diff(known(refreshed), revealed(resource.inputs));
      this.steps.push(step(changes ? 'update' : 'same', resource.urn));
      this.resources.put(refreshed);
    }
  }

  private async registerOnce(goal: Goal): Promise<ResourceState> {
    const urn = urnOf(this.stack, this.project, goal);
    if (this.registered.has(urn)) {
      throw new Error(`the program makes two resources with the URN ${urn}`);
    }
    this.registered.add(urn);
    const old = this.adopted(urn, goal);
    const isProvider = goal.type.startsWith(PROVIDER_TYPE);
    const provider = !goal.custom || isProvider ? '' : goal.provider === '' ? this.defaultProvider(goal) : goal.provider;
    const parent = this.resources.find(goal.parent);
    const wanted: ResourceState = {
      urn, type: goal.type, custom: goal.custom, id: '', inputs: goal.properties, outputs: {}, parent: goal.parent,
      dependencies: goal.dependencies, propertyDependencies: goal.propertyDependencies, provider,
      protect: goal.protect ?? parent?.protect ?? false, retainOnDelete: goal.retainOnDelete ?? parent?.retainOnDelete ?? false,
      deletedWith: goal.deletedWith ?? parent?.deletedWith ?? '', initErrors: [], replaced: false,
    };
    if (provider === '') {
      const id = isProvider ? old?.id ?? `id-of-${goal.name}` : '';
      const outputs = isProvider ? goal.properties : old?.outputs ?? {};
      const unchanged = old !== undefined && isDeepStrictEqual(old.inputs, wanted.inputs);
      return this.done(unchanged ? 'same' : old === undefined ? 'create' : 'update', { ...wanted, id, outputs });
    }
    return this.registerProvided(goal, wanted, old);
  }

  private async registerProvided(goal: Goal, wanted: ResourceState, old: ResourceState | undefined): Promise<ResourceState> {
    const provider = await this.providerOf(wanted);
    const asked = goal.ignoreChanges.length === 0 || old === undefined ? wanted.inputs
      : { ...wanted.inputs, ...Object.fromEntries(goal.ignoreChanges.map(key => [key, old.inputs[key]])) };
    const checked = await provider.check(wanted.urn, revealed(old?.inputs ?? {}), revealed(asked));
    const next = { ...wanted, inputs: markedLike(checked, asked) as Properties };
    if (old === undefined) {
      return this.make(this.replaced.has(next.urn) ? 'create-replacement' : 'create', provider, goal, next);
    }
    const difference = await provider.diff(known(old), revealed(next.inputs));
    const replaces = [...difference.replaces, ...goal.replaceOnChanges.filter(property => property === '#initerror'
      ? old.initErrors.length > 0 : !isDeepStrictEqual(at(old.inputs, property), at(next.inputs, property)))];
    if (replaces.length > 0) {
      if (old.protect) {
        throw new Error(`${old.urn} is protected and cannot be replaced because of ${replaces.join(', ')}`);
      }
      if (goal.deleteBeforeReplace || difference.deleteBeforeReplace) {
        await inReverseOrder([old, ...await this.replacedWith(old)], resource => this.deleteOne(resource, 'delete-replaced'));
      } else {
        this.resources.setAside(old);
      }
      return this.make('create-replacement', provider, goal, next);
    }
    if (!difference.changes && old.initErrors.length === 0) {
      return this.done('same', { ...next, id: old.id, outputs: old.outputs });
    }
    if (this.preview) {
      return this.done('update', { ...next, id: old.id, outputs: next.inputs });
    }
    return this.partly('update', { ...next, id: old.id, outputs: old.outputs }, goal, async () => ({
      id: old.id, outputs: await provider.update(known(old), revealed(next.inputs)),
    }));
  }

  /** Resources to delete before another is deleted for replacement, because they use its outputs. */
  private async replacedWith(root: ResourceState): Promise<ResourceState[]> {
    const urns = new Set([root.urn]);
    const found: ResourceState[] = [];
    for (const resource of this.resources.all.filter(({ urn, provider }) => provider !== '' && !this.registered.has(urn))) {
      const keys = Object.entries(resource.propertyDependencies).filter(([, needed]) => needed.some(urn => urns.has(urn))).map(([key]) => key);
      const inputs = { ...revealed(resource.inputs), ...Object.fromEntries(keys.map(key => [key, UNKNOWN])) };
      if (keys.length > 0 && (await (await this.providerOf(resource)).diff(known(resource), inputs)).replaces.length > 0) {
        found.push(resource);
        urns.add(resource.urn);
        this.replaced.add(resource.urn);
      }
    }
    return found;
  }

  private make(operation: Operation, provider: ResourceProvider, goal: Goal, next: ResourceState): Promise<ResourceState> {
    // A preview knows the inputs of a new resource; its id is unknown.
    return this.preview ? Promise.resolve(this.done(operation, { ...next, outputs: next.inputs }))
      : this.partly(operation, next, goal, () => provider.create(next.urn, revealed(next.inputs)));
  }

  /** Stores what a provider created, even if it is not ready. */
  private async partly(
    operation: Operation, next: ResourceState, goal: Goal, work: () => Promise<{ id: string; outputs: Properties }>,
  ): Promise<ResourceState> {
    const complete = ({ id, outputs }: { id: string; outputs: Properties }): ResourceState => ({
      ...next, id, outputs: withSecrets(markedLike(outputs, next.inputs) as Properties, goal.secretOutputs),
    });
    try {
      return this.done(operation, complete(await work()));
    } catch (error) {
      if (error instanceof PartialFailure) {
        this.resources.put({ ...complete(error.provided), initErrors: error.reasons });
      }
      throw error;
    }
  }

  /** The resource in the state for a URN, under its new name. */
  private adopted(urn: string, goal: Goal): ResourceState | undefined {
    const aliases = this.aliases.of(urn, goal);
    const before = this.resources.find(urn) === undefined ? aliases.find(alias => this.resources.find(alias) !== undefined) : undefined;
    if (before !== undefined) {
      this.resources.rename(before, urn);
    }
    return this.resources.find(urn);
  }

  /** The default provider: a resource of the engine's own. */
  private defaultProvider({ type }: Goal): string {
    const urn = urnOf(this.stack, this.project, { type: `${PROVIDER_TYPE}${Providers.packageOf(type)}`, name: 'default', parent: '' });
    if (!this.registered.has(urn)) {
      this.registered.add(urn);
      this.done(this.resources.find(urn) === undefined ? 'create' : 'same', {
        urn, type: `${PROVIDER_TYPE}${Providers.packageOf(type)}`, custom: true, id: 'default', inputs: {}, outputs: {}, parent: '',
        dependencies: [], propertyDependencies: {}, provider: '', protect: false, retainOnDelete: false, deletedWith: '', initErrors: [], replaced: false,
      });
    }
    return urn;
  }

  private providerOf({ provider }: ResourceState): Promise<ResourceProvider> {
    return this.providers.get(provider, revealed(this.resources.find(provider)?.inputs ?? {}));
  }

  private async deleteOne(resource: ResourceState, operation: Operation): Promise<void> {
    if (resource.provider !== '' && !this.preview && !resource.retainOnDelete && !this.doomed.has(resource.deletedWith)) {
      await (await this.providerOf(resource)).delete(known(resource));
    }
    this.resources.remove(resource);
    this.steps.push(step(operation, resource.urn));
  }

  private done(operation: Operation, resource: ResourceState): ResourceState {
    this.resources.put(resource);
    this.steps.push(step(operation, resource.urn));
    return resource;
  }
}

/** A nested property, as a dotted path. */
function at(properties: Properties, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), properties);
}

function known({ urn, id, inputs, outputs }: ResourceState): Known {
  return { urn, id, inputs: revealed(inputs), outputs: revealed(outputs) };
}

function withSecrets(outputs: Properties, names: readonly string[]): Properties {
  return Object.fromEntries(Object.entries(outputs).map(([key, value]) => [key, names.includes(key) && !isSecret(value) ? secret(value) : value]));
}
