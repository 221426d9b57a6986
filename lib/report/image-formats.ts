import { parseImageReference } from '../bundle/oci/image-reference';
import { compareUtf8 } from '../formats/json/go-json';
import { toYaml } from '../formats/yaml/write';

/** An image that something pulls. */
export interface ListedImage {
  /** Image reference, as written. */
  readonly image: string;

  /** Whether the reference has a digest, so that the image never changes. */
  readonly hasDigest: boolean;

  /** Bundles by name and objects as `Kind/name` that refer to it, sorted. */
  readonly usedBy: string[];
}

/** Docker Hub, the registry of references without a registry. */
const DOCKER_HUB = 'docker.io';

/** Returns the repository of an image with its registry. */
function registryOf(image: string): string {
  const { domain = DOCKER_HUB, repository } = parseImageReference(image) ?? { repository: image };
  return `${domain}/${domain === DOCKER_HUB && !repository.includes('/') ? `library/${repository}` : repository}`;
}

/** Returns an ImageDigestMirrorSet as YAML. @internal */
export function digestMirrorSet(name: string, mirror: string, images: readonly ListedImage[]): string {
  const mirrors = mirrorsOf(mirror, images.filter(({ hasDigest }) => hasDigest));
  return toYaml({ apiVersion: 'config.openshift.io/v1', kind: 'ImageDigestMirrorSet', metadata: { name }, spec: { imageDigestMirrors: mirrors } });
}

/** Returns an ImageTagMirrorSet as YAML. @internal */
export function tagMirrorSet(name: string, mirror: string, images: readonly ListedImage[]): string {
  const mirrors = mirrorsOf(mirror, images.filter(({ hasDigest }) => !hasDigest));
  return toYaml({ apiVersion: 'config.openshift.io/v1', kind: 'ImageTagMirrorSet', metadata: { name }, spec: { imageTagMirrors: mirrors } });
}

/** Returns the copies to make. An image with a digest is copied by digest, so that references by digest find it. @internal */
export function mirrorMapping(mirror: string, images: readonly ListedImage[]): string {
  const destinations = destinationsOf(mirror, images);
  return images.map(({ image, hasDigest }) => {
    const { tag } = parseImageReference(image) ?? {};
    return `${image}=${destinations.get(registryOf(image))!}${hasDigest ? '' : `:${tag ?? 'latest'}`}\n`;
  }).join('');
}

function mirrorsOf(mirror: string, images: readonly ListedImage[]): object[] {
  return [...destinationsOf(mirror, images)].map(([source, destination]) => ({ source, mirrors: [destination] }));
}

/** Returns the repository in the mirror for each repository. It has the same path as the original. */
function destinationsOf(mirror: string, images: readonly ListedImage[]): Map<string, string> {
  const sources = [...new Set(images.map(({ image }) => registryOf(image)))].sort(compareUtf8);
  const destinations = new Map<string, string>();
  const taken = new Map<string, string>();
  for (const source of sources) {
    const destination = `${mirror.replace(/\/+$/, '')}/${source.slice(source.indexOf('/') + 1)}`;
    const other = taken.get(destination);
    if (other !== undefined) {
      throw new Error(`${other} and ${source} would both be mirrored to ${destination}; mirror them separately, with a path after the registry of the mirror`);
    }
    taken.set(destination, source);
    destinations.set(source, destination);
  }
  return destinations;
}

/** Returns a CycloneDX document. It contains neither a serial number nor a time, so that the same images result in the same document. @internal */
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
