import { ClientError } from '../../cluster/client/client-error';
import type { JsonMap } from '../../formats/json/json-value';
import type { InputProblem } from './waiter-inputs';
import { printableLines, printableMessage } from '../../text/printable';

/**
 * Functions that Pulumi's process for dynamic resources calls. Inputs and outputs are plain values, including secrets; unknown values are a fixed
 * string.
 */
export interface ResourceProvider {
  readonly check: (before: JsonMap, inputs: JsonMap) => Promise<{ readonly inputs: JsonMap; readonly failures: readonly InputProblem[] }>;
  readonly diff: (id: string, outputs: JsonMap, inputs: JsonMap) => Promise<Difference>;
  readonly create: (inputs: JsonMap) => Promise<{ readonly id: string; readonly outs: JsonMap }>;
  readonly read: (id: string, outputs: JsonMap) => Promise<{ readonly id: string; readonly props: JsonMap }>;
  readonly update: (id: string, outputs: JsonMap, inputs: JsonMap) => Promise<{ readonly outs: JsonMap }>;
  readonly delete: (id: string, outputs: JsonMap) => Promise<void>;

  /**
   * Finds what exists in the cluster under the ID that a user specifies for `pulumi import`. Pulumi's process for dynamic resources cannot import.
   *
   * @param settings inputs that select the cluster
   * @returns undefined if it does not exist
   */
  readonly find: (id: string, settings: JsonMap) => Promise<FoundResource | undefined>;
}

/** What exists in the cluster, as a resource. */
export interface FoundResource {
  readonly id: string;
  readonly inputs: JsonMap;
  readonly outs: JsonMap;
}

/** Effect of a change of inputs. */
export interface Difference {
  readonly changes: boolean;

  /** Inputs whose change replaces the resource. */
  readonly replaces: readonly string[];

  /** Whether the old resource is deleted before the new one is created. */
  readonly deleteBeforeReplace: boolean;
}

/**
 * A resource that exists but did not become ready: a partial failure. Pulumi keeps its properties in the state, prints the reasons, and continues
 * with an update the next time.
 */
export class NotReadyError extends Error {
  public constructor(
    public readonly id: string,
    public readonly reasons: readonly string[],
    public readonly properties: JsonMap,
  ) {
    super(printableLines(reasons));
    this.name = 'NotReadyError';
  }
}

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
    super(printableMessage(message));
    this.name = 'ResourceFailure';
    this.#subject = subject;
    this.stack = 'failed, for the reason that is reported with its resource';
  }

  public override toString(): string {
    return this.#subject;
  }
}

/** Reason with which Pulumi cancels a call, after Ctrl-C or `pulumi cancel`. */
export class CanceledCall extends Error {
  public constructor() {
    super('Pulumi canceled the operation; the next `pulumi up` or `pulumi destroy` continues it');
    this.name = 'CanceledCall';
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
