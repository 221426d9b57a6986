import { existsSync, readFileSync } from 'node:fs';
import { enterCommandFolder } from '../../builders/command-folder';
import { runCommandLine } from '../../builders/command-line';
import type { Snippet } from '../../docs/markdown-snippets';

/** Returns each program that `init` can create. */
export async function initPrograms(): Promise<Snippet[]> {
  const leave = enterCommandFolder();
  try {
    const programs: Snippet[] = [];
    for (const [tool, files] of [['cdk8s', ['app.ts']], ['pulumi', ['index.ts', 'lock.ts']]] as const) {
      for (const [index, args] of [[], ['--bundle', 'bundle'], ['--package', 'hello-operator']].entries()) {
        const folder = `${tool}-${index}`;
        expect(await runCommandLine(['init', folder, '--with', tool, ...args])).toMatchObject({ exitCode: 0, stderr: '' });
        files.filter((file) => existsSync(`${folder}/${file}`)).forEach((file) => {
          programs.push({ file: `${folder}/${file}`, line: 1, code: readFileSync(`${folder}/${file}`, 'utf8') });
        });
      }
    }
    return programs;
  } finally {
    leave();
  }
}
