import { CONTROLLER_PORT, controllerDeployment } from './controller-pod';
import type { KubernetesManifest } from './kubernetes-manifest';
import type { CompleteReleaseSettings } from './release-settings';

/** The controller that installs what ClusterServiceVersions describe and watches over it. */
export function olmOperator(settings: CompleteReleaseSettings): KubernetesManifest {
  return controllerDeployment(settings.namespace, {
    name: 'olm-operator',
    image: settings.version.olmImage,
    imagePullPolicy: 'IfNotPresent',
    command: ['/bin/olm'],
    // The empty argument is upstream's: it turns off reporting to an OpenShift ClusterOperator.
    args: ['--namespace', '$(OPERATOR_NAMESPACE)', '--writeStatusName', ''],
    env: [
      { name: 'OPERATOR_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
      { name: 'OPERATOR_NAME', value: 'olm-operator' },
    ],
    port: CONTROLLER_PORT,
    probeScheme: 'HTTP',
    memory: '160Mi',
  });
}
