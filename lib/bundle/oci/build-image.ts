import { defined } from '../../formats/json/defined';
import { exactJson } from '../../formats/json/exact-json';
import { compareUtf8 } from '../../formats/json/go-json';
import { gzip, writeTar } from '../files/write-archive';
import { blobFile, DEFAULT_PLATFORM, digestOf } from './descriptor';
import { MEDIA_TYPE } from './image-manifest';
import { BUNDLE_REPOSITORY_ANNOTATION, INDEX_FILE, LAYOUT_FILE, SUBJECT_ANNOTATION } from './layout';

/** Content of an image to build. */
export interface ImageSource {
  /** Name of the image in its layout. */
  readonly name: string;

  /** Description of the content that is the same for all its versions, such as `bundle of package memcached-operator`. */
  readonly subject: string;

  /** Labels. */
  readonly labels: { readonly [label: string]: string };

  /** Contents of its files by path, with `/` between folders. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** An image in a layout. */
export interface BuiltImage {
  /** Digest of the manifest. */
  readonly digest: string;

  /** Media type of the manifest. */
  readonly mediaType: string;

  /** Files of the layout by path, with `/` between folders. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Folder of the catalog in its image, as in images that opm generates. */
export const CATALOG_FOLDER = '/configs';

/** Timestamp that builders write into images whose bytes do not depend on the time of the build. */
const EPOCH = '1970-01-01T00:00:00Z';

/**
 * Builds an image with one layer, and its layout.
 *
 * It is a single manifest for linux/amd64, not an index of platforms. OLM v1, opm and container runtimes pull a single manifest on any platform, but
 * select from an index by platform; and some tools push only one image of an index, whose digest differs from that of the index.
 *
 * @see https://github.com/opencontainers/image-spec/blob/v1.1.1/image-layout.md
 */
export function buildImage({ name, subject, labels, files }: ImageSource): BuiltImage {
  const blobs = new Map<string, Uint8Array>();
  const put = (mediaType: string, content: Uint8Array): object => {
    const digest = digestOf(content);
    blobs.set(blobFile(digest), content);
    return { mediaType, digest, size: content.length };
  };
  const layer = writeTar(files);
  const config = put(MEDIA_TYPE.CONFIG, jsonOf({
    created: EPOCH,
    architecture: DEFAULT_PLATFORM.architecture,
    os: DEFAULT_PLATFORM.os,
    config: { Labels: sorted(labels) },
    rootfs: { type: 'layers', diff_ids: [digestOf(layer)] },
    history: [{ created: EPOCH, created_by: 'olm-constructs' }],
  }));
  const manifest = jsonOf({ schemaVersion: 2, mediaType: MEDIA_TYPE.MANIFEST, config, layers: [put(MEDIA_TYPE.LAYER, gzip(layer))] });
  put(MEDIA_TYPE.MANIFEST, manifest);
  const digest = digestOf(manifest);
  const image = { name, digest, mediaType: MEDIA_TYPE.MANIFEST, blobs };
  return { digest, mediaType: MEDIA_TYPE.MANIFEST, files: layoutFiles(subject, [image]) };
}

/** An image in a layout, by its blobs. */
export interface LayoutImage {
  /** Name of the image in the layout. */
  readonly name: string;

  readonly digest: string;
  readonly mediaType: string;

  /** Its blobs by path, and possibly those of other images. */
  readonly blobs: ReadonlyMap<string, Uint8Array>;
}

/**
 * Returns the files of a layout with images.
 *
 * @param bundleRepository repository that the first image, a catalog, refers to for the others, which are its bundles
 */
export function layoutFiles(subject: string, images: readonly LayoutImage[], bundleRepository?: string): ReadonlyMap<string, Uint8Array> {
  const annotations = { [SUBJECT_ANNOTATION]: subject, ...defined({ [BUNDLE_REPOSITORY_ANNOTATION]: bundleRepository }) };
  const manifests = images.map(({ name, digest, mediaType, blobs }) => ({
    mediaType, digest, size: blobs.get(blobFile(digest))!.length, annotations: { 'org.opencontainers.image.ref.name': name },
  }));
  return new Map([
    [LAYOUT_FILE, jsonOf({ imageLayoutVersion: '1.0.0' })],
    [INDEX_FILE, jsonOf({ schemaVersion: 2, mediaType: MEDIA_TYPE.INDEX, manifests, annotations })],
    ...images.flatMap(({ blobs }) => [...blobs].filter(([file]) => file.startsWith('blobs/'))),
  ]);
}

function jsonOf(value: object): Uint8Array {
  return Buffer.from(exactJson(value));
}

function sorted(labels: { readonly [label: string]: string }): { [label: string]: string } {
  return Object.fromEntries(Object.entries(labels).sort(([left], [right]) => compareUtf8(left, right)));
}
