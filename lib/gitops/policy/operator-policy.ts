import type { IConstruct } from 'constructs';
import type { OperatorPolicyProps } from './operator-policy-props';
import type { AppReport } from '../findings/app-report';
import { addPolicy, applyPolicy, checkPolicy } from './run-policy';

/**
 * Restrictions of a platform team on operators. It applies to a construct and everything in it, regardless of the author: constructs of this library
 * and others, and plain objects. Every policy that applies must allow an operator, so a policy on a nested construct can only restrict more.
 */
export class OperatorPolicy {
  /** Name of the policy. */
  public readonly name: string;

  private readonly props: OperatorPolicyProps;

  /**
   * @param props what is allowed and forbidden
   * @throws Error when a prop is unknown or invalid, a list is empty or matches nothing, nothing is restricted, or a waiver has no reason
   */
  public constructor(props: OperatorPolicyProps) {
    checkPolicy(props);
    this.name = props.name;
    this.props = { ...props };
  }

  /**
   * Applies the policy whenever the app is synthesized. Errors stop synthesis; warnings are printed on stderr.
   *
   * @param scope the app, a `Cluster`, or any other construct
   * @throws ConstructError when another policy there contradicts this one or has the same name
   */
  public addTo(scope: IConstruct): void {
    addPolicy(scope, this.props);
  }

  /**
   * Applies the policy now.
   *
   * @param scope the app, a `Cluster`, or any other construct
   */
  public report(scope: IConstruct): AppReport {
    return applyPolicy(scope, this.props);
  }
}
