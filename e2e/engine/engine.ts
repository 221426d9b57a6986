import type { PulumiProgram } from './program-process';
import type { Step } from './step';

/** Settings of a stack. */
export interface StackOptions {
  readonly project: string;
  readonly stack: string;
  /** Path of the kubeconfig of the ambient cluster. */
  readonly kubeconfig: string;
  /** Folder of the program, from which providers resolve packages. */
  readonly folder: string;
  /**
   * Whether that folder has the published package in its node_modules.
   *
   * @default false
   */
  readonly installed?: boolean;
  /**
   * Language of the program, by the name of Pulumi's runtime. Only the real Pulumi runs others than Node.js.
   *
   * @default nodejs
   */
  readonly runtime?: PulumiRuntime;
}

/** A runtime of Pulumi. */
export type PulumiRuntime = 'nodejs' | 'yaml' | 'python' | 'go';

/** Result of an operation. */
export interface Outcome {
  readonly succeeded: boolean;
  /** Performed or planned steps, unchanged resources included. */
  readonly steps: readonly Step[];
  /** Output of the engine, the program and its resources. */
  readonly output: string;
}

/** A resource in the state. */
export interface StateResource {
  readonly urn: string;
  readonly id: string;
}

/** A stack of a program, run by the real Pulumi or by its stand-in. */
export interface PulumiStack {
  /** Plans an `up`. */
  preview(program: PulumiProgram): Promise<Outcome>;
  up(program: PulumiProgram): Promise<Outcome>;
  /** Starts an `up`, and kills the engine as soon as it prints a given string. */
  crash(program: PulumiProgram, at: RegExp): Promise<void>;
  /** Reads the actual state; needs no program. */
  refresh(): Promise<Outcome>;
  /** Deletes everything; needs no program. */
  destroy(): Promise<Outcome>;
  /** Resources in the state. */
  resources(): Promise<readonly StateResource[]>;
  /** The state as readable without the passphrase. */
  exported(): Promise<string>;
  /** Deletes the state. */
  close(): Promise<void>;
}
