import { describeType, field, integerField, isMap, stringField, stringMapField } from '../../formats/json/json-value';
import { refusal } from '../files/refusal';
import { BundleErrorCode } from '../model/bundle-error';
import { parseDigest } from './digest';
import { type Platform, platformOf } from './platform';

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
    ...(platform === undefined ? {} : { platform }),
  };
}
