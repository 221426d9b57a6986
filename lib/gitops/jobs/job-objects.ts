import { createHash } from 'node:crypto';
import { ApiObject, Duration } from 'cdk8s';
import { Construct } from 'constructs';
import { anyCopy } from '../../constructs/model/any-copy';
import { ConstructError } from '../../constructs/model/construct-error';
import { exactYaml } from '../../constructs/model/exact-yaml';
import { lateValue } from '../../constructs/model/late-value';
import { CommonMetadata, commonMetadata } from '../../constructs/model/manifest-object';
import { checkNamespace, checkObjectName } from '../../constructs/model/prop-checks';
import { exactJson } from '../../formats/json/exact-json';
import { defined } from '../../formats/json/defined';
import { KubernetesManifest } from '../../formats/schema/kubernetes-manifest';
import { InClusterProgram, InClusterProgramProps } from './in-cluster-program';
import { createProgramAccount, MANAGED, podSettings, programConfigMap, ProgramPodSettings, programPodSpec, ProgramRights } from './program-objects';

/** Properties of all Jobs that run the command line in a cluster. */
export interface OperatorJobProps extends InClusterProgramProps {
  /**
   * How long the Job may take.
   *
   * @default Duration.minutes(15)
   */
  readonly timeout?: Duration;

  /**
   * Namespace of the Job, its account and its ConfigMaps. It must exist.
   *
   * @default - that of the operators; required if they are in several, or if there are only ClusterExtensions
   */
  readonly namespace?: string;

  /**
   * Name of the Job, its account and its roles; at most 48 characters.
   *
   * @default - the name of the first Subscription or other object with the suffix `-wait` or `-removal`
   */
  readonly name?: string;
}

/** Maximum length of the name of a Job, so that the suffixes of the Job and of its pods fit into a label. */
const MAX_NAME = 48;

/** How long the pod may take to start, in seconds. */
const START_SECONDS = 120;

/** Task of a Job. @internal */
export interface JobTask extends ProgramRights {
  /** Command of the program, with its options. */
  readonly args: readonly string[];

  /** Returns the manifests that the program reads; called at synthesis. */
  readonly manifests: () => readonly unknown[];

  /** Returns other files next to the manifests, by name; called at synthesis. @default - none */
  readonly files?: () => { readonly [name: string]: string };

  /** Annotations that make the Job a hook, whose name must not change. @default - the name changes with the task of the Job */
  readonly hook?: { readonly [annotation: string]: string };
}

/** A Job, and the objects of its account. @internal */
export interface JobObjects {
  readonly job: ApiObject;
  readonly account: ApiObject[];
}

/** Returns how long a Job may take. @internal */
export function timeoutOf({ timeout = Duration.minutes(15) }: OperatorJobProps): number {
  return timeout.toSeconds();
}

/**
 * Returns the checked name of a Job.
 *
 * @param first name of the first object that the Job is for
 * @throws ConstructError when it is invalid
 * @internal
 */
export function jobName(scope: Construct, given: string | undefined, first: string, suffix: string): string {
  const name = given ?? `${first.slice(0, MAX_NAME - suffix.length).replace(/[.-]+$/, '')}${suffix}`;
  checkObjectName(scope, 'name', name);
  if (name.length > MAX_NAME) {
    throw new ConstructError(scope, `name '${name}' is longer than ${MAX_NAME} characters, so that no suffix fits; set a shorter 'name'`);
  }
  return name;
}

/**
 * Returns the namespace of a Job.
 *
 * @param namespaces namespaces of the objects that the Job is for
 * @throws ConstructError when none is specified and there is not exactly one
 * @internal
 */
export function jobNamespace(scope: Construct, given: string | undefined, namespaces: readonly string[]): string {
  const known = given === undefined ? [...new Set(namespaces)] : [given];
  const [chosen] = known;
  if (chosen === undefined) {
    throw new ConstructError(scope, "namespace is required, since ClusterExtensions have none; set 'namespace' to one that exists");
  }
  if (known.length > 1) {
    throw new ConstructError(scope, `the operators are in several namespaces, ${known.map(each => `'${each}'`).join(', ')}; set 'namespace' to that of the Job`);
  }
  checkNamespace(scope, 'namespace', chosen);
  return chosen;
}

/** Creates a Job with its account and its ConfigMaps. @internal */
export function createJob(scope: Construct, name: string, namespace: string, props: OperatorJobProps, task: JobTask): JobObjects {
  const common: CommonMetadata = { labels: { ...MANAGED, ...props.labels }, annotations: props.annotations };
  const account = createProgramAccount(scope, name, namespace, task, common);
  const program = programConfigMap(scope, namespace, props.program ?? InClusterProgram.bundled());
  const pod = podSettings(scope, props, name, program.name, task.args);
  const manifests = (): string => exactJson({ apiVersion: 'v1', kind: 'List', items: task.manifests() }, 1);
  const data = (): { readonly [name: string]: string } => ({ 'manifests.json': manifests(), ...task.files?.() });
  const suffix = (): string => suffixOf(JSON.stringify([...Object.values(data()), program.name, task.args, pod.image]));
  const configMap = new NamedByContent(scope, 'Manifests', {
    apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, data: lateValue(data),
  }, common, suffix);
  const job = new NamedByContent(scope, 'Job', {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, namespace, ...defined({ annotations: task.hook }) },
    spec: {
      backoffLimit: 0,
      activeDeadlineSeconds: timeoutOf(props) + START_SECONDS,
      // A pod that is evicted, for example because its node is drained, is not a failure of the operator.
      podFailurePolicy: { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] }] },
      template: {
        metadata: { labels: { ...common.labels } },
        spec: jobPodSpec({ ...pod, manifests: lateValue(() => `${name}-${suffix()}`) }),
      },
    },
  }, common, task.hook === undefined ? suffix : () => '');
  job.addDependency(configMap, program, ...account);
  return { job, account };
}

/** Folder of the manifests in the container. @internal */
export const MANIFESTS_FOLDER = '/manifests';

/** Settings of the pod of a Job. */
interface JobPodSettings extends ProgramPodSettings {
  /** Name of the ConfigMap with the manifests. */
  readonly manifests: unknown;
}

/** Returns the spec of the pod of a Job. */
function jobPodSpec(settings: JobPodSettings): { [field: string]: unknown } {
  const spec = programPodSpec(settings, { volumeMounts: [{ name: 'manifests', mountPath: MANIFESTS_FOLDER, readOnly: true }] });
  return { ...spec, restartPolicy: 'Never', volumes: [...spec.volumes, { name: 'manifests', configMap: { name: settings.manifests } }] };
}

/** Returns a suffix for the name of an object that is replaced when a string changes. */
function suffixOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 10);
}

/** An object whose name ends with a suffix that is known only at synthesis. */
class NamedByContent extends ApiObject {
  public constructor(scope: Construct, id: string, manifest: KubernetesManifest, common: CommonMetadata, private readonly suffix: () => string) {
    super(anyCopy(scope), id, { ...manifest, metadata: commonMetadata(scope, manifest.metadata, common) });
  }

  public override toJson(): unknown {
    const manifest = super.toJson() as KubernetesManifest;
    const suffix = this.suffix();
    return exactYaml(this, suffix === '' ? manifest : { ...manifest, metadata: { ...manifest.metadata, name: `${manifest.metadata.name}-${suffix}` } });
  }
}
