import { type GrpcPodConfig, SecurityContextConfig } from '../settings/grpc-pod-config';
import type { OlmVersion } from '../model/olm-version';
import { hasFeature } from '../settings/release-features';

/** What differs between CatalogSources with an image. */
export interface ImageCatalogSettings {
  readonly displayName: string;
  readonly publisher?: string | undefined;
  readonly description?: string | undefined;
  readonly image: string;
  readonly priority?: number | undefined;
  readonly secrets: readonly string[];
  readonly grpcPodConfig?: GrpcPodConfig | undefined;
  readonly pollInterval?: string | undefined;
  /** Release of OLM that runs the catalog; undefined if it is not known. */
  readonly version: OlmVersion | undefined;
}

/** Returns the spec of a CatalogSource with an image. Its pod meets the restricted Pod Security level, if the release supports that. */
export function imageCatalogSpec(settings: ImageCatalogSettings): { readonly [field: string]: unknown; readonly grpcPodConfig?: object } {
  const { displayName, publisher, description, image, priority, secrets, pollInterval, version } = settings;
  const grpcPodConfig = podConfig(settings.grpcPodConfig, version);
  return {
    displayName,
    ...(publisher === undefined ? {} : { publisher }),
    ...(description === undefined ? {} : { description }),
    sourceType: 'grpc',
    image,
    ...(priority === undefined ? {} : { priority }),
    ...(secrets.length > 0 ? { secrets: [...secrets] } : {}),
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
