import type { OlmSettings } from '../../lib/olm/olm-settings';
import { OlmVersion } from '../../lib/olm/olm-version';
import { releaseManifests } from '../../lib/olm/release';

const NAME_RULE = 'use up to 63 lower-case letters, digits and hyphens, with a letter or digit at both ends';

describe('settings are refused', () => {
  test.each<[string, OlmSettings, string]>([
    [
      'when OLM would cut off Kubernetes', { namespace: 'kube-system' },
      'namespace "kube-system" collides with a namespace of Kubernetes itself; OLM makes a namespace of its own: give another name',
    ],
    [
      'when operators would go to everybody\'s namespace', { operatorNamespace: 'default' },
      'operatorNamespace "default" collides with a namespace of Kubernetes itself; OLM makes a namespace of its own: give another name',
    ],
    ['for a malformed namespace', { catalogNamespace: 'My_Catalogs' }, `catalogNamespace must be a name of a namespace: got "My_Catalogs"; ${NAME_RULE}`],
    ['for an endless namespace', { operatorNamespace: 'a'.repeat(64) }, `operatorNamespace must be a name of a namespace: got "${'a'.repeat(64)}"; ${NAME_RULE}`],
    ['for a malformed watched namespace', { watchedNamespaces: ['a', 'b,c'] }, `watchedNamespaces[1] must be a name of a namespace: got "b,c"; ${NAME_RULE}`],
    ['for no watched namespace', { watchedNamespaces: [] }, 'watchedNamespaces is empty; leave it out to watch all namespaces'],
    [
      'for levels of an unknown Kubernetes', { podSecurity: { operatorNamespace: { version: '1.31' } } },
      'podSecurity.operatorNamespace.version must be "latest" or a minor release of Kubernetes such as v1.31: got "1.31"',
    ],
    [
      'for packageserver\'s interval without a unit', { packageserver: { interval: '5' } },
      'packageserver.interval must be a length of time such as 30s, 5m or 1h: got "5"',
    ],
    [
      'with every problem at once', { version: OlmVersion.V0_18_3, networkPolicies: true, olmOperator: { replicas: -1 }, olmConfig: { disableCopiedCsvs: true } },
      'olmOperator.replicas must be a whole number from 0 on, got -1\n'
      + 'networkPolicies is not known to OLM 0.18.3; leave it out, or install 0.32.0 or newer\n'
      + 'olmConfig.disableCopiedCsvs is not known to OLM 0.18.3; leave it out, or install 0.20.0 or newer',
    ],
  ])('%s', (_title, settings, problem) => {
    expect(() => releaseManifests(settings)).toThrow(new Error(problem));
  });

  test('with the nearest releases, for a release that is not known', () => {
    expect(() => OlmVersion.of('0.18.2')).toThrow('unknown OLM version: got "0.18.2"; the nearest known: 0.18.3');
  });
});
