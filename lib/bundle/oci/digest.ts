import { createHash } from 'node:crypto';

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
