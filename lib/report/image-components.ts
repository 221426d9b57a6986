import type { ListedImage } from './listed-image';
import { parseImageReference } from '../bundle/oci/image-reference';
import { registryOf } from './image-mirrors';

/** Returns a CycloneDX document. It contains neither a serial number nor a time, so that the same images result in the same document. */
export function cycloneDx(images: readonly ListedImage[]): object {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { tools: { components: [{ type: 'application', name: 'olm-constructs' }] } },
    components: images.map(({ image, usedBy }) => componentOf(image, usedBy)),
  };
}

function componentOf(image: string, usedBy: readonly string[]): object {
  const { tag, digest } = parseImageReference(image) ?? {};
  const repository = registryOf(image);
  const [algorithm = '', content = ''] = digest?.split(':') ?? [];
  const name = repository.slice(repository.lastIndexOf('/') + 1);
  const version = digest ?? tag ?? 'latest';
  const query = [`repository_url=${encodeURIComponent(repository)}`, ...(tag === undefined ? [] : [`tag=${encodeURIComponent(tag)}`])].join('&');
  return {
    'type': 'container',
    'bom-ref': image,
    'name': repository,
    version,
    ...(digest === undefined ? {} : { hashes: [{ alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content }] }),
    // The version of an OCI image in a package URL is its digest.
    'purl': `pkg:oci/${encodeURIComponent(name)}${digest === undefined ? '' : `@${encodeURIComponent(digest)}`}?${query}`,
    'properties': usedBy.map((value) => ({ name: 'olm-constructs:usedBy', value })),
  };
}
