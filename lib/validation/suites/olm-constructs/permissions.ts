import { policyRule } from '../../../bundle/model/cluster-service-version-fields';
import type { OperatorPolicyRule } from '../../../bundle/model/cluster-service-version-spec';
import type { ValuePath } from '../../../formats/json/source-position';
import { rightsOfSubjects } from '../../../report/rights/granted-rights';
import { isRbacObject, type RbacBinding, type RbacObjects, readRbacObjects, roleText, subjectText } from '../../../report/rights/rbac-objects';
import { grantsRight } from '../../../report/rights/rbac-risks';
import { RbacRiskKind, RbacScope } from '../../../report/rights/rbac-rule';
import { RoleRules } from '../../../report/rights/role-rules';
import { abridgedList } from '../../../text/text-table';
import type { BundleObject, BundleView } from '../../model/bundle-view';
import { permissionRulesOf } from '../../model/csv-parts';
import { FindingSeverity } from '../../model/finding';
import { type Fault, locatedMaps, type Rule } from '../../model/rule';

const PRACTICES = 'https://kubernetes.io/docs/concepts/security/rbac-good-practices/';
const ESCALATION = [RbacRiskKind.ESCALATE, RbacRiskKind.BIND, RbacRiskKind.IMPERSONATE];

/** Rules about permissions that give control of the cluster to anyone who controls the operator. */
export const PERMISSION_RULES: readonly Rule[] = [
  permissionRule('rbac-wildcard', 'permissions list their API groups, resources and verbs',
    'list what the operator needs; * also grants what Kubernetes and other operators add later', function* ({ rule, holder }) {
      const wild = (['apiGroups', 'resources', 'verbs', 'nonResourceUrls'] as const).filter((key) => rule[key].includes('*'));
      if (wild.length > 0) {
        yield `${holder} has * in ${wild.map((key) => (key === 'nonResourceUrls' ? 'nonResourceURLs' : key)).join(', ')}`;
      }
    }),
  permissionRule('rbac-escalation', 'no permission lets the operator obtain rights that it does not have',
    'remove escalate, bind and impersonate; OLM creates the roles of the operator', function* ({ rule, holder }) {
      // rbac-wildcard reports the verb *.
      const named = { ...rule, verbs: rule.verbs.filter((verb) => verb !== '*') };
      const kinds = ESCALATION.filter((kind) => grantsRight(named, kind));
      if (kinds.length > 0) {
        yield `${holder} may ${kinds.join(', ')}, which lets it obtain any right`;
      }
    }),
  permissionRule('rbac-secrets', 'no permission lets the operator read every Secret of the cluster',
    'grant Secrets in permissions, which apply to the watched namespaces, or list them in resourceNames', function* ({ rule, holder, clusterWide }) {
      if (clusterWide && grantsRight(rule, RbacRiskKind.SECRETS_READ)) {
        yield `${holder} may read the Secrets of every namespace`;
      }
    }),
  {
    id: 'rbac-unknown-rights',
    severity: FindingSeverity.WARNING,
    summary: 'bindings refer to roles of the bundle or of Kubernetes, whose rights are known',
    remedy: 'add the role to the bundle, or refer to a role that lists its rules; a role of another operator or platform can have any rights',
    source: PRACTICES,
    check: unknownRights,
  },
];

/** A rule of a permission or role in the bundle, or of a role that it binds. */
interface Grant {
  readonly rule: OperatorPolicyRule;
  readonly holder: string;
  readonly clusterWide: boolean;
  readonly file: string;
  readonly path: ValuePath;
}

function permissionRule(id: string, summary: string, remedy: string, messagesOf: (grant: Grant) => Iterable<string>): Rule {
  return {
    id,
    severity: FindingSeverity.WARNING,
    summary,
    remedy,
    source: PRACTICES,
    *check(view): Iterable<Fault> {
      // Rules of a role that is not in the bundle have the path of the binding in common.
      const reported = new Set<string>();
      for (const grant of grantsOf(view)) {
        for (const message of messagesOf(grant)) {
          const key = JSON.stringify([message, grant.file, grant.path]);
          if (!reported.has(key)) {
            reported.add(key);
            yield { message, file: grant.file, path: grant.path };
          }
        }
      }
    },
  };
}

function* grantsOf({ csv, objects }: BundleView): Iterable<Grant> {
  for (const { value, path, clusterWide, serviceAccountName } of csv === undefined ? [] : permissionRulesOf(csv)) {
    yield { rule: policyRule(value), holder: `the service account ${JSON.stringify(serviceAccountName)}`, clusterWide, file: csv!.file, path };
  }
  const ofRbac = objects.filter(({ json }) => isRbacObject(json));
  for (const { kind, name, file, json } of ofRbac.filter((object) => object.kind === 'Role' || object.kind === 'ClusterRole')) {
    for (const { value, path } of locatedMaps(json, 'rules', [])) {
      yield { rule: policyRule(value), holder: `the ${kind} ${JSON.stringify(name)}`, clusterWide: kind === 'ClusterRole', file, path };
    }
  }
  yield* grantsOfOthers(ofRbac);
}

/** Yields the rules that roles of the bundle have by aggregation, and those of Kubernetes' roles that it binds: once for each role or binding. */
function* grantsOfOthers(objects: readonly BundleObject[]): Iterable<Grant> {
  const read = rbacWithFiles(objects);
  const roles = new RoleRules(read.flatMap((found) => found.roles));
  const known = new Set(objects.map(({ kind, name }) => `${kind} ${name}`));
  for (const { file, roles: [role], bindings: [binding] } of read) {
    if (role?.selectors !== undefined) {
      const own = new Set(role.rules);
      const holder = `the ClusterRole ${JSON.stringify(role.name)}, by its aggregationRule,`;
      yield* (roles.find(role)?.rules ?? []).filter((rule) => !own.has(rule))
        .map((rule) => ({ rule, holder, clusterWide: true, file, path: ['aggregationRule'] }));
    }
    const bound = binding === undefined ? undefined : roles.ofBinding(binding);
    if (binding !== undefined && bound !== undefined && !known.has(roleText(binding))) {
      const holder = `${subjectsText(binding)}, by ${binding.through} to ${bound.source},`;
      yield* bound.rules.map((rule) => ({ rule, holder, clusterWide: binding.scope === RbacScope.CLUSTER, file, path: ['roleRef'] }));
    }
  }
}

/** Returns the role or binding of each object, with its file. */
function rbacWithFiles(objects: readonly BundleObject[]): (RbacObjects & { readonly file: string })[] {
  return objects.map(({ file, json }) => ({ file, ...readRbacObjects([json], true) }));
}

/** Maximum number of subjects in a message. */
const MAX_SUBJECTS = 3;

function subjectsText({ subjects }: RbacBinding): string {
  return subjects.length === 0 ? 'nobody' : abridgedList(subjects.map(subjectText), MAX_SUBJECTS);
}

/** Yields the bindings whose rights are unknown. */
function* unknownRights({ objects }: BundleView): Iterable<Fault> {
  const ofRbac = rbacWithFiles(objects);
  const bindings = ofRbac.flatMap(({ bindings: found }) => found);
  const fileOf = new Map(ofRbac.flatMap(({ file, bindings: found }) => found.map((binding) => [binding, file] as const)));
  const { unknown } = rightsOfSubjects({ roles: ofRbac.flatMap(({ roles }) => roles), bindings }, { where: 'bundle' });
  for (const { binding, reason } of unknown) {
    yield { message: `${binding.through} gives ${subjectsText(binding)} rights that are unknown: ${reason}`, file: fileOf.get(binding)!, path: ['roleRef'] };
  }
}
