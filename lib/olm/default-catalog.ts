import type { CompleteReleaseSettings } from './complete-settings';
import type { KubernetesManifest } from './kubernetes-manifest';
import { OLM_GROUP } from './olm-group';
import { hasFeature } from './release-features';

/** The catalog of OperatorHub.io. Upstream polls its image for news, in every release. */
export function defaultCatalog(settings: CompleteReleaseSettings): KubernetesManifest {
  return {
    apiVersion: `${OLM_GROUP}/v1alpha1`,
    kind: 'CatalogSource',
    metadata: { name: 'operatorhubio-catalog', namespace: settings.catalogNamespace },
    spec: {
      displayName: 'Community Operators',
      publisher: 'OperatorHub.io',
      sourceType: 'grpc',
      image: settings.images.defaultCatalog,
      ...(settings.pullSecrets.length > 0 ? { secrets: settings.pullSecrets } : {}),
      ...(hasFeature(settings.version, 'restrictedCatalog') ? { grpcPodConfig: { securityContextConfig: 'restricted' } } : {}),
      updateStrategy: { registryPoll: { interval: '60m' } },
    },
  };
}
