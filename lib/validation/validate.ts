import type { Bundle } from '../bundle/bundle';
import type { BundleFiles } from '../bundle/files/bundle-files';
import { type ReadLimits, readLimits } from '../bundle/files/read-options';
import type { Refuse } from '../bundle/files/refusal';
import { BundleError, BundleErrorCode, type BundleProblem } from '../bundle/model/bundle-error';
import { readArchive, readDirectory, readPath } from '../bundle/read/bundle-source';
import type { BundleValidationOptions } from './bundle-validation';
import { checkOptions, readOptions } from './check-options';
import type { BundleView } from './model/bundle-view';
import { RuleRunner } from './rule-runner';
import { ValidationReport } from './validation-report';
import { viewOfBundle, viewOfFiles } from './views/bundle-view-of';

/** Validates the bundle in a folder. */
export function validateDirectory(path: string, options: BundleValidationOptions = {}): ValidationReport {
  return ofFiles(path, readDirectory, options);
}

/** Validates the bundle in an archive. */
export function validateArchive(path: string, options: BundleValidationOptions = {}): ValidationReport {
  return ofFiles(path, readArchive, options);
}

/** Validates the bundle in a folder or an archive. */
export function validatePath(path: string, options: BundleValidationOptions = {}): ValidationReport {
  return ofFiles(path, readPath, options);
}

/** Validates a bundle that was already read. */
export function validateBundle(bundle: Bundle, options: BundleValidationOptions = {}): ValidationReport {
  checkOptions(options);
  return reportOn(bundle.source, viewOfBundle(bundle, options), options);
}

/** Errors of the path, not of the bundle. */
const PATH_ERRORS: ReadonlySet<BundleErrorCode> = new Set([BundleErrorCode.NOT_FOUND, BundleErrorCode.WRONG_KIND]);

const NO_FILES: BundleFiles = { files: new Map(), folders: new Set(), nested: [] };

function ofFiles(
  path: string,
  filesAt: (path: string, limits: ReadLimits, refuse: Refuse) => BundleFiles,
  options: BundleValidationOptions,
): ValidationReport {
  checkOptions(options);
  const limits = readLimits(readOptions(options));
  const refused: BundleProblem[] = [];
  try {
    const files = filesAt(path, limits, (problem) => refused.push(problem));
    return reportOn(path, viewOfFiles(files, refused, limits, options), options);
  } catch (error) {
    if (!(error instanceof BundleError) || PATH_ERRORS.has(error.code)) {
      throw error;
    }
    return reportOn(path, viewOfFiles(NO_FILES, [...refused, ...error.problems], limits, options), options, true);
  }
}

function reportOn(source: string, view: BundleView, options: BundleValidationOptions, unreadable = false): ValidationReport {
  const runner = new RuleRunner(options);
  return ValidationReport._of(source, runner.rules, runner.run(view, unreadable), options.rules ?? []);
}
