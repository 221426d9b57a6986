import { refusal } from '../files/refusal';
import { BundleErrorCode } from '../model/bundle-problem';
import type { HttpResponse } from './http-exchange';

/** Maximum size of the response to an upload, in bytes. */
export const MAX_RESPONSE_BYTES = 64 * 1024;

/**
 * Returns how many bytes of an upload a registry has, as its response says.
 *
 * @param total size of the blob, more than one chunk
 * @returns undefined if the response does not say it, or what it says is impossible
 */
export function receivedBytes({ headers: { range } }: HttpResponse, total: number): number | undefined {
  const last = /^(?:bytes=)?0-(\d{1,15})$/.exec(range ?? '')?.[1];
  // Of an upload without any bytes, registries say 0-0.
  const received = last === undefined ? undefined : last === '0' ? 0 : Number(last) + 1;
  return received === undefined || received > total ? undefined : received;
}

/**
 * Checks the digest that a registry reports for what it received, if it does.
 *
 * @throws BundleError if it is another digest
 */
export function matchesUpload(source: string, digest: string, { headers }: HttpResponse): void {
  const reported = headers['docker-content-digest'];
  if (typeof reported === 'string' && reported.startsWith(`${digest.split(':')[0]!}:`) && reported !== digest) {
    throw refusal(source, BundleErrorCode.DIGEST, `the registry stored ${reported} in the place of ${digest}; the image was not tagged; push it again, and do not trust this `
      + 'registry if that happens again');
  }
}
