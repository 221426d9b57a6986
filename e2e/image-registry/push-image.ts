import { ImageFacts, ImageStore, OCI, WrittenDescriptor } from '../../test/builders/image-layout';
import { ImageRegistry } from './image-registry';

/** Pushes an image with all its blobs under a tag, and returns the digest of its manifest. */
export async function pushImage(registry: ImageRegistry, repository: string, tag: string, facts: ImageFacts = {}): Promise<string> {
  const store = new ImageStore();
  const manifest = store.image(facts);
  await pushBlobs(registry, repository, store, [manifest.digest]);
  await registry.pushManifest(repository, tag, store.blobs.get(manifest.digest)!, OCI.manifest);
  return manifest.digest;
}

/** Pushes an index of images for several platforms under a tag, and returns its digest. */
export async function pushIndex(
  registry: ImageRegistry,
  repository: string,
  tag: string,
  images: { readonly [architecture: string]: ImageFacts },
): Promise<string> {
  const store = new ImageStore();
  const manifests: WrittenDescriptor[] = Object.entries(images).map(([architecture, facts]) => (
    { ...store.image(facts), platform: { os: 'linux', architecture } }));
  const index = store.index(manifests);
  await pushBlobs(registry, repository, store, [index.digest, ...manifests.map(({ digest }) => digest)]);
  for (const { digest } of manifests) {
    await registry.pushManifest(repository, digest, store.blobs.get(digest)!, OCI.manifest);
  }
  await registry.pushManifest(repository, tag, store.blobs.get(index.digest)!, OCI.index);
  return index.digest;
}

async function pushBlobs(registry: ImageRegistry, repository: string, store: ImageStore, manifests: readonly string[]): Promise<void> {
  for (const [digest, content] of store.blobs) {
    if (!manifests.includes(digest)) {
      await registry.pushBlob(repository, digest, content);
    }
  }
}
