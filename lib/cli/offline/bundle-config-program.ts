import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exportedBundleConfig } from '../../bundle/generate/bundle-config';
import type { BundleConfig } from '../../bundle/generate/generation-options';
import { textOf } from '../../formats/json/utf8-text';
import { TemporaryFolder } from '../../formats/output/temporary-folder';
import { CliError } from '../frame/cli-error';
import type { CommandContext } from '../frame/context';
import { withProgress } from '../frame/progress';
import { runUserProgram } from '../frame/user-program';

/** Loader of TypeScript, if the user has it. */
const TSX = 'tsx';

/** Variable with the URL of the program. */
const PROGRAM = 'OLM_CONSTRUCTS_CONFIG';

/** Variable with the path of the file for its default export. */
const ANSWER = 'OLM_CONSTRUCTS_CONFIG_ANSWER';

/** Writes the default export of a module as JSON. A CommonJS module has it one level deeper. */
const SCRIPT = `import { writeFileSync } from 'node:fs';
const { default: found } = await import(process.env.${PROGRAM});
const value = await (found?.__esModule && 'default' in found ? found.default : found);
const json = JSON.stringify(value, (key, one) => {
  if (typeof one === 'function' || typeof one === 'bigint' || typeof one === 'symbol') {
    throw new Error((key === '' ? 'the default export' : 'the value of ' + JSON.stringify(key)) + ' is a ' + typeof one + ', which a BundleConfig does not have');
  }
  return one;
});
writeFileSync(process.env.${ANSWER}, json ?? '');
`;

/**
 * Runs a program in TypeScript or JavaScript whose default export is a BundleConfig, and returns it. TypeScript runs with the user's tsx, or with
 * Node.js itself if it supports it.
 *
 * @throws CliError if the program cannot be run, or fails
 * @throws BundleError if its default export is not a BundleConfig
 */
export async function configOfProgram(context: CommandContext, path: string): Promise<BundleConfig> {
  const file = resolve(path);
  if (!existsSync(file)) {
    throw new CliError(`${path} does not exist; check the path of --config`);
  }
  const loader = loaderOf(path, file);
  const folder = new TemporaryFolder();
  try {
    const answer = join(folder.path, 'config.json');
    const args = [...loader === undefined ? [] : ['--import', loader], '--input-type=module', '--eval', SCRIPT];
    const output = await withProgress(`running ${path}`, context, () => runUserProgram(
      context, { name: path, command: process.execPath, args }, { [PROGRAM]: pathToFileURL(file).href, [ANSWER]: answer },
    ));
    context.debug(output.trimEnd());
    if (!existsSync(answer)) {
      throw new CliError(`${path} ended before its default export was known; remove what ends the process, such as process.exit`);
    }
    const json = textOf(readFileSync(answer), path);
    return exportedBundleConfig(path, json === '' ? undefined : JSON.parse(json));
  } finally {
    folder.remove();
  }
}

/** Returns the URL of the module that loads TypeScript, or undefined if none is necessary. */
function loaderOf(path: string, file: string): string | undefined {
  if (!/\.[cm]?ts$/.test(path)) {
    return undefined;
  }
  for (const from of [file, resolve('package.json')]) {
    try {
      return pathToFileURL(createRequire(from).resolve(TSX)).href;
    } catch {
      // Looked for in the next folder.
    }
  }
  // Types of Node.js 20 lack the field.
  if (Boolean((process.features as { readonly typescript?: unknown }).typescript)) {
    return undefined;
  }
  throw new CliError(`${path} is TypeScript, which needs tsx here, and tsx is neither installed beside it nor in the current folder; run \`npm install --save-dev tsx\`, use Node.js 22.18 or later, `
    + 'or write the BundleConfig in YAML');
}
