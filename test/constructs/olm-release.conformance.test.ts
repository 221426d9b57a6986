import { Testing } from 'cdk8s';
import { CrdDescriptions, OlmInstallation } from 'olm-constructs';
import { recordedRelease } from '../olm/recorded-release';

const recorded = recordedRelease('v0.46.0');

if (recorded === undefined) {
  test('what is synthesized cannot be compared with OLM 0.46.0 as upstream published it: ../shared/data is absent', () => {
    expect(recorded).toBeUndefined();
  });
} else {
  test('what is synthesized equals OLM 0.46.0 as upstream published it, in upstream\'s order, but for the v that OLM takes off', () => {
    const chart = Testing.chart();
    new OlmInstallation(chart, 'olm', { crdDescriptions: CrdDescriptions.NONE });

    expect(Testing.synth(chart)).toStrictEqual(recorded.map((object) => (
      object['kind'] === 'ClusterServiceVersion' ? { ...object, spec: { ...object['spec'] as object, version: '0.46.0' } } : object
    )));
  });
}
