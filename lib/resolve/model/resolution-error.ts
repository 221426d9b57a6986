import { ResolutionFailureReason, type ResolutionReason } from './resolution-reason';
import type { ResolutionHop } from './resolved-operator';
import { printableMessage } from '../../text/printable';

/**
 * Thrown if OLM would install nothing in a namespace. Its message is that of OLM's condition `ResolutionFailed`, with the reasons sorted. Also thrown
 * if it is not decided within the limits of the resolution what OLM would do: then its reason is `NOT_DECIDED`.
 */
export class ResolutionError extends Error {
  /** Reason of OLM's condition, or `NOT_DECIDED`. */
  public readonly reason: ResolutionFailureReason;

  // Private, so that Node.js does not print them again below the message of an uncaught error.
  readonly #reasons: readonly ResolutionReason[];
  readonly #hops: readonly ResolutionHop[];
  readonly #namespace: string;
  readonly #undecidedRemedy: string;

  /**
   * @param namespace namespace that OLM resolves
   * @param message message of OLM's condition, or what is not decided
   * @param reasons the reasons that contradict each other, or an empty list if OLM stopped before it searched
   * @param hops resolutions that OLM would complete before the error
   * @param undecidedRemedy what would decide it, if it is not decided whether OLM would stop
   */
  public constructor(
    namespace: string, message: string, reasons: readonly ResolutionReason[], hops: readonly ResolutionHop[], undecidedRemedy?: string,
  ) {
    super(printableMessage(message));
    Object.defineProperty(this, 'name', { value: 'ResolutionError', configurable: true, writable: true });
    this.reason = undecidedRemedy !== undefined ? ResolutionFailureReason.NOT_DECIDED
      : reasons.length === 0 ? ResolutionFailureReason.ERROR_PREVENTED_RESOLUTION : ResolutionFailureReason.CONSTRAINTS_NOT_SATISFIABLE;
    this.#namespace = namespace;
    this.#reasons = reasons;
    this.#hops = hops;
    this.#undecidedRemedy = undecidedRemedy ?? '';
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
    if (this.reason === ResolutionFailureReason.NOT_DECIDED) {
      return `it is not decided what OLM installs in namespace ${this.#namespace}${when}: ${this.message}; ${this.#undecidedRemedy}`;
    }
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

/**
 * A problem for which OLM's resolver stops before it searches: the condition `ResolutionFailed` has the reason `ErrorPreventedResolution`.
 * `Resolution` turns it into a `ResolutionError`.
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

/** The resolver did not decide within its limits what OLM does, so that it is unknown. `Resolution` turns it into a `ResolutionError`. */
export class ResolutionUndecided extends Error {
  /**
   * @param message what is not decided
   * @param remedy what would decide it
   */
  public constructor(message: string, public readonly remedy: string = 'raise the limit if you trust the catalogs') {
    super(printableMessage(message));
  }
}

/** The requirements of a bundle are not decided, so that it is unknown what meets them. */
export class RequirementUndecided extends ResolutionUndecided {
  /** Returns the error with the name of the bundle. */
  public of(csv: string): ResolutionUndecided {
    return new ResolutionUndecided(`bundle ${csv}: ${this.message}`, this.remedy);
  }
}
