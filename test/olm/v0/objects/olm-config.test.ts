import { Duration } from 'cdk8s';
import type { OlmConfigSettings } from '../../../../lib/olm/v0/settings/olm-settings';
import { OlmVersion } from '../../../../lib/olm/v0/model/olm-version';
import { releaseManifests } from '../../../../lib/olm/v0/release/release';

describe('the OLMConfig of a release', () => {
  test.each<[OlmVersion, OlmConfigSettings, object]>([
    [OlmVersion.V0_20_0, { disableCopiedCsvs: true }, { features: { disableCopiedCSVs: true } }],
    [OlmVersion.V0_46_0, { disableCopiedCsvs: false }, { features: { disableCopiedCSVs: false } }],
    [OlmVersion.V0_26_0, { packageServerSyncInterval: Duration.minutes(90) }, { features: { packageServerSyncInterval: '90m' } }],
    [
      OlmVersion.V0_46_0,
      { disableCopiedCsvs: true, packageServerSyncInterval: Duration.minutes(5) },
      { features: { disableCopiedCSVs: true, packageServerSyncInterval: '5m' } },
    ],
  ])('of OLM %s has the settings %p', (version, olmConfig, spec) => {
    expect(releaseManifests({ version, olmConfig }).olmConfig).toEqual({
      apiVersion: 'operators.coreos.com/v1', kind: 'OLMConfig', metadata: { name: 'cluster' }, spec,
    });
  });

  test('has no spec by default', () => {
    expect(releaseManifests({ olmConfig: {} }).olmConfig).not.toHaveProperty('spec');
  });

  test.each<[OlmVersion, OlmConfigSettings, string]>([
    [OlmVersion.V0_19_1, { disableCopiedCsvs: true }, 'olmConfig.disableCopiedCsvs is not supported by OLM 0.19.1; omit it, or install 0.20.0 or later'],
    [
      OlmVersion.V0_25_0, { packageServerSyncInterval: Duration.minutes(5) },
      'olmConfig.packageServerSyncInterval is not supported by OLM 0.25.0; omit it, or install 0.26.0 or later',
    ],
    [
      OlmVersion.V0_46_0, { packageServerSyncInterval: Duration.millis(500) },
      'olmConfig.packageServerSyncInterval must be a whole number of seconds, got 0.5 s',
    ],
  ])('of OLM %s refuses the settings %p', (version, olmConfig, problem) => {
    expect(() => releaseManifests({ version, olmConfig })).toThrow(new Error(problem));
  });
});
