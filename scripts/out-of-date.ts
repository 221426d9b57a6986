import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GeneratedFile } from './generated-files';

/** The paths of those files whose content in a checkout is not what would be generated now. Writes nothing. */
export async function outOfDate(root: string, files: readonly GeneratedFile[]): Promise<string[]> {
  const paths: string[] = [];
  for (const file of files) {
    const committed = await contentOf(join(root, file.path));
    if (committed !== await file.content(root)) {
      paths.push(file.path);
    }
  }
  return paths;
}

/** What to tell about files that are out of date. */
export function outOfDateMessage(paths: readonly string[]): string {
  return [
    'generated files differ from what `npm run generate` makes:',
    ...paths.map((path) => `  ${path}`),
    'run `npm run generate` and commit the result; change the sources of these files instead of the files',
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
