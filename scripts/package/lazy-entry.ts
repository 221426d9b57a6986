import { dirname, join, relative, sep } from 'node:path';
import ts from 'typescript';

/** A name that an entry of the package exports at run time. */
interface LazyExport {
  readonly name: string;
  /** Module to load, as the compiled entry names it. */
  readonly module: string;
  /** Name in the module, or undefined if it is the whole module. */
  readonly member: string | undefined;
}

/** Defines the exports. A value replaces its getter, so that each module is only looked up once. */
const DEFINE = `function define(name, load) {
  Object.defineProperty(exports, name, {
    enumerable: true,
    configurable: true,
    get: () => {
      const value = load();
      Object.defineProperty(exports, name, { enumerable: true, configurable: true, value });
      return value;
    },
  });
}`;

/**
 * Returns the code of an entry of the package that loads each module when a program first uses one of its names. The entry must contain nothing but
 * re-exports. An ES module that imports names from it loads all modules: Node.js reads every name that it detects in the code, and each one is
 * assigned once for this detection.
 *
 * @param file entry in TypeScript, such as lib/index.ts
 * @throws if the entry has statements other than re-exports
 */
export function lazyEntry(file: string): string {
  const lazy = lazyExports(file);
  return `${[
    '"use strict";',
    'Object.defineProperty(exports, "__esModule", { value: true });',
    ...lazy.map(({ name }) => `exports.${name} = void 0;`),
    DEFINE,
    ...lazy.map(({ name, module, member }) => `define("${name}", () => require("${module}")${member === undefined ? '' : `.${member}`});`),
  ].join('\n')}\n`;
}

/**
 * Returns what an entry exports at run time, in its order. Each name comes from the module that declares it, regardless of how many modules re-export
 * it.
 */
function lazyExports(file: string): LazyExport[] {
  const program = programOfReExports(file);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file)!;
  const other = source.statements.find(statement => !ts.isExportDeclaration(statement));
  if (other !== undefined) {
    throw new Error(`${file}: only re-exports can be loaded lazily, and not \`${other.getText(source)}\``);
  }
  const path = (target: string): string => {
    const specifier = relative(dirname(file), target).replaceAll(sep, '/').replace(/\.ts$/, '');
    return specifier.startsWith('.') ? specifier : `./${specifier}`;
  };
  return checker.getExportsOfModule(checker.getSymbolAtLocation(source)!).flatMap((symbol): LazyExport[] => {
    const [exported] = symbol.declarations ?? [];
    if (exported !== undefined && ts.isNamespaceExport(exported)) {
      const target = join(dirname(exported.getSourceFile().fileName), (exported.parent.moduleSpecifier as ts.StringLiteral).text);
      return [{ name: symbol.name, module: path(target), member: undefined }];
    }
    if (exported !== undefined && ts.isExportSpecifier(exported) && ts.isTypeOnlyExportDeclaration(exported)) {
      return [];
    }
    const declared = (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
    if (declared.valueDeclaration === undefined) {
      return [];
    }
    return [{ name: symbol.name, module: path(declared.valueDeclaration.getSourceFile().fileName), member: declared.name }];
  });
}

/** Parses an entry and the modules that it re-exports, but not the modules that these import. */
function programOfReExports(file: string): ts.Program {
  const options: ts.CompilerOptions = { noLib: true, noEmit: true, types: [], target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS };
  const host = ts.createCompilerHost(options);
  // What an entry exports does not depend on a docstring.
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  host.resolveModuleNameLiterals = (literals, from) => literals.map(({ parent, text }) => {
    const isFollowed = ts.isExportDeclaration(parent) && (parent.exportClause === undefined || ts.isNamedExports(parent.exportClause));
    const resolvedFileName = `${join(dirname(from), text)}.ts`;
    return { resolvedModule: isFollowed ? { resolvedFileName, extension: ts.Extension.Ts } : undefined };
  });
  return ts.createProgram([file], options, host);
}
