import type { BundleReadLimits } from '../bundle/files/read-options';
import { type KnownKeys, unknownKey } from '../formats/json/known-keys';
import type { BundleValidationOptions } from './bundle-validation';
import type { ImagePlatforms } from './model/image-platforms';
import { ValidationSuite } from './model/suite';

const OPTIONS = 'options of BundleValidation';

const READ_KEYS: KnownKeys<BundleReadLimits> = {
  maxFileBytes: true,
  maxTotalBytes: true,
  maxFiles: true,
  maxYamlDepth: true,
  maxYamlNodes: true,
};

const OPTION_KEYS: KnownKeys<BundleValidationOptions> = {
  ...READ_KEYS,
  suites: true,
  labels: true,
  only: true,
  rules: true,
  customRules: true,
  k8sVersion: true,
  categories: true,
  imagePlatforms: true,
  openshiftVersions: true,
};

const PLATFORM_KEYS: KnownKeys<ImagePlatforms> = { image: true, platforms: true };

/**
 * Checks options for mistakes that otherwise only the TypeScript compiler reports.
 *
 * @throws Error when a key or suite is unknown, a value has the wrong type, or no rule would run
 */
export function checkOptions(options: BundleValidationOptions): void {
  refuse(unknownKey(OPTIONS, options, OPTION_KEYS));
  for (const key of ['suites', 'labels', 'only', 'rules', 'customRules', 'categories', 'imagePlatforms'] as const) {
    checkList(`${key} in ${OPTIONS}`, options[key]);
  }
  checkSuites(options);
  for (const [index, setting] of (options.rules ?? []).entries()) {
    if (typeof setting?._appliesTo !== 'function') {
      refuse(`rules[${index}] in ${OPTIONS} is not a RuleSetting; create it with RuleSetting.silence, RuleSetting.asError or RuleSetting.asWarning`);
    }
  }
  for (const [index, rule] of (options.customRules ?? []).entries()) {
    if (typeof rule?.check !== 'function') {
      refuse(`customRules[${index}] in ${OPTIONS} has no function check; implement IValidationRule`);
    }
  }
  for (const [index, image] of (options.imagePlatforms ?? []).entries()) {
    checkImagePlatforms(`imagePlatforms[${index}] in ${OPTIONS}`, image);
  }
}

/** Returns the limits among the options. */
export function readOptions(options: BundleValidationOptions): BundleReadLimits {
  return Object.fromEntries(Object.entries(options).filter(([key]) => Object.hasOwn(READ_KEYS, key)));
}

function checkSuites({ suites, labels, customRules }: BundleValidationOptions): void {
  const known: string[] = Object.values(ValidationSuite);
  const list = known.map((suite) => `'${suite}'`).join(', ');
  for (const suite of suites ?? []) {
    if (!known.includes(suite)) {
      refuse(`unknown suite '${String(suite)}' in ${OPTIONS}; known suites: ${list}`);
    }
  }
  if (suites?.length === 0 && (labels ?? []).length === 0 && (customRules ?? []).length === 0) {
    refuse(`suites in ${OPTIONS} is empty, and no rule would run; omit suites, or list some of ${list}`);
  }
}

function checkImagePlatforms(what: string, image: ImagePlatforms): void {
  refuse(unknownKey(what, image, PLATFORM_KEYS));
  if (typeof image?.image !== 'string' || image.image === '') {
    refuse(`${what} has no image; set image to the reference that the bundle uses`);
  }
  if (image.platforms === undefined) {
    refuse(`${what} has no platforms; list those that the image supports, such as 'linux/amd64'`);
  }
  checkList(`platforms of ${what}`, image.platforms);
}

function checkList(what: string, value: unknown): void {
  if (value !== undefined && value !== null && !Array.isArray(value)) {
    refuse(`${what} must be a list, got ${typeof value === 'string' ? `'${value}'` : `a value of type ${typeof value}`}`);
  }
}

function refuse(message: string | undefined): void {
  if (message !== undefined) {
    throw new Error(message);
  }
}
