import { ApiObject } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { apiObjectsIn } from '../../constructs/model/chart-objects';
import { OlmInstallation } from '../../constructs/installation/olm-installation';
import { preferBefore } from '../../constructs/model/chart-order';
import { ConstructError } from '../../constructs/model/construct-error';
import { checkProps, scopeOf } from '../../constructs/model/prop-checks';
import { installedBundle } from '../../constructs/subscription/subscription-checks';
import { defined } from '../../formats/json/defined';
import { OLM_GROUP, RBAC_GROUP } from '../../formats/schema/api-groups';
import { isKindAndGroup, KubernetesManifest, resourceOfKind } from '../../formats/schema/kubernetes-manifest';
import { OlmRemovalTarget, removalOrder } from '../../olm/v0/release/removal-order';
import { InstallRule } from '../../report/install-rule';
import { groupBy } from '../../text/group-by';
import { createJob, jobName, jobNamespace, MANIFESTS_FOLDER, OperatorJobProps, timeoutOf } from './job-objects';
import { rule, operatorRules as waitingForOperator, clusterRules as waitingInCluster } from './wait-rights';
import { waitedApiObjects, waitedObject } from './waited-objects';

/** What the removal of an operator does with the objects of its APIs. */
export enum OperandRemoval {
  /** The removal fails while such objects exist: nothing is deleted. */
  ABORT = 'abort',

  /** They are kept, as are the CRDs. */
  IGNORE = 'ignore',

  /** They are deleted first, while the operator still runs. */
  DELETE = 'delete',
}

/** Properties of `OperatorRemovalJob`. */
export interface OperatorRemovalJobProps extends OperatorJobProps {
  /**
   * What to remove: constructs that contain Subscriptions, such as an `OperatorSubscription`, a `BundleDeployment` or a chart. At least one. An
   * `OlmInstallation` among them is removed after the operators; the Job fails while OLM manages other operators, and must be in a namespace that is
   * not one of OLM's.
   */
  readonly remove: IConstruct[];

  /**
   * What happens to the objects of the operators' APIs.
   *
   * @default OperandRemoval.ABORT
   */
  readonly operands?: OperandRemoval;

  /**
   * Whether to delete the CRDs of the operators that no other operator owns and that have no objects.
   *
   * @default false
   */
  readonly deleteCrds?: boolean;

  /**
   * Kinds whose CRDs to delete, by kind and group such as `Database.example.com`. Implies `deleteCrds`. The Job fails if no removed operator owns one
   * of them.
   *
   * @default - all kinds if `deleteCrds` is true
   */
  readonly deleteCrdKinds?: string[];

  /**
   * Whether to delete the cluster-scoped objects that OLM created from the bundles of the operators and leaves behind, such as ClusterRoles, unless
   * anything else uses them. The account of the Job may then delete every ClusterRole and ClusterRoleBinding, because their names are only in the
   * InstallPlans of the cluster.
   *
   * @default false
   */
  readonly deleteLeftovers?: boolean;

  /**
   * Names of the CRDs of the operators, such as `databases.example.com`: the account of the Job may look for objects of these APIs.
   *
   * @default - those of the bundles; required if the content of the catalog is unknown
   */
  readonly crds?: string[];
}

/** Argo CD runs the hook before it deletes anything, and deletes nothing if it fails. */
const ARGO_CD_HOOK = { 'argocd.argoproj.io/hook': 'PreDelete', 'argocd.argoproj.io/hook-delete-policy': 'HookSucceeded' };

/** Name of a CRD: the plural of its kind, and its group. */
const CRD_NAME = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/**
 * A Job that removes operators, and OLM itself on request, before Argo CD deletes an Application, in the order that leaves nothing stuck:
 * Subscription, operands, ClusterServiceVersion, CRDs, and then OLM step by step. It is a `PreDelete` hook, which Argo CD runs since 3.3: while it
 * fails, for example because there are objects of the operator's APIs, Argo CD deletes nothing. Without it, Argo CD deletes the Subscription and
 * leaves the operator running.
 *
 * Flux has no such hooks: use `olm-constructs remove` there.
 */
export class OperatorRemovalJob extends Construct {
  /** Namespace of the Job. */
  public readonly namespace: string;

  /** The Job. */
  public readonly job: ApiObject;

  /** The ServiceAccount, its roles and their bindings. */
  public readonly account: ApiObject[];

  /**
   * @param scope scope that owns this construct
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when props are unknown or invalid, nothing is to be removed, or the CRDs of an operator are unknown
   */
  public constructor(scope: Construct, id: string, props: OperatorRemovalJobProps) {
    super(scopeOf('new OperatorRemovalJob', scope, id), id);
    checkProps(this, 'OperatorRemovalJobProps', props, new.target !== OperatorRemovalJob);
    const { remove, operands = OperandRemoval.ABORT, deleteLeftovers = false } = props;
    const deleteCrds = this.#crdArgument(props);
    const subscriptions = waitedApiObjects(remove).filter(({ kind }) => kind === 'Subscription');
    const olms = [...new Set(remove.flatMap(({ node }) => node.findAll()))].filter(construct => OlmInstallation.isOlmInstallation(construct));
    const name = subscriptions[0]?.name ?? olms[0]?.node.id;
    if (name === undefined) {
      throw new ConstructError(this, 'remove contains no Subscription and no OlmInstallation; add constructs with Subscriptions, and create the Job '
        + 'after them');
    }
    const crds = this.#crdsOf(subscriptions, props.crds);
    const namespaces = [...new Set(subscriptions.map(waitedObject).flatMap(({ namespace = [] }) => namespace))].sort();
    this.namespace = this.#namespaceOutside(olms, props.namespace, namespaces);
    const partsOfOlm = olms.flatMap(referencesOf);
    const { job, account } = createJob(this, jobName(this, props.name, name, '-removal'), this.namespace, props, {
      args: [
        'remove', '-f', MANIFESTS_FOLDER, '--timeout', `${timeoutOf(props)}s`, '--operands', operands, ...deleteCrds, ...(deleteLeftovers ? ['--delete-leftovers'] : []),
      ],
      manifests: () => [...subscriptions.map((object): unknown => object.toJson()), ...partsOfOlm],
      namespaceRules: namespaces.map(namespace => ({ namespace, rules: operatorRemovalRules() })),
      clusterRules: [
        ...(subscriptions.length === 0 ? []
          : clusterRemovalRules(namespaces, crds, {
            deletesOperands: operands === OperandRemoval.DELETE, deletesCrds: deleteCrds.length > 0, deletesLeftovers: deleteLeftovers,
          })),
        ...(olms.length === 0 ? [] : olmRemovalRules(removalOrder(partsOfOlm).flatMap(({ targets }) => targets))),
      ],
      hook: ARGO_CD_HOOK,
    });
    this.job = job;
    this.account = account;
    preferBefore(this, ...remove);
  }

  /** Returns the namespace of the Job, which must not be one that the removal of OLM deletes. */
  #namespaceOutside(olms: readonly OlmInstallation[], given: string | undefined, ofOperators: readonly string[]): string {
    if (given === undefined && ofOperators.length === 0) {
      throw new ConstructError(this, "namespace is required to remove OLM alone; set 'namespace' to one that is not deleted, such as 'default'");
    }
    const namespace = jobNamespace(this, given, ofOperators);
    if (olms.some(({ namespaces }) => namespaces.some(({ name }) => name === namespace))) {
      throw new ConstructError(this, `the Job is in namespace '${namespace}', which is deleted with OLM; set 'namespace' to one that is not deleted, such as 'default'`);
    }
    return namespace;
  }

  /** Returns the arguments for the CRDs to delete. */
  #crdArgument({ deleteCrds = false, deleteCrdKinds = [] }: OperatorRemovalJobProps): string[] {
    const wrong = deleteCrdKinds.find(kind => !isKindAndGroup(kind));
    if (wrong !== undefined) {
      throw new ConstructError(this, `deleteCrdKinds has '${wrong}', which is not a kind with its group; use kinds such as Database.example.com`);
    }
    return deleteCrdKinds.length > 0 ? [`--delete-crds=${deleteCrdKinds.join(',')}`] : deleteCrds ? ['--delete-crds'] : [];
  }

  #crdsOf(subscriptions: readonly ApiObject[], given: readonly string[] | undefined): string[] {
    const wrong = given?.find(name => !CRD_NAME.test(name));
    if (wrong !== undefined) {
      throw new ConstructError(this, `crds has '${wrong}', which is no name of a CRD; use names such as databases.example.com`);
    }
    const known = given ?? subscriptions.flatMap(subscription => {
      const bundle = installedBundle(subscription);
      if (bundle === undefined) {
        throw new ConstructError(this, `the app does not know the content of the catalog of Subscription ${subscription.name}; set 'crds' to the names of the CRDs `
          + 'of its operator, such as databases.example.com, or give the catalog its content');
      }
      return bundle.content?.csv.ownedCrds.flatMap(({ name = [] }) => name)
        ?? bundle.providedApis.flatMap(({ plural = [], group }) => [plural].flat().map(resource => `${resource}.${group}`));
    });
    return [...new Set(known)].sort();
  }
}

/** Returns the objects of OLM without their content, which the removal does not need and which would not fit in a ConfigMap. */
function referencesOf(olm: OlmInstallation): KubernetesManifest[] {
  const objects = apiObjectsIn([...new Set([...olm.crds, ...olm.node.findAll()])]);
  return objects.map(({ apiVersion, kind, name, metadata: { namespace } }) => (
    { apiVersion, kind, metadata: { name, ...defined({ namespace }) } }
  ));
}

const FOLLOW = ['list', 'watch'];
const IDENTIFICATION: InstallRule = { ...rule('identify the cluster', '', ['namespaces'], ['get']), resourceNames: ['kube-system'] };

/** What a removal deletes in addition to operators. */
interface RemovalChanges {
  /** Whether it deletes the objects of the operators' APIs. */
  readonly deletesOperands: boolean;

  /** Whether it deletes CRDs. */
  readonly deletesCrds: boolean;

  /** Whether it deletes what OLM leaves behind. */
  readonly deletesLeftovers: boolean;
}

/** Returns the rules for the namespace of an operator. The page "Permissions of waiters" contains the same rules; a test compares both. */
function operatorRemovalRules(): InstallRule[] {
  return [
    ...waitingForOperator({ subscriptions: [], approves: false, recovers: false }),
    rule('remove the operator', OLM_GROUP, ['subscriptions', 'clusterserviceversions'], ['delete']),
  ];
}

/**
 * Returns the rules for the whole cluster.
 *
 * @param namespaces namespaces of the operators
 * @param crds names of the CRDs of the operators
 */
function clusterRemovalRules(
  namespaces: readonly string[], crds: readonly string[], { deletesOperands, deletesCrds, deletesLeftovers }: RemovalChanges,
): InstallRule[] {
  return [
    ...waitingInCluster(namespaces),
    ...crds.map(crd => {
      const [resource, ...group] = crd.split('.');
      return rule('find the objects of the operator', group.join('.'), [resource!], [...FOLLOW, ...(deletesOperands ? ['delete'] : [])]);
    }),
    rule('remove what OLM records of the operator', OLM_GROUP, ['operators'], [...FOLLOW, 'delete']),
    // Without names, the rule would apply to all CRDs.
    ...(deletesCrds && crds.length > 0 ? [
      rule('find the operators that own a CRD', OLM_GROUP, ['clusterserviceversions'], FOLLOW),
      { ...rule('remove CRDs', 'apiextensions.k8s.io', ['customresourcedefinitions'], ['delete']), resourceNames: [...crds] },
    ] : []),
    rule('report what OLM did not delete', RBAC_GROUP, ['clusterroles', 'clusterrolebindings'], FOLLOW),
    ...(deletesLeftovers ? [
      rule('find what uses the leftovers of bundles', OLM_GROUP, ['installplans', 'clusterserviceversions'], FOLLOW),
      rule('find what uses the leftovers of bundles', RBAC_GROUP, ['rolebindings'], FOLLOW),
      rule('remove what OLM did not delete', RBAC_GROUP, ['clusterroles', 'clusterrolebindings'], ['delete']),
    ] : []),
    rule('report what OLM did not delete', 'admissionregistration.k8s.io', ['validatingwebhookconfigurations', 'mutatingwebhookconfigurations'], FOLLOW),
    rule('report CRDs whose conversion webhook was removed', '', ['services'], FOLLOW),
    IDENTIFICATION,
  ];
}

/**
 * Returns the rules for the whole cluster to remove OLM.
 *
 * @param targets what its removal deletes: objects by name, or all objects of a kind
 */
function olmRemovalRules(targets: readonly OlmRemovalTarget[]): InstallRule[] {
  const byResource = groupBy(targets, ({ apiVersion, kind }) => `${apiVersion} ${kind}`);
  return [
    ...[...byResource.values()].map(same => {
      const [{ apiVersion, kind }] = same as [OlmRemovalTarget];
      const names = [...new Set(same.map(({ name }) => name))].filter(name => name !== undefined).sort();
      const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
      const all = rule('remove OLM', group, [resourceOfKind(kind)], [...FOLLOW, 'delete']);
      return same.every(({ name }) => name !== undefined) ? { ...all, resourceNames: names } : all;
    }),
    rule('find what uses the leftovers of bundles', RBAC_GROUP, ['rolebindings'], FOLLOW),
    rule('keep namespaces that are in use', '', ['pods', 'persistentvolumeclaims'], FOLLOW),
    rule('explain that OLM does not run', 'apps', ['deployments'], FOLLOW),
    IDENTIFICATION,
  ];
}
