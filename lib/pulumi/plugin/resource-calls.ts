import { exactJson } from '../../formats/json/exact-json';
import { isMap, type JsonMap } from '../../formats/json/json-value';
import { suggestNames } from '../../text/suggest-names';
import { UNKNOWN } from '../provider/inputs';
import type { PassedObjects } from '../provider/object-inputs';
import { type Difference, NotReadyError } from '../provider/resource-provider';
import type { InputProblem } from '../provider/waiter-inputs';
import { type PluginResource, resourceOfUrn } from './plugin-resources';
import { withClusterText, withSettings } from './plugin-settings';
import { hidden, revealed } from './secrets';

/** Properties that are secrets whatever the program says. */
const ALWAYS_SECRET = ['kubeconfig'];

/** Input of dynamic resources with Pulumi's option `customTimeouts`, which Pulumi passes to a plugin itself. */
const TIMEOUTS = 'customTimeouts';

/** Input of dynamic resources with the code of their provider, in the state of a program that has moved to the plugin. */
const PROVIDER_CODE = '__provider';

/** A resource with its outputs. */
interface CreatedResource {
  readonly id: string;
  readonly outputs: JsonMap;
}

/** A resource in the cluster. */
interface ReadResource extends CreatedResource {
  readonly inputs: JsonMap;
}

/** Inputs that were checked, as Pulumi keeps them, and what is wrong with them. */
interface CheckedInputs {
  readonly inputs: JsonMap;
  readonly failures: readonly InputProblem[];
}

/** A resource in the state: properties may have marks of secrets. */
export interface KnownResource {
  readonly urn: string;
  readonly id: string;
  readonly outputs: JsonMap;
}

/**
 * The calls of Pulumi's engine for the resources of the plugin: properties with the marks of secrets, types from untyped programs, timeouts of the
 * resource options. Everything else is up to the providers, which dynamic resources have as well.
 */
export class ResourceCalls {
  /** @param settings settings of the plugin, as inputs of resources */
  public constructor(private readonly settings: JsonMap) {}

  public async check(urn: string, before: JsonMap, properties: JsonMap): Promise<CheckedInputs> {
    const resource = resourceOfUrn(urn);
    const { plain, secret } = revealed(properties);
    const { [PROVIDER_CODE]: _, ...passed } = plain;
    const problems = [...unknownProperties(resource, passed), ...objectProblems(resource, passed)];
    if (problems.length > 0) {
      return { inputs: properties, failures: problems };
    }
    const inputs = withSettings(withClusterText(fromObjects(resource, passed)), this.settings);
    const found = await resource.provider.check(revealed(before).plain, inputs);
    return { inputs: hidden(found.inputs, [...secret, ...ALWAYS_SECRET]), failures: found.failures };
  }

  public diff({ urn, id, outputs }: KnownResource, inputs: JsonMap): Promise<Difference> {
    return resourceOfUrn(urn).provider.diff(id, withoutTimeouts(revealed(outputs).plain), withoutTimeouts(revealed(inputs).plain));
  }

  /** @param timeout timeout of the resource option `customTimeouts` in seconds, or 0 if it has none */
  public async create(urn: string, inputs: JsonMap, timeout: number): Promise<CreatedResource> {
    const { plain, secret } = revealed(inputs);
    return keepingSecrets(secret, async () => {
      const { id, outs } = await resourceOfUrn(urn).provider.create(withTimeout(plain, 'create', timeout));
      return { id, outputs: outs };
    });
  }

  /** See `create`. */
  public async update({ urn, id, outputs }: KnownResource, inputs: JsonMap, timeout: number): Promise<JsonMap> {
    const { plain, secret } = revealed(inputs);
    const known = revealed(outputs);
    const updated = await keepingSecrets([...known.secret, ...secret], async () => {
      const { outs } = await resourceOfUrn(urn).provider.update(id, withoutTimeouts(known.plain), withTimeout(plain, 'update', timeout));
      return { id, outputs: outs };
    });
    return updated.outputs;
  }

  /** Returns undefined if the resource no longer exists. */
  public async read({ urn, id, outputs }: KnownResource, inputs: JsonMap): Promise<ReadResource | undefined> {
    const { provider } = resourceOfUrn(urn);
    const { plain, secret } = revealed(outputs);
    if (Object.keys(plain).length === 0) {
      const found = await provider.find(id, withSettings({}, this.settings));
      // The settings of the plugin stay settings: the code that Pulumi generates for the resource has none of them.
      const inputs = Object.entries(found?.inputs ?? {}).filter(([name]) => !Object.hasOwn(this.settings, name));
      return found === undefined ? undefined : { id: found.id, inputs: Object.fromEntries(inputs), outputs: hidden(found.outs, ALWAYS_SECRET) };
    }
    const { id: foundId, props } = await provider.read(id, plain);
    return foundId === '' ? undefined : { id: foundId, inputs, outputs: hidden(props, [...secret, ...ALWAYS_SECRET]) };
  }

  /** See `create`. */
  public delete({ urn, id, outputs }: KnownResource, timeout: number): Promise<void> {
    return resourceOfUrn(urn).provider.delete(id, withTimeout(revealed(outputs).plain, 'delete', timeout));
  }
}

/** Returns a problem for each property that the resource does not have. Untyped programs may set any. */
function unknownProperties({ inputs }: PluginResource, properties: JsonMap): InputProblem[] {
  return Object.keys(properties).filter((name) => !inputs.includes(name)).map((name) => (
    { property: name, reason: `unknown property '${name}'; known properties: ${suggestNames(name, inputs.filter((known) => known !== TIMEOUTS))}` }
  ));
}

/** Returns what is wrong with the property `objects`. */
function objectProblems({ ofObjects }: PluginResource, { objects, parts }: JsonMap): InputProblem[] {
  if (ofObjects === undefined || objects === UNKNOWN) {
    return [];
  }
  if (objects === undefined || objects === null) {
    // A component registers what it took from the objects.
    const isMissing = parts === undefined && 'parts' in ofObjects([]);
    return isMissing ? [{ property: 'objects', reason: 'is missing: set it to the objects of the installation' }] : [];
  }
  return Array.isArray(objects) && objects.every((object) => isMap(object) || object === UNKNOWN) ? []
    : [{ property: 'objects', reason: 'must be a list of Kubernetes objects, each with apiVersion, kind and metadata' }];
}

/** Returns inputs in which the objects that a program passes are what the provider takes. */
function fromObjects({ ofObjects }: PluginResource, inputs: JsonMap): JsonMap {
  const { objects, ...others } = inputs;
  if (ofObjects === undefined || objects === undefined || objects === null) {
    return inputs;
  }
  const unknown = (): JsonMap => Object.fromEntries(Object.keys(ofObjects([])).map((input) => [input, UNKNOWN]));
  return { ...others, ...(exactJson(objects).includes(UNKNOWN) ? unknown() : ofObjects(objects as PassedObjects)) };
}

function withTimeout(inputs: JsonMap, operation: string, timeout: number): JsonMap {
  return timeout > 0 ? { ...inputs, [TIMEOUTS]: { [operation]: timeout } } : inputs;
}

function withoutTimeouts({ [TIMEOUTS]: _, ...inputs }: JsonMap): JsonMap {
  return inputs;
}

/** Returns the result of a call with its secrets marked, also for a resource that did not become ready. */
async function keepingSecrets(secret: readonly string[], call: () => Promise<CreatedResource>): Promise<CreatedResource> {
  const marked = (outputs: JsonMap): JsonMap => hidden(withoutTimeouts(outputs), [...secret, ...ALWAYS_SECRET]);
  try {
    const { id, outputs } = await call();
    return { id, outputs: marked(outputs) };
  } catch (error) {
    throw error instanceof NotReadyError ? new NotReadyError(error.id, error.reasons, marked(error.properties)) : error;
  }
}
