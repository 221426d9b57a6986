import * as pulumi from '@pulumi/pulumi';
import { programEnd } from '../../lib/pulumi/program/end-checks';
import { convertQuickly } from './struct-messages';
import { defined } from '../../lib/formats/json/defined';

/** A resource as a program registered it. */
export interface Registered {
  readonly type: string;
  readonly name: string;

  /** Inputs that it was registered with, or an empty map for components. */
  readonly inputs: { readonly [field: string]: unknown };

  /** The options that were passed for it. */
  readonly options: pulumi.CustomResourceOptions;

  /** The names of the resources that its options require first. */
  readonly after: readonly string[];
}

convertQuickly();

/** Calls that a stack trace shows while a program runs. The SDK asks for all calls of each resource. */
const CALLS_OF_ERROR = 4;

/** Internal function of the SDK that resolves when everything is registered. */
const runtime = pulumi.runtime as typeof pulumi.runtime & { waitForRPCs(): Promise<void> };

/** A waiter that a program registered. */
export type WaitedFor = Pick<Registered, 'name' | 'inputs'>;

/** Outputs of waiters besides their inputs: the same for all of them, or a function that returns those of each. */
export type WaiterOutputs = Registered['inputs'] | ((waiter: WaitedFor) => Promise<Registered['inputs']>);

/** Outputs of other stacks, by the names of the stacks. */
export interface StackOutputs {
  readonly [stack: string]: Registered['inputs'];
}

/** Resources of a Pulumi program, run against an engine that creates everything at once. */
export class Program {
  /**
   * Runs a program in a new stack, as `pulumi up` does.
   *
   * @param make makes the program's resources
   * @param config the settings of the stack
   * @param waited outputs of waiters besides their inputs
   * @param stacks outputs of other stacks
   * @param isPreview whether it runs as `pulumi preview` does
   * @throws what the program throws
   */
  public static async run(
    make: () => unknown, config: { readonly [key: string]: string } = {}, waited: WaiterOutputs = {}, stacks: StackOutputs = {}, isPreview = false,
  ): Promise<Program> {
    const outputsOfWaiter = typeof waited === 'function' ? waited : (): Promise<Registered['inputs']> => Promise.resolve(waited);
    const inputs = new Map<string, Registered['inputs']>();
    await pulumi.runtime.setMocks({
      newResource: async (resource) => {
        const { type, name } = resource;
        const given = resource.inputs as Registered['inputs'];
        inputs.set(`${type} ${name}`, given);
        const stack = type === 'pulumi:pulumi:StackReference' ? { outputs: stacks[resource.id ?? ''] ?? {}, secretOutputNames: [] } : {};
        const isWaiter = type.startsWith('pulumi-nodejs:dynamic');
        return { id: name, state: { ...outputsOf(resource), ...stack, ...(isWaiter ? await outputsOfWaiter({ name, inputs: given }) : {}) } };
      },
      call: () => ({}),
    }, undefined, undefined, isPreview);
    pulumi.runtime.setAllConfig(config);
    const registered: pulumi.ResourceTransformationArgs[] = [];
    let failure: Error | undefined;
    const fail = jest.spyOn(programEnd, 'fail').mockImplementation((error) => {
      failure ??= error;
    });
    await withPlainStackTraces(async () => {
      await pulumi.runtime.runInPulumiStack(async () => {
        pulumi.runtime.registerStackTransformation((resource) => {
          registered.push(resource);
          return undefined;
        });
        try {
          await make();
        } catch (error) {
          failure = error as Error;
        }
      });
      // Callbacks of outputs may create more.
      for (let before = -1; before < registered.length;) {
        before = registered.length;
        await runtime.waitForRPCs();
        await new Promise((resolve) => setTimeout(resolve));
      }
    });
    fail.mockRestore();
    if (failure !== undefined) {
      throw failure;
    }
    return new Program(await Promise.all(registered.map(async ({ type, name, opts }) => ({
      type, name, inputs: inputs.get(`${type} ${name}`) ?? {}, options: opts, after: await namesOf(opts.dependsOn),
    }))));
  }

  private constructor(public readonly registered: readonly Registered[]) {}

  /** The resources of Kubernetes, in the order in which they were registered. */
  public get objects(): readonly Registered[] {
    return this.registered.filter(({ type }) => /^kubernetes:.*\/v/.test(type));
  }

  /** The resource of Kubernetes that has a name. */
  public named(name: string): Registered {
    const found = this.objects.filter((resource) => resource.name === name);
    expect(found.map((resource) => resource.name)).toEqual([name]);
    return found[0]!;
  }
}

/** Runs with short stack traces of Node.js: the SDK reads several for each resource and promise, and jest maps each of their frames to its source. */
async function withPlainStackTraces(run: () => Promise<void>): Promise<void> {
  const errors: { prepareStackTrace?: unknown } = Error;
  const [mapped, calls] = [errors.prepareStackTrace, Error.stackTraceLimit];
  Error.stackTraceLimit = CALLS_OF_ERROR;
  errors.prepareStackTrace = (error: Error, frames: readonly NodeJS.CallSite[]): string => [String(error), ...frames.slice(0, CALLS_OF_ERROR).map(String)].join('\n    at ');
  try {
    await run();
  } finally {
    errors.prepareStackTrace = mapped;
    Error.stackTraceLimit = calls;
  }
}

/**
 * Outputs of a resource: its inputs, but for the schema of a CRD, which no program reads and the SDK takes a quarter of a second to decode; and the
 * name, which the provider chooses if the program does not.
 */
function outputsOf({ type, name, inputs }: pulumi.runtime.MockResourceArgs): Registered['inputs'] {
  const { spec, ...others } = inputs as Registered['inputs'];
  const named = type.startsWith('kubernetes:') && type.includes('/') ? { metadata: { name, ...others['metadata'] as object } } : {};
  return { ...others, ...named, ...(type.endsWith(':CustomResourceDefinition') ? {} : defined({ spec })) };
}

/** Names of the resources in a `dependsOn`. Avoids `pulumi.output`, which searches resources, and all that they refer to, for unknown values. */
async function namesOf(dependsOn: pulumi.ResourceOptions['dependsOn']): Promise<string[]> {
  return (await resourcesOf(dependsOn)).map((resource) => (resource as unknown as { __name: string }).__name).sort();
}

async function resourcesOf(dependsOn: pulumi.ResourceOptions['dependsOn']): Promise<pulumi.Resource[]> {
  const known = pulumi.Output.isInstance(dependsOn)
    ? await (dependsOn as unknown as { promise(): Promise<pulumi.ResourceOptions['dependsOn']> }).promise()
    : await dependsOn;
  if (known === undefined) {
    return [];
  }
  return Array.isArray(known) ? (await Promise.all(known.map(resourcesOf))).flat() : [known as pulumi.Resource];
}
