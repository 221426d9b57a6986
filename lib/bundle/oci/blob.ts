import { BundleErrorCode } from '../../bundle-error';
import { refusal } from '../refusal';
import type { Descriptor } from './descriptor';
import { matchesDigest } from './digest';

/** A part of an image that is asked for. */
export interface BlobRequest {
  /** What names it. */
  readonly descriptor: Descriptor;

  /** Whether it is a manifest or an index; registries keep those in a place of their own. */
  readonly isManifest: boolean;

  /** The largest size that is taken, in bytes, also where the descriptor names none. */
  readonly maxBytes: number;

  /** The option that sets it, for messages. */
  readonly limit: 'maxManifestBytes' | 'maxTotalBytes';
}

/**
 * A reader of images that asks for the parts it needs and is given their bytes, already checked against size and digest. The same
 * reader serves folders, archives and registries: who runs it decides where the bytes come from, and whether that takes time.
 */
export type ImageReader<Result> = Generator<BlobRequest, Result, Buffer>;

/** Runs a reader with parts that are at hand. */
export function runReader<Result>(reader: ImageReader<Result>, blob: (request: BlobRequest) => Buffer): Result {
  let step = reader.next();
  while (step.done !== true) {
    step = reader.next(blob(step.value));
  }
  return step.value;
}

/**
 * Checks that bytes are those that a descriptor names.
 *
 * @throws BundleError when they are not
 */
export function checkBlob(source: string, { digest, size }: Descriptor, content: Buffer): Buffer {
  if (size !== undefined && content.length !== size) {
    const message = `${digest} should have ${size} bytes but has ${content.length}; the image is damaged, so fetch or pack it again`;
    throw refusal(source, BundleErrorCode.DIGEST, message);
  }
  if (!matchesDigest(content, digest)) {
    const message = `what should be ${digest} has other bytes than this digest names; the image is damaged or was tampered with`;
    throw refusal(source, BundleErrorCode.DIGEST, message);
  }
  return content;
}
