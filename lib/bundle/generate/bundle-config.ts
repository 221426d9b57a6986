import { dirname, isAbsolute, join } from 'node:path';
import { describeType, isMap } from '../../formats/json/json-value';
import { optionKeys, optionProblems } from '../../formats/options/check-options';
import { quoted } from '../../text/phrases';
import { decodeFile } from '../files/document-file';
import { readChecked } from '../files/file-access';
import { optionErrorOf, readLimits } from '../files/read-options';
import { onDisk } from '../files/refusal';
import { BundleError } from '../model/bundle-error';
import { BundleErrorCode, type BundleProblem } from '../model/bundle-problem';
import type { BundleConfig, BundleGenerationOptions } from './generation-options';

/** Name of the file that `olm-constructs bundle create` reads if none is specified. */
export const BUNDLE_CONFIG_FILE = 'olm.bundle.yaml';

/** API version and kind of the file. */
export const BUNDLE_CONFIG_TYPE = { apiVersion: 'olm-constructs/v1', kind: 'BundleConfig' } as const;

/** A file that is a program whose default export is a BundleConfig. */
const PROGRAM = /\.[cm]?[jt]s$/;

/** Fields that are paths. */
const PATHS = ['manifests', 'base', 'descriptionFile', 'icon'] as const;

/**
 * Reads a file with a BundleConfig, whose paths are then relative to the current folder.
 *
 * @throws BundleError if it is not one
 */
export function readBundleConfig(path: string): BundleConfig {
  if (isConfigProgram(path)) {
    throw optionErrorOf(path)(
      'a BundleConfig in TypeScript or JavaScript is for `olm-constructs bundle create --config`; a program imports it, and passes its fields to Bundle.fromManifests',
    );
  }
  const content = onDisk(path, () => readChecked(path, () => undefined));
  const { document, loss, fault } = decodeFile(content, 'any', readLimits());
  if (document === undefined || loss !== undefined) {
    const { message, position } = (fault ?? loss)!;
    throw new BundleError(path, [{ code: BundleErrorCode.SYNTAX, message, ...position }]);
  }
  const { value } = document;
  const refuse = (message: string, problem: Partial<BundleProblem> = {}): never => {
    throw new BundleError(path, [{ code: BundleErrorCode.OPTIONS, message, ...problem }]);
  };
  if (!isMap(value)) {
    return refuse(`a BundleConfig must be a map, got ${describeType(value)}`);
  }
  for (const [key, expected] of Object.entries(BUNDLE_CONFIG_TYPE)) {
    if (value[key] !== expected) {
      refuse(`${key} must be ${quoted(expected)}, got ${describeType(value[key])}`, document.locate([key]) ?? {});
    }
  }
  const { apiVersion: _apiVersion, kind: _kind, ...config } = value;
  const problems = optionProblems({ what: 'the BundleConfig', isNullNothing: true }, 'BundleConfig', config);
  if (problems.length > 0) {
    const [key] = Object.keys(config).filter((name) => !optionKeys('BundleConfig').includes(name));
    const position = key === undefined ? {} : document.locate([key]) ?? {};
    throw new BundleError(path, problems.map((message) => ({ code: BundleErrorCode.OPTIONS, message, ...(problems.length === 1 ? position : {}) })));
  }
  return withPathsFrom(dirname(path), config);
}

/** Whether a file is a program in TypeScript or JavaScript, and not YAML or JSON. */
export function isConfigProgram(path: string): boolean {
  return PROGRAM.test(path);
}

/**
 * Returns the BundleConfig that a program exports, with paths that are then relative to the current folder.
 *
 * @param path path of the program
 * @param value its default export
 * @throws BundleError if it is not one
 */
export function exportedBundleConfig(path: string, value: unknown): BundleConfig {
  const messages = value === undefined ? ['the program has no default export; add `export default` before the BundleConfig']
    : !isMap(value) ? [`the default export must be a BundleConfig, got ${describeType(value)}`]
      : optionProblems({ what: 'the BundleConfig', isNullNothing: true }, 'BundleConfig', value);
  if (messages.length > 0) {
    throw optionErrorOf(path)(...messages);
  }
  return withPathsFrom(dirname(path), value as BundleConfig);
}

function withPathsFrom(folder: string, config: BundleConfig): BundleConfig {
  const paths = PATHS.flatMap((key) => (config[key] === undefined || isAbsolute(config[key]) ? [] : [[key, join(folder, config[key])]]));
  return { ...config, ...Object.fromEntries(paths) as BundleConfig };
}

/**
 * Returns the options of a bundle that a BundleConfig describes.
 *
 * @param remedies what to do about a field that is not set
 * @throws BundleError if a required field is not set
 */
export function configuredOptions(
  source: string, { manifests: _manifests, ...config }: BundleConfig, remedies: { readonly packageName: string; readonly version: string },
): BundleGenerationOptions {
  const { packageName, version } = config;
  const missing = (['packageName', 'version'] as const).filter((key) => config[key] === undefined);
  if (packageName === undefined || version === undefined) {
    throw optionErrorOf(source)(...missing.map((key) => `${key} is missing; ${remedies[key]}`));
  }
  return { ...config, packageName, version };
}
