import { NotReadyError } from '../../lib/pulumi/provider/resource-provider';

/** Returns the failure of a call after which Pulumi keeps the resource, as one that is not ready. */
export async function notReady(call: Promise<unknown>): Promise<NotReadyError> {
  const error: unknown = await call.then(() => undefined, (thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(NotReadyError);
  return error as NotReadyError;
}
