import { ClientError } from '../../cluster/client/client-error';

/**
 * Failure that Pulumi reports with its resource. For some calls Pulumi's process also prints an error with its stack trace; for this error it prints
 * one line that refers to the resource.
 */
export class ResourceFailure extends Error {
  readonly #subject: string;

  /**
   * @param subject what failed, such as `removal of operator demo/plain`
   * @param message why
   */
  public constructor(subject: string, message: string) {
    super(message);
    this.name = 'ResourceFailure';
    this.#subject = subject;
    this.stack = 'failed, for the reason that is reported with its resource';
  }

  public override toString(): string {
    return this.#subject;
  }
}

/**
 * Returns the result of a call for a resource.
 *
 * @throws ResourceFailure if the cluster cannot be reached
 */
export async function reportedWithResource<Result>(subject: string, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof ClientError ? new ResourceFailure(subject, error.message) : error;
  }
}
