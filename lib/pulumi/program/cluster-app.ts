import * as pulumi from '@pulumi/pulumi';
import { App, Chart } from 'cdk8s';
import type { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import { LateValues } from './late-values';

/** The part of a program that goes to one cluster: an app of constructs, and the resources that stand for its objects. */
export class ClusterApp {
  static readonly #byStack = new WeakMap<object, Map<pulumi.ProviderResource | undefined, ClusterApp>>();

  /**
   * The app of the cluster that a component goes to. Components of one stack and one provider share it, so that they are checked
   * against each other and ordered as constructs of one app are.
   *
   * @param provider the provider of the component's objects; undefined for the default one
   */
  public static of(provider: pulumi.ProviderResource | undefined): ClusterApp {
    const stack: object = pulumi.runtime.getStackResource() ?? NO_STACK;
    const apps = ClusterApp.#byStack.get(stack) ?? new Map<pulumi.ProviderResource | undefined, ClusterApp>();
    ClusterApp.#byStack.set(stack, apps);
    const app = apps.get(provider) ?? new ClusterApp();
    apps.set(provider, app);
    return app;
  }

  /** The values of its components that were not known when their constructs were made. */
  public readonly late = new LateValues();

  /** Ready when OLM runs; undefined as long as the program installs none there. */
  public olmReady: pulumi.Resource | undefined;

  /** An object of the place of an operator that is removed with care, by the name of its namespace: all that goes there comes after it. */
  public readonly places = new Map<string, ApiObject>();

  /** It is never written to files. */
  readonly #app = new App();

  /**
   * A place for a construct, and an id that is free there.
   *
   * @param kind what the construct is, such as `OperatorRegistry`; it shows in messages before the id
   * @param name the name of the component
   */
  public place(kind: string, name: string): { readonly scope: Construct; readonly id: string } {
    const scope = (this.#app.node.tryFindChild(kind) ?? new Chart(this.#app, kind)) as Chart;
    const wanted = name.replaceAll('/', '.');
    // Two components of one kind have one name when they belong to different components of the user.
    let id = wanted;
    for (let twin = 2; scope.node.tryFindChild(id) !== undefined; twin++) {
      id = `${wanted}~${twin}`;
    }
    return { scope, id };
  }
}

/** Stands for the stack where there is none, in unit tests without one. */
const NO_STACK = {};
