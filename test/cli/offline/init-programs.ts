import { readFileSync } from 'node:fs';
import { enterCommandFolder } from '../../builders/command-folder';
import { runCommandLine } from '../../builders/command-line';
import type { Snippet } from '../../docs/markdown-snippets';

/** Returns each program that `init` can create. */
export async function initPrograms(): Promise<Snippet[]> {
  const leave = enterCommandFolder();
  try {
    const programs: Snippet[] = [];
    for (const [tool, main] of [['cdk8s', 'main.ts'], ['pulumi', 'index.ts']] as const) {
      for (const args of [[], ['--bundle', 'bundle']]) {
        const folder = `${tool}-${args.length}`;
        expect(await runCommandLine(['init', folder, '--with', tool, ...args])).toMatchObject({ exitCode: 0, stderr: '' });
        programs.push({ file: `${folder}/${main}`, line: 1, code: readFileSync(`${folder}/${main}`, 'utf8') });
      }
    }
    return programs;
  } finally {
    leave();
  }
}
