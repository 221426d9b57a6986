import type { CompleteReleaseSettings } from './complete-settings';
import { certificateArgs, controllerDeployment } from './controller-deployment';
import type { KubernetesManifest } from './kubernetes-manifest';

/** The controller that installs what ClusterServiceVersions describe and watches over it. */
export function olmOperator(settings: CompleteReleaseSettings): KubernetesManifest {
  return controllerDeployment(settings, {
    name: 'olm-operator',
    command: ['/bin/olm'],
    // The empty argument is upstream's: it turns off reporting to an OpenShift ClusterOperator.
    args: ['--namespace', '$(OPERATOR_NAMESPACE)', '--writeStatusName', '', ...certificateArgs(settings.version)],
    env: [
      { name: 'OPERATOR_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
      { name: 'OPERATOR_NAME', value: 'olm-operator' },
    ],
    memory: '160Mi',
  });
}
