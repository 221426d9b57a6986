import { BundleErrorCode } from '../../bundle-error';
import { compareUtf8 } from '../../go-json';
import { describe, field, textField } from '../../json-value';
import { refusal } from '../refusal';
import { isAttestation } from './choose-image';
import type { Descriptor } from './descriptor';
import { LAYOUT_FILE } from './is-layout-folder';
import { readManifest, readJson } from './manifest';

export const INDEX_FILE = 'index.json';

/** The file that lists the images in an archive of `docker save`. */
export const DOCKER_FILE = 'manifest.json';

/** The annotations by which tools name the images of a layout. */
const NAMES = ['org.opencontainers.image.ref.name', 'io.containerd.image.name'];

/**
 * Checks the file that marks an image layout.
 *
 * @throws BundleError when it is of another version than 1
 * @see https://github.com/opencontainers/image-spec/blob/v1.1.1/image-layout.md
 */
export function checkLayoutVersion(source: string, content: Buffer): void {
  const value = readJson(source, LAYOUT_FILE, content);
  const version = textField(value, 'imageLayoutVersion');
  if (version === undefined || !version.startsWith('1.')) {
    const message = `only image layouts of version 1 can be read, got ${describe(field(value, 'imageLayoutVersion'))} in ${LAYOUT_FILE}`;
    throw refusal(source, BundleErrorCode.IMAGE, message);
  }
}

/**
 * The image of a layout that is meant.
 *
 * @param source where the layout stands, for messages
 * @param content the index of the layout
 * @param image the name or digest of the image; undefined when none was given
 * @throws BundleError when there is no such image, or more than one
 */
export function imageOfLayout(source: string, content: Buffer, image: string | undefined): Descriptor {
  const index = readManifest(source, INDEX_FILE, content);
  if (index.kind === 'manifest') {
    throw refusal(source, BundleErrorCode.IMAGE, `${INDEX_FILE} must be an index of images, but is a single manifest; pack the layout anew`);
  }
  const images = index.manifests.filter((descriptor) => !isAttestation(descriptor));
  const meant = image === undefined ? images : images.filter((descriptor) => isCalled(descriptor, image));
  const digests = new Set(meant.map(({ digest }) => digest));
  if (digests.size === 1) {
    return meant[0]!;
  }
  if (images.length === 0) {
    throw refusal(source, BundleErrorCode.IMAGE, `${INDEX_FILE} lists no image; pack the layout anew`);
  }
  const there = `there are ${namesOf(images)}`;
  const message = image === undefined
    ? `the layout holds ${images.length} images; say with the option image which is meant: ${there}`
    : `the layout holds ${meant.length === 0 ? 'no image' : `${meant.length} images`} ${JSON.stringify(image)}; ${there}`;
  throw refusal(source, BundleErrorCode.IMAGE, message);
}

function isCalled({ digest, annotations }: Descriptor, name: string): boolean {
  return digest === name || NAMES.some((key) => annotations[key] === name);
}

function namesOf(images: readonly Descriptor[]): string {
  const names = images.map(({ digest, annotations }) => annotations[NAMES[0]!] ?? annotations[NAMES[1]!] ?? digest);
  return `${names.slice(0, 20).sort(compareUtf8).join(', ')}${names.length > 20 ? ' and more' : ''}`;
}

/** The error of a folder or archive that is no image layout. */
export function noLayout(source: string): Error {
  const message = `this is no image layout: it holds neither ${LAYOUT_FILE} nor ${DOCKER_FILE}; read bundles that are no images with Bundle.fromPath`;
  return refusal(source, BundleErrorCode.LAYOUT, message);
}
