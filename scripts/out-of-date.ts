import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Generator } from './generated-files';

/** Returns the paths of files in a checkout whose content differs from the generated one. Writes nothing. */
export async function outOfDate(root: string, generators: readonly Generator[]): Promise<string[]> {
  const paths: string[] = [];
  for (const generate of generators) {
    for (const { path, content } of await generate(root)) {
      if (await contentOf(join(root, path)) !== content) {
        paths.push(path);
      }
    }
  }
  return paths;
}

/** Returns the error for files that are out of date. */
export function outOfDateMessage(paths: readonly string[]): string {
  return [
    'generated files are out of date:',
    ...paths.map((path) => `  ${path}`),
    'run `npm run generate` and commit the result; edit the sources of these files, not the files themselves',
  ].join('\n');
}

async function contentOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}
