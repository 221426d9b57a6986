import type { ApiObject } from 'cdk8s';
import type { OperatorPolicyProps } from './operator-policy-props';
import type { Problem } from '../checks/check-definition';
import type { CheckedCluster } from '../checks/checked-cluster';
import type { AppOperator } from '../checks/app-operator';

/** Input of a rule: a cluster, and the part of it in the scope of the policy. */
export interface PolicySubject {
  readonly view: CheckedCluster;
  readonly operators: readonly AppOperator[];
  readonly objects: readonly ApiObject[];
}

/** A rule of policies. */
export interface PolicyRule {
  readonly id: string;
  readonly summary: string;
  readonly remedy: string;
  /** Whether a policy uses the rule. */
  readonly isSet: (props: OperatorPolicyProps) => boolean;
  readonly find: (props: OperatorPolicyProps, subject: PolicySubject) => Problem[];
}
