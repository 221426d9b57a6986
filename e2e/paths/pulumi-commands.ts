import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { load } from 'js-yaml';
import type { Outcome } from '../engine/engine';
import type { PulumiProgram } from '../engine/program-process';
import { StandIn } from '../engine/stand-in';

const STACK = 'dev';

/** The commands of Pulumi in a page, run by the stand-in for its engine. */
export class PulumiCommands {
  readonly #config: Record<string, string> = {};
  #stack: StandIn | undefined;

  public constructor(private readonly kubeconfig: string) {}

  /** Whether all lines of a block are commands of Pulumi. */
  public static areAll(code: string): boolean {
    return code.split('\n').every(line => line.startsWith('pulumi '));
  }

  /** Runs a command in the folder of a project, and returns what the engine, the program and its resources print. */
  public async run(line: string, folder: string): Promise<Outcome> {
    const [, command, ...words] = line.split(/\s+/);
    const { name } = load(readFileSync(path.join(folder, 'Pulumi.yaml'), 'utf8')) as { readonly name: string };
    const program: PulumiProgram = { folder, project: name, stack: STACK, config: this.#config };
    this.#stack ??= new StandIn({ project: name, stack: STACK, folder, kubeconfig: this.kubeconfig, installed: true });
    switch (`${command ?? ''} ${words.join(' ')}`.trim()) {
      case `stack init ${STACK}`: return { succeeded: true, steps: [], output: '' };
      case 'preview': return this.#stack.preview(program);
      case 'up --yes': return this.#stack.up(program);
      case 'refresh --yes': return this.#stack.refresh();
      case 'destroy --yes': return this.#stack.destroy();
      default: break;
    }
    if (command === 'config' && words[0] === 'set' && words.length === 3) {
      this.#config[words[1]!] = words[2]!;
      return { succeeded: true, steps: [], output: '' };
    }
    throw new Error(`the stand-in for Pulumi has no '${line}'; add it to e2e/paths/pulumi-commands.ts`);
  }

  /** Deletes the state. */
  public async close(): Promise<void> {
    await this.#stack?.close();
  }
}
