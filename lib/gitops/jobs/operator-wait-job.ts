import { ApiObject } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { preferBefore } from '../../constructs/model/chart-order';
import { ConstructError } from '../../constructs/model/construct-error';
import { lockCommand } from '../../constructs/model/lock-command';
import { checkProps, scopeOf } from '../../constructs/model/prop-checks';
import { markHandedOver, OperatorSubscription } from '../../constructs/subscription/operator-subscription';
import { defined } from '../../formats/json/defined';
import { fieldAt } from '../../formats/json/json-value';
import { InstallRule, NamespaceInstallRules } from '../../report/install-rule';
import { OperatorUpgradePlan } from '../../resolve/operator-upgrade-plan';
import { reducedPlan } from '../../resolve/plan/plan-content';
import { planMisfits, type PlannedSubscription } from '../../resolve/plan/plan-misfits';
import { createJob, jobName, jobNamespace, MANIFESTS_FOLDER, OperatorJobProps, timeoutOf } from './job-objects';
import { markOperatorJob } from './program-objects';
import { catalogRules, clusterRules, extensionRules, operatorRules } from './wait-rights';
import { waitedApiObjects, WaitedObject, waitedObject } from './waited-objects';
import { printableValidation } from '../../constructs/model/printable-validation';

/** Properties of `OperatorWaitJob`. */
export interface OperatorWaitJobProps extends OperatorJobProps {
  /**
   * What to wait for: constructs that contain Subscriptions, CatalogSources, ClusterCatalogs or ClusterExtensions, such as an
   * `OperatorSubscription`, a `BundleDeployment` or a chart. At least one.
   */
  readonly waitFor: IConstruct[];

  /**
   * Whether the Job is a hook of Argo CD that runs in each sync, after the objects that it waits for. Otherwise, the name of the Job changes with
   * these objects, so that it runs once for each change with any tool.
   *
   * @default false
   */
  readonly argoCdHook?: boolean;

  /**
   * Whether the Job approves InstallPlans that install only pinned versions: those of Subscriptions with manual approval and a
   * `startingCSV`.
   *
   * @default true
   */
  readonly approve?: boolean;

  /**
   * Whether older versions in the channel are approved on the upgrade path to a pinned one.
   *
   * @default false
   */
  readonly stepwise?: boolean;

  /**
   * Names of other ClusterServiceVersions that may be approved, on the upgrade path to a pinned version or as dependencies.
   *
   * @default - none
   */
  readonly allowedCsvs?: string[];

  /**
   * Upgrade plan: the Job approves exactly its versions, in its order, and not versions that are only pinned. The name of the Job changes with the
   * content of the plan for the namespaces of the operators.
   *
   * @default - that of the Subscriptions, or none
   */
  readonly upgradePlan?: OperatorUpgradePlan;

  /**
   * How many times a failed installation is deleted, so that OLM retries.
   *
   * @default 0
   */
  readonly recover?: number;

  /**
   * Whether Subscriptions in `waitFor` take over installed operators of their packages that no Subscription refers to. With the `previousName` of an
   * `OperatorSubscription`, the Job first deletes the previous Subscription without its operator.
   *
   * @default - true if a Subscription in `waitFor` has a `previousName`
   */
  readonly adopt?: boolean;
}

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
    super(scopeOf('new OperatorWaitJob', scope, id), id);
    markOperatorJob(this);
    checkProps(this, 'OperatorWaitJobProps', props, new.target !== OperatorWaitJob);
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
    const adopts = this.#adopts(props, operators);
    this.namespace = jobNamespace(this, props.namespace, (operators.length > 0 ? operators : waited).flatMap(({ namespace = [] }) => namespace));
    const { job, account } = createJob(this, jobName(this, props.name, first.name, '-wait'), this.namespace, props, {
      args: ['wait', '-f', MANIFESTS_FOLDER, '--timeout', `${timeoutOf(props)}s`, '--record-failures', ...optionalArgs(props), ...(adopts ? ['--adopt'] : []),
        ...(plan === undefined ? [] : ['--plan', `${MANIFESTS_FOLDER}/${PLAN_FILE}`])],
      manifests: () => waitedApiObjects(waitFor).map((object): unknown => object.toJson()),
      ...(plan === undefined ? {} : { files: () => ({ [PLAN_FILE]: plan }) }),
      ...rulesFor(waited, { approve, recovers: recover > 0, adopts }),
      ...(argoCdHook ? { hook: ARGO_CD_HOOK } : {}),
    });
    this.job = job;
    this.account = account;
    preferBefore(this, ...waitFor);
  }

  /** Returns whether Subscriptions take over operators, and records which ones are handed over. */
  #adopts({ adopt, waitFor }: OperatorWaitJobProps, operators: readonly WaitedObject[]): boolean {
    const renamed = operators.find(({ previousName }) => previousName !== undefined);
    if (adopt === true && operators.length === 0) {
      throw new ConstructError(this, 'adopt is true, and waitFor contains no Subscription, which alone can adopt an operator; omit adopt');
    }
    if (adopt === false && renamed !== undefined) {
      throw new ConstructError(this, `adopt is false, and Subscription '${renamed.name}' has the previousName '${renamed.previousName!}', which the Job hands over; omit one of `
        + 'the two');
    }
    markHandedOver(waitFor.flatMap(({ node }) => node.findAll()));
    return adopt ?? renamed !== undefined;
  }
}

interface Rules {
  readonly namespaceRules: readonly NamespaceInstallRules[];
  readonly clusterRules: readonly InstallRule[];
}

/** Changes that a Job makes. */
interface JobChanges {
  readonly approve: boolean;
  readonly recovers: boolean;
  readonly adopts: boolean;
}

function rulesFor(waited: readonly WaitedObject[], { approve, recovers, adopts }: JobChanges): Rules {
  const namespaced = waited.filter(({ namespace }) => namespace !== undefined);
  const namespaces = [...new Set(namespaced.flatMap(({ namespace = [], catalogNamespace = [] }) => [namespace, catalogNamespace].flat()))].sort();
  const namespaceRules = namespaces.map(namespace => {
    const here = waited.filter(object => object.kind === 'Subscription' && object.namespace === namespace);
    const approves = approve && here.some(({ isPinned }) => isPinned);
    const subscriptions = here.map(({ name }) => name);
    const adoption = { subscriptions, previous: here.flatMap(({ previousName = [] }) => previousName) };
    const changes = { subscriptions, approves, recovers, ...(adopts ? { adoption } : {}) };
    return { namespace, rules: here.length === 0 ? catalogRules() : operatorRules(changes) };
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

/** File of the plan, next to the manifests. */
const PLAN_FILE = 'plan.json';

/**
 * Returns the JSON of the plan for a Job: the parts about approval, in the namespaces of the Job's Subscriptions. That the plan fits them is checked
 * at synthesis.
 *
 * @throws ConstructError when other props contradict it, or its Subscriptions have different plans
 */
function jobPlan(job: Construct, props: OperatorWaitJobProps): string | undefined {
  const { upgradePlan: given, waitFor, stepwise, allowedCsvs } = props;
  const plan = given ?? planOf(job, waitFor);
  if (plan === undefined || lockCommand() !== undefined) {
    return undefined;
  }
  if (stepwise === true || allowedCsvs !== undefined) {
    throw new ConstructError(job, 'upgradePlan lists everything that is approved, so stepwise and allowedCsvs have no effect; remove them');
  }
  const subscriptions = (): PlannedSubscription[] => waitedApiObjects(waitFor).filter(({ kind }) => kind === 'Subscription').map(planned);
  job.node.addValidation(printableValidation(() => planMisfits(plan, subscriptions()).map(({ line, message }) => (
    `${plan.source === undefined ? '' : `${plan.source.file}:${line ?? 1}: `}${message}`
  ))));
  return JSON.stringify(reducedPlan(plan, subscriptions().map(({ namespace }) => namespace)), undefined, 1);
}

function planOf(job: Construct, waitFor: readonly IConstruct[]): OperatorUpgradePlan | undefined {
  const plans = new Set(waitFor.flatMap(construct => construct.node.findAll())
    .flatMap(found => OperatorSubscription.isOperatorSubscription(found) ? found._upgradePlan ?? [] : []));
  if (plans.size > 1) {
    throw new ConstructError(job, `the Subscriptions in waitFor have ${plans.size} upgrade plans; set 'upgradePlan', or create a Job for each`);
  }
  return [...plans][0];
}

function planned(subscription: ApiObject): PlannedSubscription {
  const manifest: unknown = subscription.toJson();
  const text = (...path: string[]): string | undefined => fieldAt(manifest, ...path) as string | undefined;
  const csv = text('spec', 'startingCSV');
  return {
    namespace: text('metadata', 'namespace') ?? '', name: subscription.name, packageName: text('spec', 'name') ?? '',
    isManual: text('spec', 'installPlanApproval') === 'Manual', ...defined({ csv }),
  };
}
