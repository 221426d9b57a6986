import { Bundle, ImageDigests, ManifestSource } from 'olm-constructs/bundle';

/** Makes a bundle whose images have digests instead of tags. */
export async function bundleWithDigests(manifests: string): Promise<Bundle> {
  const images = await ImageDigests.resolve(['quay.io/example/operator:v1.0.0']);
  return Bundle.fromManifests(ManifestSource.fromPath(manifests), {
    packageName: 'hello-operator',
    version: '1.0.0',
    images,
  });
}
