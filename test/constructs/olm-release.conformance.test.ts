import { Testing } from 'cdk8s';
import { CrdDescriptions, OlmInstallation } from 'olm-constructs';
import { itWith } from '../needed';
import { recordedRelease, RELEASES } from '../olm/v0/recorded-release';

itWith(RELEASES)('OlmInstallation equals upstream\'s OLM 0.46.0, in upstream\'s order, except for the v that OLM removes from a version', () => {
  const chart = Testing.chart();
  new OlmInstallation(chart, 'olm', { crdDescriptions: CrdDescriptions.NONE });

  expect(Testing.synth(chart)).toStrictEqual(recordedRelease('v0.46.0').map((object) => (
    object['kind'] === 'ClusterServiceVersion' ? { ...object, spec: { ...object['spec'] as object, version: '0.46.0' } } : object
  )));
});
