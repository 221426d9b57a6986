/** Prefix of the annotations of operator-framework. */
export const FRAMEWORK_PREFIX = 'operators.operatorframework.io';

/** Label of a catalog image with the folder of its catalog. */
export const CATALOG_FOLDER_LABEL = `${FRAMEWORK_PREFIX}.index.configs.v1`;

/** Prefix of the annotations of a bundle, in metadata/annotations.yaml and as labels of its image. */
export const BUNDLE_PREFIX = `${FRAMEWORK_PREFIX}.bundle.`;

/** Keys of the annotations of a bundle. */
export const BUNDLE_ANNOTATION = {
  MEDIA_TYPE: `${BUNDLE_PREFIX}mediatype.v1`,
  MANIFESTS: `${BUNDLE_PREFIX}manifests.v1`,
  METADATA: `${BUNDLE_PREFIX}metadata.v1`,
  PACKAGE: `${BUNDLE_PREFIX}package.v1`,
  CHANNELS: `${BUNDLE_PREFIX}channels.v1`,
  DEFAULT_CHANNEL: `${BUNDLE_PREFIX}channel.default.v1`,
} as const;
