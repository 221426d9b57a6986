import { type Stats, statSync } from 'node:fs';
import { defined } from '../../formats/json/defined';
import { BundleError } from '../model/bundle-error';
import { BundleErrorCode, type BundleProblem } from '../model/bundle-problem';
import { accessFiles, FileAccessError } from './file-access';

/**
 * Creates the error for a source with one problem.
 *
 * @param source source of the bundle
 * @param code kind of the problem
 * @param message error message: expected and actual value, and the remedy
 * @param file file inside the source
 */
export function refusal(source: string, code: BundleErrorCode, message: string, file?: string): BundleError {
  return new BundleError(source, [{ code, message, ...defined({ file }) }]);
}

/** Receives an entry that is not allowed in a bundle; the entry is skipped if this returns. */
export type Refuse = (problem: BundleProblem) => void;

/** Rejects a bundle at its first entry that is not allowed, as every tool that uses the bundle does. */
export function refuseAll(source: string): Refuse {
  return (problem) => {
    throw new BundleError(source, [problem]);
  };
}

/**
 * Runs a file system operation.
 *
 * @param source source of the bundle
 * @param file file inside the source
 * @throws BundleError instead of a system error
 */
export function onDisk<Result>(source: string, access: () => Result, file?: string): Result {
  try {
    return accessFiles(access);
  } catch (error) {
    throw error instanceof FileAccessError ? refusal(source, BundleErrorCode.NOT_FOUND, error.message, file) : error;
  }
}

/**
 * Returns the stat of a path given by the user, following links.
 *
 * @throws BundleError if it does not exist or cannot be accessed
 */
export function statOf(path: string): Stats {
  return onDisk(path, () => statSync(path));
}
