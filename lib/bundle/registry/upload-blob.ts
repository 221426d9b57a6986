import { isTransientStatus } from '../../net/retry';
import type { HttpResponse } from './http-exchange';
import { HttpFailure } from './http-failure';
import type { RegistryClient } from './registry-client';
import { matchesUpload, MAX_RESPONSE_BYTES, receivedBytes } from './upload-state';

/** Status codes of registries that do not support chunks. */
const WITHOUT_CHUNKS: readonly number[] = [400, 404, 405, 416, 501];

/** Status codes after which an upload begins again, or continues where the registry is. */
const OUT_OF_STEP: readonly number[] = [404, 416];

/** A blob to upload. */
export interface Blob {
  readonly digest: string;
  readonly content: Uint8Array;
}

/** How blobs are uploaded. */
export interface UploadSettings {
  /** Repositories of the registry that may have the blob. */
  readonly mountFrom: readonly string[];

  /** Maximum size of a request, in bytes. */
  readonly maxChunkBytes: number;
}

/**
 * Uploads a blob, unless the repository has it, or gets it from another one. An upload that is interrupted continues after what the registry
 * received.
 *
 * @throws BundleError if the registry refuses it, or cannot be reached
 * @see https://github.com/opencontainers/distribution-spec/blob/v1.1.1/spec.md#push
 */
export async function uploadBlob(client: RegistryClient, blob: Blob, settings: UploadSettings): Promise<void> {
  if (await hasBlob(client, blob)) {
    return;
  }
  const started = await mountOrStart(client, blob, settings);
  if (started !== 'mounted') {
    await new BlobUpload(client, blob, settings.maxChunkBytes, started).complete();
  }
}

/** Place that a registry gives for an upload. */
interface UploadPlace {
  readonly location: URL;

  /** Minimum size of a chunk, in bytes. */
  readonly minChunkBytes: number;
}

class BlobUpload {
  #location: URL;
  #chunkBytes: number;
  #offset = 0;

  /** Whether the blob is sent in one request. */
  #isWhole: boolean;

  public constructor(
    private readonly client: RegistryClient, private readonly blob: Blob, private readonly maxChunkBytes: number, place: UploadPlace,
  ) {
    this.#location = place.location;
    this.#chunkBytes = Math.max(maxChunkBytes, place.minChunkBytes);
    this.#isWhole = blob.content.length <= this.#chunkBytes;
  }

  /** Sends what the registry does not have yet, until it has all. */
  public async complete(): Promise<void> {
    for (let failures = 0; ;) {
      const isLast = this.#isWhole || this.#offset === this.blob.content.length;
      const before = this.#offset;
      const response = await (isLast ? this.#put() : this.#patch());
      if (!(response instanceof HttpFailure)) {
        if (isLast && response.status < 300) {
          return matchesUpload(this.client.source, this.blob.digest, response);
        }
        if (!isLast && response.status < 300) {
          this.#advance(response);
          failures = this.#offset > before ? 0 : failures + 1;
          if (failures > 0) {
            await this.client.pauseAfter(failures, response);
          }
          continue;
        }
        if (!isLast && this.#offset === 0 && WITHOUT_CHUNKS.includes(response.status)) {
          this.#isWhole = true;
          await this.#restart();
          continue;
        }
        if (!isTransientStatus(response.status) && !OUT_OF_STEP.includes(response.status)) {
          throw await this.client.refused(response);
        }
      }
      await this.client.pauseAfter(++failures, response);
      if (isLast && await hasBlob(this.client, this.blob)) {
        return;
      }
      await this.#resume();
    }
  }

  #patch(): Promise<HttpResponse | HttpFailure> {
    const chunk = this.blob.content.subarray(this.#offset, this.#offset + this.#chunkBytes);
    const headers = { 'content-type': 'application/octet-stream', 'content-range': `${this.#offset}-${this.#offset + chunk.length - 1}` };
    return this.client.sendOnce({ method: 'PATCH', url: this.#location, headers, body: chunk, maxBytes: MAX_RESPONSE_BYTES });
  }

  #put(): Promise<HttpResponse | HttpFailure> {
    const url = new URL(this.#location);
    // Not with searchParams, which would write the other parameters in another way; they may be signed.
    url.search += `${url.search === '' ? '?' : '&'}digest=${encodeURIComponent(this.blob.digest)}`;
    const body = this.#isWhole ? this.blob.content : new Uint8Array();
    return this.client.sendOnce({ method: 'PUT', url, headers: { 'content-type': 'application/octet-stream' }, body, maxBytes: MAX_RESPONSE_BYTES });
  }

  #advance(response: HttpResponse): void {
    const end = this.#offset + this.#chunkBytes;
    this.#offset = receivedBytes(response, this.blob.content.length) ?? Math.min(end, this.blob.content.length);
    this.#location = this.client.tryLocation(response) ?? this.#location;
  }

  /** Continues where the registry is, or begins again if it does not know the upload. */
  async #resume(): Promise<void> {
    if (!this.#isWhole) {
      const response = await this.client.send({ url: this.#location, headers: {}, maxBytes: MAX_RESPONSE_BYTES });
      const received = response.status < 300 ? receivedBytes(response, this.blob.content.length) : undefined;
      if (received !== undefined) {
        this.#offset = received;
        this.#location = this.client.tryLocation(response) ?? this.#location;
        return;
      }
    }
    await this.#restart();
  }

  async #restart(): Promise<void> {
    const { location, minChunkBytes } = await start(this.client);
    this.#location = location;
    this.#chunkBytes = Math.max(this.maxChunkBytes, minChunkBytes);
    this.#offset = 0;
  }
}

/** Whether the repository has a blob. */
async function hasBlob(client: RegistryClient, { digest, content }: Blob): Promise<boolean> {
  const { status, headers } = await client.send({ method: 'HEAD', url: client.urlOf(`blobs/${digest}`), headers: {}, maxBytes: MAX_RESPONSE_BYTES });
  return status === 200 && Number(headers['content-length'] ?? content.length) === content.length;
}

async function mountOrStart(client: RegistryClient, { digest }: Blob, { mountFrom }: UploadSettings): Promise<UploadPlace | 'mounted'> {
  let place: UploadPlace | undefined;
  for (const from of mountFrom) {
    const url = client.urlOf('blobs/uploads/');
    url.search = new URLSearchParams({ mount: digest, from }).toString();
    const response = await client.send({ method: 'POST', url, headers: {}, maxBytes: MAX_RESPONSE_BYTES });
    if (response.status === 201) {
      return 'mounted';
    }
    place = response.status === 202 ? placeOf(client, response) : place;
  }
  return place ?? start(client);
}

async function start(client: RegistryClient): Promise<UploadPlace> {
  const response = await client.send({ method: 'POST', url: client.urlOf('blobs/uploads/'), headers: {}, maxBytes: MAX_RESPONSE_BYTES });
  if (response.status !== 202) {
    throw await client.refused(response);
  }
  return placeOf(client, response);
}

function placeOf(client: RegistryClient, response: HttpResponse): UploadPlace {
  const minimum = Number(response.headers['oci-chunk-min-length'] ?? 0);
  return { location: client.location(response), minChunkBytes: Number.isSafeInteger(minimum) ? minimum : 0 };
}
