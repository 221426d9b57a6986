import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { createJob, jobName, jobNamespace, timeoutOf } from './job-objects';
import { MANIFESTS_FOLDER } from './job-pod';
import { OperatorWaitJobProps } from './operator-wait-job-props';
import { jobPlan, PLAN_FILE } from './job-plan';
import { catalogRules, clusterRules, extensionRules, operatorRules } from './wait-rights';
import { WaitedObject, waitedApiObjects, waitedObject } from './waited-objects';
import { ConstructError } from '../../constructs/model/construct-error';
import { checkKeys } from '../../constructs/model/prop-checks';
import { KnownKeys } from '../../formats/json/known-keys';
import { InstallRule, NamespaceInstallRules } from '../../report/install-rule';
import { markOperatorJob } from '../model/operator-job';

/** A hook is created again in each sync; by its name, Argo CD deletes the previous one. */
const ARGO_CD_HOOK = { 'argocd.argoproj.io/hook': 'Sync', 'argocd.argoproj.io/hook-delete-policy': 'BeforeHookCreation' };

/**
 * A Job that waits in the cluster until operators are ready, approves exactly the pinned versions, and fails with an explanation: in its log, in
 * the termination message of its pod, and in an Event on the failed object. Dependents of the Job, such as the custom resources of an
 * operator, are applied after the operator is ready by tools that apply in the order of dependencies and wait for Jobs.
 *
 * Its account may do nothing else. The program is in a ConfigMap that all Jobs of a chart share.
 */
export class OperatorWaitJob extends Construct {
  /** @internal */
  public static readonly _props: KnownKeys<OperatorWaitJobProps> = {
    waitFor: true, argoCdHook: true, approve: true, stepwise: true, allowedCsvs: true, upgradePlan: true,
    recover: true, timeout: true, program: true, image: true,
    imagePullSecrets: true, runAsUser: true, resources: true, namespace: true, name: true, labels: true, annotations: true,
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
   * @throws ConstructError when props are unknown or contradict each other, or nothing is to be waited for
   */
  public constructor(scope: Construct, id: string, props: OperatorWaitJobProps) {
    super(scope, id);
    markOperatorJob(this);
    if (new.target === OperatorWaitJob) {
      checkKeys(this, 'props of OperatorWaitJob', props, OperatorWaitJob._props);
    }
    const { waitFor, approve = true, recover = 0, argoCdHook = false } = props;
    const waited = waitedApiObjects(waitFor).map(waitedObject);
    const [first] = waited;
    if (first === undefined) {
      throw new ConstructError(this, 'waitFor contains no Subscription, CatalogSource, ClusterCatalog or ClusterExtension; add constructs with such objects, and '
        + 'create the Job after them');
    }
    if (!approve && (props.stepwise === true || props.allowedCsvs !== undefined)) {
      throw new ConstructError(this, 'stepwise and allowedCsvs have no effect with approve: false; remove them');
    }
    const plan = approve ? jobPlan(this, props) : undefined;
    if (!approve && props.upgradePlan !== undefined) {
      throw new ConstructError(this, 'upgradePlan has no effect with approve: false; remove it');
    }
    if (!Number.isInteger(recover) || recover < 0) {
      throw new ConstructError(this, `recover must be a whole number of 0 or more; got ${recover}`);
    }
    const operators = waited.filter(({ kind }) => kind === 'Subscription');
    this.namespace = jobNamespace(this, props.namespace, (operators.length > 0 ? operators : waited).flatMap(({ namespace = [] }) => namespace));
    const { job, account } = createJob(this, jobName(this, props.name, first.name, '-wait'), this.namespace, props, {
      args: ['wait', '-f', MANIFESTS_FOLDER, '--timeout', `${timeoutOf(props)}s`, '--record-failures', ...optionalArgs(props),
        ...(plan === undefined ? [] : ['--plan', `${MANIFESTS_FOLDER}/${PLAN_FILE}`])],
      manifests: () => waitedApiObjects(waitFor).map((object): unknown => object.toJson()),
      ...(plan === undefined ? {} : { files: () => ({ [PLAN_FILE]: plan }) }),
      ...rulesFor(waited, approve, recover > 0),
      ...(argoCdHook ? { hook: ARGO_CD_HOOK } : {}),
    });
    this.job = job;
    this.account = account;
    this.node.addDependency(...waitFor);
  }
}

interface Rules {
  readonly namespaceRules: readonly NamespaceInstallRules[];
  readonly clusterRules: readonly InstallRule[];
}

function rulesFor(waited: readonly WaitedObject[], approve: boolean, recovers: boolean): Rules {
  const namespaced = waited.filter(({ namespace }) => namespace !== undefined);
  const namespaces = [...new Set(namespaced.flatMap(({ namespace = [], catalogNamespace = [] }) => [namespace, catalogNamespace].flat()))].sort();
  const namespaceRules = namespaces.map(namespace => {
    const here = waited.filter(object => object.kind === 'Subscription' && object.namespace === namespace);
    const approves = approve && here.some(({ isPinned }) => isPinned);
    return { namespace, rules: here.length === 0 ? catalogRules() : operatorRules({ approves, recovers }) };
  });
  return {
    namespaceRules,
    clusterRules: [...(namespaced.length > 0 ? clusterRules(namespaces) : []), ...(namespaced.length < waited.length ? extensionRules() : [])],
  };
}

function optionalArgs({ approve = true, stepwise = false, allowedCsvs = [], recover = 0 }: OperatorWaitJobProps): string[] {
  return [
    ...(approve ? ['--approve'] : []), ...(stepwise ? ['--stepwise'] : []), ...allowedCsvs.flatMap(csv => ['--allow', csv]),
    ...(recover > 0 ? ['--recover', String(recover)] : []),
  ];
}
