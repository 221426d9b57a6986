import type { CatalogChoice } from './default-catalog';
import type { KubernetesManifest } from './kubernetes-manifest';
import { OLM_GROUP } from './olm-group';
import { hasFeature } from './release-features';
import type { CompleteReleaseSettings } from './complete-settings';

/** The CatalogSource of the default catalog. */
export function defaultCatalogSource(settings: CompleteReleaseSettings, choice: CatalogChoice): KubernetesManifest {
  const image = settings.images.defaultCatalog;
  const pollInterval = choice.pollInterval ?? (image.includes('@') ? undefined : choice.usualPollInterval);
  const secrets = choice.pullSecrets ?? settings.pullSecrets;
  return {
    apiVersion: `${OLM_GROUP}/v1alpha1`,
    kind: 'CatalogSource',
    metadata: { name: choice.name, namespace: settings.catalogNamespace },
    spec: {
      displayName: choice.displayName,
      ...(choice.publisher === undefined ? {} : { publisher: choice.publisher }),
      sourceType: 'grpc',
      image,
      ...(choice.priority === undefined ? {} : { priority: choice.priority }),
      ...(secrets.length > 0 ? { secrets } : {}),
      ...(hasFeature(settings.version, 'restrictedCatalog') ? { grpcPodConfig: { securityContextConfig: 'restricted' } } : {}),
      ...(pollInterval === undefined ? {} : { updateStrategy: { registryPoll: { interval: pollInterval } } }),
    },
  };
}
