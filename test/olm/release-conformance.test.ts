import { CrdDescriptions } from '../../lib/olm/crds/crd-descriptions';
import { OlmVersion } from '../../lib/olm/olm-version';
import { releaseManifests } from '../../lib/olm/release';
import { type JsonObject, recordedRelease, recordedVersions } from './recorded-release';

const recorded = recordedRelease('v0.46.0');

function title(object: JsonObject): string {
  const { name, namespace } = object['metadata'] as { name: string; namespace?: string };
  return `${String(object['kind'])} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

if (recorded === undefined) {
  test('OLM 0.46.0 cannot be compared with upstream: ../shared/data is absent', () => {
    expect(recorded).toBeUndefined();
  });
} else {
  describe('OLM 0.46.0 equals what upstream published', () => {
    const settings = { version: OlmVersion.V0_46_0, crdDescriptions: CrdDescriptions.NONE };
    // What is compared is what is sent: a key with the value undefined would not be.
    const ours = JSON.parse(JSON.stringify(releaseManifests(settings).all)) as JsonObject[];

    test('in the objects and their order', () => {
      expect(ours.map(title)).toEqual(recorded.map(title));
    });

    test.each(recorded.map((object, index) => [title(object), object, ours[index]]))('in %s', (_title, theirs, object) => {
      expect(object).toStrictEqual(theirs);
    });
  });

  test('the images of OLM 0.46.0 are the recorded ones', () => {
    const { tag, olmImage, opmImage } = OlmVersion.V0_46_0;
    expect(recordedVersions()).toContainEqual(expect.objectContaining({ tag, olmImage, opmImage }));
  });
}
