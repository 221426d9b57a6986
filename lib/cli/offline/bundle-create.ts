import { existsSync } from 'node:fs';
import { Bundle } from '../../bundle/bundle';
import { BUNDLE_CONFIG_FILE, configuredOptions, isConfigProgram, readBundleConfig } from '../../bundle/generate/bundle-config';
import type { BundleConfig, BundleGenerationOptions } from '../../bundle/generate/generation-options';
import { containersOf } from '../../bundle/generate/deployments';
import { ManifestSource } from '../../bundle/generate/manifest-source';
import type { GenerationNote } from '../../bundle/model/generation-note';
import { ImageDigests } from '../../bundle/registry/image-digests';
import { ownValue, stringField } from '../../formats/json/json-value';
import { textOf } from '../../formats/json/utf8-text';
import { counted } from '../../text/phrases';
import { ExitCode, UsageError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import type { CommandContext } from '../frame/context';
import { flag, outputFormat, text } from '../frame/option';
import { withProgress } from '../frame/progress';
import { type ConnectionOptions, connectionOptions, fetching } from '../frame/registry';
import { writeResult } from '../frame/write-result';
import { configOfProgram } from './bundle-config-program';
import { settingOptions, settingsOf } from './bundle-settings';
import { STDIN_NAME } from './inputs';

/** Operand for the standard input. */
const STDIN = '-';

/** Folder of the bundle without --out. */
const DEFAULT_FOLDER = 'bundle';

/** Operand of commands that read manifests of an operator. */
export const MANIFESTS_DESCRIPTION = 'file or folder with the manifests of the operator, or - for standard input, such as the output of `kustomize build` or `helm template`';

/** `olm-constructs bundle create` */
export const bundleCreateCommand = defineCommand({
  description: 'Makes a bundle of the manifests of an operator, as `operator-sdk generate bundle` does, and writes it into a folder. The same manifests always make the same '
    + `bundle. Options can be in a file (--config, by default ${BUNDLE_CONFIG_FILE} if there is one), which \`bundle init\` writes.\n\n`
    + 'Notes name what was left out or could not be resolved, with what to do. Some need a decision: with --strict, the exit code is then 1, and nothing is written. --accept '
    + 'declares a kind of notes decided.',
  operands: [{ name: 'PATH', description: `${MANIFESTS_DESCRIPTION}; by default \`manifests\` of the file with options`, required: false }],
  options: {
    out: text('DIR', `folder of the bundle; by default ${DEFAULT_FOLDER}`),
    config: text('FILE', `file with options, of the kind BundleConfig, or a program in TypeScript whose default export is one; by default ${BUNDLE_CONFIG_FILE} if there is one`),
    ...settingOptions,
    imageDigests: flag('replace the tags of images by digests, which registries resolve', { group: 'Images:' }),
    prune: flag('delete other files in manifests/ and metadata/ of the folder'),
    output: outputFormat(['text', 'json'], 'text', 'format of the report'),
    ...connectionOptions,
  },
  examples: [
    { description: 'The bundle of an operator', command: 'olm-constructs bundle create operator.yaml --package hello-operator --version 0.3.0 --channels stable --out made' },
    { description: 'In CI: fail if something would be missing', command: 'olm-constructs bundle create operator.yaml --package hello-operator --version 0.3.0 --out made --strict' },
  ],
  run: async (context, { operands: [path], options: { out = DEFAULT_FOLDER, config: file, imageDigests, prune, output, ...values } }) => {
    const config: BundleConfig = { ...await configOf(file, context), ...settingsOf(values) };
    const { strict = false, ...options } = configuredOptions(file ?? 'bundle create', config, {
      packageName: 'add --package, or set packageName in the file of --config', version: 'add --version',
    });
    const source = await sourceOf(path ?? config.manifests, context);
    let bundle = Bundle.fromManifests(source, options);
    if (imageDigests) {
      const images = await digestsOf(source, options, context, values);
      bundle = Bundle.fromManifests(source, { ...options, images });
    }
    const isRefused = strict && bundle.generationNotes.some(({ needsDecision }) => needsDecision);
    if (!isRefused) {
      bundle.writeDirectory(out, { prune });
    }
    const files = isRefused ? [] : Object.keys(bundle.toFiles()).map((name) => `${out.replace(/(?<!\/)\/+$/, '')}/${name}`);
    if (output === 'json') {
      const { name, packageName, version, channels, generationNotes: notes } = bundle;
      writeResult(context.stdout, output, 'BundleCreation', { bundle: name, package: packageName, version, channels, files, notes });
    } else {
      print(context, bundle, files, isRefused);
    }
    return isRefused ? ExitCode.FINDINGS : ExitCode.SUCCESS;
  },
});

/** Returns the configuration in a file. A program is run only if it is named: files of a folder that are found there are never executed. */
async function configOf(file: string | undefined, context: CommandContext): Promise<BundleConfig> {
  if (file === undefined) {
    return existsSync(BUNDLE_CONFIG_FILE) ? readBundleConfig(BUNDLE_CONFIG_FILE) : {};
  }
  return isConfigProgram(file) ? await configOfProgram(context, file) : readBundleConfig(file);
}

/** Returns the manifests that an operand names. */
export async function sourceOf(path: string | undefined, { readStdin }: CommandContext): Promise<ManifestSource> {
  if (path === undefined) {
    throw new UsageError('no manifests specified; add a file or folder, or - for the output of `kustomize build` or `helm template`');
  }
  return path === STDIN ? ManifestSource.fromString(textOf(await readStdin(), STDIN_NAME), STDIN_NAME) : ManifestSource.fromPath(path);
}

/** Returns the images to replace so that each has a digest: those of the manifests, as the option `images` replaces them. */
async function digestsOf(
  source: ManifestSource, { images = {}, ...options }: BundleGenerationOptions, context: CommandContext, registry: ConnectionOptions,
): Promise<{ [image: string]: string }> {
  const used = imagesOf(Bundle.fromManifests(source, options));
  const targets = new Map(used.map((image) => [image, ownValue(images, image) ?? image]));
  const digests = await withProgress('resolving images', context, () => fetching(registry, context, (settings) => ImageDigests.resolve([...targets.values()], settings)));
  const replaced = [...targets].map(([image, target]): [string, string] => [image, ownValue(digests, target) ?? target]);
  return { ...images, ...Object.fromEntries(replaced.filter(([image, target]) => image !== target)) };
}

/** Returns the images of a bundle's containers, and its related images. */
function imagesOf({ csv, relatedImages }: Bundle): string[] {
  const containers = csv.deployments.flatMap((deployment) => containersOf(deployment)).flatMap((container) => stringField(container, 'image') ?? []);
  return [...new Set([...containers, ...relatedImages.map(({ image }) => image)])];
}

function print({ stdout }: CommandContext, bundle: Bundle, files: readonly string[], isRefused: boolean): void {
  files.forEach((file) => stdout.line(file));
  const { name, packageName, channels, generationNotes } = bundle;
  const decisions = generationNotes.filter(({ needsDecision }) => needsDecision);
  const others = generationNotes.filter(({ needsDecision }) => !needsDecision);
  if (files.length > 0) {
    stdout.line();
  }
  stdout.line(`${stdout.styled('bold', name)}, package ${packageName}, ${channels.length === 1 ? 'channel' : 'channels'} ${channels.join(', ')}`);
  printNotes('Notes:', others);
  printNotes('To decide, or to accept with --accept and the kind in brackets:', decisions);
  if (isRefused) {
    stdout.line();
    stdout.line(`nothing was written, because of --strict: ${counted(decisions.length, 'note')} ${decisions.length === 1 ? 'needs' : 'need'} a decision`);
  }

  function printNotes(heading: string, notes: readonly GenerationNote[]): void {
    if (notes.length > 0) {
      stdout.line();
      stdout.line(stdout.styled('bold', heading));
      notes.forEach(({ code, message, file, line }) => stdout.line(`  ${file === undefined ? '' : `${file}:${line ?? 1}: `}${message} [${code}]`));
    }
  }
}
