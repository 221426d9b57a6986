import type { BundleErrorCode, BundleProblem } from '../bundle-error';
import { BundleError } from '../bundle-error';

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

/** Told of something that a bundle must not hold, and that is left out when this returns. */
export type Refuse = (problem: BundleProblem) => void;

/** Refuses a bundle for the first such thing, as everybody does who is to use the bundle. */
export function refuseAll(source: string): Refuse {
  return (problem) => {
    throw new BundleError(source, [problem]);
  };
}
