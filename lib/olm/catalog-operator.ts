import { CONTROLLER_PORT, controllerDeployment } from './controller-pod';
import type { KubernetesManifest } from './kubernetes-manifest';
import type { CompleteReleaseSettings } from './release-settings';

/** Upstream names this image by a moving tag in every release. */
const CONFIG_MAP_SERVER_IMAGE = 'quay.io/operator-framework/configmap-operator-registry:latest';

/** The controller that serves catalogs, resolves Subscriptions and carries out InstallPlans. */
export function catalogOperator(settings: CompleteReleaseSettings): KubernetesManifest {
  const { namespace, catalogNamespace, version } = settings;
  return controllerDeployment(namespace, {
    name: 'catalog-operator',
    image: version.olmImage,
    imagePullPolicy: 'IfNotPresent',
    command: ['/bin/catalog'],
    args: [
      '--namespace', catalogNamespace,
      `--configmapServerImage=${CONFIG_MAP_SERVER_IMAGE}`,
      `--opmImage=${version.opmImage}`,
      '--util-image', version.olmImage,
      '--set-workload-user-id=true',
    ],
    port: CONTROLLER_PORT,
    probeScheme: 'HTTP',
    memory: '80Mi',
  });
}
