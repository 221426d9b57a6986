import { isImageReference } from '../../../bundle/oci/image-reference';
import { defined } from '../../../formats/json/defined';
import { mirrorProblem, RegistryMirror } from '../../../report/registry-mirror';
import { printableMessage } from '../../../text/printable';
import type { KnownOlmVersion } from '../model/olm-version';
import { releasesWith } from '../model/release-features';
import { hasDigest, isRegistry, notAnImageReference, registryOf } from './image-references';
import type { OlmImages } from './olm-settings';

/** Images in the objects of a release. */
export interface ReleaseImages {
  readonly olm: string;
  /** Image of opm, absent in releases without an argument for it. */
  readonly opm?: string;
  readonly configMapServer: string;
  readonly defaultCatalog: string;
}

/** Settings for images. */
export interface ImageSettings {
  readonly version: KnownOlmVersion;
  readonly images?: OlmImages;
  readonly registryMirror?: string;
  readonly requireDigests?: boolean;
  /** Whether there is a default catalog: without it, its image is not checked. */
  readonly hasDefaultCatalog: boolean;
}

/** Upstream uses a moving tag for these two images in every release. */
const CONFIG_MAP_SERVER = 'quay.io/operator-framework/configmap-operator-registry:latest';
const DEFAULT_CATALOG = 'quay.io/operatorhubio/catalog:latest';

/** Registries that a cluster without internet access cannot reach. References without a registry are for Docker Hub. */
const PUBLIC_REGISTRIES: readonly string[] = [
  'docker.io',
  'gcr.io',
  'ghcr.io',
  'index.docker.io',
  'k8s.gcr.io',
  'mcr.microsoft.com',
  'public.ecr.aws',
  'quay.io',
  'registry.access.redhat.com',
  'registry.connect.redhat.com',
  'registry.k8s.io',
  'registry.redhat.io',
];

/**
 * Returns the images in the objects of a release.
 *
 * @throws if an image or the mirror is invalid, if the release does not support an image, or if digests are required and an image has none
 */
export function releaseImages(settings: ImageSettings): ReleaseImages {
  const { version, images: given = {}, registryMirror } = settings;
  checkGiven(version, given);
  const problem = registryMirror === undefined ? undefined : mirrorProblem('registryMirror', registryMirror);
  if (problem !== undefined) {
    throw new Error(printableMessage(problem));
  }
  const opm = given.opm ?? version.opmImage;
  const chosen: ReleaseImages = {
    olm: given.olm ?? version.olmImage,
    ...defined({ opm }),
    configMapServer: given.configMapServer ?? CONFIG_MAP_SERVER,
    defaultCatalog: given.defaultCatalog ?? DEFAULT_CATALOG,
  };
  if (settings.requireDigests === true) {
    checkDigests(settings, chosen);
  }
  const mirror = RegistryMirror.of(registryMirror);
  return mapImages(chosen, (image) => mirror.imageOf(image));
}

/**
 * Refuses images of public registries.
 *
 * @throws listing all of them
 */
export function checkAirGap(settings: ImageSettings, images: ReleaseImages): void {
  const unreachable = usedImages(settings, images, isPublic);
  if (unreachable.length > 0) {
    throw new Error(printableMessage(`OLM ${settings.version.version} uses images of public registries, but airGapped is set: ${unreachable.join(', ')}; set "registryMirror", or set these `
      + 'images in "images"; if the nodes redirect public registries to mirrors, omit airGapped and set "defaultCatalog" to DefaultCatalog.none()'));
  }
}

/** Whether a cluster without internet access cannot pull an image. */
export function isPublic(image: string): boolean {
  const registry = registryOf(image);
  return !isRegistry(registry) || PUBLIC_REGISTRIES.includes(registry);
}

function mapImages(images: ReleaseImages, change: (image: string) => string): ReleaseImages {
  return {
    olm: change(images.olm),
    ...(images.opm === undefined ? {} : { opm: change(images.opm) }),
    configMapServer: change(images.configMapServer),
    defaultCatalog: change(images.defaultCatalog),
  };
}

function checkGiven(version: KnownOlmVersion, given: OlmImages): void {
  for (const [name, image] of Object.entries(given as { [name: string]: string | undefined })) {
    if (image !== undefined && !isImageReference(image)) {
      throw new Error(printableMessage(notAnImageReference(`images.${name}`, image)));
    }
  }
  if (given.opm !== undefined && version.opmImage === undefined) {
    throw new Error(printableMessage(`images.opm is not supported by OLM ${version.version}: got "${given.opm}"; omit it, or install ${releasesWith('opmImage').since} or later`));
  }
}

function checkDigests(settings: ImageSettings, images: ReleaseImages): void {
  const byTag = usedImages(settings, images, (image) => !hasDigest(image));
  if (byTag.length > 0) {
    throw new Error(printableMessage(`OLM ${settings.version.version} uses images without a digest, but requireDigests is set: ${byTag.join(', ')}; set their digests in "images"`));
  }
}

/** Returns the images that match a condition, in the form listed in errors. */
function usedImages({ hasDefaultCatalog }: ImageSettings, images: ReleaseImages, matches: (image: string) => boolean): string[] {
  const used = Object.entries(images).filter(([name]) => hasDefaultCatalog || name !== 'defaultCatalog') as [string, string][];
  return used.filter(([, image]) => matches(image)).map(([name, image]) => `images.${name} "${image}"`);
}
