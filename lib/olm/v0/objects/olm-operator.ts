import type { CompleteReleaseSettings } from '../settings/complete-settings';
import { certificateArgs, controllerDeployment, debugEnvironment } from './controller-deployment';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';

/** Returns the Deployment of olm-operator, which installs ClusterServiceVersions. */
export function olmOperator(settings: CompleteReleaseSettings): KubernetesManifest {
  return controllerDeployment(settings, {
    name: 'olm-operator',
    settings: settings.olmOperator,
    command: ['/bin/olm'],
    args: args(settings),
    env: [
      { name: 'OPERATOR_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
      { name: 'OPERATOR_NAME', value: 'olm-operator' },
      ...debugEnvironment(settings),
    ],
    memory: '160Mi',
  });
}

function args(settings: CompleteReleaseSettings): string[] {
  const { debug, watchedNamespaces, olmOperator: { featureGates = {} } } = settings;
  const gates = Object.entries(featureGates).map(([gate, on]) => `${gate}=${on}`);
  return [
    '--namespace', '$(OPERATOR_NAMESPACE)',
    ...(watchedNamespaces.length > 0 ? ['--watchedNamespaces', watchedNamespaces.join(',')] : []),
    ...(gates.length > 0 ? [`--feature-gates=${gates.join(',')}`] : []),
    ...(debug ? ['--debug'] : []),
    // Upstream also sets the empty value: it turns off reporting to an OpenShift ClusterOperator.
    '--writeStatusName', '',
    ...certificateArgs(settings),
  ];
}
