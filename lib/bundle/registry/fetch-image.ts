import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import * as tls from 'node:tls';
import { proxyVariables } from '../../net/proxy-variables';
import { checkReadOptions, countedOptions, optionErrorOf } from '../files/read-options';
import { onDisk, refusal } from '../files/refusal';
import type { BundleContent } from '../model/bundle-content';
import { BundleErrorCode } from '../model/bundle-problem';
import { unpackLayerInBackground } from '../oci/compression';
import { type BlobRequest, checkBlob, type Descriptor, digestOf, type ImageReader, parseDigest } from '../oci/descriptor';
import { readBundleImage } from '../oci/image';
import { type ImageLimits, imageLimits } from '../oci/image-options';
import { readRegistryV1 } from '../read/registry-v1';
import { BlobCache } from './blob-cache';
import { findCredentials } from './credentials';
import type { BundleFetchOptions, IAbortSignal } from './fetch-options';
import { HostPolicy } from './host-policy';
import { HttpExchange, type HttpSettings } from './http-exchange';
import { Proxies } from './proxy';
import { parseReference, type RegistryReference } from './reference';
import { RegistryClient } from './registry-client';

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

const DEFAULTS = { idleTimeoutSeconds: 30, timeoutSeconds: 300 };
const DEFAULT_RETRIES = 4;

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
  const error = optionErrorOf(source);
  const limits = imageLimits(options, error);
  const { idleTimeoutSeconds, timeoutSeconds } = countedOptions(DEFAULTS, options, error);
  const reference = parseReference(source);
  const deadline = new Deadline(timeoutSeconds, options.signal);
  const { signal } = deadline;
  let exchange: HttpExchange | undefined;
  const throwIfCanceled = (): void => {
    signal.throwIfAborted();
    if (options.signal?.aborted === true) {
      throw canceled(source);
    }
  };
  try {
    exchange = new HttpExchange(httpSettings(source, options, idleTimeoutSeconds, signal));
    const client = new RegistryClient({
      source,
      reference,
      exchange,
      throwIfCanceled,
      hosts: new HostPolicy(source, reference.endpoint, options.plainHttp ?? false, options.allowedHosts ?? []),
      retry: { retries: retriesOf(options), pause: (milliseconds) => pause(milliseconds, undefined, { signal }) },
      credentials: () => findCredentials(source, reference, options, signal),
    });
    const cache = options.cache === false ? undefined : new BlobCache(source, options.cacheDirectory);
    const fetching = new Fetching(source, reference, client, cache, signal);
    const root = await fetching.root(limits);
    const result = await fetching.run(read(root, limits));
    return { result, pinned: `${reference.registry}/${reference.repository}@${root.digest}`, limits };
  } catch (error) {
    if (options.signal?.aborted === true) {
      throw canceled(source);
    }
    if (signal.aborted) {
      throw refusal(source, BundleErrorCode.ABORTED, `fetching took longer than ${timeoutSeconds} s (option timeoutSeconds)`);
    }
    throw error;
  } finally {
    exchange?.close();
    deadline.clear();
  }
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

function httpSettings(source: string, { caFile, proxy }: BundleFetchOptions, idleSeconds: number, signal: AbortSignal): HttpSettings {
  return {
    idleMilliseconds: idleSeconds * 1000,
    signal,
    proxies: new Proxies(proxy, proxyVariables()),
    ...(caFile === undefined ? {} : { trusted: [...defaultCertificates(), certificatesIn(source, caFile)] }),
  };
}

/** Returns the certificates that Node.js trusts: from Node.js 22.15 on, also those of NODE_EXTRA_CA_CERTS. */
function defaultCertificates(): readonly string[] {
  const { getCACertificates } = tls as { readonly getCACertificates?: (type: 'default') => string[] };
  return getCACertificates?.('default') ?? tls.rootCertificates;
}

function certificatesIn(source: string, file: string): string {
  const pem = onDisk(source, () => readFileSync(file, 'utf8'), file);
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) {
    throw refusal(source, BundleErrorCode.REGISTRY, 'the file contains no PEM certificate (option caFile)', file);
  }
  return pem;
}

function retriesOf({ retries = DEFAULT_RETRIES }: BundleFetchOptions): number {
  if (!Number.isSafeInteger(retries) || retries < 0) {
    throw new Error(`retries must be a non-negative integer, got ${String(retries)}`);
  }
  return retries;
}

function canceled(source: string): Error {
  return refusal(source, BundleErrorCode.ABORTED, 'fetching was canceled');
}

/** Maximum delay of a timer, in milliseconds. */
const MAX_DELAY = 2 ** 31 - 1;

/** Aborts fetching on timeout or when the user cancels it. */
class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #abort = (): void => this.#controller.abort();
  readonly #outer: AbortSignal | undefined;

  /**
   * @param seconds timeout
   * @param outer the user's abort signal
   */
  public constructor(seconds: number, outer: IAbortSignal | undefined) {
    // AbortSignal.any and AbortSignal.timeout would be shorter, but Node.js 20 may garbage-collect their signals too early.
    this.#timer = setTimeout(this.#abort, Math.min(seconds * 1000, MAX_DELAY));
    this.#outer = outer instanceof AbortSignal ? outer : undefined;
    this.#outer?.addEventListener('abort', this.#abort);
    if (outer?.aborted === true) {
      this.#abort();
    }
  }

  /** Signal to pass to everything that must be aborted. */
  public get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Stops the timer once fetching has ended. */
  public clear(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#abort);
  }
}
