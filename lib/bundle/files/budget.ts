import { BundleError, BundleErrorCode } from '../bundle-error';
import type { ReadLimits } from './read-options';

/** Counts what is read of one bundle, and refuses to go on beyond the limits. */
export class Budget {
  #files = 0;
  #bytes = 0;

  /**
   * @param source where the bundle is read from, for messages
   * @param limits the limits
   */
  public constructor(
    private readonly source: string,
    private readonly limits: ReadLimits,
  ) {}

  /**
   * Counts a file or folder.
   *
   * @throws BundleError when there are too many
   */
  public countEntry(): void {
    if (++this.#files > this.limits.maxFiles) {
      throw this.#exceeded(`there are more than ${this.limits.maxFiles} files and folders`, 'maxFiles');
    }
  }

  /**
   * Counts the bytes of a file, before it is read.
   *
   * @throws BundleError when the file is too large, or all files together are
   */
  public countBytes(file: string, bytes: number): void {
    if (bytes > this.limits.maxFileBytes) {
      throw this.#exceeded(`the file has ${bytes} bytes, more than ${this.limits.maxFileBytes}`, 'maxFileBytes', file);
    }
    this.#bytes += bytes;
    if (this.#bytes > this.limits.maxTotalBytes) {
      throw this.#exceeded(`the files up to here have more than ${this.limits.maxTotalBytes} bytes`, 'maxTotalBytes', file);
    }
  }

  #exceeded(what: string, limit: keyof ReadLimits, file?: string): BundleError {
    const message = `${what} (limit ${limit}); raise the limit if the bundle is to be trusted`;
    return new BundleError(this.source, [{ code: BundleErrorCode.LIMIT, message, ...(file === undefined ? {} : { file }) }]);
  }
}
