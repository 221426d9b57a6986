import type { CompleteReleaseSettings } from './complete-settings';
import { certificateArgs, controllerDeployment } from './controller-deployment';
import type { KubernetesManifest } from './kubernetes-manifest';
import { hasFeature } from './release-features';

/** The controller that serves catalogs, resolves Subscriptions and carries out InstallPlans. */
export function catalogOperator(settings: CompleteReleaseSettings): KubernetesManifest {
  return controllerDeployment(settings, {
    name: 'catalog-operator',
    command: ['/bin/catalog'],
    args: args(settings),
    memory: '80Mi',
  });
}

function args({ catalogNamespace, images, version }: CompleteReleaseSettings): string[] {
  const dash = hasFeature(version, 'longFlags') ? '--' : '-';
  return [
    `${dash}namespace`, catalogNamespace,
    `${dash}configmapServerImage=${images.configMapServer}`,
    ...(images.opm === undefined ? [] : [`${dash}opmImage=${images.opm}`]),
    `${dash}util-image`, images.olm,
    ...certificateArgs(version),
    ...(hasFeature(version, 'podSecurity') ? ['--set-workload-user-id=true'] : []),
  ];
}
