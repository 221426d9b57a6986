import type { ApiObject } from 'cdk8s';
import type { OperatorPolicyRule } from '../../bundle/model/cluster-service-version-spec';
import type { JsonMap } from '../../formats/json/json-value';
import { RBAC_GROUP } from '../../formats/schema/api-groups';
import { bundleRights } from '../../report/rights/bundle-rights';
import { FORBIDDEN_RIGHT_ALLOWS, ForbiddenRight, grantsForbidden } from '../../report/rights/forbidden-rights';
import { type RightsOfSubjects, rightsOfSubjects } from '../../report/rights/granted-rights';
import { type RbacBinding, type RbacRole, readRbacObjects, subjectText } from '../../report/rights/rbac-objects';
import { RbacScope } from '../../report/rights/rbac-rule';
import { groupBy } from '../../text/group-by';
import { abridgedList } from '../../text/text-table';
import { type AppOperator, nameOf } from '../checks/app-operator';
import { type CheckedCluster, ownerOf, type Problem } from '../checks/checked-cluster';
import { watchedNamespaces } from '../checks/operator-groups';
import type { PolicyRule, PolicySubject } from './policy-rules';

/** Maximum number of holders and bindings in a message. */
const MAX_SHOWN = 3;

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

/** Rules about the rights of operators, and of roles and bindings of the app. */
export const RIGHTS_RULES: readonly PolicyRule[] = [
  ...CEILINGS.map((ceiling): PolicyRule => ({
    id: ceiling.id,
    summary: ceiling.summary,
    remedy: 'use an operator or a version that needs less, or waive the finding with a reason',
    isSet: ({ forbiddenRights }) => forbiddenRights?.includes(ceiling.right) === true,
    find: (_, subject) => [
      ...subject.operators.flatMap((operator) => bundleProblems(subject, operator, ceiling)),
      ...objectProblems(subject, ceiling),
    ],
  })),
  {
    id: 'policy-unknown-rights',
    summary: 'bindings refer to roles whose rights are known',
    remedy: 'add the role to the app, refer to a role of Kubernetes, or waive the finding with the reason why the rights are acceptable',
    isSet: ({ forbiddenRights = [] }) => forbiddenRights.length > 0,
    find: (_, subject) => [...subject.operators.flatMap(unknownProblemsOfBundle), ...unknownProblemsOfObjects(subject)],
  },
];

/** With the engine Plain, the roles of a bundle are objects of the app. */
function isRendered({ bundle, engine }: AppOperator): boolean {
  return bundle === undefined || engine === 'Plain';
}

function bundleProblems({ view }: PolicySubject, operator: AppOperator, { right }: Ceiling): Problem[] {
  if (isRendered(operator)) {
    return [];
  }
  const watched = operator.engine === 'OlmV0' ? watchedNamespaces(view, operator) : undefined;
  // Two that are known later may turn out to be one.
  const isOne = watched !== undefined && (watched.length === 1 || (watched.length === 2 && view.isUnknown(...watched)));
  const inSeveral = (scope: RbacScope): boolean => scope === RbacScope.CLUSTER || scope === RbacScope.BOUND_NAMESPACES
    || (scope === RbacScope.WATCHED_NAMESPACES && !isOne);
  const found = bundleRights(operator.bundle!).rules
    .filter((rule) => rule.holders.length > 0 && grantsForbidden(right, rule, inSeveral(rule.scope)));
  const through = found[0]?.through ?? [];
  return problem(operator.construct, `${nameOf(operator)} ${FORBIDDEN_RIGHT_ALLOWS[right]}${throughText(through, found[0]?.holders ?? [])}`, found);
}

function throughText(through: readonly string[], holders: readonly string[]): string {
  return through.length === 0 ? '' : `, by ${abridgedList(through, MAX_SHOWN)} to ${abridgedList(holders, MAX_SHOWN)}`;
}

function unknownProblemsOfBundle(operator: AppOperator): Problem[] {
  return isRendered(operator) ? [] : bundleRights(operator.bundle!).bindings.filter(({ unknown }) => unknown !== '').map(({ binding, subjects, unknown }) => ({
    constructs: [operator.construct], message: `${nameOf(operator)} gives ${abridgedList(subjects, MAX_SHOWN)} unknown rights by ${binding}: ${unknown}`,
  }));
}

/** Roles and bindings of an app, with the objects that they were read from. */
interface AppRights extends RightsOfSubjects {
  readonly roles: ReadonlyMap<string, ApiObject>;
  readonly bindings: ReadonlyMap<RbacBinding, ApiObject>;
}

/** Rights of the objects of a cluster, cached for all rules of a run. */
const RIGHTS = new WeakMap<CheckedCluster, AppRights>();

/** Returns the rights of all objects of a cluster. Roles of bundles that OLM installs are known to bindings of the app. */
function rightsOfApp(view: CheckedCluster): AppRights {
  const known = RIGHTS.get(view);
  if (known !== undefined) {
    return known;
  }
  const roles = new Map<string, ApiObject>();
  const bindings = new Map<RbacBinding, ApiObject>();
  const found: RbacRole[] = [];
  for (const object of view.objects.filter(({ apiGroup }) => apiGroup === RBAC_GROUP)) {
    const read = readRbacObjects([view.manifestOf(object) as JsonMap]);
    read.roles.forEach((role) => {
      found.push(role);
      roles.set(role.source, object);
    });
    read.bindings.forEach((binding) => bindings.set(binding, object));
  }
  const rolesOfBundles = view.operators.filter((operator) => !isRendered(operator))
    .flatMap(({ bundle }) => readRbacObjects(bundle!.otherManifests.map(({ content }) => content), true).roles.filter(({ kind }) => kind === 'ClusterRole'));
  const rights = { ...rightsOfSubjects({ roles: found, bindings: [...bindings.keys()] }, { where: 'app', knownRoles: rolesOfBundles }), roles, bindings };
  RIGHTS.set(view, rights);
  return rights;
}

/** Returns a problem for each role of the app, and for each binding of it to a role that is not in the app. */
function objectProblems({ view, objects }: PolicySubject, { right }: Ceiling): Problem[] {
  const own = new Set(objects);
  const { granted, roles, bindings } = rightsOfApp(view);
  const bindingObjects = new Map([...bindings].map(([{ through }, object]) => [through, object]));
  const byRole = groupBy(granted, ({ source, through }) => roles.has(source) ? source : `${source} ${through.join()}`);
  return [...byRole.values()].flatMap((all) => {
    const { source, rules, holders, through } = all[0]!;
    const inSeveral = all.some(({ scope, through: bound }) => (
      (scope === RbacScope.CLUSTER && bound.length > 0) || scope === RbacScope.BOUND_NAMESPACES
    ));
    const object = roles.get(source) ?? bindingObjects.get(through[0] ?? '');
    if (object === undefined || !own.has(object)) {
      return [];
    }
    const found = rules.filter((rule) => grantsForbidden(right, rule, inSeveral));
    const subject = roles.has(source) ? `${object.kind} '${object.name}' ${FORBIDDEN_RIGHT_ALLOWS[right]}`
      : `${source} ${FORBIDDEN_RIGHT_ALLOWS[right]}${throughText(through, holders)}`;
    return problem(ownerOf(object), subject, found);
  });
}

function unknownProblemsOfObjects({ view, objects }: PolicySubject): Problem[] {
  const own = new Set(objects);
  const { unknown, bindings } = rightsOfApp(view);
  return unknown.flatMap(({ binding, reason }) => {
    const object = bindings.get(binding)!;
    return !own.has(object) ? [] : [{
      constructs: [ownerOf(object)],
      message: `${object.kind} '${object.name}' gives ${abridgedList(binding.subjects.map(subjectText), MAX_SHOWN)} unknown rights: ${reason}`,
    }];
  });
}

/** Returns one problem for all rules of an operator, a role or a binding. */
function problem(construct: Problem['constructs'][number], subject: string, found: readonly OperatorPolicyRule[]): Problem[] {
  const [first] = found;
  return first === undefined ? [] : [{
    constructs: [construct], message: `${subject}: ${describe(first)}${found.length === 1 ? '' : `, and ${found.length - 1} more`}`,
  }];
}

/** Maximum number of verbs or resources in a message. */
const MAX_PARTS = 40;

function describe({ verbs, apiGroups, resources, nonResourceUrls }: OperatorPolicyRule): string {
  const what = nonResourceUrls.length > 0 && resources.length === 0 ? `the paths ${abridgedList(nonResourceUrls, MAX_PARTS)}`
    : `${abridgedList(resources, MAX_PARTS)} of ${abridgedList(apiGroups.map((group) => (group === '' ? 'the core group' : group)), MAX_PARTS)}`;
  return `${abridgedList(verbs, MAX_PARTS)} on ${what}`;
}
