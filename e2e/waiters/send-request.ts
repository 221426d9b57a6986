import type { ApiClient, ApiRequest } from '../../lib/cluster/client/api-client';
import { ApiError } from '../../lib/cluster/client/client-error';

/** Sends a request; returns undefined if the response has one of the accepted statuses. */
export async function sendRequest(client: ApiClient, request: ApiRequest, accepted: readonly number[] = []): Promise<unknown> {
  try {
    return await client.request(request, new AbortController().signal);
  } catch (error) {
    if (error instanceof ApiError && accepted.includes(error.status)) {
      return undefined;
    }
    throw error;
  }
}
