import { OlmVersion } from '../../../../lib/olm/v0/model/olm-version';
import { OlmRelease } from '../../../../lib/olm/v0/olm-release';
import { lossOfObjects, type ReleaseStorage, releaseStorage } from '../../../../lib/olm/v0/upgrade/stored-versions';

function storageOf(version: OlmVersion): ReleaseStorage {
  return releaseStorage(version.version, OlmRelease.of({ version })._manifests);
}

const thing = (version: string, stored: string, versions: readonly string[]): ReleaseStorage => (
  { version, crds: [{ name: 'things.example.com', stored, versions }] }
);

describe('a change of the release loses no objects', () => {
  test('from any release to any later one', () => {
    const all = OlmVersion.all.map(storageOf);
    const losses = all.flatMap((from, index) => all.slice(index).map((to) => lossOfObjects(from, to, 'deleted')));
    expect(losses.filter((loss) => loss !== undefined)).toEqual([]);
  });

  test('if the new storage version comes beside the old one', () => {
    expect(lossOfObjects(thing('0.46.0', 'v1', ['v1']), thing('0.47.0', 'v2', ['v1', 'v2']), 'deleted')).toBeUndefined();
  });

  test('if a downgrade still has the stored version', () => {
    expect(lossOfObjects(storageOf(OlmVersion.V0_46_0), storageOf(OlmVersion.V0_20_0), 'deleted')).toBeUndefined();
  });

  test('if the CRD stays in the cluster', () => {
    expect(lossOfObjects(thing('0.46.0', 'v1', ['v1']), { version: '0.47.0', crds: [] }, 'kept')).toBeUndefined();
  });
});

describe('a change of the release is refused', () => {
  test('if a downgrade lacks a CRD', () => {
    expect(lossOfObjects(storageOf(OlmVersion.V0_46_0), storageOf(OlmVersion.V0_19_1), 'kept')).toBe(
      'cannot downgrade from OLM 0.46.0 to 0.19.1: it lacks v1 of olmconfigs.operators.coreos.com, in which objects are stored; '
      + 'downgrade to a release that has it, or remove OLM 0.46.0 and install 0.19.1 again',
    );
  });

  test('if an upgrade skips the release that migrates objects', () => {
    expect(lossOfObjects(thing('0.46.0', 'v1', ['v1']), thing('0.48.0', 'v2', ['v2']), 'kept')).toBe(
      'cannot upgrade from OLM 0.46.0 to 0.48.0: it lacks v1 of things.example.com, in which objects are stored; upgrade first to a release between them '
      + 'that has the old and the new version, store all objects in the new one, and remove the old one from `status.storedVersions` of the CRD',
    );
  });

  test('if an upgrade would delete a CRD with its objects', () => {
    expect(lossOfObjects(thing('0.46.0', 'v1', ['v1']), { version: '0.47.0', crds: [] }, 'deleted')).toBe(
      'cannot upgrade from OLM 0.46.0 to 0.47.0: it lacks things.example.com, which would be deleted with all of its objects; delete its objects first, '
      + 'or keep the CRD by removing its resource from the state with `pulumi state delete`',
    );
  });
});
