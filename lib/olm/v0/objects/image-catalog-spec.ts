import { CatalogFields, catalogFields } from './catalog-fields';
import { type GrpcPodConfig, SecurityContextConfig } from '../settings/grpc-pod-config';
import type { OlmVersion } from '../model/olm-version';
import { hasFeature } from '../settings/release-features';

/** Differences between CatalogSources with an image. */
export interface ImageCatalogSettings extends CatalogFields {
  readonly image: string;
  readonly grpcPodConfig?: GrpcPodConfig | undefined;
  readonly pollInterval?: string | undefined;
  /** Release of OLM that runs the catalog, or undefined if unknown. */
  readonly version: OlmVersion | undefined;
}

/** Returns the spec of a CatalogSource with an image. Its pod meets the restricted Pod Security level if the release supports that. */
export function imageCatalogSpec(settings: ImageCatalogSettings): { readonly [field: string]: unknown; readonly grpcPodConfig?: object } {
  const { image, pollInterval, version } = settings;
  const grpcPodConfig = podConfig(settings.grpcPodConfig, version);
  return {
    ...catalogFields(settings),
    sourceType: 'grpc',
    image,
    ...(Object.keys(grpcPodConfig).length > 0 ? { grpcPodConfig } : {}),
    ...(pollInterval === undefined ? {} : { updateStrategy: { registryPoll: { interval: pollInterval } } }),
  };
}

function podConfig({ nodeSelector, ...config }: GrpcPodConfig = {}, version: OlmVersion | undefined): object {
  return {
    // A node selector replaces that of OLM.
    ...(nodeSelector === undefined ? {} : { nodeSelector: { 'kubernetes.io/os': 'linux', ...nodeSelector } }),
    ...(version === undefined || hasFeature(version, 'restrictedCatalog') ? { securityContextConfig: SecurityContextConfig.RESTRICTED } : {}),
    ...config,
  };
}
