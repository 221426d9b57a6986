import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { OlmRelease } from 'olm-constructs';
import { Bundle, ManifestSource } from 'olm-constructs/bundle';
import { CatalogTemplate } from 'olm-constructs/catalog';
import { ManifestTree } from 'olm-constructs/gitops';
import { ClusterApis } from 'olm-constructs/report';
import { OperatorLockFile } from 'olm-constructs/resolve';
import { readText } from '../lib/bundle/generate/icon-file';
import { contextNames } from '../lib/cluster/client/kubeconfig-source';
import { readDump } from '../lib/cluster/inspection/source/dump-files';
import { readManifests } from '../lib/cluster/operations/manifests';
import { readManifestFile, readManifestFolder } from '../lib/formats/manifests/read-manifests';
import { planFromFile } from '../lib/resolve/plan/read-plan';
import { runCommandLine } from './builders/command-line';

/** Bytes that are not UTF-8 are never replaced in what is read: each reader refuses them, with the line, the byte and the remedy. */

const folder = mkdtempSync(join(tmpdir(), 'not-utf8-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A manifest in Latin-1, with an é in its second line. */
const LATIN1 = Buffer.from('kind: ConfigMap\nname: caf\xe9\napiVersion: v1\nmetadata: {name: a}\n', 'latin1');
const FAULT = ':2:10: the text is not UTF-8, because of the byte 0xe9; save it as UTF-8';

function fileWith(path: string, content: string | Buffer = LATIN1): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

const file = fileWith('any/a.yaml');

it.each<[string, () => unknown]>([
  ['a file of manifests for a cluster', () => readManifests([file])],
  ['a folder of manifests for a cluster', () => readManifests([dirname(file)])],
  ['standard input with manifests for a cluster', () => readManifests(['-'], () => Promise.resolve(LATIN1))],
  ['a rendered tree', () => ManifestTree.ofFolder(dirname(file))],
  ['manifests of a bundle', () => Bundle.fromManifests(ManifestSource.fromPath(file), { packageName: 'p', version: '1.0.0' })],
  ['the APIs of a cluster', () => ClusterApis.fromFile(file)],
  ['a dump', () => readDump([file])],
  ['a dump in standard input', () => readDump(['-'], LATIN1)],
  ['a kubeconfig', () => contextNames({ kubeconfig: file }, {})],
  ['a release of OLM', () => OlmRelease.fromDirectory(dirname(fileWith('olm/crds.yaml')))],
])('%s is refused', async (_, read) => {
  await expect(Promise.resolve().then(read)).rejects.toThrow(FAULT);
});

it.each<[string, () => unknown]>([
  ['a lock file', () => OperatorLockFile.fromFile(file)],
  ['a plan', () => planFromFile(file)],
  ['a description', () => readText('bundle', file)],
])('%s is refused with its line', (_, read) => {
  expect(read).toThrow(/a\.yaml:2: the text is not UTF-8, because of the byte 0xe9; save it as UTF-8/);
});

it('a template of a catalog is refused', () => {
  expect(() => CatalogTemplate.fromFile(file)).toThrow('the file is not UTF-8; save it as UTF-8');
});

it('one malformed file does not keep the others from being read', () => {
  const object = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: b}\n';
  fileWith('some/b.yaml', object);
  const bad = fileWith('some/c.yaml', Buffer.concat([Buffer.from(object), LATIN1]));
  expect(readManifestFile(bad)).toMatchObject({ objects: [], malformed: [expect.stringMatching(/c\.yaml:5:10: the text is not UTF-8/)] });
  expect(readManifestFolder(dirname(bad))).toMatchObject({ objects: [{ object: { kind: 'Namespace' } }], malformed: [expect.stringContaining('c.yaml:5:10: ')] });
  const { dump, malformed } = readDump([fileWith('some/b.yaml', object), bad]);
  expect([dump.index.everything().length, malformed]).toEqual([1, [expect.stringContaining('c.yaml:5:10: ')]]);
});

it.each(['catalog validate -', 'catalog template -', 'images -', 'bundle create - --package p --version 1.0.0', 'wait -f -', 'remove -f -'])(
  'standard input of `%s` is refused', async (command) => {
    const { exitCode, stderr } = await runCommandLine(command.split(' '), { stdin: LATIN1 });
    expect({ exitCode, stderr }).toEqual({ exitCode: expect.any(Number) as number, stderr: expect.stringContaining(`standard input${FAULT}`) as string });
    expect(exitCode).not.toBe(0);
    expect(stderr).not.toContain('report it');
  },
);
