import type { KubernetesManifest } from './kubernetes-manifest';
import { OLM_GROUP } from './olm-group';
import type { CompleteReleaseSettings } from './release-settings';

/** The catalog of OperatorHub.io. Upstream names its image by a moving tag and polls it, in every release. */
export function defaultCatalog(settings: CompleteReleaseSettings): KubernetesManifest {
  return {
    apiVersion: `${OLM_GROUP}/v1alpha1`,
    kind: 'CatalogSource',
    metadata: { name: 'operatorhubio-catalog', namespace: settings.catalogNamespace },
    spec: {
      displayName: 'Community Operators',
      publisher: 'OperatorHub.io',
      sourceType: 'grpc',
      image: 'quay.io/operatorhubio/catalog:latest',
      grpcPodConfig: { securityContextConfig: 'restricted' },
      updateStrategy: { registryPoll: { interval: '60m' } },
    },
  };
}
