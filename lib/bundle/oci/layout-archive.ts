import { MANIFESTS } from '../files/bundle-files';
import { Budget, type ReadLimits } from '../files/read-options';
import { isFile } from '../../formats/archive/walk-tar';
import { walkTar } from '../files/read-tar';
import { refusal } from '../files/refusal';
import { BundleErrorCode } from '../model/bundle-problem';
import { type BlobRequest, checkBlob, parseDigest } from './descriptor';
import { layerPath } from './image-files';
import type { ImageLimits } from './image-options';
import { checkLayoutVersion, DOCKER_FILE, INDEX_FILE, LAYOUT_FILE, noLayout, type OpenLayout } from './layout';

/** Files of an archive of images, with links resolved. */
export interface ImageArchive {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly links: ReadonlyMap<string, string>;
}

/**
 * Whether an archive contains images instead of a plain bundle.
 *
 * @param source path of the archive, for messages
 * @param archive the decompressed archive
 * @param limits limits
 * @throws BundleError if it is damaged or exceeds a limit
 */
export function containsImages(source: string, archive: Buffer, limits: ReadLimits): boolean {
  const budget = new Budget(source, limits);
  const found = new Set<string>();
  walkTar(source, archive, limits, ({ path }) => {
    budget.countEntry();
    const [first = '', second = ''] = path.replace(/^(?:\.\/)+/, '').split('/');
    found.add(second === '' && first !== MANIFESTS ? first : `${first}/`);
    return undefined;
  });
  return found.has(LAYOUT_FILE) || (found.has(DOCKER_FILE) && !found.has(`${MANIFESTS}/`));
}

/**
 * Returns the files of an archive of images.
 *
 * @param source path of the archive, for messages
 * @param archive the decompressed archive
 * @param limits limits
 * @throws BundleError if it is damaged, contains no images, or exceeds a limit
 */
export function imageArchive(source: string, archive: Buffer, limits: ReadLimits): ImageArchive {
  const budget = new Budget(source, limits);
  const files = new Map<string, Buffer>();
  const links = new Map<string, string>();
  walkTar(source, archive, limits, (header) => {
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
 * Opens the layout in an archive.
 *
 * @param source path of the archive, for messages
 * @throws BundleError if it cannot be read or exceeds a limit
 */
export function openLayoutArchive(source: string, { files }: ImageArchive, limits: ImageLimits): OpenLayout {
  const fileAt = (file: string): Buffer => checkedFile(source, files, file, limits.maxManifestBytes);
  checkLayoutVersion(source, fileAt(LAYOUT_FILE));
  const blob = ({ descriptor, maxBytes, limit }: BlobRequest): Buffer => {
    const { algorithm, hex } = parseDigest(descriptor.digest)!;
    return checkBlob(source, descriptor, checkedFile(source, files, `blobs/${algorithm}/${hex}`, maxBytes, limit));
  };
  return { source, index: fileAt(INDEX_FILE), blob };
}

/** Returns a file of the archive; it must exist and not exceed its maximum size. */
export function checkedFile(
  source: string,
  files: ReadonlyMap<string, Buffer>,
  file: string,
  maxBytes: number,
  limit: BlobRequest['limit'] = 'maxManifestBytes',
): Buffer {
  const content = files.get(file);
  if (content === undefined) {
    throw refusal(source, BundleErrorCode.IMAGE, 'this file of the image is missing from the archive; fetch or pack it again', file);
  }
  if (content.length > maxBytes) {
    const message = `the file has ${content.length} bytes, more than ${maxBytes} (limit ${limit}); raise the limit if you trust the image`;
    throw refusal(source, BundleErrorCode.LIMIT, message, file);
  }
  return content;
}
