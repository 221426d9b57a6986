import { join } from 'node:path';
import ts from 'typescript';
import { projectOptions, sharedHost } from '../typescript/shared-host';

/** The files that users import, from the root of the project. */
export const ENTRIES = ['lib/index.ts', 'lib/pulumi/index.ts'] as const;

/** Folder with half of everything that the entries import, which is not part of their declarations. */
const LEFT_OUT = '@pulumi/kubernetes';

/** Returns what an entry and its submodules export, except for what the compiler strips and what `cdk8s import` generated. */
export function publicExports(checker: ts.TypeChecker, entry: ts.Symbol): ts.Symbol[] {
  return checker.getExportsOfModule(entry).flatMap((symbol) => {
    const found = (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
    const isGenerated = found.declarations?.some((declaration) => declaration.getSourceFile().fileName.includes('/imports/')) ?? false;
    if (isGenerated || found.getJsDocTags(checker).some((tag) => tag.name === 'internal')) {
      return [];
    }
    return (found.flags & ts.SymbolFlags.ValueModule) === 0 ? [symbol] : publicExports(checker, found);
  });
}

/** Parses the entries of the package and what they import, to read their declarations. Types are not checked, since some are missing. */
export function entriesProgram(root: string, entries: readonly string[] = ENTRIES): ts.Program {
  // The types of jest are of no use here.
  const options = { ...projectOptions(root), types: ['node'] };
  const host = sharedHost(options);
  const cache = ts.createModuleResolutionCache(root, (path) => path, options);
  host.resolveModuleNameLiterals = (literals, file, redirected, using) => literals.map(({ text }) => (
    text === LEFT_OUT ? { resolvedModule: undefined } : ts.resolveModuleName(text, file, using, host, cache, redirected)));
  return ts.createProgram(entries.map((entry) => join(root, entry)), options, host);
}
