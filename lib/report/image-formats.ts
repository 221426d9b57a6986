import { parseImageReference } from '../bundle/oci/image-reference';
import { compareUtf8 } from '../formats/json/go-json';
import { toYaml } from '../formats/yaml/write';
import { groupBy } from '../text/group-by';
import { mirrorProblem, RegistryMirror, repositoryOf } from './registry-mirror';
import { printable, printableMessage } from '../text/printable';

/** An image that something pulls. */
export interface ListedImage {
  /** Image reference, as written. */
  readonly image: string;

  /** Whether the reference has a digest, so that the image never changes. */
  readonly hasDigest: boolean;

  /** Bundles by name and objects as `Kind/name` that refer to it, sorted. */
  readonly usedBy: string[];

  /**
   * Original of an image that an app pulls from a mirror: what has to be copied there.
   *
   * @default - the image is pulled from its own registry, or its original is unknown
   */
  readonly source?: string;

  /**
   * Reference in the mirror of the app, for an image that the app cannot rewrite, such as one that a catalog image names: it has to be copied there,
   * and the nodes have to redirect pulls of it.
   *
   * @default - the image is pulled from a mirror, or the app sets none for it
   */
  readonly copy?: string;
}

/** A mirror set of OpenShift: repositories and their mirrors. */
interface MirrorSetKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly field: string;
  readonly isByDigest: boolean;
}

const DIGEST_SET: MirrorSetKind = {
  apiVersion: 'config.openshift.io/v1', kind: 'ImageDigestMirrorSet', field: 'imageDigestMirrors', isByDigest: true,
};
const TAG_SET: MirrorSetKind = { apiVersion: 'config.openshift.io/v1', kind: 'ImageTagMirrorSet', field: 'imageTagMirrors', isByDigest: false };
const SOURCE_POLICY: MirrorSetKind = {
  apiVersion: 'operator.openshift.io/v1alpha1', kind: 'ImageContentSourcePolicy', field: 'repositoryDigestMirrors', isByDigest: true,
};

/** Mirror sets by the names of their formats. @internal */
export const MIRROR_SETS = { idms: DIGEST_SET, itms: TAG_SET, icsp: SOURCE_POLICY } as const;

/** What a mirror set or a mapping is made of. @internal */
export interface MirroredImages {
  readonly images: readonly ListedImage[];

  /** What is unknown, one line each. */
  readonly unknown: readonly string[];
}

/** Returns a mirror set as YAML. @internal */
export function mirrorSet(set: keyof typeof MIRROR_SETS, name: string, mirror: string | undefined, { images, unknown }: MirroredImages): string {
  const { apiVersion, kind, field, isByDigest } = MIRROR_SETS[set];
  const copies = groupBy(copiesOf(mirror, images.filter(({ hasDigest }) => hasDigest === isByDigest)), ({ source }) => repositoryOf(source));
  const mirrors = [...copies].sort(([left], [right]) => compareUtf8(left, right)).map(([source, found]) => (
    { source, mirrors: [...new Set(found.map(({ destination }) => repositoryOf(destination)))].sort(compareUtf8) }
  ));
  return `${comments(unknown)}${toYaml({ apiVersion, kind, metadata: { name }, spec: { [field]: mirrors } })}`;
}

/** Returns the copies to make. An image with a digest is copied by digest, so that references by digest find it. @internal */
export function mirrorMapping(mirror: string | undefined, images: readonly ListedImage[]): string {
  return copiesOf(mirror, images).map(({ source, destination }) => {
    const { tag = 'latest', digest } = parseImageReference(source) ?? {};
    return `${source}=${repositoryOf(destination)}${digest === undefined ? `:${tag}` : ''}\n`;
  }).join('');
}

/** Returns lines as comments of YAML and of lists. @internal */
export function comments(lines: readonly string[]): string {
  return lines.map((line) => `# ${printable(line)}\n`).join('');
}

/** A copy to make: the references of an image in its own registry and in the mirror. */
interface Copy {
  readonly source: string;
  readonly destination: string;
}

/**
 * Returns the copies to make.
 *
 * @throws Error if the mirror is invalid or missing, the original of an image is unknown, or two repositories would be mirrored to the same one
 */
function copiesOf(given: string | undefined, images: readonly ListedImage[]): Copy[] {
  const registry = given?.replace(/(?<!\/)\/+$/, '');
  const problem = registry === undefined ? undefined : mirrorProblem('the mirror', registry);
  if (problem !== undefined) {
    throw new Error(printableMessage(problem));
  }
  const mirror = RegistryMirror.of(registry);
  const copies = images.map(({ image, source, copy }): Copy => {
    if (source !== undefined || copy !== undefined) {
      return { source: source ?? image, destination: copy ?? image };
    }
    if (registry === undefined) {
      throw new Error(printableMessage(`the mirror of ${image} is not specified: specify the registry of the mirror, or set registryMirror in the app`));
    }
    if (mirror.contains(image)) {
      throw new Error(printableMessage(`${image} is in the mirror already, and its original is unknown: list the images of the app instead of its manifests`));
    }
    return { source: image, destination: mirror.imageOf(image) };
  });
  refuseCollisions(copies);
  return copies;
}

function refuseCollisions(copies: readonly Copy[]): void {
  const taken = new Map<string, string>();
  const pairs = copies.map(({ source, destination }) => [repositoryOf(source), repositoryOf(destination)] as const);
  for (const [source, destination] of pairs.sort(([left], [right]) => compareUtf8(left, right))) {
    const other = taken.get(destination) ?? source;
    if (other !== source) {
      throw new Error(printableMessage(`${other} and ${source} would both be mirrored to ${destination}; mirror them separately, with a path after the registry of the mirror`));
    }
    taken.set(destination, source);
  }
}

/** Returns a CycloneDX document. It contains neither a serial number nor a time, so that the same images result in the same document. @internal */
export function cycloneDx({ images, unknown }: MirroredImages): object {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      tools: { components: [{ type: 'application', name: 'olm-constructs' }] },
      ...(unknown.length === 0 ? {} : { properties: unknown.map((value) => ({ name: 'olm-constructs:unknown', value })) }),
    },
    components: images.map(componentOf),
    ...(unknown.length === 0 ? {} : { compositions: [{ aggregate: 'incomplete' }] }),
  };
}

function componentOf({ image, usedBy, source }: ListedImage): object {
  const { tag, digest } = parseImageReference(image) ?? {};
  const repository = repositoryOf(image);
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
    'properties': [
      ...usedBy.map((value) => ({ name: 'olm-constructs:usedBy', value })),
      ...(source === undefined ? [] : [{ name: 'olm-constructs:source', value: source }]),
    ],
  };
}
