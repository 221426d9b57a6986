import { Bundle } from '../../../lib/bundle/bundle';
import { BundleError } from '../../../lib/bundle/bundle-error';
import type { BundleReadOptions } from '../../../lib/bundle/read/read-options';

/** What reading a bundle throws. */
export function errorOf(read: () => unknown): BundleError {
  try {
    read();
  } catch (error) {
    if (error instanceof BundleError) {
      return error;
    }
    throw error;
  }
  throw new Error('the bundle was read without an error');
}

/** The message of the error that reading a path throws, with `SOURCE` in place of the path. */
export function messageOf(path: string, options?: BundleReadOptions): string {
  return errorOf(() => Bundle.fromPath(path, options)).message.replaceAll(path, 'SOURCE');
}
