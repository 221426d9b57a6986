import { defined } from '../../../formats/json/defined';
import { OLM_GROUP } from '../../../formats/schema/api-groups';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import type { OlmVersion } from '../model/olm-version';
import { hasFeature } from '../model/release-features';
import type { CompleteReleaseSettings } from '../settings/complete-settings';
import type { CatalogChoice } from '../settings/default-catalog';
import { type GrpcPodConfig, SecurityContextConfig } from '../settings/grpc-pod-config';
import { hasDigest } from '../settings/image-references';
import { formatInterval } from '../settings/interval';

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
      pollInterval: choice.pollInterval !== undefined ? formatInterval(choice.pollInterval)
        : hasDigest(image) ? undefined : choice.defaultPollInterval,
      version: settings.version,
    }),
  };
}

/** Differences between CatalogSources with an image. */
export interface ImageCatalogSettings extends CatalogFields {
  readonly image: string;
  readonly grpcPodConfig?: GrpcPodConfig | undefined;
  /** Interval as Go parses it. */
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

/** Fields of a CatalogSource that do not depend on the source of its content. */
export interface CatalogFields {
  readonly displayName: string;
  readonly publisher?: string | undefined;
  readonly description?: string | undefined;
  readonly icon?: { readonly base64Data: string; readonly mediaType: string } | undefined;
  readonly priority?: number | undefined;
  /** Names of the pull secrets that OLM unpacks bundle images with. */
  readonly secrets?: readonly string[] | undefined;
}

/** Returns the spec fields of a CatalogSource that are set. */
export function catalogFields(fields: CatalogFields): { readonly displayName: string; readonly [field: string]: unknown } {
  const { displayName, publisher, description, icon, priority, secrets = [] } = fields;
  return {
    displayName,
    ...defined({ publisher, description }),
    ...(icon === undefined ? {} : { icon: { base64Data: icon.base64Data, mediatype: icon.mediaType } }),
    ...defined({ priority }),
    ...(secrets.length > 0 ? { secrets: [...secrets] } : {}),
  };
}
