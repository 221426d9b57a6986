import { ContainerResources } from '../../olm/v0/settings/pod-settings';

/** Folder of the program in the container. */
const PROGRAM_FOLDER = '/program';

/** Uid of the user `node` of the official image. */
export const NODE_USER = 1000;

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
