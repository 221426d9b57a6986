import { existsSync } from 'node:fs';
import * as path from 'node:path';
import { type Outcome, run } from '../packages/command';
import type { PackageFiles } from '../packages/package-files';
import { Needed } from '../../test/needed';

/** A program that is ready to run, in the folder of its project. */
export interface PreparedProgram {
  readonly command: string;
  readonly args: readonly string[];
}

/** A language as users have it: its package manager and its way to run a program. */
export interface Toolchain {
  /** Name of the language. */
  readonly language: string;

  /** Commands that it needs on PATH. */
  readonly commands: readonly string[];

  /** Installs the package, unless that was done before. */
  install(files: PackageFiles): Promise<void>;

  /**
   * Compiles a program, if the language is compiled.
   *
   * @param project folder of the project
   * @param program name of the program in it
   */
  prepare(project: string, program: string): Promise<PreparedProgram>;
}

/** Environment of a program that writes manifests into a folder. */
export function environmentFor(outdir: string): { readonly [name: string]: string } {
  return { CDK8S_OUTDIR: outdir, PYTHONDONTWRITEBYTECODE: '1' };
}

/**
 * Runs a program, in its own folder.
 *
 * @param toolchain its language
 * @param project folder of the project
 * @param program name of the program in it
 * @param outdir folder for the manifests
 */
export async function runProgram(toolchain: Toolchain, project: string, program: string, outdir: string): Promise<Outcome> {
  const { command, args } = await toolchain.prepare(project, program);
  return run(command, args, { cwd: project, env: environmentFor(outdir) });
}

/** Returns the commands of a language on PATH. */
export function installed({ commands }: Toolchain): Needed<readonly string[]> {
  return onPath(...commands);
}

/** Returns commands on PATH. */
export function onPath(...commands: readonly string[]): Needed<readonly string[]> {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const missing = commands.filter((command) => !folders.some((folder) => existsSync(path.join(folder, command))));
  return missing.length === 0 ? Needed.found(commands) : Needed.missing(`there is no ${missing.join(', ')} on PATH`);
}
