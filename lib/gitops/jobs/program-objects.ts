import { ApiObject, Chart } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { CommonMetadata, manifestObject } from '../../constructs/model/manifest-object';
import { ClusterMirrors } from '../../constructs/model/mirror-of-cluster';
import { createInstallRoles } from '../../constructs/rights/install-roles';
import { ContainerResources } from '../../olm/v0/settings/pod-settings';
import { InstallRule, NamespaceInstallRules } from '../../report/install-rule';
import { InClusterProgram, InClusterProgramProps } from './in-cluster-program';

const DEFAULT_IMAGE = 'docker.io/library/node:22.19.0-alpine3.22';
const DEFAULT_RESOURCES = { requests: { cpu: '50m', memory: '96Mi' }, limits: { memory: '256Mi' } };

/** Labels of everything around the program. */
export const MANAGED = { 'app.kubernetes.io/managed-by': 'olm-constructs' };

/** Rights of a program. */
export interface ProgramRights {
  /** Rules by namespace. */
  readonly namespaceRules: readonly NamespaceInstallRules[];

  /** Cluster-wide rules. */
  readonly clusterRules: readonly InstallRule[];
}

/** Returns the settings of a pod that runs the program. */
export function podSettings(
  scope: Construct, props: InClusterProgramProps, name: string, program: string, args: readonly string[],
): ProgramPodSettings {
  const { imagePullSecrets: pullSecrets = [], runAsUser = NODE_USER, resources = DEFAULT_RESOURCES } = props;
  const image = props.image ?? ClusterMirrors.of(scope).imageOf(DEFAULT_IMAGE);
  return { image, pullSecrets, serviceAccount: name, runAsUser, resources, program, args };
}

/** Creates the account of a program with its roles. */
export function createProgramAccount(scope: Construct, name: string, namespace: string, rights: ProgramRights, common: CommonMetadata): ApiObject[] {
  const rulesIn = (isOwn: boolean): NamespaceInstallRules[] => rights.namespaceRules.filter(rules => (rules.namespace === namespace) === isOwn);
  return [
    manifestObject(scope, 'ServiceAccount', { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } }, common),
    ...createInstallRoles(scope, name, namespace, {
      rules: rulesIn(true).flatMap(({ rules }) => rules), clusterRules: [...rights.clusterRules], kubeSystemRules: [], namespaceRules: rulesIn(false),
    }, [{ kind: 'ServiceAccount', name, namespace }], common),
  ];
}

/** Returns the ConfigMap with the program, which everything in a chart shares. */
export function programConfigMap(scope: Construct, namespace: string, { digest, _files }: InClusterProgram): ApiObject {
  const name = `olm-constructs-${digest}`;
  const chart = Chart.of(scope);
  const id = `${name}.${namespace}`;
  const existing = chart.node.tryFindChild(id) as ApiObject | undefined;
  if (existing !== undefined) {
    return existing;
  }
  const created = manifestObject(chart, id, {
    apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, immutable: true, ..._files,
  }, { labels: MANAGED });
  // It belongs to the Jobs, although it is not inside their constructs.
  markOperatorJob(created);
  return created;
}

/** Folder of the program in the container. */
const PROGRAM_FOLDER = '/program';

/** Uid of the user `node` of the official image. */
const NODE_USER = 1000;

/** Settings of a pod that runs the program. */
export interface ProgramPodSettings {
  readonly image: string;
  readonly pullSecrets: readonly string[];
  readonly serviceAccount: string;
  /** Uid of the process, or 0 if the cluster assigns it. */
  readonly runAsUser: number;
  readonly resources: ContainerResources;
  /** Name of the ConfigMap with the program. */
  readonly program: string;
  /** Command of the program, with its options. */
  readonly args: readonly string[];
}

/**
 * Returns the spec of a pod that runs the program, which meets the Pod Security profile `restricted`.
 *
 * @param container additional fields of the container, and additional mounts
 */
export function programPodSpec(
  settings: ProgramPodSettings, { volumeMounts = [], ...container }: { readonly volumeMounts?: readonly object[]; readonly [field: string]: unknown },
): { readonly volumes: readonly object[]; readonly [field: string]: unknown } {
  const { image, pullSecrets, serviceAccount, runAsUser, resources, program, args } = settings;
  return {
    serviceAccountName: serviceAccount,
    enableServiceLinks: false,
    nodeSelector: { 'kubernetes.io/os': 'linux' },
    securityContext: { runAsNonRoot: true, ...(runAsUser === 0 ? {} : { runAsUser }), seccompProfile: { type: 'RuntimeDefault' } },
    ...(pullSecrets.length === 0 ? {} : { imagePullSecrets: pullSecrets.map(name => ({ name })) }),
    containers: [{
      name: 'olm-constructs',
      image,
      imagePullPolicy: 'IfNotPresent',
      command: ['node', `${PROGRAM_FOLDER}/olm-constructs.js`],
      args: [...args],
      resources,
      securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, readOnlyRootFilesystem: true },
      // The explanation is at the end of the log.
      terminationMessagePolicy: 'FallbackToLogsOnError',
      volumeMounts: [{ name: 'program', mountPath: PROGRAM_FOLDER, readOnly: true }, ...volumeMounts],
      ...container,
    }],
    volumes: [{ name: 'program', configMap: { name: program } }],
  };
}

/** Marks constructs whose Job waits for operators, from all copies of this library. */
const OPERATOR_JOB = Symbol.for('olm-constructs.OperatorJob');

/**
 * Marks a construct whose Job waits for operators and approves them: it has to run together with the Subscriptions, which are not ready before it has
 * approved their InstallPlans.
 */
export function markOperatorJob(construct: IConstruct): void {
  Object.defineProperty(construct, OPERATOR_JOB, { value: true });
}

/** Whether a construct waits for operators with a Job. */
export function isOperatorJob(construct: IConstruct): boolean {
  return OPERATOR_JOB in construct;
}
