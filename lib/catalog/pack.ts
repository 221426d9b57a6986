import { createHash } from 'node:crypto';
import type { Catalog } from './catalog';
import { gzip } from '../bundle/files/write-archive';
import { printableMessage } from '../text/printable';

/** Default maximum size of a part. As base64 in a ConfigMap with metadata, a part of this size stays under 180 KiB. */
export const DEFAULT_MAX_PART_BYTES = 128 * 1024;

/** Largest allowed size of a part: as base64 in a ConfigMap it stays under the API server's limit of 1 MiB. */
const LARGEST_MAX_PART_BYTES = 750 * 1024;

/** Digits of the number in a part's key; leading zeros make keys sort by number. */
const PART_DIGITS = 4;

/** Characters of the hash in names. */
const NAME_HASH_LENGTH = 10;

/** Options of `packCatalog`. */
export interface PackOptions {
  /**
   * Maximum number of bytes in a part, before base64; from 1 to 768,000.
   *
   * @default 131072 - small enough for client-side apply, which also stores the ConfigMap in an annotation
   */
  readonly maxPartBytes?: number;
}

/** A part of a packed catalog: the content of one ConfigMap. */
export interface CatalogPart {
  /** Key in the ConfigMap, and so the file name: `part-0000` and so on, different in each part. */
  readonly key: string;

  /** Suffix for the name of the ConfigMap, such as `1f4e6c0a7b-0000`. It changes only with the content of the catalog. */
  readonly nameSuffix: string;

  /** Bytes of the part. */
  readonly bytes: Uint8Array;

  /** The same bytes in base64, for `binaryData`. */
  readonly base64: string;
}

/**
 * A gzipped catalog in parts that fit into ConfigMaps.
 *
 * The parts are one gzip stream of the catalog's JSON lines, split at byte boundaries: `cat part-* | gzip -dc` restores the catalog. gzip's
 * length and checksum detect missing and damaged parts.
 */
export interface PackedCatalog {
  /** The parts, in order; at least one. */
  readonly parts: CatalogPart[];

  /**
   * SHA-256 of the packed bytes, in hexadecimal. The name suffixes of the parts begin with it, so two contents never share a name, and the
   * ConfigMaps can be immutable.
   */
  readonly hash: string;

  /** Size of the catalog before packing, in bytes. */
  readonly unpackedBytes: number;

  /** Size of all parts together, in bytes before base64. */
  readonly packedBytes: number;
}

/**
 * Packs a catalog into parts for ConfigMaps. Equal catalogs have equal parts.
 *
 * It packs `catalog.toJsonLines()` without related images that opm cannot read: opm would not serve a catalog that contains one.
 *
 * @throws RangeError if the size of a part is out of range, or so small that there would be more than 10,000 parts
 */
export function packCatalog(catalog: Catalog, options: PackOptions = {}): PackedCatalog {
  const { maxPartBytes = DEFAULT_MAX_PART_BYTES } = options;
  if (!Number.isInteger(maxPartBytes) || maxPartBytes < 1 || maxPartBytes > LARGEST_MAX_PART_BYTES) {
    throw new RangeError(printableMessage(`maxPartBytes must be a whole number from 1 to ${LARGEST_MAX_PART_BYTES}, got ${maxPartBytes}; omit it for `
      + `${DEFAULT_MAX_PART_BYTES}`));
  }
  const unpacked = Buffer.from(catalog._toServableJsonLines());
  const packed = Buffer.from(gzip(unpacked));
  const hash = createHash('sha256').update(packed).digest('hex');
  const count = Math.ceil(packed.length / maxPartBytes);
  if (count > 10 ** PART_DIGITS) {
    throw new RangeError(printableMessage(`the catalog of ${packed.length} packed bytes would need ${count} parts of ${maxPartBytes}; raise maxPartBytes to `
      + `${Math.ceil(packed.length / 10 ** PART_DIGITS)} or more`));
  }
  return {
    parts: Array.from({ length: count }, (_, index) => part(packed, index, maxPartBytes, hash)),
    hash,
    unpackedBytes: unpacked.length,
    packedBytes: packed.length,
  };
}

function part(packed: Buffer, index: number, size: number, hash: string): CatalogPart {
  const bytes = packed.subarray(index * size, (index + 1) * size);
  const number = String(index).padStart(PART_DIGITS, '0');
  return {
    key: `part-${number}`,
    nameSuffix: `${hash.slice(0, NAME_HASH_LENGTH)}-${number}`,
    bytes: new Uint8Array(bytes),
    base64: bytes.toString('base64'),
  };
}
