import { isImageReference } from '../bundle/catalog/image-reference';
import type { OlmImages } from './olm-images';
import type { OlmVersion } from './olm-version';
import { releasesWith } from './release-features';

/** Every image of a release as its objects name it. */
export interface ReleaseImages {
  readonly olm: string;
  /** Absent in releases that cannot be told one. */
  readonly opm?: string;
  readonly configMapServer: string;
  readonly defaultCatalog: string;
}

/** What decides about images. */
export interface ImageSettings {
  readonly version: OlmVersion;
  readonly images?: OlmImages;
  readonly registryMirror?: string;
  readonly requireDigests?: boolean;
  /** Whether there is a default catalog. The image of one that is not there may be anything. */
  readonly defaultCatalog: boolean;
}

/** Upstream names these two by a moving tag, in every release. */
const CONFIG_MAP_SERVER = 'quay.io/operator-framework/configmap-operator-registry:latest';
const DEFAULT_CATALOG = 'quay.io/operatorhubio/catalog:latest';

/**
 * The images that the objects of a release name.
 *
 * @throws when an image or the mirror is malformed, when the release cannot be told an image, or when digests are required
 * and an image has none.
 */
export function releaseImages(settings: ImageSettings): ReleaseImages {
  const { version, images: given = {}, registryMirror } = settings;
  checkGiven(version, given);
  checkMirror(registryMirror);
  const opm = given.opm ?? version.opmImage;
  const chosen: ReleaseImages = {
    olm: given.olm ?? version.olmImage,
    ...(opm === undefined ? {} : { opm }),
    configMapServer: given.configMapServer ?? CONFIG_MAP_SERVER,
    defaultCatalog: given.defaultCatalog ?? DEFAULT_CATALOG,
  };
  if (settings.requireDigests === true) {
    checkDigests(settings, chosen);
  }
  return registryMirror === undefined ? chosen : mapImages(chosen, (image) => mirrored(image, registryMirror));
}

/** An image as a mirror has it: under the mirror's address instead of its own registry's. What is there already stays. */
function mirrored(image: string, mirror: string): string {
  if (image.startsWith(`${mirror}/`)) {
    return image;
  }
  const slash = image.indexOf('/');
  const first = image.slice(0, Math.max(slash, 0));
  if (/[.:]/.test(first) || first === 'localhost') {
    return mirror + image.slice(slash);
  }
  // Without a registry it is Docker Hub's, where official images lie in the folder `library`.
  return `${mirror}/${slash < 0 ? `library/${image}` : image}`;
}

function mapImages(images: ReleaseImages, change: (image: string) => string): ReleaseImages {
  return {
    olm: change(images.olm),
    ...(images.opm === undefined ? {} : { opm: change(images.opm) }),
    configMapServer: change(images.configMapServer),
    defaultCatalog: change(images.defaultCatalog),
  };
}

function checkGiven(version: OlmVersion, given: OlmImages): void {
  for (const [name, image] of Object.entries(given as { [name: string]: string | undefined })) {
    if (image !== undefined && !isImageReference(image)) {
      throw new Error(`images.${name} is no image reference: got "${image}"; write it as registry/repository@sha256:<64 hex digits> or registry/repository:tag`);
    }
  }
  if (given.opm !== undefined && version.opmImage === undefined) {
    throw new Error(`images.opm is not known to OLM ${version.version}: got "${given.opm}"; leave it out, or install ${releasesWith('opmImage').since} or newer`);
  }
}

function checkMirror(mirror: string | undefined): void {
  if (mirror !== undefined && !/^[\w.-]+(:\d+)?(\/[\w.-]+)*$/.test(mirror)) {
    throw new Error(`registryMirror must be a registry and an optional folder in it: got "${mirror}"; write it as registry.example.com:5000/folder, without https:// and without a slash at the end`);
  }
}

function checkDigests({ version, defaultCatalog }: ImageSettings, chosen: ReleaseImages): void {
  const used = Object.entries(chosen).filter(([name]) => defaultCatalog || name !== 'defaultCatalog') as [string, string][];
  const byTag = used.filter(([, image]) => !image.includes('@')).map(([name, image]) => `images.${name} "${image}"`);
  if (byTag.length > 0) {
    throw new Error(`OLM ${version.version} has images whose digest is not known, and requireDigests is set: ${byTag.join(', ')}; give each of them by digest in "images"`);
  }
}
