import type { PulumiProgram } from './program-process';
import type { Step } from './step';

/** Where a stack runs. */
export interface StackOptions {
  readonly project: string;
  readonly stack: string;
  /** The kubeconfig of the ambient cluster, as a file. */
  readonly kubeconfig: string;
  /** The folder of the program: providers find packages from there. */
  readonly folder: string;
  /**
   * Whether that folder has the package as it is published in its node_modules.
   *
   * @default false
   */
  readonly installed?: boolean;
}

/** How an operation ended. */
export interface Outcome {
  readonly succeeded: boolean;
  /** What was done, or would be; resources that stay as they are included. */
  readonly steps: readonly Step[];
  /** What the engine, the program and its resources said. */
  readonly output: string;
}

/** A resource as the state has it. */
export interface StateResource {
  readonly urn: string;
  readonly id: string;
}

/** One stack of a program, and what runs it: the real Pulumi, or its stand-in. */
export interface PulumiStack {
  /** What `up` would do. */
  preview(program: PulumiProgram): Promise<Outcome>;
  up(program: PulumiProgram): Promise<Outcome>;
  /** Begins an `up`, and kills what runs it as soon as it says something. */
  crash(program: PulumiProgram, at: RegExp): Promise<void>;
  /** Looks at what is there; it needs no program. */
  refresh(): Promise<Outcome>;
  /** Deletes everything; it needs no program. */
  destroy(): Promise<Outcome>;
  /** The resources in the state. */
  resources(): Promise<readonly StateResource[]>;
  /** The state as anybody reads it who has no passphrase. */
  exported(): Promise<string>;
  /** Removes the state. */
  close(): Promise<void>;
}
