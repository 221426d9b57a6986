import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { ClusterDump, explain } from '../../../lib/cluster';
import { readDump } from '../../../lib/cluster/inspection/source/dump-files';
import { ExitCode } from '../../../lib/cli/frame/cli-error';
import { runCommandLine } from '../../builders/command-line';
import { tarOfFiles } from '../../builders/tar-archive';

const SUBSCRIPTION = `apiVersion: operators.coreos.com/v1alpha1
kind: Subscription
metadata:
  name: shop
  namespace: shop
spec:
  name: shop
  source: hub
  sourceNamespace: olm
status:
  state: AtLatestKnown
  currentCSV: shop.v1.0.0
  installedCSV: shop.v1.0.0
`;

/** Files as must-gather writes them: one for each object, lists of kinds, logs, and files that are not Kubernetes objects. */
const MUST_GATHER = {
  'must-gather/quay-io/namespaces/shop/operators.coreos.com/subscriptions/shop.yaml': `---\n${SUBSCRIPTION}`,
  'must-gather/quay-io/namespaces/shop/apps/deployments.yaml': '---\napiVersion: apps/v1\nitems: []\nkind: DeploymentList\nmetadata: {}\n',
  'must-gather/quay-io/cluster-scoped-resources/core/namespaces/shop.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\nstatus: {phase: Active}\n',
  'must-gather/quay-io/namespaces/shop/pods/shop-1/logs/current.log': '2026-11-20T12:00:00Z kind: Pod: [not YAML',
  'must-gather/quay-io/namespaces/shop/audit.yaml': 'kind: Pod\n  - this is a log: [',
  'must-gather/quay-io/monitoring/rules.json': '[{"query": "kind: Pod"}]',
  'must-gather/timestamp': '2026-11-20',
};

const folder = mkdtempSync(join(tmpdir(), 'dump-files-'));

function written(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

const bytes = (files: { readonly [path: string]: string }): { [path: string]: Uint8Array } => (
  Object.fromEntries(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)]))
);

const tar = (): Buffer => tarOfFiles(MUST_GATHER);

describe('a dump', () => {
  test.each<[string, () => string | Buffer]>([
    ['dump.yaml', () => SUBSCRIPTION],
    ['dump.yaml.gz', () => gzipSync(SUBSCRIPTION)],
    ['twice.yaml.gz.gz', () => gzipSync(gzipSync(SUBSCRIPTION))],
    ['powershell.yaml', () => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(SUBSCRIPTION, 'utf16le')])],
    ['must-gather.tar', tar],
    ['must-gather.tar.gz', () => gzipSync(tar())],
    ['must-gather.tgz', () => gzipSync(tar())],
    ['must-gather.zip', () => Buffer.from(zipSync(bytes(MUST_GATHER)))],
    ['stored.zip', () => Buffer.from(zipSync(bytes(MUST_GATHER), { level: 0 }))],
    ['packed-in-tar.tar', () => tarOfFiles({ 'dump.yaml.gz': gzipSync(SUBSCRIPTION) })],
    ['named-wrongly.txt', () => gzipSync(tar())],
  ])('is read from %s', async (name, content) => {
    const dump = ClusterDump.read([written(name, content())]);
    expect((await explain(dump, 'subscription/shop')).verdict).toBe('healthy');
    expect(dump.malformed).toEqual([]);
    expect(ClusterDump.read(['-'], Buffer.from(content())).time).toBe(dump.time);
  });

  it('is read from a folder of must-gather, whose other files are skipped', async () => {
    Object.entries(MUST_GATHER).forEach(([path, content]) => written(path, content));
    written('must-gather/old/dump.yaml.gz', gzipSync(SUBSCRIPTION.replaceAll('shop', 'old')));
    const dump = ClusterDump.read([join(folder, 'must-gather')]);
    expect((await explain(dump, 'subscription/shop')).verdict).toBe('healthy');
    expect((await explain(dump, 'subscription/old')).verdict).toBe('healthy');
    expect(dump.skipped.map((message) => message.replace(folder, ''))).toEqual([
      expect.stringMatching(/rules\.json \(\[0\]\): this is not a Kubernetes object/), expect.stringMatching(/audit\.yaml:2: this is not YAML/),
    ]);
  });

  test.each<[string, () => Buffer, RegExp]>([
    ['truncated gzip', () => gzipSync(SUBSCRIPTION).subarray(0, 40), /this archive is damaged: gzip: /],
    ['truncated tar', () => tar().subarray(0, 700), /damaged/],
    ['gzip in gzip in gzip', () => gzipSync(gzipSync(gzipSync(SUBSCRIPTION))), /compressed more than 2 times/],
    ['a zip archive with another compression', () => {
      const zip = Buffer.from(zipSync(bytes({ 'a.yaml': SUBSCRIPTION })));
      zip.writeUInt16LE(99, 8);
      return zip;
    }, /damaged: zip: /],
    ['a zip archive that is cut off after a file', () => {
      const zip = Buffer.from(zipSync(bytes(MUST_GATHER)));
      return zip.subarray(0, zip.indexOf('PK\x03\x04', 4, 'latin1'));
    }, /damaged: zip: it is cut off/],
    ['a zip archive that lost a file', () => {
      const zip = Buffer.from(zipSync(bytes(MUST_GATHER)));
      const second = zip.indexOf('PK\x03\x04', 4, 'latin1');
      return Buffer.concat([zip.subarray(0, second), zip.subarray(zip.indexOf('PK\x01\x02', 0, 'latin1'))]);
    }, /damaged: zip: its directory should end at byte \d+, and ends at \d+/],
    ['an encrypted zip archive', () => {
      const zip = Buffer.from(zipSync(bytes({ 'a.yaml': SUBSCRIPTION }), { level: 0 }));
      zip.writeUInt16LE(1, 6);
      zip.writeUInt16LE(1, zip.indexOf('PK\x01\x02', 0, 'latin1') + 8);
      return zip;
    }, /refused\/a\.yaml: this file of the zip archive is encrypted, and is not read; unpack the archive, and give the folder/],
    ['a zip archive with another content than its checksum states', () => {
      const zip = Buffer.from(zipSync(bytes({ 'a.yaml': SUBSCRIPTION }), { level: 0 }));
      zip.write('stop', zip.indexOf('shop'));
      return zip;
    }, /damaged: zip: "a\.yaml" has another content than its checksum states/],
    ['xz', () => Buffer.from('fd377a585a000004', 'hex'), /this file is compressed with xz, which is not read; unpack it/],
    ['7z', () => Buffer.from('377abcaf271c0004', 'hex'), /this file is a 7z archive, which is not read; unpack it/],
    ['an empty zip archive', () => Buffer.from(zipSync({})), /no Kubernetes object found/],
  ])('is refused if it is %s', (_, content, message) => {
    expect(() => ClusterDump.read([written('refused', content())])).toThrow(message);
  });

  it('is refused if it decompresses to far more than a dump has', () => {
    const zeros = Buffer.alloc(300 * 1024 * 1024);
    expect(() => ClusterDump.read([written('bomb.yaml.gz', gzipSync(zeros))])).toThrow(/too large: 314572800 bytes/);
    expect(() => ClusterDump.read([written('bomb.zip', Buffer.from(zipSync({ 'a.yaml.gz': gzipSync(zeros) })))])).toThrow(/too large: 314572800 bytes/);
  });
});

describe('a malformed part of a dump', () => {
  const NAMESPACE = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' }, status: { phase: 'Active' } };
  const LIST = `apiVersion: v1
items:
- apiVersion: v1
  kind: Namespace
  metadata:
    name: [broken
- ${SUBSCRIPTION.trimEnd().replaceAll('\n', '\n  ')}
kind: List
metadata:
  resourceVersion: ""
`;

  test.each<[string, string, RegExp]>([
    ['a broken document among others', `a: [\n---\n${SUBSCRIPTION}`, /^dump:\d+: this is not YAML/],
    ['a broken item of a list', LIST, /^dump:[67]: this is not YAML/],
    ['a name that is no string', `${SUBSCRIPTION}---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: 7\n`, /^dump:\d+: Pod: metadata\.name must be a string$/],
    ['labels that are no map', JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [
      { ...NAMESPACE, metadata: { name: 'shop', labels: ['a'] } }, ...[JSON.parse(JSON.stringify(NAMESPACE)) as object],
    ] }), /^dump \(items\[0\]\): Namespace shop: metadata\.labels must be a map of strings$/],
    ['a status that is a list', `${SUBSCRIPTION}---\napiVersion: v1\nkind: Pod\nmetadata: {name: a}\nstatus: []\n`, /^dump:\d+: Pod a: status must be a map$/],
    ['an item that is no object', `apiVersion: v1\nkind: List\nitems:\n- ${SUBSCRIPTION.trimEnd().replaceAll('\n', '\n  ')}\n- just a string\n`, /^dump:17 \(items\[1\]\): this is not a Kubernetes object/],
    ['an object without a name', `${SUBSCRIPTION}---\napiVersion: v1\nkind: Pod\n`, /^dump:\d+: Pod: metadata\.name is missing$/],
    ['owners without names', `${SUBSCRIPTION}---\napiVersion: v1\nkind: Pod\nmetadata: {name: a, ownerReferences: [{kind: Job}]}\n`, /ownerReferences must be a list of owners with kind and name/],
  ])('is reported, and the rest is read: %s', async (_, text, message) => {
    const path = written('malformed', text);
    const dump = ClusterDump.read([path]);
    expect(dump.malformed.map((found) => found.replace(path, 'dump'))).toEqual([expect.stringMatching(message)]);
    const reference = text.includes('Subscription') ? 'subscription/shop' : 'namespace/shop';
    const { stdout, stderr, exitCode } = await runCommandLine(['explain', reference, '--from', path], { columns: 200, env: { NO_COLOR: '1' } });
    expect(stdout).toMatch(/: healthy\n/);
    expect(stderr).toContain('warning: skipped ');
    expect(exitCode).toBe(ExitCode.ERROR);
  });

  it('does not hide a failure of the rest', async () => {
    const terminating = JSON.stringify({ ...NAMESPACE, metadata: { name: 'shop', creationTimestamp: '2026-11-01T00:00:00Z', deletionTimestamp: '2026-11-01T00:00:00Z' } });
    const later = JSON.stringify({ ...NAMESPACE, metadata: { name: 'later', creationTimestamp: '2026-11-02T00:00:00Z' } });
    const path = written('failed', `${terminating}\n${later}\n{"apiVersion": "v1", "kind": "Pod", "metadata": {}}\n`);
    expect((await runCommandLine(['explain', 'namespace/shop', '--from', path])).exitCode).toBe(ExitCode.FINDINGS);
  });

  it('is refused by commands whose result would be wrong without it', async () => {
    const path = written('incomplete', `${SUBSCRIPTION}---\napiVersion: v1\nkind: Pod\n`);
    expect(await runCommandLine(['migrate', '--from', path])).toMatchObject({ exitCode: ExitCode.ERROR, stderr: expect.stringContaining('are malformed') as string });
  });
});

const SHOP = { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', spec: { name: 'shop' }, status: { state: 'AtLatestKnown' } };
const shop = (state: string, metadata: object): string => JSON.stringify({ ...SHOP, metadata: { name: 'shop', namespace: 'shop', ...metadata }, status: { state } });

describe('a file of a folder that cannot be read', () => {
  test.each<[string, () => Buffer, RegExp]>([
    ['cut off', () => gzipSync(SUBSCRIPTION).subarray(0, 40), /^FOLDER\/pods\.yaml\.gz: this archive is damaged: gzip: unexpected end of file/],
    ['compressed too often', () => gzipSync(gzipSync(gzipSync(SUBSCRIPTION))), /^FOLDER\/pods\.yaml\.gz: compressed more than 2 times/],
    ['in another format', () => Buffer.from('fd377a585a000004', 'hex'), /^FOLDER\/pods\.yaml\.gz: this file is compressed with xz/],
  ])('may have had objects, so the result is incomplete: %s', (_, content, message) => {
    const path = mkdtempSync(join(folder, 'unreadable-'));
    writeFileSync(join(path, 'a.yaml'), SUBSCRIPTION);
    writeFileSync(join(path, 'pods.yaml.gz'), content());
    const dump = ClusterDump.read([path]);
    expect(dump.malformed.map((found) => found.replace(path, 'FOLDER'))).toEqual([expect.stringMatching(message)]);
    expect(dump.skipped).toEqual([]);
  });

  it('is one of those beyond the limit', () => {
    const path = mkdtempSync(join(folder, 'large-'));
    writeFileSync(join(path, 'a.yaml'), SUBSCRIPTION);
    writeFileSync(join(path, 'b.yaml.gz'), gzipSync(`#${'x'.repeat(2000)}`));
    expect(ClusterDump.read([path], '', { maxUnpackedBytes: 1000 }).malformed).toEqual([expect.stringMatching(/b\.yaml\.gz: unpacks, with the files before it, to more than 1000/)]);
  });
});

describe('an object that is in a dump twice', () => {
  test.each<[string, object, object]>([
    ['resourceVersion', { resourceVersion: '99' }, { resourceVersion: '1000' }],
    ['latest time', { creationTimestamp: '2026-11-20T12:00:00Z' }, { creationTimestamp: '2026-11-20T12:00:01Z' }],
    ['latest time, if one has no numeric resourceVersion', { resourceVersion: '99', creationTimestamp: '2026-11-20T12:00:00Z' }, { creationTimestamp: '2026-11-20T12:00:01Z' }],
  ])('counts in its newer state, in any order of the files: by %s', (_, older, newer) => {
    const [before, after] = [written('before.json', shop('UpgradePending', older)), written('after.json', shop('AtLatestKnown', newer))];
    const states = [[before, after], [after, before]].map((paths) => ClusterDump.read(paths).dump.index.everything().map(({ status }) => status));
    expect(states).toEqual([[{ state: 'AtLatestKnown' }], [{ state: 'AtLatestKnown' }]]);
  });
});

/** A list as kubectl writes it: its kind comes last. */
const LIST = `apiVersion: v1
items:
${['first', 'second'].map((name) => SUBSCRIPTION.replace('name: shop', `name: ${name}`).replace(/^/gm, '  ').replace(/^ {2}/, '- ').trimEnd()).join('\n')}
kind: List
metadata:
  resourceVersion: ""
`;

describe('a list of kubectl that is cut off', () => {
  it('has its complete items, and a fault with file and line, wherever it is cut', () => {
    const lines = LIST.split('\n');
    const second = lines.lastIndexOf('- apiVersion: operators.coreos.com/v1alpha1') + 1;
    const end = lines.indexOf('kind: List');
    for (let length = second + 1; length <= end; length += 1) {
      const { dump, malformed } = readDump([written('cut.yaml', lines.slice(0, length).join('\n'))]);
      expect([length, dump.index.everything().map(({ metadata }) => metadata.name)]).toEqual([length, ['first']]);
      expect(malformed).toEqual([expect.stringMatching(new RegExp(`cut\\.yaml:${second} .*items\\[1\\].*the list is cut off`))]);
    }
    expect(ClusterDump.read([written('whole.yaml', LIST)]).dump.index.everything()).toHaveLength(2);
  });
});

it('names the remedy for an empty path', () => {
  expect(() => ClusterDump.read([''])).toThrow('the path of a dump is empty; specify a file, a folder, an archive, or - for standard input');
});
