import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { transform } from 'esbuild';

/** What `cdk8s import` writes over each field: where in the schema it stands, which its name says too. */
const SCHEMA_TAG = /^ *\* @schema .*\n/gm;

/** A comment that held nothing else, and the empty line before a tag that is gone. */
const EMPTY_COMMENT = /^ *\/\*\*\n(?: *\*\n)* *\*\/\n/gm;
const LAST_EMPTY_LINE = /^ *\*\n(?= *\*\/)/gm;

/** What a declaration file takes from others. */
const SPECIFIERS = /(?:from|import\()\s*['"](\.{1,2}\/[^'"]+)['"]/g;

/**
 * Makes code smaller that was compiled for development: documentation stays in the declarations, where editors read it, and declarations
 * stay where a user's program can reach them.
 *
 * @param folder the compiled files
 * @param doors the declaration files that users import
 */
export async function makePublishable(folder: string, doors: readonly string[]): Promise<void> {
  const reachable = await reachableDeclarations(doors);
  for (const name of await readdir(folder, { recursive: true })) {
    const file = join(folder, name);
    if (name.endsWith('.js')) {
      await rewrite(file, async (code) => (await transform(code, {
        target: 'es2022', legalComments: 'none', charset: 'utf8', minifyWhitespace: true, minifySyntax: true,
      })).code);
    } else if (name.endsWith('.d.ts')) {
      await (reachable.has(resolve(file)) ? rewrite(file, withoutSchemaTags) : rm(file));
    }
  }
}

function withoutSchemaTags(declarations: string): string {
  return declarations.replace(SCHEMA_TAG, '').replace(LAST_EMPTY_LINE, '').replace(EMPTY_COMMENT, '');
}

async function reachableDeclarations(doors: readonly string[]): Promise<ReadonlySet<string>> {
  const reachable = new Set<string>();
  const open = doors.map((door) => resolve(door));
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (!reachable.has(file)) {
      reachable.add(file);
      for (const [, specifier] of (await readFile(file, 'utf8')).matchAll(SPECIFIERS)) {
        const path = resolve(dirname(file), specifier!);
        open.push([`${path}.d.ts`, join(path, 'index.d.ts')].find(existsSync) ?? fail(file, specifier!));
      }
    }
  }
  return reachable;
}

async function rewrite(file: string, change: (text: string) => string | Promise<string>): Promise<void> {
  await writeFile(file, await change(await readFile(file, 'utf8')));
}

function fail(file: string, specifier: string): never {
  throw new Error(`${file} imports '${specifier}', which has no declarations`);
}
