import { BundleErrorCode } from '../../bundle-error';
import { Budget } from '../budget';
import { MANIFESTS } from '../bundle-files';
import type { ReadLimits } from '../read-options';
import { refusal } from '../refusal';
import { isFile, walkTar } from '../tar-walk';
import type { BlobRequest, ImageReader } from './blob';
import { checkBlob, runReader } from './blob';
import type { Descriptor } from './descriptor';
import { parseDigest } from './digest';
import type { ImageLimits } from './image-options';
import { layerPath } from './layer-path';
import { LAYOUT_FILE } from './is-layout-folder';
import { checkLayoutVersion, DOCKER_FILE, imageOfLayout, INDEX_FILE, noLayout } from './layout';

/** The files of an archive that holds images, and what links in it lead to. */
export interface ImageArchive {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly links: ReadonlyMap<string, string>;
}

/**
 * Whether an archive holds images, and no bundle as it is.
 *
 * @param source where the archive stands, for messages
 * @param archive the archive, not compressed
 * @param limits the limits
 * @throws BundleError when it is damaged or goes beyond a limit
 */
export function holdsImages(source: string, archive: Buffer, limits: ReadLimits): boolean {
  const budget = new Budget(source, limits);
  const found = new Set<string>();
  walkTar(source, archive, ({ path }) => {
    budget.countEntry();
    const [first = '', second = ''] = path.replace(/^(?:\.\/)+/, '').split('/');
    found.add(second === '' && first !== MANIFESTS ? first : `${first}/`);
    return undefined;
  });
  return found.has(LAYOUT_FILE) || (found.has(DOCKER_FILE) && !found.has(`${MANIFESTS}/`));
}

/**
 * The files of an archive that holds images.
 *
 * @param source where the archive stands, for messages
 * @param archive the archive, not compressed
 * @param limits the limits
 * @throws BundleError when it is damaged, holds no images, or goes beyond a limit
 */
export function imageArchive(source: string, archive: Buffer, limits: ReadLimits): ImageArchive {
  const budget = new Budget(source, limits);
  const files = new Map<string, Buffer>();
  const links = new Map<string, string>();
  walkTar(source, archive, (header) => {
    budget.countEntry();
    const path = layerPath(source, 'the archive', header.path);
    if (header.type === 'SymbolicLink') {
      links.set(path, header.linkpath);
    }
    return isFile(header) ? (content) => files.set(path, content) : undefined;
  });
  if (!files.has(LAYOUT_FILE) && !files.has(DOCKER_FILE)) {
    throw noLayout(source);
  }
  return { files, links };
}

/**
 * Reads an image in an archive of an image layout.
 *
 * @param source where the archive stands, for messages
 * @param archive its files
 * @param image the name or digest of the image; undefined when there is only one
 * @param limits the limits
 * @param read makes the reader of the image
 * @throws BundleError when it cannot be read or goes beyond a limit
 */
export function readLayoutArchive<Result>(
  source: string,
  { files }: ImageArchive,
  image: string | undefined,
  limits: ImageLimits,
  read: (root: Descriptor) => ImageReader<Result>,
): Result {
  const fileAt = (file: string): Buffer => checkedFile(source, files, file, limits.maxManifestBytes);
  checkLayoutVersion(source, fileAt(LAYOUT_FILE));
  return runReader(read(imageOfLayout(source, fileAt(INDEX_FILE), image)), ({ descriptor, maxBytes, limit }: BlobRequest) => {
    const { algorithm, hex } = parseDigest(descriptor.digest)!;
    const file = `blobs/${algorithm}/${hex}`;
    return checkBlob(source, descriptor, checkedFile(source, files, file, maxBytes, limit));
  });
}

/** A file of the archive that must be there, and be no larger than it may. */
export function checkedFile(
  source: string,
  files: ReadonlyMap<string, Buffer>,
  file: string,
  maxBytes: number,
  limit: BlobRequest['limit'] = 'maxManifestBytes',
): Buffer {
  const content = files.get(file);
  if (content === undefined) {
    throw refusal(source, BundleErrorCode.IMAGE, 'the archive lacks this file, which the image consists of; fetch or pack it again', file);
  }
  if (content.length > maxBytes) {
    const message = `the file has ${content.length} bytes, more than ${maxBytes} (limit ${limit}); raise the limit if the image is to be trusted`;
    throw refusal(source, BundleErrorCode.LIMIT, message, file);
  }
  return content;
}
