import { BundleError, BundleErrorCode } from '../model/bundle-error';
import type { BundleReadLimits, ReadLimits } from './read-options';

/** Counts the files and bytes read from one bundle, and enforces the limits. */
export class Budget {
  #files = 0;
  #bytes = 0;

  /**
   * @param source source of the bundle, for messages
   * @param limits limits
   */
  public constructor(
    private readonly source: string,
    private readonly limits: ReadLimits,
  ) {}

  /**
   * Counts a file or folder.
   *
   * @throws BundleError if the limit is exceeded
   */
  public countEntry(): void {
    if (++this.#files > this.limits.maxFiles) {
      throw this.#exceeded(`there are more than ${this.limits.maxFiles} files and folders`, 'maxFiles');
    }
  }

  /**
   * Counts the bytes of a file, before it is read.
   *
   * @throws BundleError if the file, or all files together, exceed a limit
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

  #exceeded(fault: string, limit: keyof BundleReadLimits, file?: string): BundleError {
    const message = `${fault} (limit ${limit}); raise the limit if you trust the bundle`;
    return new BundleError(this.source, [{ code: BundleErrorCode.LIMIT, message, ...(file === undefined ? {} : { file }) }]);
  }
}
