import type { Bundle } from '../bundle/bundle';
import type { BundleFiles } from '../bundle/files/bundle-files';
import { type BundleReadLimits, type ReadLimits, readLimits } from '../bundle/files/read-options';
import type { Refuse } from '../bundle/files/refusal';
import { BundleError } from '../bundle/model/bundle-error';
import { BundleErrorCode, type BundleProblem } from '../bundle/model/bundle-problem';
import { readArchive, readDirectory, readPath } from '../bundle/read/bundle-source';
import { checkArguments } from '../formats/options/check-arguments';
import { optionProblem, pickOptions } from '../formats/options/check-options';
import { printableMessage } from '../text/printable';
import type { BundleView, ImagePlatforms } from './model/bundle-view';
import type { RuleSetting } from './model/rule-setting';
import { ValidationSuite } from './model/suite';
import type { IValidationRule } from './model/validation-rule';
import { RuleRunner } from './rule-runner';
import { ValidationReport } from './validation-report';
import { viewOfBundle, viewOfFiles } from './views/bundle-view-of';

/** Options of `BundleValidation`: which rules to run, and how. */
export interface BundleValidationOptions extends BundleReadLimits {
  /**
   * Suites to run. An empty list leaves `labels` and `customRules`, and is an error without them.
   *
   * @default - `FORMAT` and `DEFAULT`, as operator-sdk, and `LOADING`, `OLM_V0` and `CLUSTER`
   */
  readonly suites?: ValidationSuite[];

  /**
   * Label selectors that add suites, like `--select-optional` of operator-sdk: `suite=operatorframework`, `name=good-practices`.
   *
   * @default - only the suites in `suites`
   */
  readonly labels?: string[];

  /**
   * IDs of the rules to run, from all suites. All others are skipped.
   *
   * @default - all rules of the suites
   */
  readonly only?: string[];

  /**
   * Settings that raise, lower or silence rules.
   *
   * @default - the severities of the rules
   */
  readonly rules?: RuleSetting[];

  /**
   * The user's own rules, which run in addition to the suites.
   *
   * @default - none
   */
  readonly customRules?: IValidationRule[];

  /**
   * Version of Kubernetes that the bundle targets, such as `1.25`. Uses of APIs that it no longer serves are errors.
   *
   * @default - spec.minKubeVersion of the CSV
   */
  readonly k8sVersion?: string;

  /**
   * Release of OLM v0 that installs the bundle, such as `0.31.0`. Objects of kinds that this release refuses are errors.
   *
   * @default - any release: kinds that all of them refuse are reported
   */
  readonly olmVersion?: string;

  /**
   * Categories that the annotation `categories` may list.
   *
   * @default - the categories of OperatorHub.io
   */
  readonly categories?: string[];

  /**
   * Platforms that the images of the bundle support, for the suite `MULTIARCH`. The library does not look them up in registries.
   *
   * @default - unknown, which the suite reports
   */
  readonly imagePlatforms?: ImagePlatforms[];

  /**
   * Value of the label `com.redhat.openshift.versions` of the bundle image, such as `v4.6-v4.8`, for the suite `COMMUNITY`.
   *
   * @default - unknown, which the suite reports if it matters
   */
  readonly openshiftVersions?: string;
}

/**
 * Validates bundles as operator-framework's own tools do, and more, even if they cannot be read completely.
 *
 * @see https://olm.operatorframework.io/docs/tasks/validating-operator-bundle/
 */
export class BundleValidation {
  /**
   * Validates the bundle in a folder.
   *
   * @param path folder that contains manifests/ and metadata/
   * @param options rules, settings and limits
   * @throws BundleError if the path is not a folder; all problems of the bundle are findings
   */
  public static ofDirectory(path: string, options?: BundleValidationOptions): ValidationReport {
    checkArguments('BundleValidation.ofDirectory', { path });
    return validateDirectory(path, options);
  }

  /**
   * Validates the bundle in a tar archive, optionally compressed with gzip.
   *
   * @param path the archive
   * @param options rules, settings and limits
   * @throws BundleError if the path is not a file; all problems of the bundle are findings
   */
  public static ofArchive(path: string, options?: BundleValidationOptions): ValidationReport {
    checkArguments('BundleValidation.ofArchive', { path });
    return validateArchive(path, options);
  }

  /**
   * Validates the bundle in a folder or an archive.
   *
   * @param path the folder or archive
   * @param options rules, settings and limits
   * @throws BundleError if the path is neither; all problems of the bundle are findings
   */
  public static ofPath(path: string, options?: BundleValidationOptions): ValidationReport {
    checkArguments('BundleValidation.ofPath', { path });
    return validatePath(path, options);
  }

  /**
   * Validates a bundle that was already read. Its files are not read again, so rules about ignored files find nothing, and there are no line numbers
   * for a slimmed bundle.
   *
   * @param bundle the bundle
   * @param options rules, settings and limits
   */
  public static ofBundle(bundle: Bundle, options?: BundleValidationOptions): ValidationReport {
    checkArguments('BundleValidation.ofBundle', { bundle });
    return validateBundle(bundle, options);
  }

  private constructor() {}
}

/** Validates the bundle in a folder. */
function validateDirectory(path: string, options: BundleValidationOptions = {}): ValidationReport {
  return ofFiles(path, readDirectory, options);
}

/** Validates the bundle in an archive. */
function validateArchive(path: string, options: BundleValidationOptions = {}): ValidationReport {
  return ofFiles(path, readArchive, options);
}

/** Validates the bundle in a folder or an archive. */
function validatePath(path: string, options: BundleValidationOptions = {}): ValidationReport {
  return ofFiles(path, readPath, options);
}

/** Validates a bundle that was already read. */
function validateBundle(bundle: Bundle, options: BundleValidationOptions = {}): ValidationReport {
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

const OPTIONS = 'options of BundleValidation';

/**
 * Checks options for mistakes that otherwise only the TypeScript compiler reports.
 *
 * @throws Error when a key or suite is unknown, a value has the wrong type, or no rule would run
 */
function checkOptions(options: BundleValidationOptions): void {
  refuse(optionProblem({ what: OPTIONS }, 'BundleValidationOptions', options));
  checkSuites(options);
  if (options.olmVersion !== undefined && !/^v?\d+\.\d+\.\d+$/.test(options.olmVersion)) {
    refuse(`olmVersion in ${OPTIONS} must be a release such as '0.31.0', got '${options.olmVersion}'`);
  }
  for (const [index, { image }] of (options.imagePlatforms ?? []).entries()) {
    if (image === '') {
      refuse(`imagePlatforms[${index}] in ${OPTIONS} has no image; set image to the reference that the bundle uses`);
    }
  }
}

/** Returns the limits among the options. */
function readOptions(options: BundleValidationOptions): BundleReadLimits {
  return pickOptions('BundleReadLimits', options);
}

function checkSuites({ suites, labels, customRules }: BundleValidationOptions): void {
  if (suites?.length === 0 && (labels ?? []).length === 0 && (customRules ?? []).length === 0) {
    const list = Object.values(ValidationSuite).map((suite) => `'${suite}'`).join(', ');
    refuse(`suites in ${OPTIONS} is empty, and no rule would run; omit suites, or list some of ${list}`);
  }
}

function refuse(message: string | undefined): void {
  if (message !== undefined) {
    throw new Error(printableMessage(message));
  }
}
