import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';

const ROOT = resolve(__dirname, '..');
const SOURCES = join(ROOT, 'lib', 'pulumi');

/**
 * Compiles lib/pulumi with tsc, because jsii accepts only dependencies that are jsii modules. Does not overwrite files that jsii compiled: jsii
 * adds type information for other languages to its classes.
 */
function main(): void {
  const { options } = ts.getParsedCommandLineOfConfigFile(join(ROOT, 'tsconfig.json'), {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic: report })!;
  delete options.incremental;
  delete options.tsBuildInfoFile;
  const program = ts.createProgram(ts.sys.readDirectory(SOURCES, ['.ts']), options);
  const written = join(options.outDir!, 'lib', 'pulumi');
  const { diagnostics } = program.emit(undefined, (path, content) => {
    if (dirname(resolve(path)).startsWith(written)) {
      ts.sys.writeFile(path, content);
    }
  });
  [...ts.getPreEmitDiagnostics(program), ...diagnostics].forEach(report);
}

function report(diagnostic: ts.Diagnostic): void {
  process.stderr.write(ts.formatDiagnostic(diagnostic, { getCanonicalFileName: path => path, getCurrentDirectory: () => ROOT, getNewLine: () => '\n' }));
  process.exitCode = 1;
}

main();
