import { resolve } from 'node:path';
import * as ts from 'typescript';

const ROOT = resolve(__dirname, '../..');
const PROGRAM = resolve(ROOT, 'test/constructs/subclasses.ts');

/** Names that a subclass may use for its own members, unless the class shows one of the same name. */
const OWN = ['props', 'options', 'spec', 'settings', 'choice', 'content', 'lock', 'resource', 'create', 'problems'];

jest.setTimeout(120_000);

/** Source files of the library and its packages, which do not change between two programs. */
const PARSED = new Map<string, ts.SourceFile | undefined>();

/** Returns the compiler for a program of one file, which is not on disk. */
function compile(text: string): ts.Program {
  const { options } = ts.getParsedCommandLineOfConfigFile(resolve(ROOT, 'tsconfig.dev.json'), { noEmit: true, noUnusedLocals: false }, {
    ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined,
  })!;
  const host = ts.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  const fileExists = host.fileExists.bind(host);
  const parsed: typeof getSourceFile = (file, ...others) => {
    if (!PARSED.has(file)) {
      PARSED.set(file, getSourceFile(file, ...others));
    }
    return PARSED.get(file);
  };
  host.fileExists = file => resolve(file) === PROGRAM || fileExists(file);
  host.getSourceFile = (file, ...others) => (resolve(file) === PROGRAM
    ? ts.createSourceFile(file, text, options.target ?? ts.ScriptTarget.ES2022, true) : parsed(file, ...others));
  return ts.createProgram([PROGRAM], options, host);
}

const flagsOf = (symbol: ts.Symbol | undefined): ts.ModifierFlags => (
  symbol?.declarations?.[0] === undefined ? ts.ModifierFlags.None : ts.getCombinedModifierFlags(symbol.declarations[0])
);

/** Returns a subclass of each class of an entry that can be extended, with own members. */
function subclasses(entry: string): { readonly names: string[]; readonly text: string } {
  const program = compile(`import * as entry from '${entry}';\n`);
  const checker = program.getTypeChecker();
  const [declaration] = program.getSourceFile(PROGRAM)!.statements as unknown as [ts.ImportDeclaration];
  const classes = checker.getExportsOfModule(checker.getSymbolAtLocation(declaration.moduleSpecifier)!)
    .filter(({ declarations = [] }) => !declarations.some(one => ts.isTypeOnlyImportOrExportDeclaration(one)))
    .map(symbol => ({ name: symbol.name, target: (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol) }))
    .filter(({ target }) => (target.flags & ts.SymbolFlags.Class) !== 0)
    .filter(({ target }) => (flagsOf(target.members?.get(ts.InternalSymbolName.Constructor)) & ts.ModifierFlags.Private) === 0);
  const lines = classes.map(({ name, target }) => {
    const type = checker.getDeclaredTypeOfSymbol(target);
    const own = OWN.filter(member => {
      const symbol = type.getProperty(member);
      // Typed objects extend the ApiObject of cdk8s, which has private members of its own.
      const isOfLibrary = symbol?.declarations?.every(one => !one.getSourceFile().fileName.includes('/node_modules/')) ?? false;
      return symbol === undefined || ((flagsOf(symbol) & ts.ModifierFlags.Private) !== 0 && isOfLibrary);
    });
    return `export abstract class Own${name} extends entry.${name} { ${own.map(member => `private readonly ${member} = 1;`).join(' ')} }`;
  });
  return { names: classes.map(({ name }) => name), text: [`import * as entry from '${entry}';`, ...lines, ''].join('\n') };
}

test.each([
  ['../../lib', ['BundleDeployment', 'ClusterExtension', 'ImageCatalog', 'OlmInstallation', 'OlmV0Engine', 'OperatorRegistry', 'OperatorSubscription']],
  ['../../lib/gitops', ['ArgoCdApplication', 'FluxKustomization', 'FluxStages', 'OperatorMetrics', 'OperatorWaitJob']],
  ['../../lib/constructs/rukpak', ['RukpakBundle', 'RukpakBundleDeployment', 'RukpakBundleInstance']],
  ['../../lib/pulumi', ['OlmInstallation', 'OperatorRegistry', 'OperatorSubscription']],
])('a subclass of any class of %s may declare private members with names of its own', (entry, some) => {
  const { names, text } = subclasses(entry);
  const program = compile(text);
  const problems = program.getSemanticDiagnostics(program.getSourceFile(PROGRAM)).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));

  expect(names).toEqual(expect.arrayContaining(some));
  expect(problems).toEqual([]);
});
