import type { IConstruct } from 'constructs';
import { ALL_RULES } from './all-rules';
import { contradiction } from './contradictions';
import type { OperatorPolicyProps } from './operator-policy-props';
import { checkPolicy } from './policy-props-check';
import type { PolicyRule } from './policy-rule';
import { Cluster } from '../../constructs/cluster';
import { clusterOf } from '../../constructs/model/cluster-scope';
import { ConstructError } from '../../constructs/model/construct-error';
import { FindingSeverity } from '../../validation/model/severity';
import { CheckedCluster } from '../checks/checked-cluster';
import type { AppCheck } from '../findings/app-finding';
import { AppReport } from '../findings/app-report';
import { addAppValidation } from '../findings/app-validation';
import { applyWaivers, WAIVER_UNUSED } from '../findings/app-waiver';

export { checkPolicy };

/** Property of a construct with the policies that were added to it, so that all copies of this library share it. */
const POLICIES = Symbol.for('olm-constructs.OperatorPolicies');

/** @throws ConstructError when a policy that applies to the scope or to a part of it contradicts this one, or one of the scope has the same name */
export function addPolicy(scope: IConstruct, props: OperatorPolicyProps): void {
  for (const construct of [...scope.node.scopes.slice(0, -1), ...scope.node.findAll()]) {
    for (const other of policiesOf(construct)) {
      const isRepeated = construct === scope && other.name === props.name;
      const problem = isRepeated ? `a policy '${props.name}' was added already; set another 'name'` : contradiction({ policy: other, construct }, props);
      if (problem !== undefined) {
        throw new ConstructError(scope, problem);
      }
    }
  }
  Object.defineProperty(scope, POLICIES, { value: [...policiesOf(scope), props], configurable: true });
  addAppValidation(scope, () => applyPolicy(scope, props), false);
}

/** Applies a policy to a construct and everything in it. */
export function applyPolicy(scope: IConstruct, props: OperatorPolicyProps): AppReport {
  const rules = ALL_RULES.filter((rule) => rule.isSet(props));
  const included = new Set(scope.node.findAll());
  const clusters = new Set([clusterOf(scope), ...[...included].filter((construct) => Cluster.isCluster(construct))]);
  const found = [...clusters].flatMap((cluster) => {
    const view = new CheckedCluster(cluster, {});
    const operators = view.operators.filter(({ construct, object }) => included.has(object ?? construct));
    const objects = view.ownObjects.filter((object) => included.has(object));
    return rules.flatMap((rule) => rule.find(props, { view, operators, objects }).map(({ constructs, message }) => {
      const { id, severity, remedy, source } = describedRule(rule, props);
      return { id, severity, paths: constructs.map(({ node: { path } }) => path), message, remedy, source };
    }));
  });
  const { findings, waived } = applyWaivers(found, props.waivers ?? []);
  return AppReport._of([...rules.map((rule) => describedRule(rule, props)), WAIVER_UNUSED], findings, waived);
}

function policiesOf(construct: IConstruct): readonly OperatorPolicyProps[] {
  return (construct as { readonly [POLICIES]?: readonly OperatorPolicyProps[] })[POLICIES] ?? [];
}

function describedRule({ id, summary, remedy }: PolicyRule, { name, severity = FindingSeverity.ERROR }: OperatorPolicyProps): AppCheck {
  return { id, severity, summary, remedy, source: `policy '${name}'` };
}
