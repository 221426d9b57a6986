import Table from 'cli-table3';
import { CrdDescriptions } from '../../../../lib/formats/schema/custom-resource-definition';
import { OlmVersion } from '../../../../lib/olm/v0/model/olm-version';
import { releaseManifests } from '../../../../lib/olm/v0/release/release';
import { expectedDifferences } from '../../../../scripts/releases-page/upstream-differences';
import { describeWith } from '../../../needed';
import { type JsonObject, recordedRelease, recordedVersions, RELEASES } from '../recorded-release';

/** Older than the oldest release that the library includes. */
const LEFT_OUT = 'v0.17.0';

interface RecordedDifference {
  readonly object: string;
  readonly path: string;
}

function title(object: JsonObject): string {
  const { name, namespace } = object['metadata'] as { name: string; namespace?: string };
  return `${String(object['kind'])} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

/** Returns the paths of the innermost differences. Lists of different lengths differ as a whole. */
function differences(ours: unknown, theirs: unknown, path: string): string[] {
  if (!isContainer(ours) || !isContainer(theirs) || Array.isArray(ours) !== Array.isArray(theirs)) {
    return Object.is(ours, theirs) ? [] : [path];
  }
  if (Array.isArray(ours) && ours.length !== (theirs as unknown as unknown[]).length) {
    return [path];
  }
  const keys = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
  return [...keys].flatMap((key) => differences(ours[key], theirs[key], path === '' ? key : `${path}.${key}`));
}

function isContainer(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null;
}

/** Compares what is sent: JSON has no keys with the value undefined. */
function ourRelease(version: OlmVersion): JsonObject[] {
  return JSON.parse(JSON.stringify(releaseManifests({ version, crdDescriptions: CrdDescriptions.NONE }).all)) as JsonObject[];
}

describeWith(RELEASES)('the releases of OLM v0', () => {
  const table = new Table({ head: ['release', 'objects', 'equal', 'differences listed'], style: { head: [], border: [] } });

  afterAll(() => {
    process.stdout.write(`${table.toString()}\n`);
  });

  test('includes every recorded release', () => {
    expect(OlmVersion.all.map(({ tag }) => tag)).toEqual(recordedVersions().map(({ tag }) => tag).filter((tag) => tag !== LEFT_OUT));
  });

  describe.each(OlmVersion.all.map((version) => [version.version, version] as const))('OLM %s', (release, version) => {
    let theirs: JsonObject[];
    let ours: JsonObject[];
    beforeAll(() => {
      theirs = recordedRelease(version.tag);
      ours = ourRelease(version);
    });

    test('has upstream\'s objects in upstream\'s order', () => {
      expect(ours.map(title)).toEqual(theirs.map(title));
    });

    test('equals upstream\'s objects except for the differences that docs/reference/releases.md lists', () => {
      const found = theirs.flatMap((object, index): RecordedDifference[] => (
        differences(ours[index], object, '').map((path) => ({ object: title(object), path }))
      ));
      const different = new Set(found.map(({ object }) => object));
      table.push([release, theirs.length, theirs.length - different.size, found.length]);
      expect(found).toEqual(expectedDifferences(version));
    });

    test('has the version of upstream\'s packageserver without the leading v', () => {
      const [our, their] = [ours, theirs].map((objects) => objects.find(({ kind }) => kind === 'ClusterServiceVersion')?.['spec'] as JsonObject);
      expect(their?.['version']).toMatch(/^v?\d+\.\d+\.\d+$/);
      expect(our?.['version']).toBe((their?.['version'] as string).replace('v', ''));
    });

    test('has the recorded images, and knows whether they are digests', () => {
      const recorded = recordedVersions().find(({ tag }) => tag === version.tag);
      const { olmImage, opmImage } = recorded ?? {};
      expect({ olmImage: version.olmImage, opmImage: version.opmImage ?? null }).toEqual({ olmImage, opmImage });
      const images = [olmImage, opmImage].filter((image) => typeof image === 'string');
      expect(version.imagesAreDigests).toBe(images.every((image) => image.includes('@sha256:')));
    });
  });

  test('the comparison finds differences', () => {
    const ours = ourRelease(OlmVersion.V0_46_0);
    const changed = JSON.parse(JSON.stringify(ours)) as JsonObject[];
    changed[0]!['kind'] = 'Other';
    (changed[8]!['metadata'] as JsonObject)['extra'] = null;
    expect(differences(ours, changed, '')).toEqual(['0.kind', '8.metadata.extra']);
    expect(differences([1, 2], [1], 'list')).toEqual(['list']);
  });
});
