import { CERTIFICATE_ARGS, CERTIFICATE_MOUNTS, CERTIFICATE_VOLUMES } from './cert-manager';
import { controllerLabels, podTemplate, type ControllerPod } from './controller-pod';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import { hasFeature } from '../settings/release-features';
import type { CompleteReleaseSettings } from '../settings/complete-settings';

/** Settings in which the two controllers differ. */
export interface Controller extends Pick<ControllerPod, 'name' | 'settings' | 'command' | 'env' | 'memory'> {
  readonly args: readonly string[];
}

/** Returns the Deployment of one of OLM's two controllers, olm-operator and catalog-operator. */
export function controllerDeployment(settings: CompleteReleaseSettings, controller: Controller): KubernetesManifest {
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
export function certificateArgs({ servingCertificates }: CompleteReleaseSettings): readonly string[] {
  return servingCertificates._fromCertManager ? CERTIFICATE_ARGS : [];
}

/** Returns the environment variables that debugging sets for both controllers, as OLM's own chart does. */
export function debugEnvironment({ debug, version }: CompleteReleaseSettings): readonly object[] {
  return debug && hasFeature(version, 'debugVariable') ? [{ name: 'CI', value: 'true' }] : [];
}
