import { join } from 'node:path';
import ts from 'typescript';

/** The files that users import, from the root of the project. */
export const ENTRIES = ['lib/index.ts', 'lib/pulumi/index.ts'] as const;

/** Folder with half of everything that the entries import, which is not part of their declarations. */
const LEFT_OUT = '@pulumi/kubernetes';

/** Parsed files by path, because programs of different entries mostly consist of the same files. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** Parses the entries of the package and what they import, to read their declarations. Types are not checked, since some are missing. */
export function entriesProgram(root: string, entries: readonly string[] = ENTRIES): ts.Program {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.dev.json'), (path) => ts.sys.readFile(path)) as { config: { compilerOptions: object } };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const host = ts.createCompilerHost(options);
  const parse = host.getSourceFile.bind(host);
  host.getSourceFile = (path, ...rest) => {
    if (!parsed.has(path)) {
      parsed.set(path, parse(path, ...rest));
    }
    return parsed.get(path);
  };
  const cache = ts.createModuleResolutionCache(root, (path) => path, options);
  host.resolveModuleNameLiterals = (literals, file, redirected, using) => literals.map(({ text }) => (
    text === LEFT_OUT ? { resolvedModule: undefined } : ts.resolveModuleName(text, file, using, host, cache, redirected)));
  return ts.createProgram(entries.map((entry) => join(root, entry)), { ...options, incremental: false, noEmit: true }, host);
}
