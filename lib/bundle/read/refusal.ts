import { BundleError, type BundleErrorCode } from '../bundle-error';

/**
 * The error of a source with one problem.
 *
 * @param source where the bundle was to be read from
 * @param code the kind of problem
 * @param message what is wrong, what was found, and the remedy
 * @param file the file inside the source
 */
export function refusal(source: string, code: BundleErrorCode, message: string, file?: string): BundleError {
  return new BundleError(source, [{ code, message, ...(file === undefined ? {} : { file }) }]);
}
