import * as pulumi from '@pulumi/pulumi';
import { type ApiObject, type Duration } from 'cdk8s';
import { type Construct, type IConstruct } from 'constructs';
import { olmOfCluster } from '../../constructs/installation/olm-of-cluster';
import { field } from '../../formats/json/json-value';
import { type OptionsName, pickOptions } from '../../formats/options/check-options';
import { append } from '../../text/lists';
import { printableMessage } from '../../text/printable';
import { ClusterApp, type CreateConstruct } from '../program/cluster-app';
import { checkComponent } from '../program/component-options';
import { checkConstruct, explainingPlaceholders, reportWarnings } from '../program/construct-checks';
import { ownProvider } from '../resources/default-provider';
import type { NoOutput, WaitArgs } from '../resources/wait-args';
import type { WaiterResource } from '../resources/waiter-resource';
import { argsOf } from '../program/deployed-cluster';
import { isCreatedBefore, resourceOfObject } from '../program/object-resources';
import { checkedAtEnd, refuseIfTooLate } from '../program/end-checks';
import { type LateArgument, madeOfOutput } from '../resources/made-of-output';
import { pulumiType } from '../program/pulumi-types';
import { ComponentResources } from './component-resources';
import type { ComponentPlan } from './waiter-plan';

/**
 * A value with outputs of other resources allowed at every depth, except for booleans, enums and durations: the objects depend on them. A map of
 * strings may be an output as a whole.
 */
export type DeepInput<Value> =
  unknown extends Value ? Value
    : Value extends boolean | Duration | undefined ? Value
      : Value extends string ? (string extends Value ? pulumi.Input<Value> : Value)
        : Value extends number ? pulumi.Input<Value>
          : Value extends readonly (infer Item)[] ? DeepInput<Item>[]
            : string extends keyof Value ? DeepInputMap<Value>
              : { readonly [Key in keyof Value]: DeepInput<Value[Key]> } & NoOutput;

/** A map with outputs of other resources as its values. */
export type DeepInputMap<Value> =
  Value[keyof Value] extends string ? pulumi.Input<{ readonly [Key in keyof Value]: pulumi.Input<string> }>
    : { readonly [Key in keyof Value]: DeepInput<Value[Key]> } & NoOutput;

/** Props of a construct, with outputs of other resources allowed in all of them except `Plain`, which decide which objects are created. */
export type InputProps<Props, Plain extends keyof Props = never> =
  { readonly [Key in keyof Props as Key extends Plain ? never : Key]: DeepInput<Props[Key]> } & Pick<Props, Plain>;

/** What the base class needs to know about a component. */
export interface ComponentDefinition<Made extends Construct> {
  /** Name of the construct class, such as `OperatorRegistry`; also the last part of the type token. */
  readonly kind: string;

  /** Interface of the construct's props. */
  readonly props: OptionsName;

  /** Interface of the arguments, which have some of the props and others. */
  readonly args: OptionsName;

  /** Argument with an image that is pulled from the mirror of the cluster, if it may be an output. The construct does this for a string. */
  readonly imageArg?: string;

  /** Creates the construct, from props without outputs. */
  readonly create: CreateConstruct<Made>;
}

/** A component that wraps a construct of this library, with a resource for each object of the construct. */
export abstract class ConstructComponent<Made extends Construct> extends pulumi.ComponentResource {
  /** The construct, for components that refer to this one. @internal */
  public readonly _construct: Made;

  /** Resources of the construct's objects, each after the ones it depends on. */
  public readonly resources: pulumi.CustomResource[] = [];

  readonly #app: ClusterApp;
  readonly #resources: ComponentResources;

  /**
   * Creates the construct; subclasses create the resources, with `_createResources`.
   *
   * @param name name of the component, the first part of the names of its resources
   * @param args arguments, which may contain outputs of other resources
   * @param options options of the component
   *
   * @internal
   */
  protected constructor(definition: ComponentDefinition<Made>, name: string, args: object, options: pulumi.ComponentResourceOptions) {
    const { kind, create, imageArg } = definition;
    checkComponent(kind, name, options);
    super(pulumiType(kind), name, {}, options);
    this.#app = ClusterApp.of(ownProvider(this));
    refuseIfTooLate(`${kind} '${name}'`, this.#app);
    const { placeholders } = this.#app;
    const own = pickOptions(definition.props, pickOptions(definition.args, args));
    const pulled = imageArg === undefined ? own : this.#withPulledImage(own, imageArg, lateImage(kind, name));
    const { scope, id } = this.#app.scopeFor(kind, name);
    const props = placeholders.replaceOutputs(definition.args, pulled, argsOf(kind, name));
    this._construct = explainingPlaceholders(placeholders, () => create(scope, id, props, (construct) => inClusterOfComponent(construct, scope, id)));
    checkOlmComesFirst(this._construct, this.#app);
    this.#app.components.push({ component: this, kind, name, argsName: definition.args, args: pulled, create, construct: this._construct });
    reportWarnings(this._construct, this);
    checkConstruct(this._construct, placeholders);
    this.#resources = new ComponentResources({ component: this, name, construct: this._construct, options, app: this.#app, placeholders });
  }

  /** Registers outputs once all components of the program are checked with the values of their outputs. @internal */
  protected override registerOutputs(outputs?: pulumi.Inputs): void {
    // The SDK itself calls it again, without outputs.
    super.registerOutputs(outputs === undefined ? undefined : checkedAtEnd(this.#app, this, outputs));
  }

  /** Returns the settings of waiters, or undefined if there are no waiters. @internal */
  protected _waitSettings<Args extends WaitArgs>(wait: Args | false | undefined): Args | undefined {
    return this.#resources.waitSettings(wait);
  }

  /** Creates all resources, and returns the waiters in the order of the plan. @internal */
  protected _createResources({ plan = [], ownership = new Map(), ...others }: Partial<ComponentPlan> = {}): WaiterResource[] {
    const { objects, waiters } = this.#resources.create({ plan, ownership, ...others });
    append(this.resources, objects);
    return waiters;
  }

  /** Returns the resource of an object of the construct, once it is created. @internal */
  protected _resourceOf(object: ApiObject): pulumi.CustomResource {
    return resourceOfObject(object)!;
  }

  /** Returns arguments in which an image that is an output is that of the mirror. */
  #withPulledImage(args: object, imageArg: string, late: LateArgument): object {
    const image = field(args, imageArg) as pulumi.Input<string> | undefined;
    return image === undefined || typeof image === 'string' ? args
      : { ...args, [imageArg]: madeOfOutput(image, late, (known, isSecret) => this.#app.pulledImage(known, isSecret)) };
  }

  /** Returns a value of the construct with its outputs restored. @internal */
  protected _output<Value>(value: Value): pulumi.Output<Value> {
    return pulumi.output(this.#app.placeholders.restoreOutputs(value)) as pulumi.Output<Value>;
  }
}

/** Whether a value is a component of a kind, of any copy of this library. */
export function isComponent(x: unknown, kind: string): boolean {
  return pulumi.Resource.isInstance(x) && (x as { readonly __pulumiType?: unknown }).__pulumiType === pulumiType(kind);
}

/** @throws Error if a construct that another component has created is in another cluster than the component that refers to it */
function inClusterOfComponent<Other extends IConstruct>(other: Other, scope: Construct, id: string): Other {
  if (other.node.root !== scope.node.root) {
    throw new Error(printableMessage(`[${scope.node.path}/${id}] it refers to '${other.node.path}', which has another Kubernetes provider, and so is in another cluster; `
      + 'pass the same `provider` to both, or refer to something in the cluster of this one'));
  }
  return other;
}

/** @throws Error if a construct is the OLM of its cluster, and an earlier component has resources that should be created after it */
function checkOlmComesFirst(construct: Construct, { components }: ClusterApp): void {
  const earlier = olmOfCluster(construct) === construct ? components.find((other) => isCreatedBefore(other.construct, construct)) : undefined;
  if (earlier !== undefined) {
    throw new Error(printableMessage(`[${construct.node.path}] it is created after ${earlier.kind} '${earlier.name}', whose resources need its CRDs and namespaces; create it earlier `
      + 'in the program, and outside of callbacks such as that of `apply`'));
  }
}

/** Returns the description of an image that is an output. */
export function lateImage(kind: string, name: string): LateArgument {
  return {
    path: `args.image of ${kind} '${name}'`,
    expected: 'registry/repository@sha256:<64 hex digits> or registry/repository:tag, and an image that the other arguments and the mirrors allow',
  };
}
