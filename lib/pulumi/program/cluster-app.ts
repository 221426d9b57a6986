import * as pulumi from '@pulumi/pulumi';
import { type ApiObject, App, Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { ImageMirror } from '../../constructs/image-mirror';
import { ClusterMirrors, type ImageMirrorOptions } from '../../constructs/model/mirror-of-cluster';
import { setKnownLater } from '../../constructs/model/prop-checks';
import { OutputPlaceholders } from './output-placeholders';

/** The part of a program that is deployed to one cluster: the app with the constructs of its components. The app is never written to files. */
export class ClusterApp {
  static readonly #byStack = new WeakMap<object, Map<pulumi.ProviderResource | undefined, ClusterApp>>();

  /**
   * Returns the app of the cluster that a component is deployed to. Components of one stack and one provider share it, so that they are validated and
   * ordered like constructs of one app.
   *
   * @param provider provider of the component's objects, or undefined for the default one
   */
  public static of(provider: pulumi.ProviderResource | undefined): ClusterApp {
    const stack: object = pulumi.runtime.getStackResource() ?? NO_STACK;
    const apps = ClusterApp.#byStack.get(stack) ?? new Map<pulumi.ProviderResource | undefined, ClusterApp>();
    ClusterApp.#byStack.set(stack, apps);
    const app = apps.get(provider) ?? new ClusterApp();
    apps.set(provider, app);
    return app;
  }

  /** Outputs in the arguments of its components. */
  public readonly placeholders = new OutputPlaceholders();

  /**
   * Namespaces that a waiter removes, each with one of the objects that the waiter removes. Everything in the namespace is created after the waiter.
   */
  public readonly ownedNamespaces = new Map<string, ApiObject>();

  readonly #app = new App();

  public constructor() {
    setKnownLater(this.#app, (value) => this.placeholders.pathIn(value) !== undefined);
  }

  /**
   * Sets the mirrors of images.
   *
   * @throws ConstructError if an option is invalid, or a construct already wrote an image
   */
  public setMirrors(options: ImageMirrorOptions): void {
    ImageMirror.set(this.#app, options);
  }

  /** Returns the reference with which nodes pull an image that was an output, from the mirror if there is one. */
  public pulledImage(image: string): string {
    return ClusterMirrors.of(this.#app).imageOf(image);
  }

  /**
   * Returns a scope for a construct, and a construct ID that is not used in it.
   *
   * @param kind name of the construct class, such as `OperatorRegistry`; errors show it before the ID
   * @param name name of the component
   */
  public scopeFor(kind: string, name: string): { readonly scope: Construct; readonly id: string } {
    const scope = (this.#app.node.tryFindChild(kind) ?? new Chart(this.#app, kind)) as Chart;
    const preferred = name.replaceAll('/', '.');
    // Two components of one kind may have the same name if they have different parents.
    let id = preferred;
    for (let twin = 2; scope.node.tryFindChild(id) !== undefined; twin++) {
      id = `${preferred}~${twin}`;
    }
    return { scope, id };
  }
}

/** Key for unit tests without a stack. */
const NO_STACK = {};
