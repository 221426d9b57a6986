import { BundleError } from '../../bundle/model/bundle-error';
import { BundleErrorCode } from '../../bundle/model/bundle-problem';
import type { Catalog } from '../../catalog/catalog';
import { textOf } from '../../formats/json/utf8-text';
import { ImageList } from '../../report/image-list';
import { ExitCode, UsageError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import type { CommandContext } from '../frame/context';
import { flag, list, outputFormat, pairOf, text } from '../frame/option';
import { withProgress } from '../frame/progress';
import { type RegistryOptions, registryOptions } from '../frame/registry';
import { writeResult } from '../frame/write-result';
import { imagesAt, type ImagesOfInput } from './image-inputs';
import { imagesOfApp } from './images-of-app';
import { checkOperands, eachInput, isImage, readBundle, readCatalog, STDIN_NAME } from './inputs';

const FORMATS = ['text', 'json', 'cyclonedx', 'idms', 'itms', 'icsp', 'mapping'] as const;
const WITHOUT_MIRROR: readonly string[] = ['text', 'json', 'cyclonedx'];

/** `olm-constructs images` */
export const imagesCommand = defineCommand({
  description: 'Lists every image that a cluster pulls for an app, bundles, catalogs, lock files and manifests: what to mirror for a disconnected cluster, or to scan. '
    + 'Without an input, it runs the app of the current folder as `cdk8s synth` does, and also knows what the app knows: contents of catalogs, and mirrors.\n\n'
    + 'What is not known, such as the operators of a catalog image, is a line of its own, which begins with # in the format text; --content gives the content of a catalog. '
    + 'idms, itms, icsp and mapping need --mirror, unless the app sets its mirrors: the sets are objects of OpenShift, and the mapping is for `oc image mirror --filename`.\n\n'
    + 'The exit code is 1 with --complete if something is not known, and 4 if an input cannot be read, or a string in the place of an image is not a reference.',
  operands: [{
    name: 'INPUT',
    description: 'bundle (folder, archive, image layout, or bundle image with its registry and tag or digest), catalog (folder, file, image layout or image), lock file, '
      + 'manifests (file or folder of YAML), or - for manifests or a catalog from standard input; by default the app of the current folder',
    required: false,
    several: true,
  }],
  options: {
    output: outputFormat(FORMATS, 'text', 'format of the list'),
    mirror: text('REGISTRY', 'registry of the mirror, optionally with a path, such as mirror.example.com/olm'),
    name: text('NAME', 'name of the mirror set; by default olm-constructs'),
    content: list('CATALOG=CONTENT', 'content of a catalog that manifests or a lock file name, as its file, folder, layout or image: NAMESPACE/NAME of a CatalogSource, or '
      + 'NAME of a ClusterCatalog'),
    complete: flag('exit with code 1 if something is not known'),
    app: text('COMMAND', 'command that runs the app; by default `app` of cdk8s.yaml'),
    ...registryOptions,
  },
  examples: [
    { description: 'The images of a bundle', command: 'olm-constructs images bundle' },
    { description: 'A bill of materials of everything that an app installs', command: 'olm-constructs images manifests -o cyclonedx' },
    { description: 'The copies to make for a mirror', command: 'olm-constructs images bundle -o mapping --mirror mirror.example.com/olm' },
  ],
  run: async (context, { operands, options: { output, mirror, name = 'olm-constructs', content, complete, app, ...registry } }) => {
    checkOperands(operands);
    if (mirror !== undefined && WITHOUT_MIRROR.includes(output)) {
      throw new UsageError(`--mirror is for the formats idms, itms, icsp and mapping, and the format is ${output}; omit it`);
    }
    if (mirror === undefined && operands.length > 0 && app === undefined && !WITHOUT_MIRROR.includes(output)) {
      throw new UsageError(`-o ${output} needs --mirror with the registry of the mirror`);
    }
    const contents = await contentsOf(content, context, registry);
    const ofApp = operands.length === 0 || app !== undefined ? [await imagesOfApp(context, app, contents)] : [];
    const { results, unreadable } = await eachInput(operands, context, (operand) => imagesOf(operand, context, contents, registry));
    const notes = results.flatMap(({ value }) => value.notes);
    notes.forEach((note) => context.stderr.warn(note));
    const images = ImageList.merged([...ofApp, ...results.map(({ value }) => value.list)]);
    images.refused.forEach((line) => context.stderr.error(line));
    if (output !== 'text') {
      images.unknown.forEach((line) => context.stderr.warn(line));
    }
    write(context, images, notes, output, name, mirror);
    return unreadable > 0 || images.refused.length > 0 ? ExitCode.ERROR : complete && !images.isComplete ? ExitCode.FINDINGS : ExitCode.SUCCESS;
  },
});

/** Reads the contents of catalogs that the user gives. */
async function contentsOf(given: readonly string[], context: CommandContext, registry: RegistryOptions): Promise<{ [key: string]: Catalog }> {
  const contents: { [key: string]: Catalog } = {};
  for (const pair of given) {
    const [key, source] = pairOf('--content', pair);
    if (contents[key] !== undefined) {
      throw new UsageError(`--content has two contents for ${key}; give one`);
    }
    contents[key] = await readCatalog(source, context, registry);
  }
  return contents;
}

async function imagesOf(
  operand: string, context: CommandContext, contents: { [key: string]: Catalog }, registry: RegistryOptions,
): Promise<ImagesOfInput> {
  try {
    return isImage(operand) ? { list: ImageList.ofBundle(await readBundle(operand, context, registry)), notes: [] }
      : await withProgress(`reading ${operand}`, context, async () => imagesAt(operand, operand === '-' ? textOf(await context.readStdin(), STDIN_NAME) : undefined, contents, registry.limit));
  } catch (error) {
    if (error instanceof BundleError && error.code === BundleErrorCode.CATALOG_IMAGE) {
      const ofBundles = ImageList.ofCatalog(await readCatalog(operand, context, registry));
      const own = isImage(operand) ? [ImageList._of({ uses: [{ image: operand, user: 'catalog', where: operand }] })] : [];
      return { list: ImageList.merged([...own, ofBundles]), notes: [] };
    }
    throw error;
  }
}

function write(
  { stdout }: CommandContext, images: ImageList, notes: readonly string[], output: typeof FORMATS[number], name: string, mirror: string | undefined,
): void {
  switch (output) {
    case 'text':
      return stdout.write(images.toText());
    case 'json':
      return writeResult(stdout, output, 'ImageList', { images: images.images, unknown: images.unknown, refused: images.refused, notes });
    case 'cyclonedx':
      return stdout.data(images.toCycloneDx());
    case 'idms':
      return stdout.data(images.toImageDigestMirrorSet(name, mirror));
    case 'itms':
      return stdout.data(images.toImageTagMirrorSet(name, mirror));
    case 'icsp':
      return stdout.data(images.toImageContentSourcePolicy(name, mirror));
    case 'mapping':
      return stdout.data(images.toMirrorMapping(mirror));
  }
}
