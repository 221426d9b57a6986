import * as pulumi from '@pulumi/pulumi';

/** A resource as a program registered it. */
export interface Registered {
  readonly type: string;
  readonly name: string;

  /** What it was registered with; empty for components. */
  readonly inputs: { readonly [field: string]: unknown };

  /** The options that were given for it. */
  readonly options: pulumi.CustomResourceOptions;

  /** The names of the resources that its options say come before it. */
  readonly after: readonly string[];
}

/** The internals of the SDK that know when everything is registered. */
const runtime = pulumi.runtime as typeof pulumi.runtime & { waitForRPCs(): Promise<void> };

/** What a Pulumi program made, when it ran against an engine that makes everything at once. */
export class Program {
  /**
   * Runs a program, in a stack of its own as `pulumi up` does.
   *
   * @param make makes the program's resources
   * @param config the settings of the stack
   * @param waited what waiters put out beside their inputs
   * @throws what the program throws
   */
  public static async run(
    make: () => unknown, config: { readonly [key: string]: string } = {}, waited: Registered['inputs'] = {},
  ): Promise<Program> {
    const inputs = new Map<string, Registered['inputs']>();
    await pulumi.runtime.setMocks({
      newResource: (resource) => {
        inputs.set(`${resource.type} ${resource.name}`, resource.inputs as Registered['inputs']);
        const isWaiter = resource.type.startsWith('pulumi-nodejs:dynamic');
        return { id: resource.name, state: { ...resource.inputs as object, ...(isWaiter ? waited : {}) } };
      },
      call: () => ({}),
    });
    pulumi.runtime.setAllConfig(config);
    const registered: pulumi.ResourceTransformationArgs[] = [];
    let failure: Error | undefined;
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
    await runtime.waitForRPCs();
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

async function namesOf(dependsOn: pulumi.ResourceOptions['dependsOn']): Promise<string[]> {
  const resources = await new Promise<(pulumi.Resource | undefined)[]>((resolve) => {
    pulumi.output(dependsOn ?? []).apply((found) => {
      resolve([found].flat());
    });
  });
  return resources.map((resource) => (resource as unknown as { __name: string }).__name).sort();
}
