import { checkReadOptions, optionErrorOf } from '../files/read-options';
import { refusal } from '../files/refusal';
import type { BundleContent } from '../model/bundle-content';
import { BundleErrorCode } from '../model/bundle-problem';
import { unpackLayerInBackground } from '../oci/compression';
import { type BlobRequest, checkBlob, type Descriptor, digestOf, type ImageReader, parseDigest } from '../oci/descriptor';
import { readBundleImage } from '../oci/image';
import { type ImageLimits, imageLimits } from '../oci/image-options';
import { readRegistryV1 } from '../read/registry-v1';
import { BlobCache } from './blob-cache';
import type { BundleFetchOptions } from './fetch-options';
import { parseReference, type RegistryReference } from './reference';
import type { RegistryClient } from './registry-client';
import { inRegistry } from './registry-session';

/** A fetched bundle. */
export interface FetchedBundle {
  /** Content of the bundle. */
  readonly content: BundleContent;

  /** Image that it was fetched from, by digest. */
  readonly image: string;
}

/**
 * Fetches a bundle from a registry.
 *
 * @param reference image reference
 * @param options fetch options
 * @throws BundleError if it cannot be fetched, or is not a bundle
 */
export async function fetchBundle(reference: string, options: BundleFetchOptions): Promise<FetchedBundle> {
  const error = optionErrorOf(reference);
  checkReadOptions('options of Bundle.fetch', 'BundleFetchOptions', options, error);
  const { result, pinned, limits } = await fetchImage(reference, options, (root, limit) => readBundleImage(reference, root, limit));
  return { content: readRegistryV1(reference, result, limits), image: pinned };
}

/** Result of fetching an image. */
export interface FetchedImage<Result> {
  /** Result of the reader. */
  readonly result: Result;

  /** The image by digest, such as `quay.io/org/bundle@sha256:…`. */
  readonly pinned: string;

  /** Limits with every default applied. */
  readonly limits: ImageLimits;
}

/**
 * Fetches the parts of an image that its reader requests.
 *
 * @param source the image
 * @param options fetch options
 * @param read creates the reader of the image
 * @throws BundleError if it cannot be fetched, or is rejected by the reader
 */
export async function fetchImage<Result>(
  source: string,
  options: BundleFetchOptions,
  read: (root: Descriptor, limits: ImageLimits) => ImageReader<Result>,
): Promise<FetchedImage<Result>> {
  const limits = imageLimits(options, optionErrorOf(source));
  const reference = parseReference(source);
  return inRegistry(source, options, 'pull', async ({ client, signal }) => {
    const cache = options.cache === false ? undefined : new BlobCache(source, options.cacheDirectory);
    const fetching = new Fetching(source, reference, client(source, reference), cache, signal);
    const root = await fetching.root(limits);
    const result = await fetching.run(read(root, limits));
    return { result, pinned: `${reference.registry}/${reference.repository}@${root.digest}`, limits };
  });
}

class Fetching {
  /** The manifest that a tag resolved to, kept for when the reader requests it. */
  #first: { readonly digest: string; readonly content: Buffer } | undefined;

  public constructor(
    private readonly source: string,
    private readonly reference: RegistryReference,
    private readonly client: RegistryClient,
    private readonly cache: BlobCache | undefined,
    private readonly signal: AbortSignal,
  ) {}

  /** Resolves the reference. A tag can change, so it is always resolved by the registry. */
  public async root({ maxManifestBytes }: ImageLimits): Promise<Descriptor> {
    const { digest, tag } = this.reference;
    if (digest !== undefined) {
      return { mediaType: '', digest, annotations: {} };
    }
    const { body, headers } = await this.client.manifest(tag!, maxManifestBytes);
    const reported = headers['docker-content-digest'];
    const algorithm = typeof reported === 'string' ? parseDigest(reported)?.algorithm : undefined;
    const found = digestOf(body, algorithm);
    if (algorithm !== undefined && found !== reported) {
      const message = `the registry reports digest ${String(reported)} for ${tag}, but the content has digest ${found}; do not trust this image`;
      throw refusal(this.source, BundleErrorCode.DIGEST, message);
    }
    this.#first = { digest: found, content: body };
    return { mediaType: '', digest: found, annotations: {} };
  }

  /** Runs a reader with blobs from the cache or the registry. */
  public async run<Result>(reader: ImageReader<Result>): Promise<Result> {
    let step = reader.next();
    while (step.done !== true) {
      step = reader.next('packed' in step.value ? await unpackLayerInBackground(this.source, step.value, this.signal) : await this.#blob(step.value));
    }
    return step.value;
  }

  async #blob({ descriptor, isManifest, maxBytes, limit }: BlobRequest): Promise<Buffer> {
    const { digest, size } = descriptor;
    if (size !== undefined && size > maxBytes) {
      const message = `${digest} has ${size} bytes, more than ${maxBytes} (limit ${limit}); raise the limit if you trust the image`;
      throw refusal(this.source, BundleErrorCode.LIMIT, message);
    }
    const most = Math.min(size ?? maxBytes, maxBytes);
    const known = this.cache?.get(digest, most);
    if (known !== undefined) {
      return checkBlob(this.source, descriptor, known);
    }
    const content = this.#first?.digest === digest ? this.#first.content : await this.#request(digest, isManifest, most);
    checkBlob(this.source, descriptor, content);
    this.cache?.put(digest, content);
    return content;
  }

  async #request(digest: string, isManifest: boolean, maxBytes: number): Promise<Buffer> {
    return isManifest ? (await this.client.manifest(digest, maxBytes)).body : this.client.blob(digest, maxBytes);
  }
}
