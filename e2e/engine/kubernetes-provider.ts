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
const PATCH_FORCE = 'pulumi.com/patchForce';

/** The fields that an object of a kind cannot change; all have those of its identity besides. */
const FIXED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  ConfigMap: ['data', 'binaryData', 'immutable'],
  Secret: ['data', 'stringData', 'immutable', 'type'],
  ClusterRoleBinding: ['roleRef'],
  RoleBinding: ['roleRef'],
};
const IDENTITY = ['apiVersion', 'kind'];

/** The conditions that objects of a kind are waited for without being asked. */
const CONDITIONS: Readonly<Record<string, string>> = { Deployment: 'Available' };

/** What an object says of its readiness. */
interface Status {
  readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  readonly observedGeneration?: number;
}

/** Stands in for the provider of Kubernetes: what it makes, and in which order, on a real API server. */
export class KubernetesProvider implements ResourceProvider {
  public constructor(private readonly api: KubernetesApi) {}

  public check(_urn: string, _oldInputs: Properties, newInputs: Properties): Promise<Properties> {
    const { name } = reference(newInputs).metadata;
    return name === undefined ? Promise.reject(new Error('metadata.name is missing; the stand-in makes up no names')) : Promise.resolve(newInputs);
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
      throw new Error(`${title(object)} is there already, and not made by this stack; import it or give another name`);
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
    // Who applies no fields gives up those that he had. Like the real provider's, this makes an object that is gone.
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
    const condition = /^condition=(.+)$/.exec(annotations?.[WAIT_FOR] ?? '')?.[1] ?? CONDITIONS[object.kind];
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

/** Whether a resource only says some fields of its object, which it neither makes alone nor deletes. */
function isPatch(urn: string, inputs: Properties): boolean {
  return typeOf(urn).endsWith(`:${String(inputs['kind'])}Patch`);
}

function reference(inputs: Properties): ObjectReference {
  return inputs as unknown as ObjectReference;
}

function idOf({ metadata: { name, namespace } }: ObjectReference): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** What the cluster has now in the places that the program said something about. */
function declared(said: unknown, live: unknown): unknown {
  if (isObject(said) && isObject(live)) {
    return Object.fromEntries(Object.entries(said).filter(([key]) => key in live || said[key] === undefined)
      .map(([key, value]) => [key, declared(value, live[key])]));
  }
  return Array.isArray(said) && Array.isArray(live) && said.length === live.length
    ? said.map((item, index) => declared(item, live[index])) : live;
}
