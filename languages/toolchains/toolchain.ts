import type { Outcome } from '../packages/command';
import type { PackageFiles } from '../packages/package-files';

/** A language as users have it: its package manager and its way to run a program. */
export interface Toolchain {
  /** Name of the language. */
  readonly language: string;

  /** Commands that it needs on PATH. */
  readonly commands: readonly string[];

  /** Installs the package, unless that was done before. */
  install(files: PackageFiles): Promise<void>;

  /**
   * Runs a program, in its own folder.
   *
   * @param project folder of the project
   * @param program name of the program in it
   * @param outdir folder for the manifests
   */
  run(project: string, program: string, outdir: string): Promise<Outcome>;
}
