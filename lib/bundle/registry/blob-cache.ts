import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { dirname, join } from 'node:path';

import { BundleErrorCode } from '../../bundle-error';
import { matchesDigest, parseDigest } from '../oci/digest';
import { refusal } from '../refusal';

/** Where programs of a user keep what can be had again. */
function usualFolder(): string {
  const places: { readonly [platform: string]: string } = { darwin: 'Library/Caches', win32: 'AppData/Local' };
  return join(homedir(), places[platform()] ?? '.cache', 'olm-constructs', 'images');
}

/**
 * Parts of images on disk, each under its digest, as in an image layout. What is read is checked, so that nobody can put something
 * else in their place; a part appears under its name only when it is whole, so that several programs can use the same folder.
 */
export class BlobCache {
  readonly #folder: string;

  /**
   * @param source the image as it was named, for messages
   * @param folder the folder that the user gave; undefined for the usual one, without which things go on where it cannot be written
   */
  public constructor(
    private readonly source: string,
    private readonly folder: string | undefined,
  ) {
    this.#folder = folder ?? usualFolder();
  }

  /** A part; undefined when it is not there, is larger than it may be, or is not what its name says. */
  public get(digest: string, maxBytes: number): Buffer | undefined {
    const file = this.#fileOf(digest);
    try {
      const { size } = statSync(file);
      const content = size <= maxBytes ? readFileSync(file) : undefined;
      return content !== undefined && matchesDigest(content, digest) ? content : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * Keeps a part, which was checked.
   *
   * @throws BundleError when it cannot be kept in the folder that the user gave
   */
  public put(digest: string, content: Buffer): void {
    const file = this.#fileOf(digest);
    let unfinished: string | undefined;
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      unfinished = mkdtempSync(join(dirname(file), '.unfinished-'));
      const whole = join(unfinished, 'blob');
      writeFileSync(whole, content, { mode: 0o600, flag: 'wx' });
      renameSync(whole, file);
    } catch (error) {
      if (this.folder !== undefined) {
        const { code } = error as NodeJS.ErrnoException;
        const message = `the folder cannot be written to (${code ?? 'no reason given'}); give another cacheDirectory, or set cache to false`;
        throw refusal(this.source, BundleErrorCode.NOT_FOUND, message, this.folder);
      }
    } finally {
      if (unfinished !== undefined) {
        rmSync(unfinished, { recursive: true, force: true });
      }
    }
  }

  #fileOf(digest: string): string {
    const { algorithm, hex } = parseDigest(digest)!;
    return join(this.#folder, 'blobs', algorithm, hex);
  }
}
