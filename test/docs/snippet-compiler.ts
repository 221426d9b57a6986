import * as path from 'node:path';
import * as ts from 'typescript';
import { Snippet } from './markdown-snippets';

const ROOT = path.resolve(__dirname, '../..');

/** Returns the compiler options of the project, except that snippets may have unused constants. */
function compilerOptions(): ts.CompilerOptions {
  const file = path.join(ROOT, 'tsconfig.dev.json');
  const { config } = ts.readConfigFile(file, name => ts.sys.readFile(name)) as { config: unknown };
  const { options } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, ROOT, {}, file);
  delete options.incremental;
  delete options.tsBuildInfoFile;
  return {
    ...options,
    noUnusedLocals: false,
    // Every snippet is a module, even without imports, so that snippets do not share names.
    moduleDetection: ts.ModuleDetectionKind.Force,
  };
}

/** Compiles snippets as programs that use the package, and returns the errors as `file:line: message`. */
export function compileSnippets(snippets: readonly Snippet[]): string[] {
  const sources = new Map(snippets.map((snippet, index) => [path.join(ROOT, `snippet-${index}.ts`), snippet]));
  const options = compilerOptions();
  const disk = ts.createCompilerHost(options);
  // No error of a snippet depends on a docstring.
  disk.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: name => sources.has(name) || disk.fileExists(name),
    readFile: name => sources.get(name)?.code ?? disk.readFile(name),
    getSourceFile: (name, languageVersion, ...rest) => {
      const snippet = sources.get(name);
      return snippet === undefined
        ? disk.getSourceFile(name, languageVersion, ...rest)
        : ts.createSourceFile(name, snippet.code, languageVersion);
    },
  };
  const program = ts.createProgram([...sources.keys()], options, host);
  return [...sources].flatMap(([name, snippet]) => {
    const source = program.getSourceFile(name);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
      .map(({ start, messageText }) => {
        const line = source === undefined || start === undefined ? 0 : source.getLineAndCharacterOfPosition(start).line;
        return `${snippet.file}:${snippet.line + line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
      });
  });
}
