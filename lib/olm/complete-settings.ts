import { CrdDescriptions } from './crds/crd-descriptions';
import { OlmVersion } from './olm-version';
import { releaseImages, type ReleaseImages } from './release-images';
import type { ReleaseSettings } from './release-settings';

/** Settings with every default filled in: what the functions that make the objects work with. */
export interface CompleteReleaseSettings {
  readonly version: OlmVersion;
  readonly namespace: string;
  readonly operatorNamespace: string;
  readonly catalogNamespace: string;
  readonly defaultCatalog: boolean;
  readonly crdDescriptions: CrdDescriptions;
  /** The images as the objects name them. */
  readonly images: ReleaseImages;
  readonly pullSecrets: readonly string[];
}

/** Fills in the defaults. */
export function completeSettings(settings: ReleaseSettings): CompleteReleaseSettings {
  const namespace = settings.namespace ?? 'olm';
  const version = settings.version ?? OlmVersion.DEFAULT;
  const defaultCatalog = settings.defaultCatalog ?? true;
  return {
    version,
    namespace,
    operatorNamespace: settings.operatorNamespace ?? 'operators',
    catalogNamespace: settings.catalogNamespace ?? namespace,
    defaultCatalog,
    crdDescriptions: settings.crdDescriptions ?? CrdDescriptions.FULL,
    images: releaseImages({ ...settings, version, defaultCatalog }),
    pullSecrets: settings.pullSecrets ?? [],
  };
}
