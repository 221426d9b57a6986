import type { Bundle } from '../bundle/bundle';
import type { BundleReadLimits } from '../bundle/files/read-options';
import type { ImagePlatforms } from './model/image-platforms';
import { validateArchive, validateBundle, validateDirectory, validatePath } from './validate';
import type { ValidationReport } from './validation-report';
import type { RuleSetting } from './model/rule-setting';
import type { ValidationSuite } from './model/suite';
import type { IValidationRule } from './model/validation-rule';

/** Options of `BundleValidation`: which rules to run, and how. */
export interface BundleValidationOptions extends BundleReadLimits {
  /**
   * Suites to run. An empty list leaves `labels` and `customRules`, and is an error without them.
   *
   * @default - `FORMAT` and `DEFAULT`, as operator-sdk
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
    return validateBundle(bundle, options);
  }

  private constructor() {}
}
