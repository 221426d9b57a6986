import type { Bundle } from '../bundle';
import type { BundleProblem } from '../bundle-error';
import { BundleError, BundleErrorCode } from '../bundle-error';
import { readArchive } from '../read/archive';
import type { BundleFiles } from '../read/bundle-files';
import { readDirectory } from '../read/directory';
import { readPath } from '../read/path';
import type { ReadLimits } from '../read/read-options';
import { readLimits } from '../read/read-options';
import type { Refuse } from '../read/refusal';
import type { BundleValidationOptions } from './bundle-validation';
import { subjectOfBundle, subjectOfFiles } from './readers/subject-of';
import { ValidationReport } from './report/validation-report';
import { Selection } from './selection';
import type { ValidationSubject } from './subject';

/** Checks the bundle in a folder. */
export function validateDirectory(path: string, options: BundleValidationOptions = {}): ValidationReport {
  return ofFiles(path, readDirectory, options);
}

/** Checks the bundle in an archive. */
export function validateArchive(path: string, options: BundleValidationOptions = {}): ValidationReport {
  return ofFiles(path, readArchive, options);
}

/** Checks the bundle in a folder or an archive. */
export function validatePath(path: string, options: BundleValidationOptions = {}): ValidationReport {
  return ofFiles(path, readPath, options);
}

/** Checks a bundle that was read before. */
export function validateBundle(bundle: Bundle, options: BundleValidationOptions = {}): ValidationReport {
  return reportOn(bundle.source, subjectOfBundle(bundle, options), options);
}

/** What is no fault of the bundle: the path leads nowhere, or to something else. */
const NO_BUNDLE: ReadonlySet<BundleErrorCode> = new Set([BundleErrorCode.NOT_FOUND, BundleErrorCode.WRONG_KIND]);

const NO_FILES: BundleFiles = { files: new Map(), folders: new Set(), nested: [] };

function ofFiles(
  path: string,
  filesAt: (path: string, limits: ReadLimits, refuse: Refuse) => BundleFiles,
  options: BundleValidationOptions,
): ValidationReport {
  const limits = readLimits(options);
  const refused: BundleProblem[] = [];
  try {
    const files = filesAt(path, limits, (problem) => refused.push(problem));
    return reportOn(path, subjectOfFiles(files, refused, limits, options), options);
  } catch (error) {
    if (!(error instanceof BundleError) || NO_BUNDLE.has(error.code)) {
      throw error;
    }
    return reportOn(path, subjectOfFiles(NO_FILES, [...refused, ...error.problems], limits, options), options, true);
  }
}

function reportOn(source: string, subject: ValidationSubject, options: BundleValidationOptions, unreadable = false): ValidationReport {
  const selection = new Selection(options);
  return ValidationReport._of(source, selection.rules, selection.run(subject, unreadable), options.rules ?? []);
}
