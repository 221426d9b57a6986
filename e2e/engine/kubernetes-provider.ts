import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { KubernetesObject, ObjectReference, title } from '../cluster/kubernetes-object';
import { KubernetesApi } from './kubernetes-api';
import { isObject, Properties } from './property-values';
import { typeOf } from './urn';
import { Difference, Found, Known, PartialFailure, Provided, ResourceProvider } from './resource-provider';

const READY_WITHIN_MILLISECONDS = 30_000;
const WAIT_FOR = 'pulumi.com/waitFor';
const SKIP_AWAIT = 'pulumi.com/skipAwait';
const PATCH_FORCE = 'pulumi.com/patchForce';

/** Immutable fields of a kind, in addition to those of its identity. */
const FIXED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  ConfigMap: ['data', 'binaryData', 'immutable'],
  Secret: ['data', 'stringData', 'immutable', 'type'],
  ClusterRoleBinding: ['roleRef'],
  RoleBinding: ['roleRef'],
};
const IDENTITY = ['apiVersion', 'kind'];

/** Conditions that objects of a kind are awaited for by default. */
const CONDITIONS: Readonly<Record<string, string>> = { Deployment: 'Available' };

/** Readiness of an object. */
interface Status {
  readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  readonly observedGeneration?: number;
}

/** A stand-in for the Kubernetes provider: what it creates, and in which order, on a real API server. */
export class KubernetesProvider implements ResourceProvider {
  public constructor(private readonly api: KubernetesApi) {}

  public check(_urn: string, _oldInputs: Properties, newInputs: Properties): Promise<Properties> {
    const { name } = reference(newInputs).metadata;
    return name === undefined ? Promise.reject(new Error('metadata.name is missing; the stand-in generates no names')) : Promise.resolve(newInputs);
  }

  public diff({ urn, inputs }: Known, newInputs: Properties): Promise<Difference> {
    const kind = String(newInputs['kind']);
    const unchangeable = isPatch(urn, newInputs) ? [] : FIXED_FIELDS[kind] ?? [];
    const fixed = [...IDENTITY, ...unchangeable].filter(field => !isDeepStrictEqual(inputs[field], newInputs[field]));
    const [before, after] = [reference(inputs).metadata, reference(newInputs).metadata];
    const sameName = before.name === after.name && before.namespace === after.namespace;
    const replaces = sameName ? fixed : [...fixed, 'metadata'];
    return Promise.resolve({
      changes: !isDeepStrictEqual(inputs, newInputs), replaces, deleteBeforeReplace: replaces.length > 0 && sameName,
    });
  }

  public async create(urn: string, inputs: Properties): Promise<Provided> {
    const object = reference(inputs);
    if (!isPatch(urn, inputs) && await this.findServed(object) !== undefined) {
      throw new Error(`${title(object)} already exists and does not belong to this stack; import it or choose another name`);
    }
    return this.applied(inputs, `pulumi-kubernetes-${randomBytes(4).toString('hex')}`);
  }

  public async update({ outputs }: Known, newInputs: Properties): Promise<Properties> {
    return (await this.applied(newInputs, String(outputs['__fieldManager']))).outputs;
  }

  public async read({ id, inputs, outputs }: Known): Promise<Found | undefined> {
    const live = await this.findServed(reference(inputs));
    return live === undefined ? undefined
      : { id, inputs: declared(inputs, live) as Properties, outputs: { ...live, __fieldManager: outputs['__fieldManager'] } };
  }

  public async delete({ urn, inputs, outputs }: Known): Promise<void> {
    const { apiVersion, kind, metadata: { name, namespace } } = reference(inputs);
    const bare = { apiVersion, kind, metadata: namespace === undefined ? { name } : { name, namespace } };
    if (!isPatch(urn, inputs)) {
      return this.api.deleteAndWait(bare);
    }
    // Applying no fields gives up the owned ones. As with the real provider, this creates a missing object.
    await this.api.apply(bare, String(outputs['__fieldManager']), false);
  }

  public close(): Promise<void> {
    this.api.close();
    return Promise.resolve();
  }

  private async applied(inputs: Properties, fieldManager: string): Promise<Provided> {
    const object = reference(inputs);
    const annotations = object.metadata['annotations'] as Readonly<Record<string, string>> | undefined;
    const live = await this.api.apply(object, fieldManager, annotations?.[PATCH_FORCE] === 'true');
    const provided = { id: idOf(object), outputs: { ...live, __fieldManager: fieldManager } };
    const byDefault = annotations?.[SKIP_AWAIT] === 'true' ? undefined : CONDITIONS[object.kind];
    const condition = /^condition=(.+)$/.exec(annotations?.[WAIT_FOR] ?? '')?.[1] ?? byDefault;
    return condition === undefined ? provided : this.ready(object, provided, condition);
  }

  private async ready(object: ObjectReference, provided: Provided, condition: string): Promise<Provided> {
    const deadline = Date.now() + READY_WITHIN_MILLISECONDS;
    for (;;) {
      const live = await this.api.find(object);
      const { conditions, observedGeneration } = (live?.['status'] ?? {}) as Status;
      const isSeen = observedGeneration === undefined || observedGeneration === live?.metadata['generation'];
      if (live !== undefined && isSeen && conditions?.some(({ type, status }) => type === condition && status === 'True') === true) {
        return { ...provided, outputs: { ...provided.outputs, ...live } };
      }
      if (Date.now() > deadline) {
        throw new PartialFailure(provided, [`${title(object)} does not get the condition ${condition}: ${JSON.stringify(conditions)}`]);
      }
      await sleep(50);
    }
  }

  private async findServed(object: ObjectReference): Promise<KubernetesObject | undefined> {
    try {
      return await this.api.find(object);
    } catch (error) {
      if (error instanceof Error && error.message.includes('does not serve kind')) {
        return undefined;
      }
      throw error;
    }
  }
}

/** Whether a resource is a patch, which neither creates nor deletes its object. */
function isPatch(urn: string, inputs: Properties): boolean {
  return typeOf(urn).endsWith(`:${String(inputs['kind'])}Patch`);
}

function reference(inputs: Properties): ObjectReference {
  return inputs as unknown as ObjectReference;
}

function idOf({ metadata: { name, namespace } }: ObjectReference): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** Current values of the fields that the program set. */
function declared(desired: unknown, live: unknown): unknown {
  if (isObject(desired) && isObject(live)) {
    return Object.fromEntries(Object.entries(desired).filter(([key]) => key in live || desired[key] === undefined)
      .map(([key, value]) => [key, declared(value, live[key])]));
  }
  return Array.isArray(desired) && Array.isArray(live) && desired.length === live.length
    ? desired.map((item, index) => declared(item, live[index])) : live;
}
