import type { ResolutionHop } from './resolved-operator';

/**
 * Thrown if OLM would install nothing in a namespace. Its message is that of OLM's condition `ResolutionFailed`, with the reasons sorted.
 *
 * @internal
 */
export class ResolutionError extends Error {
  /** Reason of OLM's condition. */
  public readonly reason: ResolutionFailureReason;

  // Private, so that Node.js does not print them again below the message of an uncaught error.
  readonly #reasons: readonly ResolutionReason[];
  readonly #hops: readonly ResolutionHop[];
  readonly #namespace: string;

  /**
   * @param namespace namespace that OLM resolves
   * @param message message of OLM's condition
   * @param reasons the reasons that contradict each other, or an empty list if OLM stopped before it searched
   * @param hops resolutions that OLM would complete before the error
   */
  public constructor(namespace: string, message: string, reasons: readonly ResolutionReason[], hops: readonly ResolutionHop[]) {
    super(message);
    Object.defineProperty(this, 'name', { value: 'ResolutionError', configurable: true, writable: true });
    this.reason = reasons.length === 0 ? ResolutionFailureReason.ERROR_PREVENTED_RESOLUTION : ResolutionFailureReason.CONSTRAINTS_NOT_SATISFIABLE;
    this.#namespace = namespace;
    this.#reasons = reasons;
    this.#hops = hops;
  }

  /** The reasons that contradict each other, none of which is superfluous, sorted by message, or an empty list if OLM stopped before it searched. */
  public get reasons(): ResolutionReason[] {
    return [...this.#reasons];
  }

  /** Resolutions that OLM would complete before the error, or an empty list if the first one fails. */
  public get hops(): ResolutionHop[] {
    return [...this.#hops];
  }

  /** Human-readable explanation in several lines: each reason in plain words, with its remedy. */
  public get explanation(): string {
    const when = this.#hops.length === 0 ? '' : ` after ${this.#hops.flatMap(({ operators }) => operators).map(({ csv }) => csv).join(', ')}`;
    if (this.#reasons.length === 0) {
      return `OLM stops before it resolves namespace ${this.#namespace}${when}: ${this.message}`;
    }
    const remedies = this.#reasons.filter(({ remedy }) => remedy !== undefined);
    return [
      `OLM installs nothing${this.#hops.length === 0 ? '' : ' more'} in namespace ${this.#namespace}${when}, because these contradict each other:`,
      ...[...new Set(this.#reasons.map(({ explanation }) => explanation))].map(explanation => `  - ${explanation}`),
      ...(remedies.length === 0 ? [] : [remedies.length === 1 ? 'To resolve it:' : 'To resolve it, do one of these:']),
      ...[...new Set(remedies.map(({ remedy }) => remedy!))].map(remedy => `  - ${remedy}`),
    ].join('\n');
  }
}

/** Reason of the condition `ResolutionFailed` that OLM sets on the Subscriptions of a namespace. */
export enum ResolutionFailureReason {
  /** The requirements of Subscriptions, bundles and installed operators contradict each other. */
  CONSTRAINTS_NOT_SATISFIABLE = 'ConstraintsNotSatisfiable',

  /** OLM stopped before it searched: a channel is not a single chain of replacements, or a property of a bundle cannot be parsed. */
  ERROR_PREVENTED_RESOLUTION = 'ErrorPreventedResolution',
}

/** One of the reasons for which a resolution is impossible: together they contradict each other, and without any one of them they do not. */
export interface ResolutionReason {
  /** The reason in OLM's words, as in the condition `ResolutionFailed`. */
  readonly message: string;

  /** The reason in plain words. */
  readonly explanation: string;

  /**
   * Subscription that it comes from.
   *
   * @default - it comes from no Subscription
   */
  readonly subscription?: string;

  /**
   * ClusterServiceVersion of the bundle that it comes from.
   *
   * @default - it comes from no bundle, or from several
   */
  readonly csv?: string;

  /**
   * What the bundle requires of another operator, such as `providing an API with group: example.com, version: v1, kind: Cache`.
   *
   * @default - the reason is not a requirement of a bundle
   */
  readonly requirement?: string;

  /**
   * Remedy.
   *
   * @default - none: resolve one of the other reasons
   */
  readonly remedy?: string;
}

/**
 * A problem for which OLM's resolver stops before it searches: the condition `ResolutionFailed` has the reason `ErrorPreventedResolution`.
 * `Resolution` turns it into a `ResolutionError`.
 *
 * @internal
 * @jsii ignore
 */
export class ResolutionFailure extends Error {
  /**
   * Returns the failure for several messages, joined as OLM joins them, each message once.
   *
   * @param messages at least one
   */
  public static of(messages: readonly string[]): ResolutionFailure {
    const different = [...new Set(messages)];
    return new ResolutionFailure(different.length === 1 ? different[0]! : `[${different.join(', ')}]`);
  }
}
