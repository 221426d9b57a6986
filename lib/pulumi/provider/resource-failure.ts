import { ClientError } from '../wait/client/client-error';

/**
 * A failure that Pulumi tells with its resource. Of what goes wrong in some calls Pulumi's process prints the error besides, with the calls
 * that led to it; of this one it prints a line that leads to the resource.
 */
export class ResourceFailure extends Error {
  readonly #subject: string;

  /**
   * @param subject what failed, such as `removal of operator demo/plain`
   * @param message why, for people
   */
  public constructor(subject: string, message: string) {
    super(message);
    this.name = 'ResourceFailure';
    this.#subject = subject;
    this.stack = 'failed, for the reason that is told with its resource';
  }

  public override toString(): string {
    return this.#subject;
  }
}

/**
 * The result of some work on a resource.
 *
 * @throws ResourceFailure where the cluster cannot be spoken with
 */
export async function toldOnce<Result>(subject: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ClientError ? new ResourceFailure(subject, error.message) : error;
  }
}
