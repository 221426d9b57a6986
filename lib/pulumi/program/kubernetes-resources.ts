import * as pulumi from '@pulumi/pulumi';
import { currentStack } from './cluster-app';
import { isOfComponent } from './object-resources';

/** Type tokens of Kubernetes objects, such as `kubernetes:apps/v1:Deployment`, and not of charts and files. */
const OBJECT_TYPE = /^kubernetes:[^:]+\/v[0-9][^:/]*:(.+)$/s;

/** Type tokens of what the provider turns into objects of which a program knows nothing. */
const CONTENT_TYPE = /^kubernetes:(?:helm\.sh|yaml|kustomize)\b/;

/** A resource of the Kubernetes SDK that a program creates itself. */
export interface KubernetesResource {
  readonly resource: pulumi.Resource;
  readonly name: string;

  /** Kind of the object. */
  readonly kind: string;

  /** Whether the resource patches an object that exists, or reads it. */
  readonly exists: boolean;

  /** Arguments, which may contain outputs. */
  readonly args: { readonly [field: string]: unknown };
}

/** Part of the SDK's resources that its types leave out. */
interface ResourceInternals {
  readonly __name?: string;
  readonly __pulumiType?: string;
  readonly __childResources?: ReadonlySet<pulumi.Resource>;
}

/** The Kubernetes resources that a program creates itself, besides those of components of this library. */
export class KubernetesResources {
  static readonly #byStack = new WeakMap<object, KubernetesResources>();

  /** Records every resource that the program creates from now on. */
  public static record(): KubernetesResources {
    const stack = currentStack();
    const resources = KubernetesResources.#byStack.get(stack) ?? new KubernetesResources();
    if (!KubernetesResources.#byStack.has(stack) && pulumi.runtime.getStackResource() !== undefined) {
      pulumi.runtime.registerStackTransformation((args) => {
        resources.#all.set(args.resource, args);
        return undefined;
      });
    }
    KubernetesResources.#byStack.set(stack, resources);
    return resources;
  }

  readonly #all = new Map<pulumi.Resource, pulumi.ResourceTransformationArgs>();
  readonly #stack: pulumi.Resource | undefined = pulumi.runtime.getStackResource();

  private constructor() {}

  /** Returns those that were recorded, in the order in which they were created. */
  public get recorded(): KubernetesResource[] {
    return [...this.#all.values()].flatMap(({ resource, type, name, props, opts }) => {
      const kind = OBJECT_TYPE.exec(type)?.[1];
      if (kind === undefined || CONTENT_TYPE.test(type) || isOfComponent(resource)) {
        return [];
      }
      const isPatch = kind.endsWith('Patch');
      return [{
        resource, name, kind: isPatch ? kind.slice(0, -'Patch'.length) : kind, exists: isPatch || (opts as pulumi.CustomResourceOptions).id !== undefined,
        args: props,
      }];
    });
  }

  /** Returns the resources whose objects are not known, such as `kubernetes:helm.sh/v4:Chart 'redis'`: created too early, or by the provider. */
  public get unseen(): string[] {
    return this.#stack === undefined ? [] : childrenOf(this.#stack).filter((resource) => {
      const type = typeOf(resource);
      return CONTENT_TYPE.test(type) || (OBJECT_TYPE.test(type) && !this.#all.has(resource) && !isOfComponent(resource));
    }).map((resource) => `${typeOf(resource)} '${(resource as ResourceInternals).__name ?? ''}'`);
  }
}

function typeOf(resource: pulumi.Resource): string {
  return (resource as ResourceInternals).__pulumiType ?? '';
}

function childrenOf(resource: pulumi.Resource): pulumi.Resource[] {
  return [...(resource as ResourceInternals).__childResources ?? []].flatMap((child) => [child, ...childrenOf(child)]);
}
