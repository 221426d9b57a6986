import { AsyncLocalStorage } from 'node:async_hooks';
import * as pulumi from '@pulumi/pulumi';
import { type ApiObject, App, Chart } from 'cdk8s';
import type { Construct, IConstruct } from 'constructs';
import { ImageMirror } from '../../constructs/image-mirror';
import { ClusterMirrors, type ImageMirrorOptions } from '../../constructs/model/mirror-of-cluster';
import { setKnownLater } from '../../constructs/model/prop-checks';
import type { OptionsName } from '../../formats/options/check-options';
import { OutputPlaceholders } from './output-placeholders';

/** Creates a construct from props without outputs. `constructOf` returns the construct to refer to for that of another component. */
export type CreateConstruct<Made extends Construct = Construct> = (scope: Construct, id: string, props: object, constructOf: ConstructOf) => Made;

/** Returns the construct of a component in the same app. */
export type ConstructOf = <Made extends IConstruct>(construct: Made) => Made;

/** A component with a construct, and how it was created. */
export interface CreatedComponent {
  readonly component: pulumi.Resource;

  /** Name of the construct class, such as `OperatorRegistry`. */
  readonly kind: string;

  /** Name of the component. */
  readonly name: string;

  /** Interface of the arguments. */
  readonly argsName: OptionsName;

  /** Props of the construct, which may contain outputs. */
  readonly args: object;
  readonly create: CreateConstruct;
  readonly construct: Construct;
}

/** A chart of another app that is deployed to the cluster. */
export interface DeployedChart {
  readonly component: pulumi.Resource;
  readonly chart: Chart;
}

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
    const apps = ClusterApp.all();
    const app = apps.get(provider) ?? new ClusterApp();
    apps.set(provider, app);
    return app;
  }

  /** Returns the apps of all clusters of the current stack, by their providers. */
  public static all(): Map<pulumi.ProviderResource | undefined, ClusterApp> {
    const stack = currentStack();
    const apps = ClusterApp.#byStack.get(stack) ?? new Map<pulumi.ProviderResource | undefined, ClusterApp>();
    ClusterApp.#byStack.set(stack, apps);
    return apps;
  }

  /** Components whose constructs are in the app, in the order in which they were created. */
  public readonly components: CreatedComponent[] = [];

  /** Charts of other apps that are deployed to the cluster. */
  public readonly charts: DeployedChart[] = [];

  /**
   * Namespaces that a waiter removes, each with one of the objects that the waiter removes. Everything in the namespace is created after the waiter.
   */
  public readonly ownedNamespaces = new Map<string, ApiObject>();

  /** The app. */
  public readonly app = new App();

  #mirrors: ImageMirrorOptions | undefined;

  /** @param placeholders outputs in the arguments of its components */
  public constructor(public readonly placeholders = new OutputPlaceholders()) {
    setKnownLater(this.app, {
      isKnownLater: (value) => placeholders.pathIn(value) !== undefined, describe: (sentence) => placeholders.describe(sentence),
    });
  }

  /**
   * Sets the mirrors of images.
   *
   * @throws ConstructError if an option is invalid, or a construct already wrote an image
   */
  public setMirrors(options: ImageMirrorOptions): void {
    ImageMirror.set(this.app, options);
    this.#mirrors = options;
  }

  /** The mirrors of images, if they are set. */
  public get mirrors(): ImageMirrorOptions | undefined {
    return this.#mirrors;
  }

  /**
   * Returns the reference with which nodes pull an image that was an output, from the mirror if there is one. A secret is not recorded, because
   * errors about other images name those that are.
   */
  public pulledImage(image: string, isSecret: boolean): string {
    const mirrors = ClusterMirrors.of(this.app);
    return isSecret ? mirrors.mirror.imageOf(image) : mirrors.imageOf(image);
  }

  /**
   * Returns a scope for a construct, and a construct ID that is not used in it.
   *
   * @param kind name of the construct class, such as `OperatorRegistry`; errors show it before the ID
   * @param name name of the component
   */
  public scopeFor(kind: string, name: string): { readonly scope: Construct; readonly id: string } {
    const scope = (this.app.node.tryFindChild(kind) ?? new Chart(this.app, kind)) as Chart;
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

const programs = new AsyncLocalStorage<object>();

/** Runs a function as a program of its own: its components share no app with others in this process. */
export function asProgram<Result>(run: () => Promise<Result>): Promise<Result> {
  return programs.run({}, run);
}

/** Returns an object that stands for the current stack. */
export function currentStack(): object {
  return programs.getStore() ?? pulumi.runtime.getStackResource() ?? NO_STACK;
}
