import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { describeWith } from '../test/needed';
import type { Outcome } from './packages/command';
import { type PackageFiles, stagedForLanguages } from './packages/package-files';
import { engine, errors, quickstart, rule, subclass } from './programs/typescript';
import { Go } from './toolchains/go';
import { Java } from './toolchains/java';
import { Python } from './toolchains/python';
import { installed, runProgram, type Toolchain } from './toolchains/toolchain';

const ROOT = path.resolve(__dirname, '..');
const EXAMPLES = path.join(ROOT, 'examples');
const PROGRAMS = path.join(__dirname, 'programs');
const ERRORS_PAGE = readFileSync(path.join(ROOT, 'docs', 'reference', 'language-errors.md'), 'utf8');
const BUNDLE = path.join(EXAMPLES, 'quickstart', 'bundle');

/** A language, and what its conventions call the programs. */
interface Language {
  readonly toolchain: Toolchain;
  /** Folder of its programs. */
  readonly folder: string;
  readonly main: string;
  readonly subclass: string;
  readonly engine: string;
  readonly rule: string;
  readonly errors: string;
  /** Line of the page on errors above what the program with errors prints. */
  readonly shownBelow?: string;
}

const LANGUAGES: readonly Language[] = [
  {
    toolchain: new Python(), folder: 'python', main: 'main', subclass: 'subclass', engine: 'engine', rule: 'rule', errors: 'errors',
    shownBelow: 'In Python, [errors.py](../../languages/programs/python/errors.py) prints:',
  },
  { toolchain: new Go(), folder: 'go', main: '.', subclass: 'subclass', engine: 'engine', rule: 'rule', errors: 'errors' },
  {
    toolchain: new Java(), folder: 'java', main: 'Main', subclass: 'Subclass', engine: 'Engine', rule: 'Rule', errors: 'Errors',
    shownBelow: 'In Java, [Errors.java](../../languages/programs/java/src/main/java/com/example/Errors.java) prints:',
  },
];

const scratch = mkdtempSync(path.join(tmpdir(), 'olm-constructs-languages-'));
let files: PackageFiles;
beforeAll(async () => {
  files = await stagedForLanguages(scratch);
});
afterAll(() => rmSync(scratch, { recursive: true }));

/** The manifests in a folder, by name of their file. */
function manifestsIn(folder: string): { readonly [file: string]: string } {
  return Object.fromEntries(readdirSync(folder).sort().map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
}

/** Returns the output of a program, or its error output if it failed. */
function printedBy({ status, stdout, stderr }: Outcome): string {
  return status === 0 ? stdout : `ended with code ${String(status)}: ${stderr}`;
}

for (const language of LANGUAGES) {
  const { toolchain, folder } = language;
  describeWith(installed(toolchain))(`a program in ${toolchain.language}`, () => {
    const programs = path.join(PROGRAMS, folder);
    const outdir = path.join(scratch, folder);
    const expected = path.join(scratch, `${folder}-expected`);

    beforeAll(() => toolchain.install(files));

    test('writes what the first program of the README writes in TypeScript', async () => {
      expect(printedBy(await runProgram(toolchain, path.join(EXAMPLES, folder), language.main, outdir))).toBe('');
      quickstart(expected, BUNDLE);
      expect(manifestsIn(outdir)).toEqual(manifestsIn(expected));
    });

    test('extends a construct and overrides a protected method', async () => {
      expect(printedBy(await runProgram(toolchain, programs, language.subclass, `${outdir}-subclass`))).toBe('');
      subclass(`${expected}-subclass`);
      expect(manifestsIn(`${outdir}-subclass`)).toEqual(manifestsIn(`${expected}-subclass`));
    });

    test('implements an engine, which installs a bundle in its own way', async () => {
      expect(printedBy(await runProgram(toolchain, programs, language.engine, `${outdir}-engine`))).toBe('');
      engine(`${expected}-engine`, BUNDLE);
      expect(manifestsIn(`${outdir}-engine`)).toEqual(manifestsIn(`${expected}-engine`));
    });

    test('implements an interface of the library', async () => {
      const printed = printedBy(await runProgram(toolchain, programs, language.rule, outdir));
      expect(printed.replaceAll('../../../examples/quickstart/bundle', BUNDLE)).toBe(rule(BUNDLE));
    });

    test('reads errors: place, problem and remedy', async () => {
      const printed = printedBy(await runProgram(toolchain, programs, language.errors, outdir));
      if (language.shownBelow !== undefined) {
        expect(ERRORS_PAGE.split(`\n${language.shownBelow}\n\n\`\`\`text\n`)[1]?.split('```')[0]).toBe(printed);
      }
      // Of functions, but not of constructors, jsii puts the class of an error before its message.
      expect(printed.replaceAll(/^\w*Error: /gm, '')).toBe(errors(BUNDLE));
    });
  });
}
