import { join } from 'node:path';
import { readChecked } from '../files/file-access';
import { onDisk, refusal } from '../files/refusal';
import { BundleErrorCode } from '../model/bundle-error';
import { type BlobRequest, checkBlob, type ImageReader, runReader } from './blob';
import type { Descriptor } from './descriptor';
import { parseDigest } from './digest';
import type { ImageLimits } from './image-options';
import { isLayoutFolder, LAYOUT_FILE } from './is-layout-folder';
import { checkLayoutVersion, imageOfLayout, INDEX_FILE, noLayout } from './layout';

/**
 * Reads an image in a folder.
 *
 * @param path path of the folder
 * @param image name or digest of the image, or undefined if there is only one
 * @param limits limits
 * @param read creates the reader of the image
 * @throws BundleError if it cannot be read or exceeds a limit
 */
export function readLayoutFolder<Result>(
  path: string,
  image: string | undefined,
  limits: ImageLimits,
  read: (root: Descriptor) => ImageReader<Result>,
): Result {
  if (!isLayoutFolder(path)) {
    throw noLayout(path);
  }
  const fileAt = (file: string): Buffer => readFile(path, file, limits.maxManifestBytes, 'maxManifestBytes');
  checkLayoutVersion(path, fileAt(LAYOUT_FILE));
  const root = imageOfLayout(path, fileAt(INDEX_FILE), image);
  return runReader(read(root), (request) => blobOf(path, request));
}

function blobOf(path: string, { descriptor, maxBytes, limit }: BlobRequest): Buffer {
  const { algorithm, hex } = parseDigest(descriptor.digest)!;
  // A file whose size differs from its descriptor is not even read.
  const most = Math.min(maxBytes, descriptor.size ?? maxBytes);
  return checkBlob(path, descriptor, readFile(path, `blobs/${algorithm}/${hex}`, most, limit, descriptor));
}

function readFile(path: string, file: string, maxBytes: number, limit: string, descriptor?: Descriptor): Buffer {
  const check = (bytes: number): void => {
    if (descriptor?.size !== undefined && bytes !== descriptor.size) {
      const message = `the file should have ${descriptor.size} bytes but has ${bytes}; the image is damaged; fetch or pack it again`;
      throw refusal(path, BundleErrorCode.DIGEST, message, file);
    }
    if (bytes > maxBytes) {
      const message = `the file has ${bytes} bytes, more than ${maxBytes} (limit ${limit}); raise the limit if you trust the image`;
      throw refusal(path, BundleErrorCode.LIMIT, message, file);
    }
  };
  return onDisk(path, () => readChecked(join(path, file), check), file);
}
