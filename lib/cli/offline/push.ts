import { ImageLayout } from '../../bundle/image-layout';
import { BundleError } from '../../bundle/model/bundle-error';
import { BundleErrorCode } from '../../bundle/model/bundle-problem';
import type { OciLayoutOptions } from '../../bundle/oci/image-options';
import { parseImageReference, repositoryWithRegistry } from '../../bundle/oci/image-reference';
import type { PushedImage } from '../../bundle/registry/push-options';
import { parseReference } from '../../bundle/registry/reference';
import { defined } from '../../formats/json/defined';
import { ExitCode, UsageError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import type { CommandContext } from '../frame/context';
import { count, flag, list, outputFormat, text, type Values } from '../frame/option';
import { withProgress } from '../frame/progress';
import { fetching, registryOptions } from '../frame/registry';
import { writeResult } from '../frame/write-result';
import { BUNDLE_DESCRIPTION, CATALOG_DESCRIPTION, isImage, mayBeLayout, readBundle, readCatalog } from './inputs';

const REFERENCE = { name: 'IMAGE', description: 'where to push it: registry, repository and tag, such as quay.io/org/bundle:v1.0.0' };

const pushOptions = {
  output: outputFormat(['text', 'json'], 'text', 'format of the result'),
  dryRun: flag('push nothing, and print the images with their digests'),
  to: text('PATH', 'write the images into an image layout instead: a folder, or a file that ends in .tar'),
  mountFrom: list('REPOSITORY', 'repository of the same registry that may have parts of the image already, such as team/bundles'),
  maxChunkBytes: count('BYTES', 8 * 1024 * 1024, 'maximum size of a request; a larger blob is uploaded in chunks'),
  ...registryOptions,
};

const IMAGE_OUTPUT = 'Prints the image by its digest, as other commands and props take it; -o json also prints those of the bundles of a catalog. An image layout, or an image of a registry, is pushed as it is; everything '
  + 'else becomes an image whose digest depends on its content only.\n\nThe tag is set last, so that it never refers to something incomplete. Blobs that the registry has '
  + 'are not uploaded, and an upload that is interrupted continues.';

/** `olm-constructs bundle push` */
export const bundlePushCommand = defineCommand({
  description: `Pushes the image of a bundle to a registry. ${IMAGE_OUTPUT}`,
  operands: [{ name: 'BUNDLE', description: BUNDLE_DESCRIPTION }, REFERENCE],
  options: pushOptions,
  examples: [{ description: 'Print the digest', command: 'olm-constructs bundle push bundle quay.io/example/hello-bundle:v0.1.0 --dry-run' }],
  run: async (context, { operands: [operand = '', reference = ''], options }) => {
    parseReference(reference);
    const bundle = await readBundle(operand, context, options);
    return push(await copyOf(operand, context, options) ?? bundle.toImageLayout(), operand, reference, options, context);
  },
});

/** `olm-constructs catalog push` */
export const catalogPushCommand = defineCommand({
  description: `Pushes the image of a catalog to a registry, after the images of those of its bundles that have none yet. ${IMAGE_OUTPUT}`,
  operands: [{ name: 'CATALOG', description: CATALOG_DESCRIPTION }, REFERENCE],
  options: {
    ...pushOptions,
    bundleRepository: text('REPOSITORY', 'repository for the images of bundles, such as quay.io/org/bundles; by default that of IMAGE'),
  },
  examples: [
    { description: 'Print the digests', command: 'olm-constructs catalog push catalog quay.io/example/catalog:v1 --dry-run -o json' },
    { description: 'An archive with all images', command: 'olm-constructs catalog push catalog quay.io/example/catalog:v1 --to images.tar' },
  ],
  run: async (context, { operands: [operand = '', reference = ''], options }) => {
    parseReference(reference);
    const catalog = await readCatalog(operand, context, options);
    const copy = await copyOf(operand, context, options);
    if (copy !== undefined && options.bundleRepository !== undefined) {
      const bundles = copy.bundles.length === 0 ? 'the images of its bundles stay where they are' : 'its bundles go to the repository that it refers to';
      throw new UsageError(`${operand} is an image, and pushed as it is: ${bundles}; omit --bundle-repository`);
    }
    const bundleRepository = options.bundleRepository ?? repositoryWithRegistry(reference);
    return push(copy ?? catalog.toImageLayout(defined({ bundleRepository })), operand, reference, options, context);
  },
});

/** Maximum size of an image that is copied, in bytes. Catalogs of public registries have several hundred MB. */
const MAX_TOTAL_BYTES = 2 * 1024 * 1024 * 1024;

/** Returns the image of an operand that is one already, or undefined. */
async function copyOf(operand: string, context: CommandContext, options: Values<typeof pushOptions>): Promise<ImageLayout | undefined> {
  const limits = { maxTotalBytes: MAX_TOTAL_BYTES, maxFileBytes: MAX_TOTAL_BYTES };
  if (isImage(operand)) {
    return withProgress(`fetching ${operand}`, context, () => fetching(options, context, (connection) => ImageLayout.fetch(operand, { ...connection, ...limits })));
  }
  return mayBeLayout(operand) ? layoutAt(operand, limits) : undefined;
}

/** Returns the image of a layout, or undefined for an archive of something else. */
function layoutAt(path: string, limits: OciLayoutOptions): ImageLayout | undefined {
  try {
    return ImageLayout.fromPath(path, limits);
  } catch (error) {
    if (error instanceof BundleError && error.code === BundleErrorCode.LAYOUT) {
      return undefined;
    }
    throw error;
  }
}

async function push(
  layout: ImageLayout, operand: string, reference: string, options: Values<typeof pushOptions>, context: CommandContext,
): Promise<ExitCode> {
  const { dryRun, to, output, maxChunkBytes } = options;
  if (dryRun && to !== undefined) {
    throw new UsageError('--to writes images and --dry-run nothing; omit one of them');
  }
  const planned = layout._pushed(reference);
  if (to !== undefined) {
    layout.writeWithBundles(to);
  } else if (!dryRun) {
    const mountFrom = [...new Set([...options.mountFrom, ...sourceIn(operand, reference)])];
    await withProgress(`pushing ${reference}`, context, () => fetching(options, context, (connection) => (
      layout.push(reference, { ...connection, maxChunkBytes, ...(mountFrom.length === 0 ? {} : { mountFrom }) })
    )));
  }
  write(layout, planned, output, !dryRun && to === undefined, context);
  return ExitCode.SUCCESS;
}

/** Returns the repository of an image that is copied within its registry. */
function sourceIn(operand: string, reference: string): string[] {
  const [from, to] = [isImage(operand) ? parseImageReference(operand) : undefined, parseImageReference(reference)];
  return from !== undefined && from.domain === to?.domain ? [from.repository] : [];
}

function write(layout: ImageLayout, pushed: PushedImage, output: 'text' | 'json', isPushed: boolean, { stdout }: CommandContext): void {
  const named = [...pushed.bundles.map((image, index) => ({ name: layout.bundles[index]!.name, ...image })), { name: layout.name, ...pushed }];
  if (output === 'json') {
    writeResult(stdout, output, 'ImagePush', { isPushed, images: named.map(({ name, image, digest, tag }) => ({ name, image, digest, ...defined({ tag }) })) });
    return;
  }
  stdout.line(pushed.image);
}
