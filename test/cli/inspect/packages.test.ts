import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExitCode } from '../../../lib/cli/frame/cli-error';
import { type CommandLineResult, runCommandLine } from '../../builders/command-line';
import { event, object } from '../../cluster/waiting/objects';
import type { ClusterEvent } from '../../cluster/waiting/simulated-cluster';
import { dumpFile } from './dump-file';

const description = (version: string): object => ({
  version, displayName: 'Plain', provider: { name: 'Example' }, installModes: [{ type: 'OwnNamespace', supported: true }, { type: 'AllNamespaces', supported: false }],
  customresourcedefinitions: { owned: [{ name: 'plains.demo.test', kind: 'Plain', version: 'v1' }] },
});

const MANIFESTS: readonly ClusterEvent[] = [
  event(0, 'packagemanifests', object('plain', { status: {
    packageName: 'plain', catalogSource: 'cat', catalogSourceNamespace: 'olm', defaultChannel: 'stable', provider: { name: 'Example' },
    channels: [
      { name: 'stable', currentCSV: 'plain.v0.2.0', currentCSVDesc: description('0.2.0'), entries: [
        { name: 'plain.v0.2.0', version: '0.2.0' }, { name: 'plain.v0.1.0', version: '0.1.0', deprecation: { message: 'has a bug' } },
      ] },
      { name: 'alpha', currentCSV: 'plain.v0.3.0', currentCSVDesc: description('0.3.0'), deprecation: { message: 'use stable' } },
    ],
  } })),
  event(0, 'packagemanifests', object('other', { status: { packageName: 'other', catalogSource: 'cat', catalogSourceNamespace: 'olm', defaultChannel: 'x', channels: [] } })),
];

const CATALOG = `schema: olm.package
name: plain
defaultChannel: alpha
---
schema: olm.channel
package: plain
name: alpha
entries:
  - name: plain.v0.1.0
  - name: plain.v0.2.0
    replaces: plain.v0.1.0
---
schema: olm.bundle
package: plain
name: plain.v0.1.0
image: example.test/plain-bundle:0.1.0
properties: [{type: olm.package, value: {packageName: plain, version: 0.1.0}}]
---
schema: olm.bundle
package: plain
name: plain.v0.2.0
image: example.test/plain-bundle:0.2.0
properties:
  - {type: olm.package, value: {packageName: plain, version: 0.2.0}}
  - {type: olm.gvk, value: {group: demo.test, version: v1, kind: Plain}}
`;

const run = (args: readonly string[]): Promise<CommandLineResult> => runCommandLine(['packages', ...args], { columns: 80, env: { NO_COLOR: '1' } });

describe('olm-constructs packages', () => {
  it('lists what the catalogs of a cluster offer', async () => {
    const { stdout, exitCode } = await run(['--from', dumpFile(MANIFESTS)]);
    expect(stdout.split('\n')).toEqual([
      'NAME   CATALOG  DEFAULT  VERSION  CHANNELS', 'other  olm/cat  x', 'plain  olm/cat  stable   0.2.0    stable, alpha', '',
    ]);
    expect(exitCode).toBe(ExitCode.SUCCESS);
  });

  it('prints channels, versions, install modes, APIs and deprecations of a package', async () => {
    const { stdout } = await run(['plain', '--from', dumpFile(MANIFESTS)]);
    expect(stdout.split('\n')).toEqual([
      'plain (Plain)',
      '  catalog:           olm/cat',
      '  provider:          Example',
      '  default channel:   stable',
      '  install modes:     OwnNamespace',
      '  owned APIs:        demo.test/v1 Plain',
      '',
      'CHANNEL             HEAD          VERSIONS',
      'stable (default)    plain.v0.2.0  0.2.0, 0.1.0 (deprecated)',
      'alpha (deprecated)  plain.v0.3.0  0.3.0',
      '',
      'Deprecated:',
      '  plain.v0.1.0:  has a bug',
      '  channel alpha:  use stable',
      '',
    ]);
  });

  it('reads a catalog in files, and draws its upgrades', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'catalog-')), 'catalog.yaml');
    writeFileSync(path, CATALOG);
    const { stdout } = await run(['plain', '--from', path]);
    expect(stdout).toContain('  owned APIs:        demo.test/v1 Plain\n');
    expect(stdout).toContain('alpha (default)  plain.v0.2.0  0.2.0, 0.1.0\n');
    expect((await run(['plain', '--graph', '--from', path])).stdout).toMatch(/^flowchart /);
    expect(JSON.parse((await run(['-o', 'json', '--from', path])).stdout)).toMatchObject({ kind: 'PackageList', items: [
      { name: 'plain', defaultChannel: 'alpha', channels: [{ head: 'plain.v0.2.0', versions: [{ name: 'plain.v0.2.0', upgradesFrom: ['plain.v0.1.0'] }, {}] }] },
    ] });
  });

  it('lists the existing packages if a package is not in the dump, in each format', async () => {
    const message = "package 'plan' is not in the dump; packages: 'other', 'plain'";
    const from = ['--from', dumpFile(MANIFESTS)];
    expect(await run(['plan', ...from])).toEqual({ exitCode: ExitCode.FINDINGS, stdout: '', stderr: `error: ${message}\n` });
    const { exitCode, stdout } = await run(['plan', ...from, '-o', 'json']);
    expect({ exitCode, result: JSON.parse(stdout) as unknown }).toEqual({
      exitCode: ExitCode.FINDINGS, result: { apiVersion: 'olm-constructs/v1', kind: 'PackageList', items: [], errors: [{ input: 'plan', message }] },
    });
  });

  it('names the catalog that has been asked for, and the existing ones', async () => {
    const from = ['--from', dumpFile(MANIFESTS)];
    expect(await run(['plain', '--catalog', 'olm/none', ...from])).toMatchObject({
      exitCode: ExitCode.FINDINGS, stderr: "error: package 'plain' of catalog olm/none is not in the dump; packages: none; catalogs: 'olm/cat'\n",
    });
    expect(await run(['plan', '--catalog', 'olm/cat', ...from])).toMatchObject({
      exitCode: ExitCode.FINDINGS, stderr: "error: package 'plan' of catalog olm/cat is not in the dump; packages: 'other', 'plain'\n",
    });
    expect(await run(['--catalog', 'olm/none', ...from])).toMatchObject({
      exitCode: ExitCode.FINDINGS, stderr: "no packages of catalog olm/none in the dump; catalogs: 'olm/cat'\n",
    });
  });

  it('refuses --graph where no graph can be drawn', async () => {
    expect(await run(['plain', '--graph', '--from', dumpFile(MANIFESTS)])).toMatchObject({ exitCode: ExitCode.USAGE });
    expect(await run(['--graph', '--from', dumpFile(MANIFESTS)])).toMatchObject({
      exitCode: ExitCode.USAGE, stderr: 'error: --graph needs the name of one package\n',
    });
  });
});
