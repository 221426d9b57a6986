import { ContainerResources } from '../../olm/settings/pod-settings';

/** Folder of the program in the container. */
const PROGRAM_FOLDER = '/program';

/** Folder of the manifests in the container. */
export const MANIFESTS_FOLDER = '/manifests';

/** Uid of the user `node` of the official image. */
export const NODE_USER = 1000;

/** Settings of the pod of a Job. */
export interface JobPodSettings {
  readonly image: string;
  readonly pullSecrets: readonly string[];
  readonly serviceAccount: string;
  /** 0 for whatever the cluster assigns. */
  readonly runAsUser: number;
  readonly resources: ContainerResources;
  /** Name of the ConfigMap with the program. */
  readonly program: string;
  /** Name of the ConfigMap with the manifests. */
  readonly manifests: unknown;
  /** Command of the program, with its options. */
  readonly args: readonly string[];
}

/** Returns the spec of the pod of a Job, which meets the Pod Security profile `restricted`. */
export function jobPodSpec(settings: JobPodSettings): { [field: string]: unknown } {
  const { image, pullSecrets, serviceAccount, runAsUser, resources, program, manifests, args } = settings;
  return {
    serviceAccountName: serviceAccount,
    restartPolicy: 'Never',
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
      // The explanation is the end of the log.
      terminationMessagePolicy: 'FallbackToLogsOnError',
      volumeMounts: [
        { name: 'program', mountPath: PROGRAM_FOLDER, readOnly: true },
        { name: 'manifests', mountPath: MANIFESTS_FOLDER, readOnly: true },
      ],
    }],
    volumes: [
      { name: 'program', configMap: { name: program } },
      { name: 'manifests', configMap: { name: manifests } },
    ],
  };
}
