import { createHash } from 'node:crypto';
import { defined } from '../../formats/json/defined';
import { describeType, field, integerField, isMap, stringField, stringMapField } from '../../formats/json/json-value';
import { refusal } from '../files/refusal';
import { BundleErrorCode } from '../model/bundle-problem';
import { type LayerRequest, unpackLayer } from './compression';
import { printableMessage } from '../../text/printable';

/**
 * Descriptor of a blob: its type, digest and size.
 *
 * @see https://github.com/opencontainers/image-spec/blob/v1.1.1/descriptor.md
 */
export interface Descriptor {
  /** Media type, or an empty string if the descriptor has none. */
  readonly mediaType: string;

  /** Digest. */
  readonly digest: string;

  /** Size in bytes, or undefined for an image that the user specified. */
  readonly size?: number;

  /** Platform of an image in an index. */
  readonly platform?: Platform;

  /** Annotations. */
  readonly annotations: { readonly [key: string]: string };
}

/**
 * Parses a descriptor. `urls` and `data` are ignored: blobs are read only from the source of the image.
 *
 * @param source source of the image, for messages
 * @param where location and purpose of the descriptor, for messages
 * @param value the descriptor
 * @throws BundleError if it is invalid
 */
export function readDescriptor(source: string, where: string, value: unknown): Descriptor {
  if (!isMap(value)) {
    throw refusal(source, BundleErrorCode.IMAGE, `${where} must be a descriptor, a map, got ${describeType(value)}`);
  }
  const digest = stringField(value, 'digest');
  if (digest === undefined || parseDigest(digest) === undefined) {
    const message = `${where} must have a digest, sha256 or sha512, got ${describeType(field(value, 'digest'))}`;
    throw refusal(source, BundleErrorCode.IMAGE, message);
  }
  const size = integerField(value, 'size');
  if (size === undefined || size < 0) {
    const message = `${where} must have a size, an integer number of bytes, got ${describeType(field(value, 'size'))}`;
    throw refusal(source, BundleErrorCode.IMAGE, message);
  }
  const platform = platformOf(field(value, 'platform'));
  return {
    mediaType: stringField(value, 'mediaType') ?? '',
    digest,
    size,
    annotations: stringMapField(value, 'annotations'),
    ...defined({ platform }),
  };
}

/** Registered algorithms that Node.js supports, with the length of their hexadecimal form. */
const HEX_LENGTHS: { readonly [algorithm: string]: number } = { sha256: 64, sha384: 96, sha512: 128 };

/** A parsed digest. */
export interface Digest {
  /** Algorithm, `sha256`, `sha384` or `sha512`. */
  readonly algorithm: string;

  /** Hash in lowercase hexadecimal. */
  readonly hex: string;
}

/** Parses a digest such as `sha256:…`, or returns undefined if it is invalid or its algorithm is not supported. */
export function parseDigest(value: string): Digest | undefined {
  const colon = value.indexOf(':');
  const algorithm = value.slice(0, Math.max(colon, 0));
  const hex = value.slice(colon + 1);
  const length = Object.hasOwn(HEX_LENGTHS, algorithm) ? HEX_LENGTHS[algorithm] : undefined;
  return hex.length === length && /^[0-9a-f]+$/.test(hex) ? { algorithm, hex } : undefined;
}

/** Returns the path of a blob in an image layout. */
export function blobFile(digest: string): string {
  return `blobs/${digest.replace(':', '/')}`;
}

/** Returns the digest at the end of an image reference, such as `image@sha256:…`, if it is valid. The rest of the reference is not checked. */
export function pinnedDigest(reference: string): string | undefined {
  const at = reference.lastIndexOf('@');
  const digest = reference.slice(at + 1);
  return at >= 0 && parseDigest(digest) !== undefined ? digest : undefined;
}

/** Returns the sha256 digest of bytes. */
export function digestOf(content: Uint8Array, algorithm = 'sha256'): string {
  return `${algorithm}:${createHash(algorithm).update(content).digest('hex')}`;
}

/** Whether bytes match a digest. */
export function matchesDigest(content: Uint8Array, digest: string): boolean {
  const parsed = parseDigest(digest);
  return parsed !== undefined && digestOf(content, parsed.algorithm) === digest;
}

/** Operating system and architecture of an image. */
export interface Platform {
  /** Operating system, such as `linux`. */
  readonly os: string;

  /** Architecture, such as `amd64`. */
  readonly architecture: string;

  /** Variant of the architecture, such as `v8`, or an empty string. */
  readonly variant: string;
}

/** Default platform: the content of a bundle does not depend on it. */
export const DEFAULT_PLATFORM: Platform = { os: 'linux', architecture: 'amd64', variant: '' };

/**
 * Parses a platform, such as `linux/arm64` or `linux/arm/v7`.
 *
 * @throws Error if it is invalid
 */
export function parsePlatform(platform: string): Platform {
  const [os = '', architecture = '', variant = '', ...rest] = platform.split('/');
  if (os === '' || architecture === '' || rest.length > 0) {
    throw new Error(printableMessage(`platform must be an operating system and an architecture, such as linux/amd64, got ${JSON.stringify(platform)}`));
  }
  return { os, architecture, variant };
}

/** Returns the platform in a descriptor of an index, or undefined if it has none. */
function platformOf(value: unknown): Platform | undefined {
  if (!isMap(value)) {
    return undefined;
  }
  const [os, architecture] = [stringField(value, 'os') ?? '', stringField(value, 'architecture') ?? ''];
  return os === '' && architecture === '' ? undefined : { os, architecture, variant: stringField(value, 'variant') ?? '' };
}

/** Formats a platform for messages. */
export function formatPlatform({ os, architecture, variant }: Platform): string {
  return [os, architecture, variant].filter((part) => part !== '').join('/');
}

/** Whether an image's platform is the requested one; the variant is compared only if one was requested. */
export function servesPlatform(image: Platform | undefined, requested: Platform): boolean {
  return image !== undefined
    && image.os === requested.os
    && image.architecture === requested.architecture
    && (requested.variant === '' || image.variant === requested.variant);
}

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
 * A reader of images that requests blobs, and receives their bytes, already verified against size and digest, and that requests the content of
 * layers. The same reader serves folders, archives and registries: its driver decides where the bytes come from, and whether reading and
 * decompressing is asynchronous.
 */
export type ImageReader<Result> = Generator<BlobRequest | LayerRequest, Result, Buffer>;

/** Runs a reader with blobs that are available synchronously. */
export function runReader<Result>(source: string, reader: ImageReader<Result>, blob: (request: BlobRequest) => Buffer): Result {
  let step = reader.next();
  while (step.done !== true) {
    step = reader.next('packed' in step.value ? unpackLayer(source, step.value) : blob(step.value));
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
