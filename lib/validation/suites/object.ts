import { field, fieldAt, textsField } from '../../json-value';
import { placedMaps } from '../placed';
import type { Fault, Rule } from '../rule';
import { FindingSeverity } from '../severity';
import type { SubjectObject } from '../subject';

const SOURCE = 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/object.go';

/** The SecurityContextConstraints that OpenShift comes with. */
const DEFAULT_CONSTRAINTS = ['privileged', 'restricted', 'anyuid', 'hostaccess', 'hostmount-anyuid', 'hostnetwork', 'node-exporter', 'nonroot'];

/** Disruption budgets, priority classes, and permissions on them. */
export const OBJECT_RULES: readonly Rule[] = [
  {
    id: 'obj-pdb',
    severity: FindingSeverity.ERROR,
    summary: 'a PodDisruptionBudget lets pods be evicted',
    remedy: 'set maxUnavailable to a number above 0, or minAvailable below 100%; nodes could not be drained otherwise',
    source: SOURCE,
    check: ofKinds(['PodDisruptionBudget'], budgetFaults),
  },
  {
    id: 'obj-priorityclass',
    severity: FindingSeverity.ERROR,
    summary: 'a PriorityClass is not the default of the cluster',
    remedy: 'set globalDefault to false, and name the class in the pods that are to have it',
    source: SOURCE,
    check: ofKinds(['PriorityClass'], function* ({ file, json }) {
      if (field(json, 'globalDefault') === true) {
        yield { message: 'globalDefault would change the priority of every pod in the cluster', file, path: ['globalDefault'] };
      }
    }),
  },
  {
    id: 'obj-rbac-pdb',
    severity: FindingSeverity.WARNING,
    summary: 'roles do not let anybody change PodDisruptionBudgets',
    remedy: 'remove create, update, patch and * on poddisruptionbudgets, unless the operator cannot do without',
    source: SOURCE,
    check: ofKinds(['Role', 'ClusterRole'], function* ({ file, json }) {
      for (const { value, path } of placedMaps(json, 'rules', [])) {
        if (grants(value, 'policy', 'poddisruptionbudgets', ['create', 'update', 'patch', '*'])) {
          yield { message: 'this rule lets PodDisruptionBudgets be made or changed, which can stop a cluster from being maintained', file, path };
        }
      }
    }),
  },
  {
    id: 'obj-rbac-scc',
    severity: FindingSeverity.ERROR,
    summary: 'roles do not let anybody change the SecurityContextConstraints that OpenShift comes with',
    remedy: 'make constraints of your own, and name them in the rule',
    source: SOURCE,
    check: ofKinds(['Role', 'ClusterRole'], function* ({ file, json }) {
      for (const { value, path } of placedMaps(json, 'rules', [])) {
        const named = textsField(value, 'resourceNames').filter((name) => DEFAULT_CONSTRAINTS.includes(name));
        if (named.length > 0 && grants(value, 'security.openshift.io', 'securitycontextconstraints', ['delete', 'update', 'patch', '*'])) {
          yield { message: `this rule lets ${named.join(', ')} be changed, which OpenShift itself relies on`, file, path };
        }
      }
    }),
  },
];

function ofKinds(kinds: readonly string[], check: (object: SubjectObject) => Iterable<Fault>): Rule['check'] {
  return ({ objects }) => objects.filter(({ kind }) => kinds.includes(kind)).flatMap((object) => [...check(object)]);
}

/** Upstream takes every percentage for 0: as a number it has none. */
function* budgetFaults({ file, json }: SubjectObject): Iterable<Fault> {
  const most = fieldAt(json, 'spec', 'maxUnavailable');
  if (most === 0 || typeof most === 'string') {
    const message = most === 0 || most === '0%'
      ? `maxUnavailable is ${most}, so no pod could ever be evicted`
      : `maxUnavailable must be a number, since operator-framework's validator takes every percentage for 0; got ${JSON.stringify(most)}`;
    yield { message, file, path: ['spec', 'maxUnavailable'] };
  }
  if (fieldAt(json, 'spec', 'minAvailable') === '100%') {
    yield { message: 'minAvailable is 100%, so no pod could ever be evicted', file, path: ['spec', 'minAvailable'] };
  }
}

function grants(rule: unknown, group: string, resource: string, verbs: readonly string[]): boolean {
  return textsField(rule, 'apiGroups').includes(group)
    && textsField(rule, 'resources').includes(resource)
    && textsField(rule, 'verbs').some((verb) => verbs.includes(verb));
}
