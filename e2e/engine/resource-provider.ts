import type { Properties } from './property-values';

/** What has to happen to a resource that is there. */
export interface Difference {
  readonly changes: boolean;
  /** The properties that cannot be changed in place. */
  readonly replaces: readonly string[];
  /** Whether the old one has to go before the new one comes. */
  readonly deleteBeforeReplace: boolean;
}

/** A resource as a provider has it. */
export interface Provided {
  readonly id: string;
  readonly outputs: Properties;
}

/** A resource as it is now, and the inputs that would make it so. */
export interface Found extends Provided {
  readonly inputs: Properties;
}

/** A resource that the state has. */
export interface Known extends Provided {
  readonly urn: string;
  readonly inputs: Properties;
}

/** What makes resources. None of the values that it gets or gives is marked. */
export interface ResourceProvider {
  /** @throws when the inputs are not possible */
  check(urn: string, oldInputs: Properties, newInputs: Properties): Promise<Properties>;
  diff(old: Known, newInputs: Properties): Promise<Difference>;
  /** @throws PartialFailure when it is there and is not ready */
  create(urn: string, inputs: Properties): Promise<Provided>;
  /** @throws PartialFailure when it was changed and is not ready */
  update(old: Known, newInputs: Properties): Promise<Properties>;
  /** Undefined when it is not there any more. */
  read(old: Known): Promise<Found | undefined>;
  delete(old: Known): Promise<void>;
  close(): Promise<void>;
}

/** A resource exists, and did not become ready. */
export class PartialFailure extends Error {
  public constructor(public readonly provided: Provided, public readonly reasons: readonly string[]) {
    super(reasons.join('\n'));
  }
}
