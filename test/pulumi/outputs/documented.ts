import * as pulumi from '@pulumi/pulumi';
import type { JsonMap } from '../../../lib/formats/json/json-value';
import { Program, type WaitedFor } from '../program';
import { type Wait, waitOf } from './finished-waits';

/** What a resource documents, except what Pulumi itself sets, and the list of objects. */
type Documented<Resource> = {
  [Key in keyof Resource as Key extends 'id' | 'urn' | 'resources' | 'getProvider' | `_${string}` ? never : Key]: Resource[Key]
};

type IsOutput<Value> = NonNullable<Value> extends pulumi.OutputInstance<unknown> ? true : false;

/** Everything that a resource documents; the compiler rejects a list that lacks something. */
export interface Expected<Resource> {
  /** Values of the outputs, once they are known. */
  readonly outputs: { readonly [Key in keyof Documented<Resource> as IsOutput<Resource[Key]> extends true ? Key : never]-?: unknown };

  /** Values that the program knows at once, with the names of resources in place of the resources. */
  readonly values: { readonly [Key in keyof Documented<Resource> as IsOutput<Resource[Key]> extends true ? never : Key]-?: unknown };
}

/** Value of an output that is documented to be missing. */
export const NO_OUTPUT = 'no output';

/** A resource, and what it is expected to output. */
export interface Row {
  /** Class of the resource. */
  readonly of: { readonly prototype: pulumi.Resource };

  /** What the resource is, such as `RukpakReady of a Bundle`. */
  readonly title: string;

  /** Creates the resource. */
  readonly make: () => pulumi.Resource;
  readonly expected: Expected<object>;

  /** Runs a program that creates the resource, and returns what it outputs. */
  readonly found: () => Promise<Expected<object>>;

  /** Runs the program that creates the resource, and returns the names of its objects according to the program and to the resource. */
  readonly objects: () => Promise<{ readonly created: readonly string[]; readonly listed: readonly string[] }>;
}

/**
 * Returns a row for a resource.
 *
 * @param title what follows the name of the class in the title
 * @param make creates the resource, with the name `it`
 * @param waits waits by the names of their waiters; `WAITS` has the others
 */
export function row<Resource extends pulumi.Resource>(
  of: { readonly name: string; readonly prototype: Resource }, title: string, make: () => Resource, expected: Expected<Resource>,
  waits: { readonly [waiter: string]: Wait } = {},
): Row {
  const waited = (waiter: WaitedFor): Promise<JsonMap> => (waits[waiter.name] ?? waitOf(waiter.inputs))();
  return {
    of, title: `${of.name}${title}`, make, expected,
    found: async () => {
      const [outputs, values]: [[string, Promise<unknown>][], [string, unknown][]] = [[], []];
      await Program.run(() => {
        const resource = make() as unknown as { readonly [name: string]: unknown };
        outputs.push(...Object.keys(expected.outputs).map((name): [string, Promise<unknown>] => [name, valueOf(resource[name])]));
        values.push(...Object.keys(expected.values).map((name): [string, unknown] => [name, named(resource[name])]));
      }, {}, waited);
      const known = await Promise.all(outputs.map(async ([name, value]) => [name, await value] as const));
      return { outputs: Object.fromEntries(known), values: Object.fromEntries(values) };
    },
    objects: async () => {
      let listed: readonly string[] = [];
      const { objects } = await Program.run(() => {
        const { resources = [] } = make() as pulumi.Resource & { readonly resources?: readonly pulumi.Resource[] };
        listed = resources.map(nameOf);
      }, {}, waited);
      return { created: objects.map(({ name }) => name).filter((name) => name.startsWith('it/')), listed };
    },
  };
}

/** Returns the value of an output once it is known, or that there is no output. */
function valueOf(output: unknown): Promise<unknown> {
  return pulumi.Output.isInstance(output) ? new Promise((resolve) => void output.apply(resolve)) : Promise.resolve(NO_OUTPUT);
}

/** Returns the names of resources, and other values as they are. */
function named(value: unknown): unknown {
  return Array.isArray(value) ? value.map(named) : pulumi.Resource.isInstance(value) ? nameOf(value) : value;
}

function nameOf(resource: pulumi.Resource): string {
  return (resource as unknown as { readonly __name: string }).__name;
}
