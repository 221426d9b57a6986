import { OLM_GROUP } from '../../formats/schema/api-groups';
import type { KubernetesManifest } from '../../formats/schema/kubernetes-manifest';
import type { RoleSubject } from '../../report/install-role-manifests';

const ADMISSION_VERSION = 'admissionregistration.k8s.io/v1';

/** First version of Kubernetes that has ValidatingAdmissionPolicies in `admissionregistration.k8s.io/v1`. */
export const ADMISSION_POLICY_SINCE = '1.30.0';

/** Metadata that the API server changes with every update. */
const CHANGING_METADATA = ['generation', 'managedFields', 'resourceVersion'];

/** Whose changes of InstallPlans are limited, and to what. */
export interface ApprovalLimits {
  readonly subjects: readonly RoleSubject[];
  readonly namespaces: readonly string[];

  /** Names of operators whose plans may be approved. @default - all plans */
  readonly operators?: readonly string[];
}

/**
 * Returns a ValidatingAdmissionPolicy and its binding: subjects change nothing of an InstallPlan but `spec.approved`, once OLM waits for the
 * approval. RBAC cannot limit a right to a field, nor to names of objects that OLM generates.
 *
 * Subjects that may also create InstallPlans, such as cluster administrators and OLM itself, have that right from other roles, and are not limited.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
 */
export function approvalPolicy(name: string, { subjects, namespaces, operators }: ApprovalLimits): KubernetesManifest[] {
  return [
    {
      apiVersion: ADMISSION_VERSION,
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name },
      spec: {
        failurePolicy: 'Fail',
        matchConstraints: {
          matchPolicy: 'Equivalent',
          namespaceSelector: { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values: [...namespaces] }] },
          objectSelector: {},
          resourceRules: [{ apiGroups: [OLM_GROUP], apiVersions: ['*'], operations: ['UPDATE'], resources: ['installplans'], scope: '*' }],
        },
        matchConditions: [
          { name: 'is-approver', expression: subjects.map(isSubject).join(' || ') },
          {
            name: 'may-only-approve',
            expression: `!authorizer.group('${OLM_GROUP}').resource('installplans').namespace(request.namespace).check('create').allowed()`,
          },
        ],
        validations: [
          denial(
            `${unchanged('spec', ['approved'], [])} && ${unchanged('metadata', CHANGING_METADATA, CHANGING_METADATA)}`,
            'approvers change nothing of an InstallPlan but spec.approved',
          ),
          denial('object.spec.approved || !oldObject.spec.approved', 'approvers cannot withdraw an approval'),
          denial(
            `${SAME_APPROVAL} || (has(oldObject.status) && has(oldObject.status.phase) && oldObject.status.phase == 'RequiresApproval')`,
            'OLM does not wait for the approval of this InstallPlan yet, or no longer; approve it in the phase RequiresApproval',
          ),
          ...(operators === undefined ? [] : [denial(
            `${SAME_APPROVAL} || (size(object.spec.clusterServiceVersionNames) > 0 && object.spec.clusterServiceVersionNames.all(csv, csv.matches(${literal(csvPattern(operators))})))`,
            `these approvers approve only InstallPlans that install nothing but versions of ${operators.join(', ')}`,
          )]),
        ],
      },
    },
    {
      apiVersion: ADMISSION_VERSION, kind: 'ValidatingAdmissionPolicyBinding', metadata: { name }, spec: { policyName: name, validationActions: ['Deny'] },
    },
  ];
}

/** Returns the regular expression for the ClusterServiceVersions of operators: the name of one of them, and a version. */
export function csvPattern(operators: readonly string[]): string {
  return `^(${operators.map(name => name.replaceAll('.', '[.]')).join('|')})[.]v?[0-9]+[.][0-9]+[.][0-9]+([-+.].*)?$`;
}

const SAME_APPROVAL = 'object.spec.approved == oldObject.spec.approved';

function denial(expression: string, message: string): object {
  return { expression, message, reason: 'Forbidden' };
}

/** Returns an expression that is true if a map of the object has the same values as before, except some keys that may differ or disappear. */
function unchanged(map: string, different: readonly string[], removable: readonly string[]): string {
  const [now, before] = [`object.${map}`, `oldObject.${map}`];
  const isOneOf = (keys: readonly string[]): string => (keys.length === 0 ? '' : `key in [${keys.map(key => `'${key}'`).join(', ')}] || `);
  return `${now}.all(key, ${isOneOf(different)}(key in ${before} && ${now}[key] == ${before}[key])) && ${before}.all(key, ${isOneOf(removable)}key in ${now})`;
}

function isSubject({ kind, name, namespace }: RoleSubject): string {
  switch (kind) {
    case 'Group':
      return `(has(request.userInfo.groups) && ${literal(name)} in request.userInfo.groups)`;
    case 'ServiceAccount':
      return `request.userInfo.username == ${literal(`system:serviceaccount:${namespace}:${name}`)}`;
    default:
      return `request.userInfo.username == ${literal(name)}`;
  }
}

/** Returns a string of the Common Expression Language, whose escapes include those of JSON. */
function literal(value: string): string {
  return JSON.stringify(value);
}
