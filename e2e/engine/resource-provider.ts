import type { Properties } from './property-values';

/** Change that is necessary on an existing resource. */
export interface Difference {
  readonly changes: boolean;
  /** Properties that cannot be changed in place. */
  readonly replaces: readonly string[];
  /** Whether the old resource must be deleted before the new one is created. */
  readonly deleteBeforeReplace: boolean;
}

/** A resource as its provider returns it. */
export interface Provided {
  readonly id: string;
  readonly outputs: Properties;
}

/** A resource as it is, and the inputs that would produce it. */
export interface Found extends Provided {
  readonly inputs: Properties;
}

/** A resource in the state. */
export interface Known extends Provided {
  readonly urn: string;
  readonly inputs: Properties;
}

/** A provider. None of the values that it receives or returns is marked. */
export interface ResourceProvider {
  /** @throws if the inputs are invalid */
  check(urn: string, oldInputs: Properties, newInputs: Properties): Promise<Properties>;
  diff(old: Known, newInputs: Properties): Promise<Difference>;
  /** @throws PartialFailure if the resource exists and is not ready */
  create(urn: string, inputs: Properties): Promise<Provided>;
  /** @throws PartialFailure if the resource was changed and is not ready */
  update(old: Known, newInputs: Properties): Promise<Properties>;
  /** Returns undefined if the resource no longer exists. */
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
