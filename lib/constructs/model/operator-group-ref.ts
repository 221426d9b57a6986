import { ApiObject } from 'cdk8s';
import { checkArguments } from '../../formats/options/check-arguments';
import { OLM_GROUP } from '../../formats/schema/api-groups';
import { ConstructError } from './construct-error';

/**
 * A reference to an OperatorGroup that a Subscription uses instead of creating one.
 *
 * OLM requires exactly one OperatorGroup in each namespace with a Subscription; with none or two it does nothing and reports nothing. If
 * several Subscriptions share a namespace, one of them creates the OperatorGroup, and the others refer to it.
 *
 * @see https://olm.operatorframework.io/docs/concepts/crds/operatorgroup/
 */
export class OperatorGroupRef {
  /**
   * Refers to an OperatorGroup that is in the cluster, or that something outside the app creates.
   *
   * @param name name of the OperatorGroup, in the namespace of the Subscription
   */
  public static named(name: string): OperatorGroupRef {
    checkArguments('OperatorGroupRef.named', { name });
    return new OperatorGroupRef(name);
  }

  /**
   * Refers to an OperatorGroup of this app, as an object. `OperatorSubscription.operatorGroupRef` and `IOlmInstallation.globalOperators` refer to
   * those that this library creates.
   *
   * @param object the OperatorGroup
   * @throws ConstructError when the object is of another kind
   */
  public static fromObject(object: ApiObject): OperatorGroupRef {
    checkArguments('OperatorGroupRef.fromObject', { object });
    if (object.kind !== 'OperatorGroup' || object.apiGroup !== OLM_GROUP) {
      throw new ConstructError(object, `expected an OperatorGroup of ${OLM_GROUP}, got the kind ${object.kind} of ${object.apiGroup}`);
    }
    return new OperatorGroupRef(object.name, object);
  }

  /**
   * Refers to an OperatorGroup outside the app whose target namespaces are known.
   *
   * @param name name of the OperatorGroup
   * @param targetNamespaces its target namespaces, or an empty list for all namespaces
   * @internal
   */
  public static _withTargets(name: string, targetNamespaces: string[]): OperatorGroupRef {
    return new OperatorGroupRef(name, undefined, targetNamespaces);
  }

  /** Name of the OperatorGroup. */
  public readonly name: string;

  /** The OperatorGroup, if it is part of this app. */
  public readonly object?: ApiObject;

  /** Target namespaces, if they are known although the OperatorGroup is not part of the app. @internal */
  public readonly _targetNamespaces: string[] | undefined;

  private constructor(name: string, object?: ApiObject, targetNamespaces?: string[]) {
    this.name = name;
    this._targetNamespaces = targetNamespaces;
    if (object !== undefined) {
      this.object = object;
    }
  }
}
