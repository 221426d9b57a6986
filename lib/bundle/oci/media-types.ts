/**
 * Media types that this library writes. It also reads those of docker.
 *
 * @see https://github.com/opencontainers/image-spec/blob/v1.1.1/media-types.md
 */
export const MEDIA_TYPE = {
  INDEX: 'application/vnd.oci.image.index.v1+json',
  MANIFEST: 'application/vnd.oci.image.manifest.v1+json',
  CONFIG: 'application/vnd.oci.image.config.v1+json',
  LAYER: 'application/vnd.oci.image.layer.v1.tar+gzip',
} as const;
