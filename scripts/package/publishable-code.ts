import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import { transform } from 'esbuild';

/** Declarations of the table of options. */
const OPTION_TYPES = /[\\/]options[\\/]generated[\\/]option-types\.d\.ts$/;

/** An entry of the table, whose value is an object with literal types only. */
const ENTRY = /^( {4}readonly (?:'[^'\n]+'|\w+)): \{\n(?: {8}readonly (?:'[^'\n]+'|\w+): "[^"\n]*";\n)+ {4}\};$/gm;

/** Tag that `cdk8s import` writes for each field: its path in the schema, which its name also contains. */
const SCHEMA_TAG = /^ *\* @schema .*\n/gm;

/** An otherwise empty comment, and the empty line before a removed tag. */
const EMPTY_COMMENT = /^ *\/\*\*\n(?: *\*\n)* *\*\/\n/gm;
const LAST_EMPTY_LINE = /^ *\*\n(?= *\*\/)/gm;

/** Imports of a declaration file. */
const SPECIFIERS = /(?:from|import\()\s*['"](\.{1,2}\/[^'"]+)['"]/g;

/** Folders of generated code. */
const GENERATED = /[\\/](?:imports|generated)[\\/]/;

/** The comment of a compiled file with the name of its source map. */
const MAP_COMMENT = /\n\/\/# sourceMappingURL=(\S+\.js\.map)\s*$/;

/**
 * Prepares compiled code for publishing. The code stays readable, so that the source line that Node.js prints for an uncaught error is meaningful.
 * Its comments are removed, since the declarations contain them. Source maps are kept without sources and columns, so that stack traces contain files
 * and lines of `lib`. Declarations are kept if a user's program can reach them.
 *
 * @param folder folder of the compiled files
 * @param entryPoints declaration files that users import
 */
export async function makePublishable(folder: string, entryPoints: readonly string[]): Promise<void> {
  const reachable = await reachableDeclarations(entryPoints);
  for (const name of await readdir(folder, { recursive: true })) {
    const file = join(folder, name);
    if (name.endsWith('.js')) {
      await rewriteCode(file);
    } else if (name.endsWith('.d.ts')) {
      await (reachable.has(resolve(file)) ? rewrite(file, OPTION_TYPES.test(file) ? withNamesOnly : withoutSchemaTags) : rm(file));
    }
  }
}

async function rewriteCode(file: string): Promise<void> {
  const compiled = await readFile(file, 'utf8');
  const mapFile = MAP_COMMENT.exec(compiled)?.[1];
  const options = { target: 'es2022', legalComments: 'none', charset: 'utf8', lineLimit: 150, sourcefile: basename(file) } as const;
  if (mapFile === undefined || GENERATED.test(file)) {
    await rm(`${file}.map`, { force: true });
    // Generated code has no map and need not be readable.
    const small = { ...options, minifyWhitespace: true, minifySyntax: true, lineLimit: 80 };
    await writeFile(file, (await transform(compiled.replace(MAP_COMMENT, '\n'), small)).code);
    return;
  }
  const map = await readFile(join(dirname(file), mapFile));
  const inline = compiled.replace(MAP_COMMENT, `\n//# sourceMappingURL=data:application/json;base64,${map.toString('base64')}\n`);
  const published = await transform(inline, { ...options, sourcemap: 'external', sourcesContent: false });
  await writeFile(file, `${published.code}//# sourceMappingURL=${mapFile}\n`);
  await writeFile(join(dirname(file), mapFile), withoutColumns(published.map));
}

/** Keeps the first position of each line: the columns of all names make up two thirds of a source map. */
function withoutColumns(map: string): string {
  const { version, sources, mappings } = JSON.parse(map) as { readonly version: number; readonly sources: string[]; readonly mappings: string };
  const lines = decode(mappings).map((segments) => segments.slice(0, 1).map((segment) => segment.slice(0, 4) as typeof segment));
  return JSON.stringify({ version, sources, names: [], mappings: encode(lines) });
}

/** Of the table of options, which is internal, other declarations use only the names. */
function withNamesOnly(declarations: string): string {
  return declarations.replace(ENTRY, '$1: object;');
}

function withoutSchemaTags(declarations: string): string {
  return declarations.replace(SCHEMA_TAG, '').replace(LAST_EMPTY_LINE, '').replace(EMPTY_COMMENT, '');
}

async function reachableDeclarations(entryPoints: readonly string[]): Promise<ReadonlySet<string>> {
  const reachable = new Set<string>();
  const open = entryPoints.map((file) => resolve(file));
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

async function rewrite(file: string, change: (content: string) => string | Promise<string>): Promise<void> {
  await writeFile(file, await change(await readFile(file, 'utf8')));
}

function fail(file: string, specifier: string): never {
  throw new Error(`${file} imports '${specifier}', which has no declaration file`);
}
