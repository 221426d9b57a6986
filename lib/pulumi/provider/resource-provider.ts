import type { InputProblem } from './input-checks';
import type { JsonMap } from '../../formats/json/json-value';

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
    super(reasons.join('\n'));
    this.name = 'NotReadyError';
  }
}
