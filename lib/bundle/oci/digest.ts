import { createHash } from 'node:crypto';

/** The algorithms that the image specification registers and Node.js knows, with the length of their hexadecimal form. */
const HEX_LENGTHS: { readonly [algorithm: string]: number } = { sha256: 64, sha512: 128 };

/** A digest in its two parts. */
export interface Digest {
  /** The algorithm, `sha256` or `sha512`. */
  readonly algorithm: string;

  /** The hash in lower-case hexadecimal. */
  readonly hex: string;
}

/** Takes a digest such as `sha256:…` apart; undefined when it is none, or of an algorithm that cannot be checked. */
export function parseDigest(text: string): Digest | undefined {
  const colon = text.indexOf(':');
  const algorithm = text.slice(0, Math.max(colon, 0));
  const hex = text.slice(colon + 1);
  const length = Object.hasOwn(HEX_LENGTHS, algorithm) ? HEX_LENGTHS[algorithm] : undefined;
  return hex.length === length && /^[0-9a-f]+$/.test(hex) ? { algorithm, hex } : undefined;
}

/** The digest of bytes. */
export function digestOf(content: Uint8Array, algorithm = 'sha256'): string {
  return `${algorithm}:${createHash(algorithm).update(content).digest('hex')}`;
}

/** Whether bytes are those that a digest names. */
export function matchesDigest(content: Uint8Array, digest: string): boolean {
  const parsed = parseDigest(digest);
  return parsed !== undefined && digestOf(content, parsed.algorithm) === digest;
}
