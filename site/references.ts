import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { corrected } from './reference-corrections';

const ROOT = join(__dirname, '..');

/** What jsii compiles the API to. It is written by `npm run build`. */
const ASSEMBLY = join(ROOT, '.jsii.gz');

const FOLDER = join(__dirname, 'reference');

/** Namespace of the root in C#. */
const ROOT_NAMESPACE = 'OlmConstructs';

const LANGUAGES = ['typescript', 'python', 'java', 'go', 'csharp'];

/** What the assembly says about a type or a submodule. */
interface Declared {
  /** Source file without its extension, a colon and the name there. */
  readonly symbolId: string;
}

interface TypeDeclared extends Declared {
  readonly name: string;
  /** Whether it is a struct. @default false */
  readonly datatype?: boolean;
}

interface Submodule extends Declared {
  readonly targets?: { readonly dotnet?: { readonly namespace: string } };
}

interface Assembly {
  readonly types: { readonly [fqn: string]: TypeDeclared };
  readonly submodules: { readonly [fqn: string]: Submodule };
}

/**
 * Generates the API references of all languages into `site/reference`, unless they are newer than the build and this code: a file for each language,
 * of TypeScript without the root, which is in API.md. One process of jsii-docgen writes all of them. OLM's kinds as typed objects are left out: they would be two
 * thirds of it.
 */
export function generateReferences(): void {
  if (!existsSync(ASSEMBLY)) {
    throw new Error('the API references are generated from the build, which is missing: run `npm run build` first');
  }
  const built = Math.max(...[ASSEMBLY, __filename, join(__dirname, 'reference-corrections.ts')].map((file) => statSync(file).mtimeMs));
  if (LANGUAGES.every((language) => existsSync(referenceOf(language)) && statSync(referenceOf(language)).mtimeMs > built)) {
    return;
  }
  const { types, submodules } = JSON.parse(gunzipSync(readFileSync(ASSEMBLY)).toString()) as Assembly;
  const parts = join(FOLDER, 'parts');
  mkdirSync(parts, { recursive: true });
  runDocgen(['--split-by-submodule', ...LANGUAGES.flatMap((language) => ['--language', language]), '--output', join(parts, 'root')]);
  const modules = Object.entries(submodules).map(([fqn, submodule]) => {
    const name = fqn.split('.').pop()!;
    return { name, submodule, namespace: submodule.targets?.dotnet?.namespace ?? `${ROOT_NAMESPACE}.${name[0]!.toUpperCase()}${name.slice(1)}` };
  });
  const structs = Object.values(types).filter(({ datatype, ...type }) => datatype === true && !isGenerated(type)).map(({ name }) => name);
  const generated = new Set(Object.entries(types).filter(([, type]) => isGenerated(type)).map(([fqn]) => fqn));
  for (const language of LANGUAGES) {
    const names = [...(language === 'typescript' ? [] : ['root']), ...modules.filter(({ submodule }) => !isGenerated(submodule)).map(({ name }) => name)];
    const texts = names.map((name) => {
      const namespace = modules.find((module) => module.name === name)?.namespace ?? ROOT_NAMESPACE;
      return corrected(language, withoutTypes(readFileSync(join(parts, `${name}.${language}.md`), 'utf8'), generated), { structs, namespace });
    });
    const text = texts.join('\n');
    writeFileSync(referenceOf(language), language === 'csharp' ? withNamespaces(text, modules) : text);
  }
  const root = withoutTypes(readFileSync(join(parts, 'root.typescript.md'), 'utf8'), generated);
  rmSync(parts, { recursive: true });
  checkMembers(root);
}

/** Fails if a language lacks a type or a member that TypeScript has: pages of the site link to the same type in all languages. */
function checkMembers(root: string): void {
  const read = (language: string): string => readFileSync(referenceOf(language), 'utf8');
  const expected = memberIds(`${root}\n${read('typescript')}`);
  for (const language of LANGUAGES.filter((each) => each !== 'typescript')) {
    const found = memberIds(read(language));
    const missing = [...expected].filter((id) => !found.has(id));
    if (missing.length > 0) {
      throw new Error(`the reference of ${language} lacks ${missing.slice(0, 10).join(', ')}`);
    }
  }
}

/** IDs of types and members. Those of parameters differ: Python has the props of a construct as keyword arguments. */
function memberIds(markdown: string): ReadonlySet<string> {
  return new Set([...markdown.matchAll(/ id="(olm-constructs\.[^"]*)"/g)].map(([, id]) => id!).filter((id) => !id.includes('.parameter.')));
}

function runDocgen(args: readonly string[]): void {
  const { status, error } = spawnSync(process.execPath, [join(ROOT, 'node_modules', 'jsii-docgen', 'bin', 'jsii-docgen'), ...args], {
    cwd: ROOT, env: { ...process.env, JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: '1' }, stdio: 'inherit',
  });
  if (status !== 0) {
    throw new Error(`jsii-docgen ${args.join(' ')} failed${error === undefined ? '' : `: ${error.message}`}`);
  }
}

/** Whether `cdk8s import` made the type, or all types of the submodule. */
function isGenerated({ symbolId }: Declared): boolean {
  return symbolId.startsWith('imports/');
}

/** Returns a reference without the sections of some types. */
function withoutTypes(markdown: string, types: ReadonlySet<string>): string {
  return markdown.split(/^(?=###? )/m).filter((section) => !types.has(/^### .* id="([^"]*)"/.exec(section)?.[1] ?? '')).join('');
}

/** Returns the reference of C# with the namespaces of submodules, for which jsii-docgen writes the names of the submodules. */
function withNamespaces(markdown: string, modules: readonly { readonly name: string; readonly namespace: string }[]): string {
  return modules.reduce((text, { name, namespace }) => text.replaceAll(`OlmConstructs.${name}.`, `${namespace}.`), markdown);
}

function referenceOf(language: string): string {
  return join(FOLDER, `${language}.md`);
}
