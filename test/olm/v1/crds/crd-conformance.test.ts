import { CrdDescriptions } from '../../../../lib/formats/schema/custom-resource-definition';
import { olmV1CustomResourceDefinitions } from '../../../../lib/olm/v1/crds/custom-resource-definitions';
import { OlmV1Version } from '../../../../lib/olm/v1/olm-v1-version';
import { describeWith } from '../../../needed';
import { type RecordedCrd, recordedReleases } from '../recorded-crds';

const releases = recordedReleases();

/** A release, a channel, and its CRDs. */
type Row = [release: string, channel: string, crds: readonly RecordedCrd['crd'][]];

/** Compares what is sent: JSON has no keys with the value undefined. */
function ours(version: OlmV1Version, experimental: boolean): { metadata: { name: string } }[] {
  return JSON.parse(JSON.stringify(olmV1CustomResourceDefinitions(version, experimental, CrdDescriptions.NONE))) as { metadata: { name: string } }[];
}

describeWith(releases)('the releases of OLM v1', () => {
  test('includes every recorded release', () => {
    expect(OlmV1Version.all.map(({ tag }) => tag)).toEqual(releases.value.map(({ release }) => release));
  });

  const published = releases.map((all) => all.flatMap(({ release, crds }) => (['standard', 'experimental'] as const)
    .map((channel): Row => [release, channel, crds.filter((recorded) => recorded.channel === channel).map(({ crd }) => crd)])
    .filter(([, , found]) => found.length > 0)));

  test.each(published.valueOr<Row[]>([['each release', 'each channel', []]]))('OLM v1 %s, %s: CRDs equal upstream\'s', (release, channel, theirs) => {
    const found = ours(OlmV1Version.parse(release), channel === 'experimental');
    const compared = found.filter(({ metadata: { name } }) => theirs.some((crd) => crd.metadata.name === name));
    expect(compared).toEqual([...theirs].sort((one, other) => (one.metadata.name < other.metadata.name ? -1 : 1)));
    // catalogd had a repository of its own before 1.2.
    const missing = found.filter((crd) => !compared.includes(crd)).map(({ metadata: { name } }) => name);
    expect(missing).toEqual(['v1.0.0', 'v1.1.0'].includes(release) ? ['clustercatalogs.olm.operatorframework.io'] : []);
  });
});
