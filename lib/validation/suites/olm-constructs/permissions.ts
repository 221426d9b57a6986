import { policyRule } from '../../../bundle/model/cluster-service-version-fields';
import type { OperatorPolicyRule } from '../../../bundle/model/cluster-service-version-spec';
import type { ValuePath } from '../../../formats/json/source-position';
import { grantsRight } from '../../../report/rbac-risks';
import { RbacRiskKind } from '../../../report/rbac-rule';
import type { BundleView } from '../../model/bundle-view';
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
];

/** A rule of a permission or role in the bundle. */
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
      for (const grant of grantsOf(view)) {
        for (const message of messagesOf(grant)) {
          yield { message, file: grant.file, path: grant.path };
        }
      }
    },
  };
}

function grantsOf({ csv, objects }: BundleView): Grant[] {
  const own = csv === undefined ? [] : permissionRulesOf(csv).map(({ value, path, clusterWide, serviceAccountName }) => (
    { rule: policyRule(value), holder: `the service account ${JSON.stringify(serviceAccountName)}`, clusterWide, file: csv.file, path }
  ));
  const roles = objects.filter(({ kind, group }) => group === 'rbac.authorization.k8s.io' && (kind === 'Role' || kind === 'ClusterRole'));
  return [...own, ...roles.flatMap(({ kind, name, file, json }) => locatedMaps(json, 'rules', []).map(({ value, path }) => (
    { rule: policyRule(value), holder: `the ${kind} ${JSON.stringify(name)}`, clusterWide: kind === 'ClusterRole', file, path }
  )))];
}
