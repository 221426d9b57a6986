import { ApiObject } from 'cdk8s';

/**
 * An OperatorGroup that a subscription uses instead of making one.
 *
 * OLM wants exactly one OperatorGroup in each namespace that holds a Subscription; with none or with two it
 * does nothing and says nothing. So when several subscriptions share a namespace, one of them makes the group
 * and the others refer to it.
 *
 * @see https://olm.operatorframework.io/docs/concepts/crds/operatorgroup/
 */
export class OperatorGroupRef {
  /**
   * An OperatorGroup that exists in the cluster, or that something outside the app makes.
   *
   * @param name the name of the OperatorGroup, in the namespace of the subscription
   */
  public static named(name: string): OperatorGroupRef {
    return new OperatorGroupRef(name);
  }

  /**
   * An OperatorGroup of this app: the `operatorGroup` of another subscription, or an object of your own.
   *
   * @param object the OperatorGroup
   */
  public static fromObject(object: ApiObject): OperatorGroupRef {
    return new OperatorGroupRef(object.name, object);
  }

  /** The name of the OperatorGroup. */
  public readonly name: string;

  /** The OperatorGroup, when it is part of this app. */
  public readonly object?: ApiObject;

  private constructor(name: string, object?: ApiObject) {
    this.name = name;
    if (object !== undefined) {
      this.object = object;
    }
  }
}
