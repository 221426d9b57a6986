import { readdirSync } from 'node:fs';
import * as path from 'node:path';
import * as ts from 'typescript';
import { entriesProgram } from '../../scripts/parity-page/entries-program';
import { Declarations } from '../pulumi/declarations';

const ROOT = path.resolve(__dirname, '../..');
const ENTRY = 'lib/cluster/index.ts';

/** Files of the commands for clusters. */
const COMMANDS = ['act', 'inspect'].flatMap((folder) => readdirSync(path.join(ROOT, 'lib/cli', folder)).map((name) => `lib/cli/${folder}/${name}`));

/** Modules behind the entry. */
const BEHIND = /^lib\/cluster\/(?!client\/|waiting\/)/;

const program = entriesProgram(ROOT, ['lib/index.ts', ENTRY, ...COMMANDS]);
const declarations = new Declarations(program);
const exported = declarations.exported(ENTRY);

describe('olm-constructs/cluster', () => {
  it('has a function for each command', () => {
    expect([...exported.keys()]).toEqual(expect.arrayContaining(['statusOf', 'watchStatus', 'explain', 'packagesOf', 'waitFor', 'removeManifests', 'removeObjects', 'uninstallOlm']));
  });

  it('exports every type that its own exports refer to', () => {
    const elsewhere = new Set(declarations.exported('lib/index.ts').values());
    const names = new Set(exported.values());
    const reachable = [...declarations.reachable(exported, (symbol) => elsewhere.has(symbol))];
    expect(reachable.map(([symbol]) => symbol.name)).toEqual(expect.arrayContaining(['CatalogStatus', 'ChainLink', 'ForeseenChange']));
    expect(reachable.filter(([symbol]) => !names.has(symbol)).map(([symbol, by]) => `${symbol.name}: ${by}`)).toEqual([]);
  });

  it('exports nothing internal', () => {
    expect([...exported].filter(([, symbol]) => declarations.isInternal(symbol)).map(([name]) => name)).toEqual([]);
  });

  it.each(COMMANDS)('exports what %s uses', (file) => {
    const checker = program.getTypeChecker();
    const source = program.getSourceFile(path.join(ROOT, file))!;
    const used = source.statements.filter(ts.isImportDeclaration).flatMap(({ moduleSpecifier, importClause }) => {
      const module = path.relative(ROOT, path.join(path.dirname(source.fileName), (moduleSpecifier as ts.StringLiteral).text));
      const names = importClause?.namedBindings;
      return BEHIND.test(module) && names !== undefined && ts.isNamedImports(names) ? names.elements.map(({ name }) => name) : [];
    });
    const isPublic = new Set(exported.values());
    expect(used.filter((name) => !isPublic.has(checker.getAliasedSymbol(checker.getSymbolAtLocation(name)!))).map(({ text }) => text)).toEqual([]);
  });
});
