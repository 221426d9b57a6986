import type { CompleteReleaseSettings } from './complete-settings';
import type { KubernetesManifest } from './kubernetes-manifest';

/** The identity of both controllers and of packageserver. */
export const SERVICE_ACCOUNT_NAME = 'olm-operator-serviceaccount';

/** The ServiceAccount under which OLM runs. */
export function serviceAccount(settings: CompleteReleaseSettings): KubernetesManifest {
  return { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: SERVICE_ACCOUNT_NAME, namespace: settings.namespace } };
}
