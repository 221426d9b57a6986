import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { rootCertificates } from 'node:tls';

import { BundleErrorCode } from '../../bundle-error';
import type { BlobRequest, ImageReader } from '../oci/blob';
import { checkBlob } from '../oci/blob';
import type { Descriptor } from '../oci/descriptor';
import { digestOf, parseDigest } from '../oci/digest';
import type { ImageLimits } from '../oci/image-options';
import { imageLimits } from '../oci/image-options';
import { onDisk } from '../file-access';
import { countedOptions } from '../read-options';
import { refusal } from '../refusal';
import { BlobCache } from './blob-cache';
import { Deadline } from './deadline';
import type { BundleFetchOptions } from './fetch-options';
import { findCredentials } from './find-credentials';
import { HostPolicy } from './host-policy';
import type { HttpSettings } from './http-exchange';
import { HttpExchange } from './http-exchange';
import { Proxy } from './proxy';
import type { ImageReference } from './reference';
import { parseReference } from './reference';
import { RegistryClient } from './registry-client';

/** What was read of an image in a registry. */
export interface FetchedImage<Result> {
  readonly result: Result;

  /** The image by digest, such as `quay.io/org/bundle@sha256:…`. */
  readonly pinned: string;

  readonly limits: ImageLimits;
}

const DEFAULTS = { idleTimeoutSeconds: 30, timeoutSeconds: 300 };
const DEFAULT_RETRIES = 4;

/**
 * Fetches an image from a registry, as far as its reader asks for parts of it.
 *
 * @param source the image
 * @param options how it is fetched
 * @param read makes the reader of the image
 * @throws BundleError when it cannot be fetched, or is refused by the reader
 */
export async function fetchImage<Result>(
  source: string,
  options: BundleFetchOptions,
  read: (root: Descriptor, limits: ImageLimits) => ImageReader<Result>,
): Promise<FetchedImage<Result>> {
  const limits = imageLimits(options);
  const { idleTimeoutSeconds, timeoutSeconds } = countedOptions(DEFAULTS, options);
  const reference = parseReference(source);
  const deadline = new Deadline(timeoutSeconds, options.signal);
  const { signal } = deadline;
  let exchange: HttpExchange | undefined;
  const goOn = (): void => {
    signal.throwIfAborted();
    if (options.signal?.aborted === true) {
      throw calledOff(source);
    }
  };
  try {
    exchange = new HttpExchange(httpSettings(source, options, idleTimeoutSeconds, signal));
    const client = new RegistryClient({
      source,
      reference,
      exchange,
      goOn,
      hosts: new HostPolicy(source, reference.endpoint, options.plainHttp ?? false, options.allowedHosts ?? []),
      retry: { retries: retriesOf(options), pause: (milliseconds) => pause(milliseconds, undefined, { signal }) },
      credentials: () => findCredentials(source, reference, options, signal),
    });
    const fetching = new Fetching(source, reference, client, options.cache === false ? undefined : new BlobCache(source, options.cacheDirectory));
    const root = await fetching.root(limits);
    const result = await fetching.run(read(root, limits));
    return { result, pinned: `${reference.registry}/${reference.repository}@${root.digest}`, limits };
  } catch (error) {
    if (options.signal?.aborted === true) {
      throw calledOff(source);
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
  /** The manifest that a tag led to: it is at hand already when the reader asks for it. */
  #first: { readonly digest: string; readonly content: Buffer } | undefined;

  public constructor(
    private readonly source: string,
    private readonly reference: ImageReference,
    private readonly client: RegistryClient,
    private readonly cache: BlobCache | undefined,
  ) {}

  /** What the reference names. What a tag names changes, so the registry is always asked. */
  public async root({ maxManifestBytes }: ImageLimits): Promise<Descriptor> {
    const { digest, tag } = this.reference;
    if (digest !== undefined) {
      return { mediaType: '', digest, annotations: {} };
    }
    const { body, headers } = await this.client.manifest(tag!, maxManifestBytes);
    const told = headers['docker-content-digest'];
    const algorithm = typeof told === 'string' ? parseDigest(told)?.algorithm : undefined;
    const found = digestOf(body, algorithm);
    if (algorithm !== undefined && found !== told) {
      const message = `the registry says that ${tag} is ${String(told)}, but answers with the bytes of ${found}; do not trust this answer`;
      throw refusal(this.source, BundleErrorCode.DIGEST, message);
    }
    this.#first = { digest: found, content: body };
    return { mediaType: '', digest: found, annotations: {} };
  }

  /** Runs a reader with parts from the cache, or else from the registry. */
  public async run<Result>(reader: ImageReader<Result>): Promise<Result> {
    let step = reader.next();
    while (step.done !== true) {
      step = reader.next(await this.#blob(step.value));
    }
    return step.value;
  }

  async #blob({ descriptor, isManifest, maxBytes, limit }: BlobRequest): Promise<Buffer> {
    const { digest, size } = descriptor;
    if (size !== undefined && size > maxBytes) {
      const message = `${digest} has ${size} bytes, more than ${maxBytes} (limit ${limit}); raise the limit if the image is to be trusted`;
      throw refusal(this.source, BundleErrorCode.LIMIT, message);
    }
    const most = Math.min(size ?? maxBytes, maxBytes);
    const known = this.cache?.get(digest, most);
    if (known !== undefined) {
      return checkBlob(this.source, descriptor, known);
    }
    const content = this.#first?.digest === digest ? this.#first.content : await this.#ask(digest, isManifest, most);
    checkBlob(this.source, descriptor, content);
    this.cache?.put(digest, content);
    return content;
  }

  async #ask(digest: string, isManifest: boolean, maxBytes: number): Promise<Buffer> {
    return isManifest ? (await this.client.manifest(digest, maxBytes)).body : this.client.blob(digest, maxBytes);
  }
}

function httpSettings(source: string, { caFile, proxy }: BundleFetchOptions, idleSeconds: number, signal: AbortSignal): HttpSettings {
  return {
    idleMilliseconds: idleSeconds * 1000,
    signal,
    ...(caFile === undefined ? {} : { trusted: [...rootCertificates, certificatesIn(source, caFile)] }),
    ...(proxy === undefined ? {} : { proxy: new Proxy(proxy) }),
  };
}

function certificatesIn(source: string, file: string): string {
  const text = onDisk(source, () => readFileSync(file, 'utf8'), file);
  if (!text.includes('-----BEGIN CERTIFICATE-----')) {
    throw refusal(source, BundleErrorCode.REGISTRY, 'the file holds no certificate in PEM form (option caFile)', file);
  }
  return text;
}

function retriesOf({ retries = DEFAULT_RETRIES }: BundleFetchOptions): number {
  if (!Number.isSafeInteger(retries) || retries < 0) {
    throw new Error(`retries must be a whole number that is not negative, got ${String(retries)}`);
  }
  return retries;
}

function calledOff(source: string): Error {
  return refusal(source, BundleErrorCode.ABORTED, 'fetching was called off');
}
