import type * as pulumi from '@pulumi/pulumi';
import { besideSaid, defaultProvider, ownProvider } from './default-provider';
import { dependsOnAlso } from './depends-on';
import type { WaitArgs } from './dynamic/wait-args';

/** Makes a waiter, of what the user says and of options. */
export type MakeWaiter<Args extends WaitArgs, Waiter> = (settings: Omit<Args, 'skip'>, options: pulumi.CustomResourceOptions) => Waiter;

/** The waiters of a component: each looks at the cluster that the component's objects go to, and has the component's options. */
export class ComponentWaiters {
  /**
   * @param component the component
   * @param path the path of its construct, for messages
   * @param options of the component
   */
  public constructor(
    private readonly component: pulumi.Resource, private readonly path: string, private readonly options: pulumi.ComponentResourceOptions,
  ) {}

  /** Whether anything is waited for, and removed in order. */
  public areWanted(wait: WaitArgs | false | undefined): boolean {
    return wait !== false && wait?.skip !== true && (ownProvider(this.component) !== undefined || !defaultProvider().isRenderingOnly);
  }

  /**
   * Makes a resource that waits, unless none is wanted.
   *
   * @param wait what the user says about waiting
   * @param after what it comes after
   * @param make makes it, of what the user says and of options
   * @throws Error when nobody knows which cluster it is to look at
   */
  public make<Args extends WaitArgs, Waiter extends pulumi.Resource>(
    wait: Args | false | undefined, after: readonly (pulumi.Resource | undefined)[], make: MakeWaiter<Args, Waiter>,
  ): Waiter | undefined {
    if (!this.areWanted(wait)) {
      return undefined;
    }
    const { dependsOn, retainOnDelete } = this.options;
    const hasOwnProvider = ownProvider(this.component) !== undefined;
    const stack = hasOwnProvider ? undefined : defaultProvider();
    const { skip: _, ...said } = (wait === false ? undefined : wait) ?? {} as Args;
    const unclear = hasOwnProvider ? 'a Kubernetes provider of its own' : stack?.unclear;
    if (unclear !== undefined && said.kubeconfig === undefined && said.context === undefined) {
      throw new Error(`[${this.path}] the component has ${unclear}, and nobody can read from it which cluster to wait for: `
        + 'give its kubeconfig or context in `wait` too, or `wait: false`');
    }
    return make({ ...besideSaid(stack?.cluster ?? {}, said), ...said }, {
      parent: this.component,
      dependsOn: dependsOnAlso(dependsOn, after.filter((resource) => resource !== undefined)),
      ...(retainOnDelete === undefined ? {} : { retainOnDelete }),
    });
  }
}
