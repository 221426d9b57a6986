import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';
import { PULUMI_SCHEMA } from './pulumi-schema/schema-file';

const ROOT = resolve(__dirname, '..');
/** Modules that are not part of the jsii assembly. */
const MODULES = ['pulumi', 'cli'];

/**
 * Compiles these modules with tsc, because jsii accepts only dependencies that are jsii modules. Does not overwrite files that jsii compiled, because
 * jsii adds type information for other languages to their classes.
 */
function main(): void {
  const { options } = ts.getParsedCommandLineOfConfigFile(join(ROOT, 'tsconfig.json'), {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic: report })!;
  delete options.incremental;
  delete options.tsBuildInfoFile;
  const program = ts.createProgram(MODULES.flatMap(module => ts.sys.readDirectory(join(ROOT, 'lib', module), ['.ts'])), options);
  const written = MODULES.map(module => join(options.outDir!, 'lib', module, sep));
  const { diagnostics } = program.emit(undefined, (path, content) => {
    if (written.some(folder => resolve(path).startsWith(folder))) {
      ts.sys.writeFile(path, content);
    }
  });
  [...ts.getPreEmitDiagnostics(program), ...diagnostics].forEach(report);
  writeFileSync(join(options.outDir!, `${PULUMI_SCHEMA}.gz`), gzipSync(JSON.stringify(JSON.parse(readFileSync(join(ROOT, PULUMI_SCHEMA), 'utf8')))));
}

function report(diagnostic: ts.Diagnostic): void {
  process.stderr.write(ts.formatDiagnostic(diagnostic, { getCanonicalFileName: path => path, getCurrentDirectory: () => ROOT, getNewLine: () => '\n' }));
  process.exitCode = 1;
}

main();
