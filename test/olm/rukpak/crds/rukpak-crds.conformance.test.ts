import { CrdDescriptions } from '../../../../lib/formats/schema/custom-resource-definition';
import { rukpakCrds } from '../../../../lib/olm/rukpak/crds/rukpak-crds';
import { RukpakVersion } from '../../../../lib/olm/rukpak/rukpak-version';
import { describeWith } from '../../../needed';
import type { JsonObject } from '../../v0/recorded-release';
import { recordedRukpak } from '../recorded-rukpak';

/** Fields that older generators print although nothing sets them. The API server ignores both. */
const EMPTY_STATUS = { acceptedNames: { kind: '', plural: '' }, conditions: [], storedVersions: [] };

/** Returns a CRD without what the generator of its release adds: `metadata.creationTimestamp: null` and an empty status. */
function withoutArtifacts({ status, ...crd }: JsonObject): JsonObject {
  if (status !== undefined) {
    expect(status).toEqual(EMPTY_STATUS);
  }
  const { creationTimestamp, ...metadata } = crd['metadata'] as JsonObject;
  expect(creationTimestamp ?? null).toBeNull();
  return { ...crd, metadata };
}

function byName(crds: readonly JsonObject[]): JsonObject[] {
  const name = (crd: JsonObject): string => (crd['metadata'] as { name: string }).name;
  return [...crds].sort((one, other) => (name(one) < name(other) ? -1 : 1));
}

const records = recordedRukpak();

describeWith(records)('the releases of RukPak', () => {
  test('includes every recorded release', () => {
    expect(RukpakVersion.all.map(({ tag }) => tag)).toEqual(records.value.map(({ release }) => release));
  });

  test.each(RukpakVersion.all.map(({ tag }) => tag))('RukPak %s has upstream\'s CRDs', (release) => {
    const { crds } = records.value.find((record) => record.release === release)!;
    const ours = JSON.parse(JSON.stringify(rukpakCrds(RukpakVersion.parse(release), CrdDescriptions.NONE))) as JsonObject[];
    expect(ours).toEqual(byName(crds.map(({ crd }) => withoutArtifacts(crd))));
  });
});
