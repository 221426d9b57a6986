import ts from 'typescript';

/** Parsed files by path. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** Returns the options of the project for programs that are checked, and not written. */
export function projectOptions(root: string): ts.CompilerOptions {
  const file = `${root}/tsconfig.dev.json`;
  const { config } = ts.readConfigFile(file, (path) => ts.sys.readFile(path)) as { config: unknown };
  const { options } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, root, {}, file);
  // Nothing is written, and what is checked may be outside of the project.
  delete options.incremental;
  delete options.tsBuildInfoFile;
  delete options.rootDir;
  return options;
}

/**
 * Returns a compiler host for which a file is parsed once in a process: programs that use the library consist mostly of the same files.
 *
 * @param options the same for all programs, as far as parsing and binding depend on them: those of the project
 * @param changes whether a file may change, or belongs to one program only
 */
export function sharedHost(options: ts.CompilerOptions, changes: (path: string) => boolean = () => false): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const parse = host.getSourceFile.bind(host);
  host.getSourceFile = (path, languageVersion, ...rest) => {
    if (changes(path)) {
      return parse(path, languageVersion, ...rest);
    }
    if (!parsed.has(path)) {
      parsed.set(path, parse(path, path.includes('/node_modules/') ? withoutDocs(languageVersion) : languageVersion, ...rest));
    }
    return parsed.get(path);
  };
  return host;
}

/** Nothing reads the docstrings of packages, which are most of the declarations of Node.js. */
function withoutDocs(languageVersion: ts.ScriptTarget | ts.CreateSourceFileOptions): ts.CreateSourceFileOptions {
  const options = typeof languageVersion === 'object' ? languageVersion : { languageVersion };
  return { ...options, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
}
