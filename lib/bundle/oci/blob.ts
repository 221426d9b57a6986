import { BundleErrorCode } from '../model/bundle-error';
import { refusal } from '../files/refusal';
import type { Descriptor } from './descriptor';
import { matchesDigest } from './digest';

/** A blob of an image, as requested by a reader. */
export interface BlobRequest {
  /** Descriptor of the blob. */
  readonly descriptor: Descriptor;

  /** Whether it is a manifest or an index, which registries serve at a different path. */
  readonly isManifest: boolean;

  /** Maximum size in bytes, even if the descriptor has no size. */
  readonly maxBytes: number;

  /** The option that sets the maximum, for messages. */
  readonly limit: 'maxManifestBytes' | 'maxTotalBytes';
}

/**
 * A reader of images that requests blobs and receives their bytes, already verified against size and digest. The same reader serves folders, archives
 * and registries: its driver decides where the bytes come from, and whether reading is asynchronous.
 */
export type ImageReader<Result> = Generator<BlobRequest, Result, Buffer>;

/** Runs a reader with blobs that are available synchronously. */
export function runReader<Result>(reader: ImageReader<Result>, blob: (request: BlobRequest) => Buffer): Result {
  let step = reader.next();
  while (step.done !== true) {
    step = reader.next(blob(step.value));
  }
  return step.value;
}

/**
 * Verifies bytes against a descriptor.
 *
 * @throws BundleError if size or digest differ
 */
export function checkBlob(source: string, { digest, size }: Descriptor, content: Buffer): Buffer {
  if (size !== undefined && content.length !== size) {
    const message = `${digest} should have ${size} bytes but has ${content.length}; the image is damaged; fetch or pack it again`;
    throw refusal(source, BundleErrorCode.DIGEST, message);
  }
  if (!matchesDigest(content, digest)) {
    const message = `the content of ${digest} does not match the digest; the image is damaged or was tampered with`;
    throw refusal(source, BundleErrorCode.DIGEST, message);
  }
  return content;
}
