import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { defined } from '../../formats/json/defined';
import { stringField } from '../../formats/json/json-value';
import { OLM_GROUP, RBAC_GROUP } from '../../formats/schema/api-groups';
import { isEarlierKubernetes } from '../../formats/semver/kubernetes-version';
import type { RoleSubject } from '../../report/install-role-manifests';
import { anyCopy } from '../model/any-copy';
import { checkSoleOwner, ClusterObjects } from '../model/cluster-objects';
import { clusterOf } from '../model/cluster-scope';
import { ConstructError } from '../model/construct-error';
import { CommonMetadata, manifestObject } from '../model/manifest-object';
import { checkNamespace, checkObjectName, checkProps } from '../model/prop-checks';
import { ADMISSION_POLICY_SINCE, approvalPolicy, csvPattern } from './approval-policy';
import { boundSubjects, createAccounts, RbacSubject } from './rbac-subject';

/** Properties of `InstallPlanApprovers`. */
export interface InstallPlanApproversProps {
  /** Users, groups and ServiceAccounts that may approve. At least one. */
  readonly subjects: RbacSubject[];

  /** Namespaces of the InstallPlans, which must exist before the roles. At least one. */
  readonly namespaces: string[];

  /**
   * Operators whose InstallPlans may be approved: the names of their ClusterServiceVersions before `.v` and the version, which most often is the name
   * of the package. An InstallPlan that installs anything else with them, such as a dependency that is not listed, cannot be approved.
   *
   * @default - all InstallPlans of the namespaces
   */
  readonly operators?: string[];

  /**
   * Whether a ValidatingAdmissionPolicy limits the subjects to approvals. It requires Kubernetes 1.30. Without it, the subjects may change every
   * field of the InstallPlans of the namespaces, because RBAC cannot limit a right to a field.
   *
   * @default true
   */
  readonly admissionPolicy?: boolean;

  /**
   * Name of the Roles and their bindings. The policy and its binding have the name `<first namespace>.<name>`.
   *
   * @default install-plan-approvers
   */
  readonly name?: string;

  /**
   * Labels for every object.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations for every object.
   *
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}

/** What approvers may do in a namespace. To see what a plan is for, they read Subscriptions and ClusterServiceVersions, too. */
const RULES = [
  { apiGroups: [OLM_GROUP], resources: ['installplans'], verbs: ['get', 'list', 'watch', 'update', 'patch'] },
  { apiGroups: [OLM_GROUP], resources: ['clusterserviceversions', 'subscriptions'], verbs: ['get', 'list', 'watch'] },
];

/**
 * Rights of people and accounts to approve InstallPlans with manual approval, and nothing more: roles that let them read and update InstallPlans, and
 * a ValidatingAdmissionPolicy that refuses every change but the approval of a plan that OLM has resolved.
 *
 * A subject that may create InstallPlans because of other roles, such as a cluster administrator, is not limited.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
 */
export class InstallPlanApprovers extends Construct {
  /** The objects: ServiceAccounts that are created, the roles and bindings of each namespace, the policy and its binding. */
  public readonly objects: ApiObject[];

  /**
   * @param scope scope that owns this construct
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when props are unknown or missing, names are invalid, or the cluster has no ValidatingAdmissionPolicies
   */
  public constructor(scope: Construct, id: string, props: InstallPlanApproversProps) {
    super(anyCopy(scope), id);
    checkProps(this, 'InstallPlanApproversProps', props, new.target !== InstallPlanApprovers);
    const { subjects, namespaces, operators, admissionPolicy = true, name = 'install-plan-approvers', labels, annotations } = props;
    const [first] = namespaces;
    if (first === undefined) {
      throw new ConstructError(this, 'namespaces is empty; add the namespaces of the operators');
    }
    if (subjects.length === 0) {
      throw new ConstructError(this, 'subjects is empty; add those that approve, such as RbacSubject.group(\'name\')');
    }
    namespaces.forEach(namespace => checkNamespace(this, 'namespaces', namespace));
    checkObjectName(this, 'name', name);
    this.#checkOperators(operators);
    this.#checkPolicy(admissionPolicy, operators);
    const bound = boundSubjects(this, subjects, first);
    const common = { labels, annotations };
    const policy = admissionPolicy ? approvalPolicy(`${first}.${name}`, { subjects: bound, namespaces, ...defined({ operators }) }) : [];
    this.objects = [
      ...createAccounts(this, subjects, first, common),
      ...[...new Set(namespaces)].flatMap(namespace => this.#createRole(name, namespace, bound, common)),
      ...policy.map(object => manifestObject(this, object.kind, object, common)),
    ];
    checkSoleOwner(this, 'set \'name\' of one of them');
    ClusterObjects.addCheck(this, objects => this.#misnamed(props, objects));
  }

  #createRole(name: string, namespace: string, subjects: readonly RoleSubject[], common: CommonMetadata): ApiObject[] {
    const [apiVersion, metadata] = [`${RBAC_GROUP}/v1`, { name, namespace }];
    return [
      manifestObject(this, `Role-${namespace}`, { apiVersion, kind: 'Role', metadata, rules: RULES }, common),
      manifestObject(this, `RoleBinding-${namespace}`, {
        apiVersion, kind: 'RoleBinding', metadata, roleRef: { apiGroup: RBAC_GROUP, kind: 'Role', name }, subjects: subjects.map(subject => ({ ...subject })),
      }, common),
    ];
  }

  #checkOperators(operators: readonly string[] | undefined): void {
    if (operators?.length === 0) {
      throw new ConstructError(this, 'operators is empty, so nothing could be approved; add operators, or omit it for all InstallPlans of the namespaces');
    }
    operators?.forEach(operator => checkObjectName(this, 'operators', operator));
  }

  #checkPolicy(admissionPolicy: boolean, operators: readonly string[] | undefined): void {
    if (!admissionPolicy) {
      if (operators !== undefined) {
        throw new ConstructError(this, '\'operators\' requires the ValidatingAdmissionPolicy, because the names of InstallPlans are generated and RBAC cannot limit the right by '
          + 'their content; omit \'operators\', or \'admissionPolicy\'');
      }
      return;
    }
    const { kubernetesVersion } = clusterOf(this) as { readonly kubernetesVersion?: string };
    if (isEarlierKubernetes(kubernetesVersion, ADMISSION_POLICY_SINCE)) {
      throw new ConstructError(this, `ValidatingAdmissionPolicies require Kubernetes 1.30, and the cluster has ${kubernetesVersion}; upgrade it, or set 'admissionPolicy: false', which `
        + 'lets the subjects change every field of the InstallPlans of the namespaces');
    }
  }

  /** Returns the operators whose Subscriptions in the cluster install ClusterServiceVersions with other names. */
  #misnamed({ namespaces, operators = [] }: InstallPlanApproversProps, objects: ClusterObjects): string[] {
    return (operators.length === 0 ? [] : namespaces).flatMap(namespace => objects.ofKind(OLM_GROUP, 'Subscription', namespace)).flatMap(object => {
      const [packageName, csv] = ['name', 'startingCSV'].map(key => stringField(objects.specOf(object), key));
      const isUnknown = packageName === undefined || csv === undefined || !operators.includes(packageName);
      return isUnknown || new RegExp(csvPattern(operators), 'u').test(csv) ? [] : [
        `operators has '${packageName}', and the Subscription '${object.node.path}' to this package installs '${csv}'; also add the part of this name before the version`,
      ];
    });
  }
}
