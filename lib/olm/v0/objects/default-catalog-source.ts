import type { CatalogChoice } from '../settings/default-catalog';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import { OLM_GROUP } from '../model/olm-names';
import { hasDigest } from '../settings/image-checks';
import type { CompleteReleaseSettings } from '../settings/complete-settings';
import { imageCatalogSpec } from './image-catalog-spec';

/** Returns the CatalogSource of the default catalog. */
export function defaultCatalogSource(settings: CompleteReleaseSettings, choice: CatalogChoice): KubernetesManifest {
  const image = settings.images.defaultCatalog;
  return {
    apiVersion: `${OLM_GROUP}/v1alpha1`,
    kind: 'CatalogSource',
    metadata: { name: choice.name, namespace: settings.catalogNamespace },
    spec: imageCatalogSpec({
      displayName: choice.displayName,
      publisher: choice.publisher,
      image,
      priority: choice.priority,
      secrets: choice.pullSecrets ?? settings.pullSecrets,
      pollInterval: choice.pollInterval ?? (hasDigest(image) ? undefined : choice.defaultPollInterval),
      version: settings.version,
    }),
  };
}
