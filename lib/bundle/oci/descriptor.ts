import { BundleErrorCode } from '../../bundle-error';
import { describe, field, integerField, isMap, textField, textMapField } from '../../json-value';
import { refusal } from '../refusal';
import { parseDigest } from './digest';
import type { Platform } from './platform';
import { platformOf } from './platform';

/**
 * What names a part of an image: its type, its digest and its size.
 *
 * @see https://github.com/opencontainers/image-spec/blob/v1.1.1/descriptor.md
 */
export interface Descriptor {
  /** The media type; empty where the descriptor leaves it out. */
  readonly mediaType: string;

  /** The digest. */
  readonly digest: string;

  /** The size in bytes; undefined where it is not known beforehand, which is so only for what the user named. */
  readonly size?: number;

  /** The platform that an image of an index is for. */
  readonly platform?: Platform;

  /** The annotations. */
  readonly annotations: { readonly [key: string]: string };
}

/**
 * Reads a descriptor. Its `urls` are not looked at: parts of an image come from where the image came from, or not at all. Neither is
 * its `data`.
 *
 * @param source where the image is read from, for messages
 * @param where what the descriptor stands in and what it is for, for messages
 * @param value the descriptor
 * @throws BundleError when it is none
 */
export function readDescriptor(source: string, where: string, value: unknown): Descriptor {
  if (!isMap(value)) {
    throw refusal(source, BundleErrorCode.IMAGE, `${where} must be a descriptor, a map, got ${describe(value)}`);
  }
  const digest = textField(value, 'digest');
  if (digest === undefined || parseDigest(digest) === undefined) {
    const message = `${where} must have a digest, sha256 or sha512, got ${describe(field(value, 'digest'))}`;
    throw refusal(source, BundleErrorCode.IMAGE, message);
  }
  const size = integerField(value, 'size');
  if (size === undefined || size < 0) {
    const message = `${where} must have a size, a whole number of bytes, got ${describe(field(value, 'size'))}`;
    throw refusal(source, BundleErrorCode.IMAGE, message);
  }
  const platform = platformOf(field(value, 'platform'));
  return {
    mediaType: textField(value, 'mediaType') ?? '',
    digest,
    size,
    annotations: textMapField(value, 'annotations'),
    ...(platform === undefined ? {} : { platform }),
  };
}
