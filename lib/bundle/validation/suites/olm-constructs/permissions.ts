import { textsField } from '../../../json-value';
import type { JsonMap } from '../../../json-value';
import type { ValuePath } from '../../../source-position';
import { permissionRulesOf } from '../../csv-parts';
import { placedMaps } from '../../placed';
import type { Fault, Rule } from '../../rule';
import { FindingSeverity } from '../../severity';
import type { ValidationSubject } from '../../subject';

const PRACTICES = 'https://kubernetes.io/docs/concepts/security/rbac-good-practices/';
const { WARNING } = FindingSeverity;
const ESCALATING = ['escalate', 'bind', 'impersonate'];
const READING = ['get', 'list', 'watch', '*'];

/** What an operator may do: rights that make whoever controls it the master of the cluster. */
export const PERMISSION_RULES: readonly Rule[] = [
  rule('rbac-wildcard', 'permissions name their API groups, resources and verbs',
    'name what the operator needs; * grants what Kubernetes and other operators add later, too', function* ({ rule: granted, who }) {
      const wild = ['apiGroups', 'resources', 'verbs', 'nonResourceURLs'].filter((key) => textsField(granted, key).includes('*'));
      if (wild.length > 0) {
        yield `${who} may act on every one of ${wild.join(', ')}`;
      }
    }),
  rule('rbac-escalation', 'no permission lets the operator get rights that it does not have',
    'remove escalate, bind and impersonate; OLM makes the roles of the operator', function* ({ rule: granted, who }) {
      const verbs = textsField(granted, 'verbs').filter((verb) => ESCALATING.includes(verb));
      if (verbs.length > 0) {
        yield `${who} may ${verbs.join(', ')}, and so become anybody`;
      }
    }),
  rule('rbac-secrets', 'no permission lets the operator read every Secret of the cluster',
    'grant Secrets in permissions, which hold in the watched namespaces, or name them in resourceNames', function* ({ rule: granted, who, clusterWide }) {
      const groups = textsField(granted, 'apiGroups');
      const resources = textsField(granted, 'resources');
      const reads = textsField(granted, 'verbs').some((verb) => READING.includes(verb));
      const secrets = (groups.includes('') || groups.includes('*')) && (resources.includes('secrets') || resources.includes('*'));
      if (clusterWide && secrets && reads && textsField(granted, 'resourceNames').length === 0) {
        yield `${who} may read the Secrets of every namespace`;
      }
    }),
];

/** A rule of permissions, wherever in the bundle it stands. */
interface Grant {
  readonly rule: JsonMap;
  readonly who: string;
  readonly clusterWide: boolean;
  readonly file: string;
  readonly path: ValuePath;
}

function rule(id: string, summary: string, remedy: string, check: (grant: Grant) => Iterable<string>): Rule {
  return {
    id,
    severity: WARNING,
    summary,
    remedy,
    source: PRACTICES,
    *check(subject): Iterable<Fault> {
      for (const grant of grantsOf(subject)) {
        for (const message of check(grant)) {
          yield { message, file: grant.file, path: grant.path };
        }
      }
    },
  };
}

function grantsOf({ csv, objects }: ValidationSubject): Grant[] {
  const own = csv === undefined ? [] : permissionRulesOf(csv).map(({ value, path, clusterWide, serviceAccountName }) => (
    { rule: value, who: `the service account ${JSON.stringify(serviceAccountName)}`, clusterWide, file: csv.file, path }
  ));
  const roles = objects.filter(({ kind, group }) => group === 'rbac.authorization.k8s.io' && (kind === 'Role' || kind === 'ClusterRole'));
  return [...own, ...roles.flatMap(({ kind, name, file, json }) => placedMaps(json, 'rules', []).map(({ value, path }) => (
    { rule: value, who: `whoever is bound to the ${kind} ${JSON.stringify(name)}`, clusterWide: kind === 'ClusterRole', file, path }
  )))];
}
