import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { createJob, jobName, jobNamespace, timeoutOf } from './job-objects';
import { MANIFESTS_FOLDER } from './job-pod';
import { OperandRemoval, OperatorRemovalJobProps } from './operator-removal-job-props';
import { clusterRemovalRules, olmRemovalRules, operatorRemovalRules } from './removal-rights';
import { waitedApiObjects, waitedObject } from './waited-objects';
import { installedBundle } from '../../constructs/dependency-check';
import { ConstructError } from '../../constructs/model/construct-error';
import { checkKeys } from '../../constructs/model/prop-checks';
import { OlmInstallation } from '../../constructs/olm-installation';
import { KnownKeys } from '../../formats/json/known-keys';
import { removalOrder } from '../../olm/v0/release/removal-order';
import { KubernetesManifest } from '../../formats/schema/kubernetes-manifest';

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
  /** @internal */
  public static readonly _props: KnownKeys<OperatorRemovalJobProps> = {
    remove: true, operands: true, deleteCrds: true, crds: true, timeout: true, program: true, image: true, imagePullSecrets: true, runAsUser: true,
    resources: true, namespace: true, name: true, labels: true, annotations: true,
  };

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
    super(scope, id);
    if (new.target === OperatorRemovalJob) {
      checkKeys(this, 'props of OperatorRemovalJob', props, OperatorRemovalJob._props);
    }
    const { remove, operands = OperandRemoval.ABORT, deleteCrds = false } = props;
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
        'remove', '-f', MANIFESTS_FOLDER, '--timeout', `${timeoutOf(props)}s`, '--operands', operands, ...(deleteCrds ? ['--delete-crds'] : []),
      ],
      manifests: () => [...subscriptions.map((object): unknown => object.toJson()), ...partsOfOlm],
      namespaceRules: namespaces.map(namespace => ({ namespace, rules: operatorRemovalRules() })),
      clusterRules: [
        ...(subscriptions.length === 0 ? []
          : clusterRemovalRules(namespaces, crds, { deletesOperands: operands === OperandRemoval.DELETE, deletesCrds: deleteCrds })),
        ...(olms.length === 0 ? [] : olmRemovalRules(removalOrder(partsOfOlm).flatMap(({ targets }) => targets))),
      ],
      hook: ARGO_CD_HOOK,
    });
    this.job = job;
    this.account = account;
    this.node.addDependency(...remove);
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
  const objects = [...new Set([...olm.crds, ...olm.node.findAll()])].filter((construct): construct is ApiObject => ApiObject.isApiObject(construct));
  return objects.map(({ apiVersion, kind, name, metadata: { namespace } }) => (
    { apiVersion, kind, metadata: { name, ...(namespace === undefined ? {} : { namespace }) } }
  ));
}
