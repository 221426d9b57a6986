import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import { hasFeature } from '../model/release-features';
import type { CompleteReleaseSettings } from '../settings/complete-settings';
import { CERTIFICATE_ARGS, CERTIFICATE_MOUNTS, CERTIFICATE_VOLUMES } from './cert-manager';
import { controllerLabels, type ControllerPod, podTemplate } from './controller-pod';

/** Returns the Deployment of olm-operator, which installs ClusterServiceVersions. */
export function olmOperator(settings: CompleteReleaseSettings): KubernetesManifest {
  return controllerDeployment(settings, {
    name: 'olm-operator',
    settings: settings.olmOperator,
    command: ['/bin/olm'],
    args: olmOperatorArgs(settings),
    env: [
      { name: 'OPERATOR_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
      { name: 'OPERATOR_NAME', value: 'olm-operator' },
      ...debugEnvironment(settings),
    ],
    memory: '160Mi',
  });
}

function olmOperatorArgs(settings: CompleteReleaseSettings): string[] {
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

/** Returns the Deployment of catalog-operator, which runs catalogs, resolves Subscriptions and executes InstallPlans. */
export function catalogOperator(settings: CompleteReleaseSettings): KubernetesManifest {
  return controllerDeployment(settings, {
    name: 'catalog-operator',
    settings: settings.catalogOperator,
    command: ['/bin/catalog'],
    args: catalogOperatorArgs(settings),
    env: debugEnvironment(settings),
    memory: '80Mi',
  });
}

function catalogOperatorArgs(settings: CompleteReleaseSettings): string[] {
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

/** Settings in which the two controllers differ. */
interface Controller extends Pick<ControllerPod, 'name' | 'settings' | 'command' | 'env' | 'memory'> {
  readonly args: readonly string[];
}

/** Returns the Deployment of one of OLM's two controllers, olm-operator and catalog-operator. */
function controllerDeployment(settings: CompleteReleaseSettings, controller: Controller): KubernetesManifest {
  const labels = controllerLabels(controller.name);
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: controller.name, namespace: settings.namespace, labels },
    spec: {
      replicas: controller.settings.replicas ?? 1,
      // Two concurrent pods would conflict, so newer releases stop the old one first.
      strategy: { type: hasFeature(settings.version, 'recreate') ? 'Recreate' : 'RollingUpdate' },
      selector: { matchLabels: labels },
      template: podTemplate(settings, {
        ...controller,
        args: [...controller.args, ...controller.settings.extraArguments ?? []],
        imagePullPolicy: 'IfNotPresent',
        ...servedEndpoints(settings),
      }),
    },
  };
}

type Endpoints = Pick<ControllerPod, 'ports' | 'probe' | 'volumes' | 'volumeMounts'>;

/** Returns how both controllers serve probes and metrics. The ports of the programs are fixed. */
function servedEndpoints({ version, servingCertificates }: CompleteReleaseSettings): Endpoints {
  if (servingCertificates._fromCertManager) {
    return {
      ports: [{ containerPort: 8443, name: 'metrics' }],
      probe: { port: 8443, scheme: 'HTTPS' },
      volumes: CERTIFICATE_VOLUMES,
      volumeMounts: CERTIFICATE_MOUNTS,
    };
  }
  if (hasFeature(version, 'sharedMetricsPort')) {
    return { ports: [{ containerPort: 8080, name: 'metrics' }], probe: { port: 8080, scheme: 'HTTP' } };
  }
  return {
    ports: [{ containerPort: 8080 }, { containerPort: 8081, name: 'metrics', protocol: 'TCP' }],
    probe: { port: 8080 },
  };
}

/** Returns the certificate arguments of both controllers. */
function certificateArgs({ servingCertificates }: CompleteReleaseSettings): readonly string[] {
  return servingCertificates._fromCertManager ? CERTIFICATE_ARGS : [];
}

/** Returns the environment variables that debugging sets for both controllers, as OLM's own chart does. */
function debugEnvironment({ debug, version }: CompleteReleaseSettings): readonly object[] {
  return debug && hasFeature(version, 'debugVariable') ? [{ name: 'CI', value: 'true' }] : [];
}
