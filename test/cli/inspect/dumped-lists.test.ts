import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExitCode } from '../../../lib/cli/frame/cli-error';
import { type CommandLineResult, runCommandLine } from '../../builders/command-line';

const GROUP = 'operators.coreos.com/v1alpha1';
const namespace = 'shop';
const SUBSCRIPTION = {
  apiVersion: GROUP, kind: 'Subscription', metadata: { name: 'plain', namespace, labels: { app: 'shop' } },
  spec: { name: 'plain', source: 'cat', sourceNamespace: namespace }, status: { currentCSV: 'plain.v1', installedCSV: 'plain.v1', state: 'AtLatestKnown' },
};
const CSV = {
  apiVersion: GROUP, kind: 'ClusterServiceVersion', metadata: { name: 'plain.v1', namespace }, status: { phase: 'Succeeded' },
  spec: { version: '1.0.0', customresourcedefinitions: { owned: [{ name: 'plains.demo.test', kind: 'Plain', version: 'v1' }] } },
};
const CATALOG = { apiVersion: GROUP, kind: 'CatalogSource', metadata: { name: 'cat', namespace }, status: { connectionState: { lastObservedState: 'READY' } } };
const PACKAGE = {
  apiVersion: 'packages.operators.coreos.com/v1', kind: 'PackageManifest', metadata: { name: 'plain', namespace },
  status: { packageName: 'plain', catalogSource: 'cat', catalogSourceNamespace: namespace, defaultChannel: 'x', channels: [] },
};
const PLAIN = { apiVersion: 'demo.test/v1', kind: 'Plain', metadata: { name: 'first', namespace } };
const OTHER = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'other', namespace } };

function dumpOf(...items: object[]): string {
  const path = join(mkdtempSync(join(tmpdir(), 'dump-')), 'dump.json');
  writeFileSync(path, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  return path;
}

const run = (args: readonly string[], ...items: object[]): Promise<CommandLineResult> => (
  runCommandLine([...args, '--from', dumpOf(...items)], { columns: 80, env: { NO_COLOR: '1' } })
);

/** Commands that list something, with the objects that they need, of which the last is listed, and the kind that the command for a dump has. */
const LISTS: readonly (readonly [command: string, needed: readonly object[], listed: object, kind: string])[] = [
  ['list operators', [CSV], SUBSCRIPTION, 'subscriptions.operators.coreos.com'],
  ['list catalogs', [CSV], CATALOG, 'catalogsources.operators.coreos.com'],
  ['list operands', [SUBSCRIPTION, CSV], PLAIN, 'plains.demo.test'],
  ['list operands', [CSV, PLAIN], SUBSCRIPTION, 'subscriptions.operators.coreos.com'],
  ['list operands', [SUBSCRIPTION, PLAIN], CSV, 'clusterserviceversions.operators.coreos.com'],
  ['packages', [SUBSCRIPTION], PACKAGE, 'packagemanifests.packages.operators.coreos.com'],
  ['packages plain', [SUBSCRIPTION], PACKAGE, 'packagemanifests.packages.operators.coreos.com'],
];

describe.each(LISTS)('`%s` of a dump', (command, needed, listed, kind) => {
  const args = command.split(' ');

  it('lists what is in it', async () => {
    expect(await run(args, ...needed, listed)).toMatchObject({ exitCode: ExitCode.SUCCESS, stdout: expect.stringMatching(/plain|cat|first/) as string });
  });

  it(`does not know what is in the cluster without ${kind}`, async () => {
    const { exitCode, stdout, stderr } = await run([...args, '-o', 'json'], ...needed, OTHER);
    expect({ exitCode, stderr }).toEqual({ exitCode: ExitCode.ERROR, stderr: expect.stringMatching(/not known/) as string });
    expect(stderr).toMatch(new RegExp(`kubectl get \\S*${kind}`));
    expect(stdout === '' ? 'no result' : (JSON.parse(stdout) as { errors: object[] }).errors).not.toEqual([]);
  });

  it('has the exit code 4 if an object is malformed', async () => {
    const malformed = { ...listed, metadata: { name: 7 } };
    expect(await run(args, ...needed, listed, malformed)).toMatchObject({ exitCode: ExitCode.ERROR, stderr: expect.stringContaining('warning: skipped') as string });
  });
});

describe('a single input without a result', () => {
  it.each([
    ['explain sub/none', 'ObjectExplanationList', 'sub/none', "Subscription none is not in the dump, so it is not known whether it exists; the dump has: 'plain'"],
    ['packages none', 'PackageList', 'none', "package 'none' is not in the dump; packages: 'plain'"],
    ['list operands none', 'OperandList', 'none', "Subscription 'none' is not in the dump; available: 'plain'"],
  ])('is an error in the list of `%s`', async (command, kind, input, message) => {
    const { exitCode, stdout, stderr } = await run([...command.split(' '), '-o', 'json'], SUBSCRIPTION, CSV, PLAIN, PACKAGE);
    expect({ exitCode, stderr, result: JSON.parse(stdout) as unknown }).toEqual({
      exitCode: ExitCode.FINDINGS, stderr: `error: ${message}\n`, result: { apiVersion: 'olm-constructs/v1', kind, items: [], errors: [{ input, message }] },
    });
  });

  it.each([['report', 'BundleReportList'], ['validate', 'ValidationReportList'], ['rights', 'RightsList'], ['catalog validate', 'CatalogValidationList']])(
    'is an error in the list of `%s`', async (command, kind) => {
      const { exitCode, stdout, stderr } = await runCommandLine([...command.split(' '), 'nowhere', '-o', 'json']);
      const { errors, ...result } = JSON.parse(stdout) as { readonly errors: readonly { readonly input: string; readonly message: string }[] };
      expect({ exitCode, result, inputs: errors.map(({ input }) => input) }).toEqual({
        exitCode: ExitCode.ERROR, result: { apiVersion: 'olm-constructs/v1', kind, items: [] }, inputs: ['nowhere'],
      });
      expect(stderr).toBe(`error: ${errors[0]!.message}\n`);
    },
  );
});

test.each([['app=shop', undefined], ['app=other', 'the dump has no Subscription and no ClusterExtension with these labels; omit --selector to see others\n']])(
  'status says what `--selector %s` excludes', async (selector, line) => {
    expect((await run(['status', '-l', selector], SUBSCRIPTION, CSV)).stderr).toBe(line ?? '');
  },
);
