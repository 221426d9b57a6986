import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';

const ROOT = resolve(__dirname, '..');
const ROOM = join(ROOT, 'lib', 'pulumi');

/**
 * Compiles lib/pulumi beside what jsii compiled of the rest. jsii cannot: it takes no dependencies that are no jsii modules. And a plain
 * compilation must leave jsii's files as they are, since jsii adds to its classes what other languages need.
 */
function main(): void {
  const { options } = ts.getParsedCommandLineOfConfigFile(join(ROOT, 'tsconfig.json'), {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic: report })!;
  delete options.incremental;
  delete options.tsBuildInfoFile;
  const program = ts.createProgram(ts.sys.readDirectory(ROOM, ['.ts']), options);
  const written = join(options.outDir!, 'lib', 'pulumi');
  const { diagnostics } = program.emit(undefined, (path, text) => {
    if (dirname(resolve(path)).startsWith(written)) {
      ts.sys.writeFile(path, text);
    }
  });
  [...ts.getPreEmitDiagnostics(program), ...diagnostics].forEach(report);
}

function report(diagnostic: ts.Diagnostic): void {
  process.stderr.write(ts.formatDiagnostic(diagnostic, { getCanonicalFileName: path => path, getCurrentDirectory: () => ROOT, getNewLine: () => '\n' }));
  process.exitCode = 1;
}

main();
