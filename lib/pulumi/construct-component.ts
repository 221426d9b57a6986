import * as pulumi from '@pulumi/pulumi';
import type { Construct } from 'constructs';
import { ClusterApp } from './cluster-app';
import { checkConstruct, withoutLateValues } from './construct-checks';
import type { LateValues } from './late-values';
import { registerObjects } from './object-resources';

/** Any kind of Kubernetes; a provider for one is the provider for all. */
const SOME_KIND = 'kubernetes:core/v1:Namespace';

/** A component that is a construct of this library, with a resource for each object that the construct makes. */
export abstract class ConstructComponent<Made extends Construct> extends pulumi.ComponentResource {
  /** The construct, for components that refer to this one. @internal */
  public readonly _construct: Made;

  /** The resources of the construct's objects, each after those that it depends on. */
  public readonly resources: pulumi.CustomResource[];

  readonly #late: LateValues;

  /**
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
    const app = ClusterApp.of(this.getProvider(SOME_KIND));
    this.#late = app.late;
    const { scope, id } = app.place(kind, name);
    this._construct = withoutLateValues(this.#late, () => make(scope, id, app.late.plain(args, `${kind} '${id}': args`)));
    checkConstruct(this._construct, this.#late);
    this.resources = registerObjects(this._construct, {
      name,
      parent: this,
      dependsOn: options.dependsOn,
      retainOnDelete: options.retainOnDelete,
      late: this.#late,
    });
  }

  /** A text that the construct has, with the values in it that were late. */
  protected text(value: string): pulumi.Output<string> {
    return pulumi.output(this.#late.restore(value) as pulumi.Input<string>);
  }
}
