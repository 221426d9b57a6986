import { join } from 'node:path';
import { Bundle, SlimLevel } from 'olm-constructs';
import { quickstartApp } from './app';
import { readCommandLine, USAGE } from './command-line';
import { imagesOf, writeImages } from './images';
import { synthesizeInto } from './output';
import { report } from './report';

/** `npm start`: writes the manifests that install an operator from a bundle folder or archive, and OLM v0. */
function main(): void {
  const options = readCommandLine(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(USAGE);
    return;
  }
  const bundle = Bundle.fromPath(options.bundle ?? join(__dirname, 'bundle'));
  const folder = options.out ?? join('dist', bundle.package);
  const slim = options.slim ? SlimLevel.ICON_AND_EXAMPLES : SlimLevel.NONE;
  const images = options.repository === undefined ? undefined : imagesOf(bundle, options.repository);
  const engine = { name: options.engine, slim, catalogImage: images?.catalogImage };
  const files = synthesizeInto(folder, outdir => quickstartApp({ bundle, engine, outdir }));
  const push = images === undefined ? [] : writeImages(images, folder);
  process.stdout.write(report(folder, files, options.engine, push));
}

try {
  main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
