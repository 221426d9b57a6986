import { Testing } from 'cdk8s';
import { CrdDescriptions, OlmInstallation } from 'olm-constructs';
import { recordedRelease } from '../olm/v0/recorded-release';

const recorded = recordedRelease('v0.46.0');

if (recorded === undefined) {
  test('OlmInstallation is not compared with upstream\'s OLM 0.46.0: ../shared/data is missing', () => {
    expect(recorded).toBeUndefined();
  });
} else {
  test('OlmInstallation equals upstream\'s OLM 0.46.0, in upstream\'s order, except for the v that OLM removes from a version', () => {
    const chart = Testing.chart();
    new OlmInstallation(chart, 'olm', { crdDescriptions: CrdDescriptions.NONE });

    expect(Testing.synth(chart)).toStrictEqual(recorded.map((object) => (
      object['kind'] === 'ClusterServiceVersion' ? { ...object, spec: { ...object['spec'] as object, version: '0.46.0' } } : object
    )));
  });
}
