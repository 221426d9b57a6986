import type { Bundle } from '../bundle';
import type { BundleReadOptions } from '../read/read-options';
import type { ImagePlatforms } from './image-platforms';
import { validation } from './on-demand';
import type { ValidationReport } from './report/validation-report';
import type { RuleSetting } from './rule-setting';
import type { ValidationSuite } from './suite';
import type { IValidationRule } from './validation-rule';

/** What is checked, and how. */
export interface BundleValidationOptions extends BundleReadOptions {
  /**
   * The suites to run.
   *
   * @default - format and default, which operator-sdk runs
   */
  readonly suites?: ValidationSuite[];

  /**
   * Selectors of labels that add suites, as `--select-optional` of operator-sdk does: `suite=operatorframework`, `name=good-practices`.
   *
   * @default - no suites beside those in `suites`
   */
  readonly labels?: string[];

  /**
   * The only rules to run, by id, whatever suite they are in.
   *
   * @default - all rules of the suites
   */
  readonly only?: string[];

  /**
   * Rules that weigh more or less than they do by themselves, and those that are silenced.
   *
   * @default - rules as they are
   */
  readonly rules?: RuleSetting[];

  /**
   * Rules of the user's own, which run beside the suites.
   *
   * @default - none
   */
  readonly customRules?: IValidationRule[];

  /**
   * The release of Kubernetes that the bundle is for, such as `1.25`. APIs that it no longer serves are errors then.
   *
   * @default - what spec.minKubeVersion says
   */
  readonly k8sVersion?: string;

  /**
   * The categories that the annotation `categories` may name.
   *
   * @default - the standard ones of OperatorHub.io
   */
  readonly categories?: string[];

  /**
   * The platforms that the images of the bundle are made for, which the suite multiarch asks. The library asks no registry for them.
   *
   * @default - they are not known, and the suite says so
   */
  readonly imagePlatforms?: ImagePlatforms[];

  /**
   * The value of the label `com.redhat.openshift.versions` of the bundle's image, such as `v4.6-v4.8`, which the suite community asks.
   *
   * @default - it is not known, and the suite says so where it matters
   */
  readonly openshiftVersions?: string;
}

/**
 * Checks bundles, also those too broken to be read, as operator-framework's own tools do, and beyond.
 *
 * @see https://olm.operatorframework.io/docs/tasks/validating-operator-bundle/
 */
export class BundleValidation {
  /**
   * Checks the bundle in a folder.
   *
   * @param path the folder that holds manifests/ and metadata/
   * @param options what is checked, and how
   * @throws BundleError when the path names no folder; whatever is wrong with the bundle is a finding
   */
  public static ofDirectory(path: string, options?: BundleValidationOptions): ValidationReport {
    return validation().validateDirectory(path, options);
  }

  /**
   * Checks the bundle in a tar archive, compressed with gzip or not.
   *
   * @param path the archive
   * @param options what is checked, and how
   * @throws BundleError when the path names no file; whatever is wrong with the bundle is a finding
   */
  public static ofArchive(path: string, options?: BundleValidationOptions): ValidationReport {
    return validation().validateArchive(path, options);
  }

  /**
   * Checks the bundle in a folder or an archive, by what the path names.
   *
   * @param path the folder or archive
   * @param options what is checked, and how
   * @throws BundleError when the path names neither; whatever is wrong with the bundle is a finding
   */
  public static ofPath(path: string, options?: BundleValidationOptions): ValidationReport {
    return validation().validatePath(path, options);
  }

  /**
   * Checks a bundle that was read before. Its files are not read again, so rules about files that reading leaves out find nothing, and a
   * bundle that was slimmed has no lines.
   *
   * @param bundle the bundle
   * @param options what is checked, and how
   */
  public static ofBundle(bundle: Bundle, options?: BundleValidationOptions): ValidationReport {
    return validation().validateBundle(bundle, options);
  }

  private constructor() {}
}
