import { CERTIFICATE_ARGS, CERTIFICATE_MOUNTS, CERTIFICATE_VOLUMES } from './cert-manager';
import { controllerLabels, podTemplate, type ControllerPod } from './controller-pod';
import type { KubernetesManifest } from './kubernetes-manifest';
import { hasFeature } from './release-features';
import type { CompleteReleaseSettings } from './complete-settings';

/** What sets one of the two controllers apart from the other. */
export type Controller = Pick<ControllerPod, 'name' | 'settings' | 'command' | 'env' | 'memory'> & { readonly args: readonly string[] };

/** The Deployment of one of OLM's two controllers. */
export function controllerDeployment(settings: CompleteReleaseSettings, controller: Controller): KubernetesManifest {
  const labels = controllerLabels(controller.name);
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: controller.name, namespace: settings.namespace, labels },
    spec: {
      replicas: controller.settings.replicas ?? 1,
      // Two controllers at once would work against each other, so newer releases let the old one go first.
      strategy: { type: hasFeature(settings.version, 'recreate') ? 'Recreate' : 'RollingUpdate' },
      selector: { matchLabels: labels },
      template: podTemplate(settings, {
        ...controller,
        args: [...controller.args, ...controller.settings.extraArguments ?? []],
        imagePullPolicy: 'IfNotPresent',
        ...serving(settings),
      }),
    },
  };
}

/** How both controllers answer probes and give their metrics. The port is the programs' own and cannot be chosen. */
function serving({ version, servingCertificates }: CompleteReleaseSettings): Pick<ControllerPod, 'ports' | 'probe' | 'volumes' | 'volumeMounts'> {
  if (servingCertificates._fromCertManager) {
    return {
      ports: [{ containerPort: 8443, name: 'metrics' }],
      probe: { port: 8443, scheme: 'HTTPS' },
      volumes: CERTIFICATE_VOLUMES,
      volumeMounts: CERTIFICATE_MOUNTS,
    };
  }
  return hasFeature(version, 'sharedMetricsPort')
    ? { ports: [{ containerPort: 8080, name: 'metrics' }], probe: { port: 8080, scheme: 'HTTP' } }
    : { ports: [{ containerPort: 8080 }, { containerPort: 8081, name: 'metrics', protocol: 'TCP' }], probe: { port: 8080 } };
}

/** The arguments about certificates that both controllers get. */
export function certificateArgs({ servingCertificates }: CompleteReleaseSettings): readonly string[] {
  return servingCertificates._fromCertManager ? CERTIFICATE_ARGS : [];
}

/** What debugging puts into the environment of both controllers. */
export function debugEnvironment({ debug, version }: CompleteReleaseSettings): readonly object[] {
  return debug && hasFeature(version, 'debugVariable') ? [{ name: 'CI', value: 'true' }] : [];
}
