import type { Bundle } from '../../bundle/bundle';
import { policyRule } from '../../bundle/model/cluster-service-version-fields';
import type { OperatorPolicyRule } from '../../bundle/model/cluster-service-version-spec';
import { mapField, mapListField, stringField } from '../../formats/json/json-value';
import { BundleReport } from '../../report/bundle-report';
import { FORBIDDEN_RIGHT_ALLOWS, ForbiddenRight, grantsForbidden } from '../../report/rbac-risks';
import { type BundleRbacRule, RbacScope } from '../../report/rbac-rule';
import { type AppOperator, nameOf } from '../checks/app-operator';
import { ownerOf, type Problem } from '../checks/check-definition';
import { watchedNamespaces } from '../checks/operator-groups';
import type { PolicyRule, PolicySubject } from './policy-rule';

const RBAC = 'rbac.authorization.k8s.io';

/** A forbidden right. */
interface Ceiling {
  readonly id: string;
  readonly right: ForbiddenRight;
  readonly summary: string;
}

const CEILINGS: readonly Ceiling[] = [
  { id: 'policy-wildcards', right: ForbiddenRight.WILDCARDS, summary: 'operators have no wildcards in their rights' },
  { id: 'policy-escalation', right: ForbiddenRight.ESCALATION, summary: 'operators cannot get more rights than they have' },
  { id: 'policy-secrets', right: ForbiddenRight.SECRETS_ACROSS_NAMESPACES, summary: 'operators do not read all Secrets of other namespaces' },
];

/** Rules that bundles grant to accounts, cached because bundles never change. */
const OF_BUNDLES = new WeakMap<Bundle, readonly BundleRbacRule[]>();

/** Rules about the rights of operators. */
export const RIGHTS_RULES: readonly PolicyRule[] = CEILINGS.map((ceiling) => ({
  id: ceiling.id,
  summary: ceiling.summary,
  remedy: 'use an operator or a version that needs less, or waive the finding with a reason',
  isSet: ({ forbiddenRights }) => forbiddenRights?.includes(ceiling.right) === true,
  find: (_, subject) => [...subject.operators.flatMap((operator) => bundleProblems(subject, operator, ceiling)), ...roleProblems(subject, ceiling)],
}));

/** With the engine Plain, the roles of a bundle are objects of the app. */
function bundleProblems({ view }: PolicySubject, operator: AppOperator, { right }: Ceiling): Problem[] {
  if (operator.bundle === undefined || operator.engine === 'Plain') {
    return [];
  }
  const watched = operator.engine === 'OlmV0' ? watchedNamespaces(view, operator) : undefined;
  const inSeveral = (scope: RbacScope): boolean => scope === RbacScope.CLUSTER || (scope === RbacScope.WATCHED_NAMESPACES && watched?.length !== 1);
  const found = rulesOf(operator.bundle).filter((rule) => grantsForbidden(right, rule, inSeveral(rule.scope)));
  return problem(operator.construct, `${nameOf(operator)} ${FORBIDDEN_RIGHT_ALLOWS[right]}`, found);
}

function roleProblems({ view, objects }: PolicySubject, { right }: Ceiling): Problem[] {
  const roles = objects.filter(({ apiGroup, kind }) => apiGroup === RBAC && (kind === 'Role' || kind === 'ClusterRole'));
  const bindings = roles.length === 0 ? [] : view.ofKind(RBAC, 'ClusterRoleBinding');
  const everywhere = new Set(bindings.map((binding) => stringField(mapField(view.manifestOf(binding), 'roleRef'), 'name')));
  return roles.flatMap((role) => {
    const inSeveral = role.kind === 'ClusterRole' && everywhere.has(role.name);
    const found = mapListField(view.manifestOf(role), 'rules').map(policyRule).filter((rule) => grantsForbidden(right, rule, inSeveral));
    return problem(ownerOf(role), `${role.kind} '${role.name}' ${FORBIDDEN_RIGHT_ALLOWS[right]}`, found);
  });
}

/** Returns one problem for all rules of an operator or a role. */
function problem(construct: Problem['constructs'][number], subject: string, found: readonly OperatorPolicyRule[]): Problem[] {
  const [first] = found;
  return first === undefined ? [] : [{
    constructs: [construct], message: `${subject}: ${describe(first)}${found.length === 1 ? '' : `, and ${found.length - 1} more`}`,
  }];
}

function rulesOf(bundle: Bundle): readonly BundleRbacRule[] {
  const rules = OF_BUNDLES.get(bundle) ?? BundleReport.of(bundle).content.rbac.filter(({ holders }) => holders.length > 0);
  OF_BUNDLES.set(bundle, rules);
  return rules;
}

function describe({ verbs, apiGroups, resources }: OperatorPolicyRule): string {
  return `${verbs.join(', ')} on ${resources.join(', ')} of ${apiGroups.map((group) => (group === '' ? 'the core group' : group)).join(', ')}`;
}
