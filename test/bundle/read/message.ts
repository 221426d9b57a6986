import { Bundle } from '../../../lib/bundle/bundle';
import { BundleError } from '../../../lib/bundle/model/bundle-error';
import type { BundleReadOptions } from '../../../lib/bundle/files/read-options';

/** Returns the error thrown by reading a bundle. */
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

/** Returns the message of the error thrown by reading a path, with `SOURCE` in place of the path. */
export function messageOf(path: string, options?: BundleReadOptions): string {
  return errorOf(() => Bundle.fromPath(path, options)).message.replaceAll(path, 'SOURCE');
}
