import { Duration } from 'cdk8s';
import type { OlmSettings } from '../../../../lib/olm/v0/settings/olm-settings';
import { OlmVersion } from '../../../../lib/olm/v0/model/olm-version';
import { releaseManifests } from '../../../../lib/olm/v0/release/release';

const NAME_RULE = 'use up to 63 lowercase letters, digits and hyphens, with a letter or digit at both ends';

describe('settings are refused', () => {
  test.each<[string, OlmSettings, string]>([
    [
      'for a namespace of Kubernetes', { namespace: 'kube-system' },
      'namespace "kube-system" belongs to Kubernetes, but the installation creates its namespaces; choose another name',
    ],
    [
      'for operators in the default namespace', { operatorNamespace: 'default' },
      'operatorNamespace "default" belongs to Kubernetes, but the installation creates its namespaces; choose another name',
    ],
    ['for a malformed namespace', { catalogNamespace: 'My_Catalogs' }, `catalogNamespace must be a valid namespace name: got "My_Catalogs"; ${NAME_RULE}`],
    ['for a namespace that is too long', { operatorNamespace: 'a'.repeat(64) }, `operatorNamespace must be a valid namespace name: got "${'a'.repeat(64)}"; ${NAME_RULE}`],
    ['for a malformed watched namespace', { watchedNamespaces: ['a', 'b,c'] }, `watchedNamespaces[1] must be a valid namespace name: got "b,c"; ${NAME_RULE}`],
    ['for an empty list of watched namespaces', { watchedNamespaces: [] }, 'watchedNamespaces is empty; omit it to watch all namespaces'],
    [
      'for levels of a malformed release of Kubernetes', { podSecurity: { operatorNamespace: { version: '1.31' } } },
      'podSecurity.operatorNamespace.version must be "latest" or a minor release of Kubernetes such as v1.31: got "1.31"',
    ],
    [
      'for an interval of packageserver below a second', { packageserver: { interval: Duration.millis(5) } },
      'packageserver.interval must be a whole number of seconds, got 0.005 s',
    ],
    [
      'with every problem reported together', { version: OlmVersion.V0_18_3, networkPolicies: true, olmOperator: { replicas: -1 }, olmConfig: { disableCopiedCsvs: true } },
      'olmOperator.replicas must be an integer of at least 0: got -1\n'
      + 'networkPolicies is not supported by OLM 0.18.3; omit it, or install 0.32.0 or later\n'
      + 'olmConfig.disableCopiedCsvs is not supported by OLM 0.18.3; omit it, or install 0.20.0 or later',
    ],
  ])('%s', (_title, settings, problem) => {
    expect(() => releaseManifests(settings)).toThrow(new Error(problem));
  });

  test('for a release that the library does not include, with the remedy', () => {
    expect(() => releaseManifests({ version: OlmVersion.of('0.47.0') })).toThrow(new Error(
      'olm-constructs does not include OLM 0.47.0 (nearest known versions: 0.46.0); read its manifests with OlmRelease.fromManifests or '
      + 'OlmRelease.fromDirectory, and give the result to OlmInstallation as "release"',
    ));
  });
});
