import { CrdDescriptions } from './crds/crd-descriptions';
import { OlmVersion } from './olm-version';

/**
 * What a release may be asked to look like. An empty object asks for the release as upstream publishes it.
 */
export interface ReleaseSettings {
  /**
   * The release.
   *
   * @default OlmVersion.DEFAULT
   */
  readonly version?: OlmVersion;

  /**
   * Namespace in which OLM itself runs.
   *
   * @default 'olm'
   */
  readonly namespace?: string;

  /**
   * Namespace for operators that watch the whole cluster. It may be the same as `namespace`: the one Namespace then
   * plays both parts, see `namespaceManifests`, `networkPolicies` and `operatorGroups`.
   *
   * @default 'operators'
   */
  readonly operatorNamespace?: string;

  /**
   * Namespace whose catalogs every other namespace sees. A Namespace is made for it when it is neither of the others.
   *
   * @default - the same as `namespace`.
   */
  readonly catalogNamespace?: string;

  /**
   * Whether the release brings the CatalogSource of OperatorHub.io.
   *
   * @default true
   */
  readonly defaultCatalog?: boolean;

  /**
   * How much documentation the CRDs carry.
   *
   * @default CrdDescriptions.FULL
   */
  readonly crdDescriptions?: CrdDescriptions;
}

/** Settings with every default filled in: what the functions that make the objects work with. */
export type CompleteReleaseSettings = Required<ReleaseSettings>;

/** Fills in the defaults. */
export function completeSettings(settings: ReleaseSettings): CompleteReleaseSettings {
  const namespace = settings.namespace ?? 'olm';
  return {
    version: settings.version ?? OlmVersion.DEFAULT,
    namespace,
    operatorNamespace: settings.operatorNamespace ?? 'operators',
    catalogNamespace: settings.catalogNamespace ?? namespace,
    defaultCatalog: settings.defaultCatalog ?? true,
    crdDescriptions: settings.crdDescriptions ?? CrdDescriptions.FULL,
  };
}
