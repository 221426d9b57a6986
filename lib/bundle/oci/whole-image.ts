import { append } from '../../text/lists';
import { refusal } from '../files/refusal';
import { BundleErrorCode } from '../model/bundle-problem';
import { blobFile, type BlobRequest, type Descriptor, type ImageReader } from './descriptor';
import { MEDIA_TYPE, readManifest } from './image-manifest';
import type { ImageLimits } from './image-options';

/** All of an image, as it is. */
export interface WholeImage {
  readonly digest: string;
  readonly mediaType: string;

  /** Blobs by their paths in a layout: manifests, configurations and layers. */
  readonly blobs: ReadonlyMap<string, Uint8Array>;
}

/** Maximum number of manifests below an index. */
const MAX_MANIFESTS = 1000;

/**
 * Reads all blobs of an image, for each platform that it has.
 *
 * @param source source of the image, for messages
 * @throws BundleError if it is damaged, or exceeds a limit
 */
export function* readWholeImage(source: string, root: Descriptor, limits: ImageLimits): ImageReader<WholeImage> {
  const blobs = new Map<string, Uint8Array>();
  let bytes = 0;
  let manifests = 0;
  function* read(descriptor: Descriptor, isManifest: boolean): Generator<BlobRequest, Buffer, Buffer> {
    const limit = isManifest ? 'maxManifestBytes' : 'maxTotalBytes';
    const content = yield { descriptor, isManifest, limit, maxBytes: isManifest ? limits.maxManifestBytes : limits.maxTotalBytes };
    bytes += content.length;
    if (bytes > limits.maxTotalBytes) {
      throw refusal(source, BundleErrorCode.LIMIT, `the image has more than ${limits.maxTotalBytes} bytes (limit maxTotalBytes); raise the limit if you trust the image`);
    }
    blobs.set(blobFile(descriptor.digest), content);
    return content;
  }
  const pending = [root];
  let mediaType = root.mediaType;
  for (let descriptor = pending.pop(); descriptor !== undefined; descriptor = pending.pop()) {
    if (blobs.has(blobFile(descriptor.digest))) {
      continue;
    }
    if (++manifests > MAX_MANIFESTS) {
      throw refusal(source, BundleErrorCode.LIMIT, `the image has more than ${MAX_MANIFESTS} manifests`);
    }
    const manifest = readManifest(source, descriptor.digest, yield* read(descriptor, true));
    if (descriptor === root && mediaType === '') {
      mediaType = MEDIA_TYPE[manifest.kind === 'index' ? 'INDEX' : 'MANIFEST'];
    }
    if (manifest.kind === 'index') {
      append(pending, manifest.manifests);
      continue;
    }
    for (const blob of [manifest.config, ...manifest.layers]) {
      if (!blobs.has(blobFile(blob.digest))) {
        yield* read(blob, false);
      }
    }
  }
  return { digest: root.digest, mediaType, blobs };
}
