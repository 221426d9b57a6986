import { defined } from '../../formats/json/defined';
import { LOCK_FILE_NAME } from '../../resolve/lock/lock-content';
import { missing } from '../../text/group-by';
import { CliError, ExitCode, UsageError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import type { CommandContext } from '../frame/context';
import { flag, list, outputFormat, text } from '../frame/option';
import { registryOptions } from '../frame/registry';
import { writeResult } from '../frame/write-result';
import { checkPin } from '../imports/bundle-pin';
import { findCdk8sCli, generateModules, type ImportedBundle, type ImportSource } from '../imports/generate-modules';
import { checkImports, writeImports, type WrittenImports } from '../imports/import-folder';
import type { ImportNote } from '../imports/importable-crds';
import { catalogBundles, givenBundles, lockedBundles, type PinnedBundle } from './import-sources';
import { BUNDLE_DESCRIPTION, checkOperands } from './inputs';

/** `olm-constructs import` */
export const importCommand = defineCommand({
  description: 'Writes TypeScript classes for the custom resources of operators, with the generator of `cdk8s import`: cdk8s-cli must be installed in the project. The '
    + 'files name the bundle that they belong to. Without BUNDLE, it is the one in the lock file, so that an upgrade that drops a field does not compile. Commit the '
    + 'files, and let CI run the command with --check.\n\n'
    + 'The exit code is 1 if there are no classes for one of the CRDs and, with --check, if the files do not belong to the bundles.',
  operands: [{
    name: 'BUNDLE', required: false, several: true,
    description: `${BUNDLE_DESCRIPTION}; with --lock a package, by default all; with --catalog alone a package, or PACKAGE@VERSION`,
  }],
  options: {
    lock: text('FILE', `lock file that has the versions; by default ${LOCK_FILE_NAME} if there is no BUNDLE`),
    catalog: list('CATALOG', 'catalog that has the bundles; by default the images in the lock file'),
    out: text('DIR', 'folder of the files; by default imports, with a folder for each package'),
    check: flag('write nothing, and fail if the files do not belong to the bundles'),
    force: flag('replace files that were written or changed by hand'),
    output: outputFormat(['text', 'json'], 'text', 'format of the report'),
    ...registryOptions,
  },
  examples: [
    { description: 'Classes for the kinds of a bundle', command: 'olm-constructs import bundle' },
    { description: 'Of a package in a catalog', command: 'olm-constructs import hello-operator@0.1.0 --catalog catalog' },
    { description: 'Of the locked version', command: 'olm-constructs import hello-operator --lock olm.lock.yaml --catalog catalog' },
    { description: 'In CI: fail if the files are of another version than the locked one', command: 'olm-constructs import --check' },
  ],
  run: async (context, { operands, options: { lock, catalog, out = 'imports', check, force, output, ...registry } }) => {
    checkOperands(operands);
    const path = lock ?? (operands.length === 0 && catalog.length === 0 ? LOCK_FILE_NAME : undefined);
    if (path === undefined && operands.length === 0) {
      throw new UsageError('--catalog needs packages to import; name them, or add --lock');
    }
    const reader = { context, registry };
    const bundles = path !== undefined ? lockedBundles(reader, operands, catalog, path)
      : catalog.length > 0 ? await catalogBundles(reader, operands, catalog) : await givenBundles(reader, operands);
    bundles.forEach(({ pin }) => checkPin(pin));
    const names = bundles.map(({ pin }) => pin.package);
    const repeated = names.find((name, index) => names.indexOf(name) !== index);
    if (repeated !== undefined) {
      throw new UsageError(`there are two bundles of package '${repeated}'; import each into a separate folder, with --out`);
    }
    if (!check) {
      return writeAll(context, bundles, out, force, output);
    }
    const problems = checkImports(out, bundles.map(({ pin }) => pin), operands.length === 0 ? [] : names, operands.length === 0);
    printCheck(context, problems, out, output);
    return problems.length === 0 ? ExitCode.SUCCESS : ExitCode.FINDINGS;
  },
});

async function writeAll(
  context: CommandContext, bundles: readonly PinnedBundle[], out: string, force: boolean, output: 'text' | 'json',
): Promise<ExitCode> {
  const cli = findCdk8sCli();
  const imported: ImportedBundle[] = [];
  for (const bundle of bundles) {
    context.signal.throwIfAborted();
    imported.push(await generateModules(cli, await sourceOf(bundle), context.signal));
  }
  const written = writeImports(out, imported, force);
  print(context, imported, written, out, output);
  return imported.every(({ refused }) => refused.length === 0) ? ExitCode.SUCCESS : ExitCode.FINDINGS;
}

async function sourceOf({ pin, read }: PinnedBundle): Promise<ImportSource> {
  const bundle = await read();
  if (bundle.name !== pin.csv || bundle.version !== pin.version) {
    throw new CliError(`${bundle.source} is the bundle ${bundle.name}, version ${bundle.version}, instead of ${pin.csv}, version ${pin.version}`);
  }
  return {
    pin,
    crds: bundle.crds.map(({ content }) => content),
    missing: missing([...new Set(bundle.csv.ownedCrds.map(({ name }) => name))], bundle.crds.map(({ name }) => name), (name) => name),
  };
}

function print(
  { stdout }: CommandContext, bundles: readonly ImportedBundle[], { written, deleted }: WrittenImports, out: string, output: 'text' | 'json',
): void {
  if (output === 'json') {
    writeResult(stdout, output, 'ImportReport', {
      bundles: bundles.map(({ pin: { digest, ...pin }, modules, notes, refused }) => ({
        ...pin, ...defined({ digest }), files: modules.map(({ file, classes }) => ({ path: `${out}/${pin.package}/${file}`, classes })), notes, refused,
      })),
      deleted,
    });
    return;
  }
  for (const { pin, modules, notes, refused } of bundles) {
    stdout.line(stdout.styled('bold', pin.csv));
    modules.forEach(({ file, classes }) => stdout.line(`  ${out}/${pin.package}/${file}: ${classes.join(', ')}`));
    refused.forEach(({ name, reason }) => stdout.line(`  no class for ${name}: ${reason}`));
    noteLines(notes).forEach((line) => stdout.line(`  ${line}`));
  }
  deleted.forEach((path) => stdout.line(`deleted ${path}`));
  stdout.line(`${written.length} ${written.length === 1 ? 'file' : 'files'} written`);
}

/** Returns a line for each field and reason: CRDs repeat parts, such as the template of a pod, in many places. */
function noteLines(notes: readonly ImportNote[]): string[] {
  const groups = new Map<string, [ImportNote, ...ImportNote[]]>();
  for (const note of notes) {
    const key = `${note.field.split('.').at(-1)}: ${note.reason}`;
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, [note]);
    } else {
      group.push(note);
    }
  }
  return [...groups.values()].map(([{ kind, version, field, reason }, ...others]) => (
    `${kind} ${version} ${field}${others.length === 0 ? '' : `, and ${others.length} more such fields`}: ${reason}`
  ));
}

function printCheck({ stdout }: CommandContext, problems: readonly string[], out: string, output: 'text' | 'json'): void {
  if (output === 'json') {
    writeResult(stdout, output, 'ImportCheck', { problems });
  } else if (problems.length === 0) {
    stdout.line(`${out} belongs to the bundles`);
  } else {
    problems.forEach((problem) => stdout.line(problem));
    stdout.line('run the command without --check, and commit the files');
  }
}
