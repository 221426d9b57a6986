import * as path from 'node:path';
import * as ts from 'typescript';
import { Snippet } from './markdown-snippets';
import { projectOptions, sharedHost } from '../../scripts/typescript/shared-host';

const ROOT = path.resolve(__dirname, '../..');

/** Compiles snippets as programs that use the package, and returns the errors as `file:line: message`. */
export function compileSnippets(snippets: readonly Snippet[]): string[] {
  const sources = new Map(snippets.map((snippet, index) => [path.join(ROOT, `snippet-${index}.ts`), snippet]));
  const options = {
    ...projectOptions(ROOT),
    noUnusedLocals: false,
    // Every snippet is a module, even without imports, so that snippets do not share names.
    moduleDetection: ts.ModuleDetectionKind.Force,
  };
  const disk = sharedHost(options);
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
