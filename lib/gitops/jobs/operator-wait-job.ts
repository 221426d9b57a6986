import { ApiObject, Chart, Duration, Lazy } from 'cdk8s';
import { Construct } from 'constructs';
import { InClusterProgram } from './in-cluster-program';
import { jobPodSpec, MANIFESTS_FOLDER, NODE_USER } from './job-pod';
import { NamedByContent, suffixOf } from './named-by-content';
import { OperatorWaitJobProps } from './operator-wait-job-props';
import { catalogRules, clusterRules, extensionRules, operatorRules } from './wait-rights';
import { WaitedObject, waitedApiObjects, waitedObject } from './waited-objects';
import { createInstallRoles } from '../../constructs/load';
import { ConstructError } from '../../constructs/model/construct-error';
import { CommonMetadata, manifestObject } from '../../constructs/model/manifest-object';
import { checkKeys, checkNamespace, checkObjectName } from '../../constructs/model/prop-checks';
import { KnownKeys } from '../../json/known-keys';
import { InstallRule } from '../../report/install-rule';

const DEFAULT_IMAGE = 'docker.io/library/node:22.19.0-alpine3.22';
const DEFAULT_RESOURCES = { requests: { cpu: '50m', memory: '96Mi' }, limits: { memory: '256Mi' } };

/** Longest name of a Job, so that its pods and the suffix of the name fit into a label. */
const MAX_NAME = 48;

/** How long the pod may take to start, in seconds. */
const START_SECONDS = 120;

/**
 * A Job that waits in the cluster until operators are ready, approves exactly the pinned versions, and fails with an explanation: in its log, in
 * the termination message of its pod, and in an Event on what failed. What depends on the Job, such as the custom resources of an
 * operator, is applied after the operator is ready by tools that apply in the order of dependencies and wait for Jobs.
 *
 * Its account may do nothing else. The program is in a ConfigMap that all Jobs of a chart share.
 */
export class OperatorWaitJob extends Construct {
  /** @internal */
  public static readonly _props: KnownKeys<OperatorWaitJobProps> = {
    waitFor: true, argoCdHook: true, approve: true, stepwise: true, allowedCsvs: true, recover: true, timeout: true, program: true, image: true,
    imagePullSecrets: true, runAsUser: true, resources: true, namespace: true, name: true, labels: true, annotations: true,
  };

  /** Namespace of the Job. */
  public readonly namespace: string;

  /** The Job. */
  public readonly job: ApiObject;

  /** The ServiceAccount, its roles and their bindings. */
  public readonly account: ApiObject[];

  readonly #name: string;
  readonly #common: CommonMetadata;

  /**
   * @param scope scope that owns this construct
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when props are unknown or contradict each other, or nothing is to be waited for
   */
  public constructor(scope: Construct, id: string, props: OperatorWaitJobProps) {
    super(scope, id);
    if (new.target === OperatorWaitJob) {
      checkKeys(this, 'props of OperatorWaitJob', props, OperatorWaitJob._props);
    }
    const { waitFor, approve = true, recover = 0, program = InClusterProgram.bundled(), argoCdHook = false } = props;
    const waited = waitedApiObjects(waitFor).map(waitedObject);
    const [first] = waited;
    if (first === undefined) {
      throw new ConstructError(this, 'waitFor contains no Subscription, CatalogSource, ClusterCatalog or ClusterExtension; add constructs with such objects, and '
        + 'create the Job after them');
    }
    this.#name = props.name ?? `${first.name.slice(0, MAX_NAME - '-wait'.length)}-wait`;
    checkObjectName(this, 'name', this.#name);
    if (this.#name.length > MAX_NAME) {
      throw new ConstructError(this, `name '${this.#name}' is longer than ${MAX_NAME} characters, so that no suffix fits; set a shorter 'name'`);
    }
    if (!approve && (props.stepwise === true || props.allowedCsvs !== undefined)) {
      throw new ConstructError(this, 'stepwise and allowedCsvs have no effect with approve: false; remove them');
    }
    if (!Number.isInteger(recover) || recover < 0) {
      throw new ConstructError(this, `recover must be a whole number of 0 or more; got ${recover}`);
    }
    this.namespace = this.#chooseNamespace(waited, props.namespace);
    this.#common = { labels: { 'app.kubernetes.io/managed-by': 'olm-constructs', ...props.labels }, annotations: props.annotations };
    this.account = this.#createAccount(waited, { approve, recovers: recover > 0 });
    this.job = this.#createJob(props, this.#programConfigMap(program));
    // A hook is created again in each sync; its name is the one that Argo CD deletes before.
    if (argoCdHook) {
      this.job.metadata.addAnnotation('argocd.argoproj.io/hook', 'Sync');
      this.job.metadata.addAnnotation('argocd.argoproj.io/hook-delete-policy', 'BeforeHookCreation');
    }
    this.node.addDependency(...waitFor);
  }

  #chooseNamespace(waited: readonly WaitedObject[], given: string | undefined): string {
    const operators = waited.filter(({ kind }) => kind === 'Subscription');
    const namespaces = new Set((operators.length > 0 ? operators : waited).flatMap(({ namespace = [] }) => namespace));
    const known = given === undefined ? [...namespaces] : [given];
    const [chosen] = known;
    if (chosen === undefined) {
      throw new ConstructError(this, "namespace is required, since ClusterExtensions have none; set 'namespace' to one that exists");
    }
    if (known.length > 1) {
      throw new ConstructError(this, `waitFor has operators in several namespaces, ${known.map(each => `'${each}'`).join(', ')}; `
        + "set 'namespace' to that of the Job");
    }
    checkNamespace(this, 'namespace', chosen);
    return chosen;
  }

  #createAccount(waited: readonly WaitedObject[], { approve, recovers }: { readonly approve: boolean; readonly recovers: boolean }): ApiObject[] {
    const subscriptions = waited.filter(({ kind }) => kind === 'Subscription');
    const namespaced = waited.filter(({ namespace }) => namespace !== undefined);
    const namespaces = [...new Set(namespaced.flatMap(({ namespace = [], catalogNamespace = [] }) => [namespace, catalogNamespace].flat()))].sort();
    const byNamespace = namespaces.map(namespace => {
      const here = subscriptions.filter(subscription => subscription.namespace === namespace);
      const approves = approve && here.some(({ isPinned }) => isPinned);
      return { namespace, rules: here.length === 0 ? catalogRules() : operatorRules({ approves, recovers }) };
    });
    const forCluster: InstallRule[] = [
      ...(namespaced.length > 0 ? clusterRules(namespaces) : []), ...(namespaced.length < waited.length ? extensionRules() : []),
    ];
    const account = manifestObject(this, 'ServiceAccount', {
      apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: this.#name, namespace: this.namespace },
    }, this.#common);
    const roles = createInstallRoles(this, this.#name, this.namespace, {
      rules: byNamespace.find(({ namespace }) => namespace === this.namespace)?.rules ?? [],
      clusterRules: forCluster,
      kubeSystemRules: [],
      namespaceRules: byNamespace.filter(({ namespace }) => namespace !== this.namespace),
    }, [{ kind: 'ServiceAccount', name: this.#name, namespace: this.namespace }], this.#common);
    return [account, ...roles];
  }

  /** Returns the ConfigMap with the program, which the Jobs of a chart share. */
  #programConfigMap(program: InClusterProgram): ApiObject {
    const name = `olm-constructs-${program.digest}`;
    const chart = Chart.of(this);
    const id = `${name}.${this.namespace}`;
    return chart.node.tryFindChild(id) as ApiObject | undefined ?? manifestObject(chart, id, {
      apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: this.namespace }, immutable: true, data: { 'olm-constructs.js': program.content },
    }, { labels: { 'app.kubernetes.io/managed-by': 'olm-constructs' } });
  }

  #createJob(props: OperatorWaitJobProps, program: ApiObject): ApiObject {
    const {
      waitFor, argoCdHook = false, image = DEFAULT_IMAGE, imagePullSecrets = [], runAsUser = NODE_USER, resources = DEFAULT_RESOURCES,
      timeout = Duration.minutes(15),
    } = props;
    const args = ['wait', '-f', MANIFESTS_FOLDER, '--timeout', `${timeout.toSeconds()}s`, '--record-failures', ...optionalArgs(props)];
    const manifests = (): string => JSON.stringify({
      apiVersion: 'v1', kind: 'List', items: waitedApiObjects(waitFor).map((object): unknown => object.toJson()),
    }, undefined, 1);
    const contentSuffix = (): string => suffixOf(JSON.stringify([manifests(), program.name, args, image]));
    const metadata = { name: this.#name, namespace: this.namespace };
    const configMap = new NamedByContent(this, 'Manifests', {
      apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { 'manifests.json': Lazy.any({ produce: manifests }) as unknown },
    }, this.#common, contentSuffix);
    const job = new NamedByContent(this, 'Job', {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata,
      spec: {
        backoffLimit: 0,
        activeDeadlineSeconds: timeout.toSeconds() + START_SECONDS,
        // A pod that is evicted, for example because its node is drained, is not a failure of the operator.
        podFailurePolicy: { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] }] },
        template: {
          metadata: { labels: { ...this.#common.labels } },
          spec: jobPodSpec({
            image, pullSecrets: imagePullSecrets, serviceAccount: this.#name, runAsUser, resources, program: program.name,
            manifests: Lazy.any({ produce: () => `${this.#name}-${contentSuffix()}` }) as unknown,
            args,
          }),
        },
      },
    }, this.#common, argoCdHook ? () => '' : contentSuffix);
    job.addDependency(configMap, program, ...this.account);
    return job;
  }
}

function optionalArgs({ approve = true, stepwise = false, allowedCsvs = [], recover = 0 }: OperatorWaitJobProps): string[] {
  return [
    ...(approve ? ['--approve'] : []), ...(stepwise ? ['--stepwise'] : []), ...allowedCsvs.flatMap(csv => ['--allow', csv]),
    ...(recover > 0 ? ['--recover', String(recover)] : []),
  ];
}
