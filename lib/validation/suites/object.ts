import { exactJson } from '../../formats/json/exact-json';
import { field, fieldAt, type JsonMap, stringListField } from '../../formats/json/json-value';
import { OLM_GROUP } from '../../formats/schema/api-groups';
import { ANY, type GoType, listOf, struct, withFieldNames } from '../../formats/yaml/go-type';
import type { BundleObject } from '../model/bundle-view';
import { FindingSeverity } from '../model/finding';
import { type Fault, locatedMaps, type Rule } from '../model/rule';
import { annotationCase } from './csv';

const SOURCE = 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/object.go';

/** SecurityContextConstraints that OpenShift installs. */
const DEFAULT_CONSTRAINTS = ['privileged', 'restricted', 'anyuid', 'hostaccess', 'hostmount-anyuid', 'hostnetwork', 'node-exporter', 'nonroot'];

/** Rules about disruption budgets, priority classes, and permissions on them. */
export const OBJECT_RULES: readonly Rule[] = [
  {
    id: 'obj-pdb',
    severity: FindingSeverity.ERROR,
    summary: 'a PodDisruptionBudget allows pods to be evicted',
    remedy: 'set maxUnavailable above 0 or minAvailable below 100%; otherwise nodes cannot be drained',
    source: SOURCE,
    check: ofKinds(['PodDisruptionBudget'], budgetFaults),
  },
  {
    id: 'obj-priorityclass',
    severity: FindingSeverity.ERROR,
    summary: 'a PriorityClass is not the cluster default',
    remedy: 'set globalDefault to false, and set priorityClassName in the pods that use the class',
    source: SOURCE,
    check: ofKinds(['PriorityClass'], function* ({ file, json }) {
      if (field(json, 'globalDefault') === true) {
        yield { message: 'globalDefault is true, which changes the priority of every pod in the cluster', file, path: ['globalDefault'] };
      }
    }),
  },
  {
    id: 'obj-rbac-pdb',
    severity: FindingSeverity.WARNING,
    summary: 'roles do not allow changes to PodDisruptionBudgets',
    remedy: 'remove create, update, patch and * on poddisruptionbudgets unless the operator needs them',
    source: SOURCE,
    check: ofKinds(['Role', 'ClusterRole'], function* ({ file, json }) {
      for (const { value, path } of locatedMaps(json, 'rules', [])) {
        if (grants(value, 'policy', 'poddisruptionbudgets', ['create', 'update', 'patch', '*'])) {
          yield { message: 'this rule allows creating or changing PodDisruptionBudgets, which can block the maintenance of a cluster', file, path };
        }
      }
    }),
  },
  {
    id: 'obj-rbac-scc',
    severity: FindingSeverity.ERROR,
    summary: 'roles do not allow changes to the default SecurityContextConstraints of OpenShift',
    remedy: 'create your own SecurityContextConstraints, and list them in resourceNames',
    source: SOURCE,
    check: ofKinds(['Role', 'ClusterRole'], function* ({ file, json }) {
      for (const { value, path } of locatedMaps(json, 'rules', [])) {
        const named = stringListField(value, 'resourceNames').filter((name) => DEFAULT_CONSTRAINTS.includes(name));
        if (named.length > 0 && grants(value, 'security.openshift.io', 'securitycontextconstraints', ['delete', 'update', 'patch', '*'])) {
          yield { message: `this rule allows changing ${named.join(', ')}, which OpenShift itself uses`, file, path };
        }
      }
    }),
  },
];

const ROLE = struct({ rules: listOf(struct({ apiGroups: ANY, resources: ANY, resourceNames: ANY, verbs: ANY })) });

/** Fields of each kind that the rules read. Go ignores their case. */
const TYPES: { readonly [kind: string]: GoType } = {
  PodDisruptionBudget: struct({ spec: struct({ maxUnavailable: ANY, minAvailable: ANY }) }),
  PriorityClass: struct({ globalDefault: ANY }),
  Role: ROLE,
  ClusterRole: ROLE,
};

function ofKinds(kinds: readonly string[], check: (object: BundleObject) => Iterable<Fault>): Rule['check'] {
  return ({ objects }) => objects.filter(({ kind }) => kinds.includes(kind)).flatMap((object) => (
    [...check({ ...object, json: withFieldNames(object.json, TYPES[object.kind]!) as JsonMap })]
  ));
}

/** Upstream reads every percentage as 0, because it only reads numbers. */
function* budgetFaults({ file, json }: BundleObject): Iterable<Fault> {
  const most = fieldAt(json, 'spec', 'maxUnavailable');
  if (most === 0 || typeof most === 'string') {
    const message = most === 0 || most === '0%'
      ? `maxUnavailable is ${most}, so no pod can ever be evicted`
      : `maxUnavailable must be a number, because operator-framework's validator reads every percentage as 0; got ${exactJson(most)}`;
    yield { message, file, path: ['spec', 'maxUnavailable'] };
  }
  if (fieldAt(json, 'spec', 'minAvailable') === '100%') {
    yield { message: 'minAvailable is 100%, so no pod can ever be evicted', file, path: ['spec', 'minAvailable'] };
  }
}

function grants(rule: unknown, group: string, resource: string, verbs: readonly string[]): boolean {
  return stringListField(rule, 'apiGroups').includes(group)
    && stringListField(rule, 'resources').includes(resource)
    && stringListField(rule, 'verbs').some((verb) => verbs.includes(verb));
}

/** Rules about OperatorGroups. OLM never installs one from a bundle, but upstream checks its annotations. */
export const OPERATOR_GROUP_RULES: readonly Rule[] = [
  {
    id: 'operatorgroup-annotations',
    severity: FindingSeverity.ERROR,
    summary: 'annotations of an OperatorGroup that OLM knows have the right case',
    remedy: 'correct the case of the annotation; OLM ignores it otherwise',
    source: 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/operatorgroup.go',
    *check({ objects }) {
      for (const object of objects) {
        if (object.kind === 'OperatorGroup' && object.group === OLM_GROUP) {
          yield* annotationCase(object);
        }
      }
    },
  },
];
