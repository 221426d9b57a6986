/** `olm-constructs/bundle`: operator bundles as data, from folders, archives, images and registries. Nothing inside `lib` imports this file. */

export { BundleError } from '../errors';
export * from './bundle';
export * from './files/read-options';
export * from './generate/generation-options';
export * from './generate/manifest-source';
export * from './image-layout';
export * from './model/bundle-content';
export * from './model/bundle-objects';
export * from './model/bundle-problem';
export * from './model/bundle-property';
export * from './model/cluster-service-version';
export * from './model/cluster-service-version-spec';
export * from './model/generation-note';
export * from './model/manifest';
export * from './oci/image-options';
export * from './plain-bundle';
export * from './registry/fetch-options';
export * from './registry/image-digests';
export * from './registry/push-options';
export * from './size';
export * from './slim';
