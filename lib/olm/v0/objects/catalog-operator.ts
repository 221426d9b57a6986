import type { CompleteReleaseSettings } from '../settings/complete-settings';
import { certificateArgs, controllerDeployment, debugEnvironment } from './controller-deployment';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import { hasFeature } from '../settings/release-features';

/** Returns the Deployment of catalog-operator, which runs catalogs, resolves Subscriptions and executes InstallPlans. */
export function catalogOperator(settings: CompleteReleaseSettings): KubernetesManifest {
  return controllerDeployment(settings, {
    name: 'catalog-operator',
    settings: settings.catalogOperator,
    command: ['/bin/catalog'],
    args: args(settings),
    env: debugEnvironment(settings),
    memory: '80Mi',
  });
}

function args(settings: CompleteReleaseSettings): string[] {
  const { catalogNamespace, debug, images, version } = settings;
  const dash = hasFeature(version, 'longFlags') ? '--' : '-';
  return [
    `${dash}namespace`, catalogNamespace,
    ...(debug ? [`${dash}debug`] : []),
    `${dash}configmapServerImage=${images.configMapServer}`,
    ...(images.opm === undefined ? [] : [`${dash}opmImage=${images.opm}`]),
    `${dash}util-image`, images.olm,
    ...certificateArgs(settings),
    ...(hasFeature(version, 'podSecurity') ? ['--set-workload-user-id=true'] : []),
  ];
}
