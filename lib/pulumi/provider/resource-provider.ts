import type { InputProblem } from './input-checks';
import type { JsonMap } from '../../bundle/json-value';

/** What Pulumi's process for dynamic resources calls. Inputs and outputs are plain values, secrets too; unknown ones are a text of their own. */
export interface ResourceProvider {
  readonly check: (before: JsonMap, inputs: JsonMap) => Promise<{ readonly inputs: JsonMap; readonly failures: readonly InputProblem[] }>;
  readonly diff: (id: string, outputs: JsonMap, inputs: JsonMap) => Promise<Difference>;
  readonly create: (inputs: JsonMap) => Promise<{ readonly id: string; readonly outs: JsonMap }>;
  readonly read: (id: string, outputs: JsonMap) => Promise<{ readonly id: string; readonly props: JsonMap }>;
  readonly update: (id: string, outputs: JsonMap, inputs: JsonMap) => Promise<{ readonly outs: JsonMap }>;
  readonly delete: (id: string, outputs: JsonMap) => Promise<void>;
}

/** What a change of inputs leads to. */
export interface Difference {
  readonly changes: boolean;

  /** The inputs whose change makes it another thing. */
  readonly replaces: readonly string[];

  /** Whether the old one has to go first. */
  readonly deleteBeforeReplace: boolean;
}

/**
 * A resource that is there, but not what was asked for. Pulumi keeps what it carries in the state and goes on from there the next time;
 * it prints the reasons.
 */
export class NotReadyError extends Error {
  public constructor(
    public readonly id: string,
    public readonly reasons: readonly string[],
    public readonly properties: JsonMap,
  ) {
    super(reasons.join('\n'));
    this.name = 'NotReadyError';
  }
}
