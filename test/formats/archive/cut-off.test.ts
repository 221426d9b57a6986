import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Bundle } from '../../../lib/bundle/bundle';
import { BundleError } from '../../../lib/bundle/model/bundle-error';
import { readDump } from '../../../lib/cluster/inspection/source/dump-files';
import { InspectionError } from '../../../lib/cluster/inspection/source/object-source';
import { bundleFiles, inFolder } from '../../builders/bundle-files';
import { layoutOf } from '../../builders/image-layout';
import { runCommandLine } from '../../builders/command-line';
import { tarOf, tarOfFiles } from '../../builders/tar-archive';
import { pipedZipOf, wideZipOf, zipOf } from '../../builders/zip-archive';
import { itWith, Needed } from '../../needed';

/** What a reader makes of an archive: what it found, or `refused` if it says that something is wrong or may be missing. */
type Reader = (path: string) => string;

const bundle: Reader = (path) => {
  try {
    return JSON.stringify(Bundle.fromPath(path).manifests);
  } catch (error) {
    if (error instanceof BundleError) {
      return 'refused';
    }
    throw error;
  }
};

const dump: Reader = (path) => {
  try {
    const { dump: found, notes, malformed } = readDump([path]);
    return notes.length + malformed.length > 0 ? 'refused' : JSON.stringify(found.index.everything());
  } catch (error) {
    if (error instanceof InspectionError) {
      return 'refused';
    }
    throw error;
  }
};

/** A bundle whose last file none of its other files needs. */
const BUNDLE = { ...bundleFiles(), 'manifests/zone.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: zone}\n' };

const POD = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: NAME\n  namespace: shop\n';
const DUMP = { 'dump/a.yaml': POD.replace('NAME', 'a'), 'dump/long.yaml': POD.replace('NAME', 'b') + '#'.repeat(600), 'dump/c.json.txt': 'c', 'dump/d.yaml': POD };
const LONG = `dump/${'long-'.repeat(30)}name`;

/** A tar archive of a dump with an extended header. */
const withLongName = (): Buffer => {
  const field = ` path=${LONG}/d.yaml\n`;
  const text = `${field.length + 3}${field}`;
  const extended = tarOf([{ path: 'PaxHeader/d.yaml', content: text }]);
  extended.write('x', 156);
  extended.write('        ', 148);
  const sum = extended.subarray(0, 512).reduce((all, byte) => all + byte, 0);
  extended.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([tarOfFiles({ 'dump/a.yaml': DUMP['dump/a.yaml'] }).subarray(0, -1024), extended.subarray(0, -1024), tarOfFiles({ 'd.yaml': POD })]);
};

const etcd = Needed.sharedData('bundles/etcd@0.9.4.tar.gz');

/** Lengths to try: all near the borders of blocks, and some others. */
function lengthsOf(archive: Buffer, most: number): number[] {
  const step = Math.max(1, Math.floor(archive.length / most));
  const near = Array.from({ length: Math.ceil(archive.length / 512) }, (_, block) => [512 * block - 1, 512 * block, 512 * block + 1]).flat();
  const some = Array.from({ length: Math.ceil(archive.length / step) }, (_, index) => index * step);
  return [...new Set([...(near.length > most ? [] : near), ...some, archive.length - 1])].filter((length) => length >= 0 && length < archive.length);
}

function expectNothingLost(read: Reader, archive: Buffer, most = 150): void {
  inFolder((folder) => {
    const path = join(folder, 'archive');
    writeFileSync(path, archive);
    const whole = read(path);
    expect(whole).not.toBe('refused');
    const wrong = lengthsOf(archive, most).filter((length) => {
      writeFileSync(path, archive.subarray(0, length));
      return ![whole, 'refused'].includes(read(path));
    });
    expect(wrong).toEqual([]);
  });
}

describe('an archive that is cut off is refused, is noted, or has the same content', () => {
  test.each<[string, Reader, () => Buffer]>([
    ['tar of a bundle', bundle, () => tarOfFiles(BUNDLE)],
    ['tar.gz of a bundle', bundle, () => gzipSync(tarOfFiles(BUNDLE))],
    ['tar.gz of a bundle in two members', bundle, () => {
      const tar = tarOfFiles(BUNDLE);
      return Buffer.concat([gzipSync(tar.subarray(0, 1536)), gzipSync(tar.subarray(1536))]);
    }],
    ['tar of an image layout', bundle, () => tarOfFiles(layoutOf())],
    ['tar of a dump', dump, () => tarOfFiles(DUMP)],
    ['tar of a dump with an extended header', dump, withLongName],
    ['tar.gz of a dump', dump, () => gzipSync(tarOfFiles(DUMP))],
    ['yaml.gz', dump, () => gzipSync(DUMP['dump/long.yaml'])],
    ['zip', dump, () => zipOf(DUMP)],
    ['zip without compression', dump, () => zipOf(DUMP, 0)],
    ['zip with checksums after the contents', dump, () => pipedZipOf(DUMP)],
    ['zip64', dump, () => wideZipOf(DUMP)],
  ])('%s', (_, read, archive) => {
    expectNothingLost(read, archive());
  });

  itWith(etcd)('tar of a real bundle', () => {
    expectNothingLost(bundle, gunzipSync(readFileSync(etcd.value)), 60);
  });
});

describe('an archive without an end', () => {
  const entries = tarOfFiles({ 'a.yaml': POD.replace('Pod', 'Namespace'), 'b.yaml': POD }).subarray(0, -1024);

  it('is refused as a bundle, with what to do', () => {
    inFolder((folder) => {
      const path = join(folder, 'bundle.tar');
      writeFileSync(path, tarOfFiles(bundleFiles()).subarray(0, -1024));
      expect(() => Bundle.fromArchive(path)).toThrow(
        /: the archive ends after "[^"]+" without the empty blocks that mark its end, so it may be cut off; fetch or pack it again, or unpack it and read the folder/,
      );
    });
  });

  it('is a bundle if one empty block, or a part of it, is there: nothing follows it', () => {
    inFolder((folder) => {
      const path = join(folder, 'bundle.tar');
      const tar = tarOfFiles(bundleFiles());
      for (const missing of [512, 700, 1023]) {
        writeFileSync(path, tar.subarray(0, -missing));
        expect(Bundle.fromArchive(path).name).toBe('demo.v1.2.3');
      }
    });
  });

  it('is a dump with a note', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'cut-off-')), 'dump.tar');
    writeFileSync(path, entries);
    const { stderr } = await runCommandLine(['explain', 'namespace/shop', '--from', path], { columns: 1000, env: { NO_COLOR: '1' } });
    expect(stderr).toContain(`warning: ${path}: the archive ends after "b.yaml" without the empty blocks that mark its end, so it may be cut off, `
      + 'and objects may be missing; if it is, fetch or pack it again\n');
  });

  it('is damaged if a part of a header follows', () => {
    inFolder((folder) => {
      const path = join(folder, 'dump.tar');
      writeFileSync(path, Buffer.concat([entries, entries.subarray(0, 100)]));
      expect(() => readDump([path])).toThrow(/this archive is damaged: it is cut off within the header after the entry "b\.yaml"; fetch or pack it again/);
    });
  });
});
