import { type JsonMap, stringField, stringListField } from '../../../formats/json/json-value';
import { RBAC_GROUP } from '../../../formats/schema/api-groups';
import { subdomainErrors } from '../../../formats/schema/checks/kubernetes-names';
import type { BundleObject } from '../../model/bundle-view';
import { csvRule, permissionRulesOf, permissionsOf } from '../../model/csv-parts';
import { FindingSeverity } from '../../model/finding';
import { type Located, locatedMaps, type Rule } from '../../model/rule';

const VALIDATION = 'https://github.com/kubernetes/kubernetes/blob/master/pkg/apis/rbac/validation/validation.go';
const { ERROR } = FindingSeverity;

/** A rule of a role in the bundle, or of a permission of the CSV, of which OLM makes a role. */
interface RoleRule extends Located<JsonMap> {
  readonly file: string;
  readonly isClusterWide: boolean;
}

/** Rules about permissions of which the API server refuses the roles, bindings and accounts. */
export const ROLE_RULES: readonly Rule[] = [
  {
    id: 'olm-v0-role',
    severity: ERROR,
    summary: 'each rule of a role or permission has verbs, and either API groups and resources or, for the whole cluster, URLs',
    remedy: 'correct the rule; the core API group is an empty string in apiGroups',
    source: VALIDATION,
    *check({ csv, objects }) {
      for (const { value, path, file, isClusterWide } of [...(csv === undefined ? [] : rulesOfCsv(csv)), ...objects.flatMap(rulesOf)]) {
        for (const problem of ruleProblems(value, isClusterWide)) {
          yield { message: `the API server refuses this rule: ${problem}`, file, path };
        }
      }
    },
  },
  {
    id: 'olm-v0-binding',
    severity: ERROR,
    summary: 'each ServiceAccount in the subjects of a binding has a namespace',
    remedy: 'list the permissions in the CSV, for whose ServiceAccount OLM creates the binding; the namespace of the operator is not known in a bundle',
    source: VALIDATION,
    *check({ objects }) {
      for (const { file, json } of objects.filter(({ kind, group }) => group === RBAC_GROUP && kind.endsWith('RoleBinding'))) {
        for (const { value, path } of locatedMaps(json, 'subjects', [])) {
          if (stringField(value, 'kind') === 'ServiceAccount' && (stringField(value, 'namespace') ?? '') === '') {
            yield { message: `the ServiceAccount ${JSON.stringify(stringField(value, 'name') ?? '')} has no namespace`, file, path };
          }
        }
      }
    },
  },
  csvRule({
    id: 'olm-v0-service-account',
    severity: ERROR,
    summary: 'each permission is for a ServiceAccount with a valid name',
    remedy: 'set serviceAccountName to the account of the deployment',
    source: VALIDATION,
  }, function* (csv) {
    for (const { serviceAccountName: name, path } of permissionsOf(csv)) {
      for (const requirement of subdomainErrors(name)) {
        yield { message: `the serviceAccountName of a permission must ${requirement}, got ${JSON.stringify(name)}`, path: [...path, 'serviceAccountName'] };
      }
    }
  }),
];

function rulesOfCsv(csv: BundleObject): RoleRule[] {
  return permissionRulesOf(csv).map(({ value, path, clusterWide }) => ({ value, path, file: csv.file, isClusterWide: clusterWide }));
}

function rulesOf({ file, group, kind, json }: BundleObject): RoleRule[] {
  return group !== RBAC_GROUP || !['Role', 'ClusterRole'].includes(kind) ? []
    : locatedMaps(json, 'rules', []).map(({ value, path }) => ({ value, path, file, isClusterWide: kind === 'ClusterRole' }));
}

function ruleProblems(rule: JsonMap, isClusterWide: boolean): string[] {
  const [verbs, groups, resources, urls] = ['verbs', 'apiGroups', 'resources', 'nonResourceURLs'].map((key) => stringListField(rule, key)) as [string[], string[], string[], string[]];
  return [
    ...(verbs.length === 0 ? ['it has no verbs'] : []),
    ...(urls.length > 0 && !isClusterWide ? ['nonResourceURLs apply to the whole cluster only'] : []),
    ...(urls.length > 0 && groups.length + resources.length > 0 ? ['it has both nonResourceURLs and resources'] : []),
    ...(urls.length === 0 && groups.length === 0 ? ['it has no apiGroups'] : []),
    ...(urls.length === 0 && resources.length === 0 ? ['it has no resources'] : []),
  ];
}
