import { readFileSync, statSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { join } from 'node:path';
import { writeFiles } from '../../formats/output/write-files';

import { BundleErrorCode } from '../model/bundle-problem';
import { matchesDigest, parseDigest } from '../oci/descriptor';
import { refusal } from '../files/refusal';

/** Returns the default cache folder of the user. */
function defaultFolder(): string {
  const folders: { readonly [platform: string]: string } = { darwin: 'Library/Caches', win32: 'AppData/Local' };
  return join(homedir(), folders[platform()] ?? '.cache', 'olm-constructs', 'images');
}

/**
 * Blobs on disk by digest, as in an image layout. A blob is verified when read, so that a replaced file is detected, and appears under its name
 * only when it is complete, so that several programs can use the same folder.
 */
export class BlobCache {
  readonly #folder: string;

  /**
   * @param source the image as specified, for messages
   * @param folder folder that the user set, or undefined for the default one, which is optional: without write access nothing is cached
   */
  public constructor(
    private readonly source: string,
    private readonly folder: string | undefined,
  ) {
    this.#folder = folder ?? defaultFolder();
  }

  /** Returns a blob, or undefined if it is missing, exceeds the maximum size, or does not match its digest. */
  public get(digest: string, maxBytes: number): Buffer | undefined {
    const file = join(this.#folder, pathOf(digest));
    try {
      const { size } = statSync(file);
      const content = size <= maxBytes ? readFileSync(file) : undefined;
      return content !== undefined && matchesDigest(content, digest) ? content : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * Stores a verified blob.
   *
   * @throws BundleError if it cannot be stored in the folder that the user set
   */
  public put(digest: string, content: Buffer): void {
    try {
      writeFiles(this.#folder, new Map([[pathOf(digest), content]]), { isCache: true });
    } catch (error) {
      if (this.folder !== undefined) {
        const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
        const message = `the folder cannot be written to (${code ?? (error as Error).message}); set another cacheDirectory, or set cache to false`;
        throw refusal(this.source, BundleErrorCode.NOT_FOUND, message, this.folder);
      }
    }
  }
}

/** Returns the path of a blob in the folder. */
function pathOf(digest: string): string {
  const { algorithm, hex } = parseDigest(digest)!;
  return `blobs/${algorithm}/${hex}`;
}
