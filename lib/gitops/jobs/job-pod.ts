import { programPodSpec, ProgramPodSettings } from './program-pod';

/** Folder of the manifests in the container. */
export const MANIFESTS_FOLDER = '/manifests';

/** Settings of the pod of a Job. */
export interface JobPodSettings extends ProgramPodSettings {
  /** Name of the ConfigMap with the manifests. */
  readonly manifests: unknown;
}

/** Returns the spec of the pod of a Job. */
export function jobPodSpec(settings: JobPodSettings): { [field: string]: unknown } {
  const spec = programPodSpec(settings, { volumeMounts: [{ name: 'manifests', mountPath: MANIFESTS_FOLDER, readOnly: true }] });
  return { ...spec, restartPolicy: 'Never', volumes: [...spec.volumes, { name: 'manifests', configMap: { name: settings.manifests } }] };
}
