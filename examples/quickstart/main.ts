import { join } from 'node:path';
import { Bundle, SlimLevel } from 'olm-constructs';
import { quickstartApp } from './app';
import { readCommandLine, USAGE } from './command-line';
import { synthesizeInto } from './output';
import { report } from './report';

/** `npm start`: writes the manifests that install OLM and an operator from a bundle folder or archive. */
function main(): void {
  const options = readCommandLine(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(USAGE);
    return;
  }
  const bundle = Bundle.fromPath(options.bundle ?? join(__dirname, 'bundle'));
  const folder = options.out ?? join('dist', bundle.package);
  const slim = options.slim ? SlimLevel.ICON_AND_EXAMPLES : SlimLevel.NONE;
  const files = synthesizeInto(folder, outdir => quickstartApp({ bundle, slim, outdir }));
  process.stdout.write(report(folder, files));
}

try {
  main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
