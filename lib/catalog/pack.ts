import { createHash } from 'node:crypto';
import type { Catalog } from './catalog';
import { gzip } from '../gzip';

/** What a part holds at most unless said otherwise. As base64 in a ConfigMap with its metadata it stays under 180 KiB. */
export const DEFAULT_MAX_PART_BYTES = 128 * 1024;

/** The most that a part can hold: as base64 in a ConfigMap it stays under the API server's limit of 1 MiB. */
export const LARGEST_MAX_PART_BYTES = 750 * 1024;

/** Digits of the number in a part's key; with leading zeros, parts sort by number. */
const PART_DIGITS = 4;

/** Letters of the hash that go into names. */
const NAME_HASH_LETTERS = 10;

/** Settings of `packCatalog`. */
export interface PackOptions {
  /**
   * The most bytes in one part, before base64; from 1 to 768,000.
   *
   * @default 131072 - a ConfigMap of such a part stays under 180 KiB, so that client-side apply, too, can take it
   */
  readonly maxPartBytes?: number;
}

/** One part of a packed catalog: what one ConfigMap holds. */
export interface CatalogPart {
  /** The key in the ConfigMap, and so the name of the file: `part-0000` and so on, different in each part. */
  readonly key: string;

  /** What the part's ConfigMap may be called after: it changes with the catalog's content only, `1f4e6c0a7b-0000` and so on. */
  readonly nameSuffix: string;

  /** The bytes of the part. */
  readonly bytes: Uint8Array;

  /** The same as base64, for `binaryData`. */
  readonly base64: string;
}

/**
 * A catalog as gzip in parts that fit into ConfigMaps.
 *
 * The parts are one gzip stream of the catalog's JSON lines, cut at bytes: joined in order and unpacked, as in
 * `cat part-* | gzip -dc`, they give the catalog back. gzip's own length and checksum tell when a part is missing or damaged.
 */
export interface PackedCatalog {
  /** The parts, in order; at least one. */
  readonly parts: CatalogPart[];

  /**
   * SHA-256 of the packed bytes in hexadecimal, which the names of the parts begin with: under one name there are never two contents, so
   * ConfigMaps of the parts can be immutable.
   */
  readonly hash: string;

  /** Size of the catalog before packing, in bytes. */
  readonly unpackedBytes: number;

  /** Size of all parts together, in bytes before base64. */
  readonly packedBytes: number;
}

/**
 * Packs a catalog into parts that ConfigMaps can hold. The same catalog gives the same parts.
 *
 * What is packed is `catalog.toJsonLines()`, but for related images that opm cannot read: it would not serve a catalog with one.
 *
 * @throws RangeError when the size of a part is out of range, or so small that there would be more than 10,000 parts
 */
export function packCatalog(catalog: Catalog, options: PackOptions = {}): PackedCatalog {
  const { maxPartBytes = DEFAULT_MAX_PART_BYTES } = options;
  if (!Number.isInteger(maxPartBytes) || maxPartBytes < 1 || maxPartBytes > LARGEST_MAX_PART_BYTES) {
    throw new RangeError(`maxPartBytes must be a whole number from 1 to ${LARGEST_MAX_PART_BYTES}, got ${maxPartBytes}; leave it out for `
      + `${DEFAULT_MAX_PART_BYTES}`);
  }
  const text = Buffer.from(catalog._toServableJsonLines());
  const packed = Buffer.from(gzip(text));
  const hash = createHash('sha256').update(packed).digest('hex');
  const count = Math.ceil(packed.length / maxPartBytes);
  if (count > 10 ** PART_DIGITS) {
    throw new RangeError(`the catalog of ${packed.length} packed bytes would need ${count} parts of ${maxPartBytes}; raise maxPartBytes to `
      + `${Math.ceil(packed.length / 10 ** PART_DIGITS)} or more`);
  }
  return {
    parts: Array.from({ length: count }, (_, index) => part(packed, index, maxPartBytes, hash)),
    hash,
    unpackedBytes: text.length,
    packedBytes: packed.length,
  };
}

function part(packed: Buffer, index: number, size: number, hash: string): CatalogPart {
  const bytes = packed.subarray(index * size, (index + 1) * size);
  const number = String(index).padStart(PART_DIGITS, '0');
  return {
    key: `part-${number}`,
    nameSuffix: `${hash.slice(0, NAME_HASH_LETTERS)}-${number}`,
    bytes: new Uint8Array(bytes),
    base64: bytes.toString('base64'),
  };
}
