import * as pulumi from '@pulumi/pulumi';
import type { ApiObject } from 'cdk8s';
import type { Construct, IConstruct } from 'constructs';
import { ClusterApp } from './cluster-app';
import { checkConstruct, withoutLateValues } from './construct-checks';
import { besideSaid, defaultProvider } from './default-provider';
import { dependsOnAlso } from './depends-on';
import type { WaitArgs } from './dynamic/wait-args';
import type { Custody } from './existing-object';
import type { LateValues } from './late-values';
import { registerObjects } from './object-resources';

/** Any kind of Kubernetes; a provider for one is the provider for all. */
const SOME_KIND = 'kubernetes:core/v1:Namespace';

/** A component that is a construct of this library, with a resource for each object that the construct makes. */
export abstract class ConstructComponent<Made extends Construct> extends pulumi.ComponentResource {
  /** The construct, for components that refer to this one. @internal */
  public readonly _construct: Made;

  /** The resources of the construct's objects, each after those that it depends on. */
  public readonly resources: pulumi.CustomResource[] = [];

  /** The part of the program that goes to the same cluster. @internal */
  protected readonly _app: ClusterApp;

  readonly #name: string;
  readonly #late: LateValues;
  readonly #options: pulumi.ComponentResourceOptions;
  readonly #hasOwnProvider: boolean;

  /**
   * Makes the construct; what derives from it makes the resources, with `register`.
   *
   * @param kind what the construct is, such as `OperatorRegistry`
   * @param name the name of the component, and the first part of its resources' names
   * @param args what the construct is made of, with outputs of other resources in it
   * @param options of the component; they count for its resources too
   * @param make makes the construct of arguments without outputs
   */
  protected constructor(
    kind: string, name: string, args: object, options: pulumi.ComponentResourceOptions,
    make: (scope: Construct, id: string, args: object) => Made,
  ) {
    super(`olm-constructs:index:${kind}`, name, {}, options);
    const provider = this.getProvider(SOME_KIND);
    const app = ClusterApp.of(provider);
    this._app = app;
    this.#name = name;
    this.#options = options;
    this.#hasOwnProvider = provider !== undefined;
    this.#late = app.late;
    const { scope, id } = app.place(kind, name);
    this._construct = withoutLateValues(this.#late, () => make(scope, id, app.late.plain(args, `${kind} '${id}': args`)));
    checkConstruct(this._construct, this.#late);
  }

  /**
   * Makes a resource of each object in a part of the construct, but for those that have one already.
   *
   * @param part the part; all of the construct when it is left out
   * @param after what the objects of the part come after, besides those that their constructs depend on
   * @param custody how it has those that may be there already
   * @returns the resources of the part
   */
  protected register(
    part: IConstruct = this._construct, after: readonly (pulumi.Resource | undefined)[] = [], custody?: ReadonlyMap<ApiObject, Custody>,
  ): pulumi.CustomResource[] {
    const { dependsOn, retainOnDelete } = this.#options;
    const registered = registerObjects(part, {
      name: this.#name,
      whole: this._construct,
      parent: this,
      dependsOn,
      after: after.filter((resource) => resource !== undefined),
      retainOnDelete,
      late: this.#late,
      ...(custody === undefined ? {} : { custody }),
    });
    this.resources.push(...registered.made);
    return registered.all;
  }

  /** Whether anything is waited for, and removed in order. */
  protected waits(wait: WaitArgs | false | undefined): boolean {
    return wait !== false && wait?.skip !== true && (this.#hasOwnProvider || !defaultProvider().isRenderingOnly);
  }

  /**
   * Makes a resource that waits for what the component made, unless none is wanted.
   *
   * @param wait what the user says about waiting
   * @param after what it comes after besides the component's resources
   * @param make makes it, of what the user says and of options
   * @throws Error when nobody knows which cluster it is to look at
   */
  protected waiter<Args extends WaitArgs, Waiter extends pulumi.Resource>(
    wait: Args | false | undefined, after: readonly (pulumi.Resource | undefined)[],
    make: (settings: Omit<Args, 'skip'>, options: pulumi.CustomResourceOptions) => Waiter,
  ): Waiter | undefined {
    if (!this.waits(wait)) {
      return undefined;
    }
    const stack = this.#hasOwnProvider ? undefined : defaultProvider();
    const { skip: _, ...said } = (wait === false ? undefined : wait) ?? {} as Args;
    const unclear = this.#hasOwnProvider ? 'a Kubernetes provider of its own' : stack?.unclear;
    if (unclear !== undefined && said.kubeconfig === undefined && said.context === undefined) {
      throw new Error(`[${this._construct.node.path}] the component has ${unclear}, and nobody can read from it which cluster to wait for: `
        + 'give its kubeconfig or context in `wait` too, or `wait: false`');
    }
    const settings = { ...besideSaid(stack?.cluster ?? {}, said), ...said };
    const { dependsOn, retainOnDelete } = this.#options;
    const before = [...this.resources, ...after].filter((resource) => resource !== undefined);
    return make(settings, {
      parent: this,
      dependsOn: dependsOnAlso(dependsOn, before),
      ...(retainOnDelete === undefined ? {} : { retainOnDelete }),
    });
  }

  /** A text that the construct has, with the values in it that were late. */
  protected text(value: string): pulumi.Output<string> {
    return pulumi.output(this.#late.restore(value) as pulumi.Input<string>);
  }
}
