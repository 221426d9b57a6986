import type { OlmSettings } from '../../lib/olm/olm-settings';
import { OlmVersion } from '../../lib/olm/olm-version';
import { PodSecurityLevel } from '../../lib/olm/pod-security';
import { releaseManifests } from '../../lib/olm/release';

const { PRIVILEGED, BASELINE, RESTRICTED } = PodSecurityLevel;

/** What the Namespaces of a release say about Pod Security: `enforce/audit/warn`, and a dash for nothing. */
function levels(settings: OlmSettings): { [namespace: string]: string } {
  return Object.fromEntries(releaseManifests(settings).namespaces.map(({ metadata: { name, labels = {} } }) => (
    [name, ['enforce', 'audit', 'warn'].map((mode) => labels[`pod-security.kubernetes.io/${mode}`] ?? '-').join('/')]
  )));
}

describe('the Pod Security levels of an installation', () => {
  test.each<[string, OlmSettings, { [namespace: string]: string }]>([
    ['upstream\'s', {}, { olm: 'restricted/restricted/restricted', operators: 'baseline/restricted/restricted' }],
    ['upstream\'s of 0.22.0', { version: OlmVersion.V0_22_0 }, { olm: 'restricted/-/-', operators: 'baseline/-/-' }],
    ['none in 0.21.2', { version: OlmVersion.V0_21_2 }, { olm: '-/-/-', operators: '-/-/-' }],
    [
      'those of OLM\'s namespace',
      { podSecurity: { namespace: { enforce: BASELINE, audit: PRIVILEGED, warn: BASELINE } } },
      { olm: 'baseline/privileged/baseline', operators: 'baseline/restricted/restricted' },
    ],
    [
      'those of the operators\' namespace',
      { podSecurity: { operatorNamespace: { enforce: RESTRICTED, warn: BASELINE } } },
      { olm: 'restricted/restricted/restricted', operators: 'restricted/restricted/baseline' },
    ],
    [
      'OLM\'s for a namespace of catalogs',
      { catalogNamespace: 'catalogs', podSecurity: { namespace: { enforce: PRIVILEGED } } },
      {
        olm: 'privileged/restricted/restricted', operators: 'baseline/restricted/restricted', catalogs: 'privileged/restricted/restricted',
      },
    ],
    [
      'the more permissive ones where one namespace plays two parts',
      { operatorNamespace: 'olm', podSecurity: { namespace: { enforce: BASELINE, warn: BASELINE }, operatorNamespace: { enforce: PRIVILEGED } } },
      { olm: 'privileged/restricted/baseline' },
    ],
    [
      'those that are given where a release has none',
      { version: OlmVersion.V0_21_2, podSecurity: { namespace: { enforce: BASELINE, warn: RESTRICTED } } },
      { olm: 'baseline/-/restricted', operators: '-/-/-' },
    ],
  ])('are %s', (_title, settings, expected) => {
    expect(levels(settings)).toEqual(expected);
  });

  test('are those of a release of Kubernetes on request', () => {
    const { namespaces } = releaseManifests({ podSecurity: { namespace: { version: 'v1.31' } } });
    expect(namespaces.map(({ metadata: { labels = {} } }) => labels['pod-security.kubernetes.io/enforce-version'])).toEqual(['v1.31', 'latest']);
  });

  test.each(OlmVersion.all.filter((version) => !version.isAtLeast(OlmVersion.V0_22_0)))('must not be stricter than the pods of OLM %s bear', (version) => {
    expect(() => releaseManifests({ version, podSecurity: { namespace: { enforce: RESTRICTED } } })).toThrow(new Error(
      `podSecurity enforces the level restricted in namespace "olm", and the pods of OLM ${version.version} need baseline; `
      + 'enforce baseline or privileged, or install 0.22.0 or newer',
    ));
  });

  test('may be strict for operators in any release', () => {
    expect(levels({ version: OlmVersion.V0_18_3, podSecurity: { operatorNamespace: { enforce: RESTRICTED } } })).toEqual({ olm: '-/-/-', operators: 'restricted/-/-' });
  });
});
