import { parseImageReference, pathAtDockerHub } from '../bundle/oci/image-reference';
import type { Bundle } from '../bundle/bundle';
import type { Manifest } from '../bundle/model/manifest';
import { mapImages } from './image-places';

/** Docker Hub, the registry of references without a registry. */
const DOCKER_HUB = 'docker.io';

/** Names of Docker Hub in references. */
const DOCKER_HUB_NAMES: readonly string[] = [DOCKER_HUB, 'index.docker.io'];

/** A registry with an optional path. */
const REGISTRY = /^[\w.-]+(:\d+)?(\/[\w.-]+)*$/;

/** A registry as references name it: other first parts are those of repositories on Docker Hub. */
const REGISTRY_HOST = /^(?:localhost|[^/]*[.:][^/]*)(?:\/|$)/;

/** Returns the repository of an image with its registry. */
export function repositoryOf(image: string): string {
  const { domain = DOCKER_HUB, repository } = parseImageReference(image) ?? { repository: image };
  return DOCKER_HUB_NAMES.includes(domain) ? `${DOCKER_HUB}/${pathAtDockerHub(repository)}` : `${domain}/${repository}`;
}

/** Registries that replace those of images. */
export class RegistryMirror {
  /**
   * Returns the mirror of a registry for all images: the registry of each is replaced, its path is kept. Images of the mirror are not changed.
   *
   * @param registry registry with an optional path
   * @param prefixes mirrors of some images, which take precedence
   */
  public static of(registry: string | undefined, prefixes: { readonly [prefix: string]: string } = {}): RegistryMirror {
    // The longest prefix is the most specific.
    const sorted = Object.entries(prefixes).map(([prefix, mirror]) => [withoutSlash(prefix), withoutSlash(mirror)] as const)
      .sort(([left], [right]) => right.length - left.length || (left < right ? -1 : 1));
    return new RegistryMirror(registry === undefined ? undefined : withoutSlash(registry), sorted);
  }

  private constructor(
    private readonly registry: string | undefined,
    private readonly prefixes: readonly (readonly [prefix: string, mirror: string])[],
  ) {}

  /**
   * Returns the reference of an image in the mirror, with the same tag and digest.
   *
   * @returns the same reference if the image is in a mirror, has no mirror, or is not a reference
   */
  public imageOf(image: string): string {
    const parsed = parseImageReference(image);
    if (parsed === undefined || this.contains(image)) {
      return image;
    }
    const repository = repositoryOf(image);
    // What follows the repository: the tag, the digest or both.
    const suffix = `${parsed.tag === undefined ? '' : `:${parsed.tag}`}${parsed.digest === undefined ? '' : `@${parsed.digest}`}`;
    const [prefix, mirror] = this.prefixes.find(([one]) => isUnder(repository, one)) ?? [];
    if (prefix !== undefined) {
      return `${mirror}${repository.slice(prefix.length)}${suffix}`;
    }
    return this.registry === undefined ? image : `${this.registry}${repository.slice(repository.indexOf('/'))}${suffix}`;
  }

  /** Whether an image is in one of the mirrors. */
  public contains(image: string): boolean {
    const repository = repositoryOf(image);
    return [...(this.registry === undefined ? [] : [this.registry]), ...this.prefixes.map(([, mirror]) => mirror)]
      .some((mirror) => isUnder(repository, mirror) || image.startsWith(`${mirror}/`));
  }

  /** Returns a bundle whose objects refer to the images in the mirror; the same bundle if none changes. */
  public bundleOf(bundle: Bundle): Bundle {
    return bundleWithImages(bundle, (image) => this.imageOf(image));
  }
}

/**
 * Returns a bundle with other images in all of its objects; the same bundle if none changes.
 *
 * @param change returns the image to write for an image
 */
export function bundleWithImages(bundle: Bundle, change: (image: string, manifest: Manifest) => string): Bundle {
  const manifests = bundle.manifests.map((manifest) => {
    const content = mapImages(manifest.content, (image) => change(image, manifest));
    return content === manifest.content ? manifest : manifest._withContent(content);
  });
  return manifests.every((manifest, index) => manifest === bundle.manifests[index]) ? bundle : bundle._withManifests(manifests);
}

/** Returns the problems of mirrors that everything in a cluster uses, as sentences. */
export function mirrorProblems(registry: string | undefined, prefixes: { readonly [prefix: string]: string }): string[] {
  return [
    ...(registry === undefined ? [] : [hostProblem('registryMirror', registry)]),
    ...Object.entries(prefixes).flatMap(([prefix, mirror]) => [prefixProblem(prefix), hostProblem(`mirrorsByPrefix["${prefix}"]`, mirror)]),
  ].filter((problem) => problem !== undefined);
}

/** Returns the problem of a mirror, as a sentence. */
export function mirrorProblem(what: string, mirror: string): string | undefined {
  return REGISTRY.test(mirror) ? undefined
    : `${what} must be a registry with an optional path: got "${mirror}"; write it as registry.example.com:5000/path, without https:// and without a trailing slash`;
}

/** Returns the problem of a mirror that a reference would not name as a registry, as a sentence. */
function hostProblem(what: string, mirror: string): string | undefined {
  return mirrorProblem(what, mirror) ?? (REGISTRY_HOST.test(mirror) ? undefined
    : `${what} must begin with a registry: got "${mirror}", which is a repository on Docker Hub; write the name of the registry with a dot, a port, or as localhost`);
}

function prefixProblem(prefix: string): string | undefined {
  return REGISTRY.test(withoutSlash(prefix)) && REGISTRY_HOST.test(prefix) ? undefined
    : `the prefix "${prefix}" of mirrorsByPrefix must be a registry with an optional path, as in quay.io or quay.io/organization; that of Docker Hub is docker.io`;
}

function withoutSlash(prefix: string): string {
  return prefix.replace(/\/$/, '');
}

/** Whether a repository is one, or is in a path of a registry: `quay.io/org` does not contain `quay.io/organization/app`. */
function isUnder(repository: string, prefix: string): boolean {
  return repository === prefix || repository.startsWith(`${prefix}/`);
}
