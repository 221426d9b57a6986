import { BundleError } from '../../bundle/model/bundle-error';
import { cachedImage } from '../../bundle/registry/cached-images';
import { changesOfPushed, pushedName, pushImages } from '../../bundle/registry/push-images';
import type { ImagePushOptions } from '../../bundle/registry/push-options';
import { defined } from '../../formats/json/defined';
import { type JsonMap, mapListField, sameJson, stringField, stringListField } from '../../formats/json/json-value';
import { printableMessage } from '../../text/printable';
import { UNKNOWN } from '../provider/inputs';
import { print, whilePulumiRuns } from '../provider/pulumi-output';
import { ResourceFailure, type ResourceProvider } from '../provider/resource-provider';
import { withSchemaVersion } from '../provider/state-schema';

/** Inputs that say how to connect to the registry, with the names of the options. */
const CONNECTION = [
  'credentials', 'dockerConfig', 'caFile', 'plainHttp', 'allowedHosts', 'proxy', 'retries', 'timeoutSeconds', 'mountFrom',
] as const;

/** An image of the inputs; the last is the one of the resource. */
interface PlannedImage {
  readonly reference: string;
  readonly digest: string;
  readonly mediaType: string;
}

/**
 * Provider of `BundleImage` and `CatalogImage`. The program stores the blobs of the images by their digests in the cache folder, so that the state
 * has only digests.
 */
export const IMAGE_PUSH: ResourceProvider = withSchemaVersion(subjectOf, {
  check: (_, inputs) => Promise.resolve({ inputs, failures: problemsOf(inputs).map((reason) => ({ property: '', reason })) }),

  diff: (_, outputs, inputs) => {
    const keys = ['images', 'cacheDirectory', ...CONNECTION].filter((key) => !sameJson(outputs[key] ?? null, inputs[key] ?? null));
    const drift = stringListField(outputs, 'drift');
    drift.forEach((reason) => print(`${subjectOf(outputs)}: push again, because ${reason}`));
    return Promise.resolve({ changes: keys.length + drift.length > 0, replaces: [], deleteBeforeReplace: false });
  },

  create: async (inputs) => ({ id: subjectOf(inputs), outs: await push(inputs) }),
  update: async (_, outputs, inputs) => ({ outs: { ...await push(inputs), ...defined({ __provider: outputs['__provider'] }) } }),

  read: async (id, outputs) => {
    const drift = await reported(outputs, () => changesOfPushed(imagesOf(outputs), optionsOf(outputs)));
    return { id, props: { ...outputs, drift } };
  },

  // Only the program has the image: creating the resource pushes what is missing, which is nothing if the image is there.
  find: (id) => Promise.reject(new Error(printableMessage(`import of '${id}': an image cannot be imported: declare it in the program and run \`pulumi up\`, which pushes what is missing`))),

  // Clusters and other catalogs may use the image.
  delete: (_, outputs) => Promise.resolve(print(`${subjectOf(outputs)}: left in the registry, because others may use it`)),
});

function subjectOf(inputs: JsonMap): string {
  const reference = imagesOf(inputs).at(-1)?.reference ?? UNKNOWN;
  return `image ${reference === UNKNOWN ? '(not known yet)' : reference}`;
}

function imagesOf(inputs: JsonMap): PlannedImage[] {
  return mapListField(inputs, 'images').map((image) => ({
    reference: stringField(image, 'reference') ?? '', digest: stringField(image, 'digest') ?? '', mediaType: stringField(image, 'mediaType') ?? '',
  }));
}

function optionsOf(inputs: JsonMap): ImagePushOptions {
  const given = Object.fromEntries(CONNECTION.filter((key) => inputs[key] !== undefined && inputs[key] !== null).map((key) => [key, inputs[key]]));
  return { ...given, signal: whilePulumiRuns };
}

/** Returns the problems of references that are known. */
function problemsOf(inputs: JsonMap): string[] {
  return imagesOf(inputs).filter(({ reference, digest }) => reference !== UNKNOWN && digest !== UNKNOWN).flatMap(({ reference, digest }) => {
    try {
      pushedName(reference, digest);
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });
}

async function push(inputs: JsonMap): Promise<JsonMap> {
  const images = imagesOf(inputs);
  await reported(inputs, () => {
    const found = images.map(({ reference, digest, mediaType }) => ({ reference, image: cachedImage(reference, digest, mediaType, stringField(inputs, 'cacheDirectory')) }));
    return pushImages(found, optionsOf(inputs));
  });
  const { reference, digest } = images.at(-1)!;
  const { image } = pushedName(reference, digest);
  print(`image ${reference}: pushed as ${image}`);
  return { ...inputs, image, digest, drift: [] };
}

async function reported<Result>(inputs: JsonMap, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof BundleError ? new ResourceFailure(subjectOf(inputs), error.message) : error;
  }
}
