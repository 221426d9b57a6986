import type { OlmSettings } from '../../../../lib/olm/v0/settings/olm-settings';
import { OlmVersion } from '../../../../lib/olm/v0/model/olm-version';
import { PodSecurityLevel } from '../../../../lib/olm/v0/settings/pod-security';
import { releaseManifests } from '../../../../lib/olm/v0/release/release';

const { PRIVILEGED, BASELINE, RESTRICTED } = PodSecurityLevel;

/** Returns the Pod Security levels of the Namespaces of a release as `enforce/audit/warn`, with a dash for none. */
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
      'the given ones in OLM\'s namespace',
      { podSecurity: { namespace: { enforce: BASELINE, audit: PRIVILEGED, warn: BASELINE } } },
      { olm: 'baseline/privileged/baseline', operators: 'baseline/restricted/restricted' },
    ],
    [
      'the given ones in the namespace of operators',
      { podSecurity: { operatorNamespace: { enforce: RESTRICTED, warn: BASELINE } } },
      { olm: 'restricted/restricted/restricted', operators: 'restricted/restricted/baseline' },
    ],
    [
      'the ones of OLM in a namespace of catalogs',
      { catalogNamespace: 'catalogs', podSecurity: { namespace: { enforce: PRIVILEGED } } },
      {
        olm: 'privileged/restricted/restricted', operators: 'baseline/restricted/restricted', catalogs: 'privileged/restricted/restricted',
      },
    ],
    [
      'the more permissive ones in a namespace with two roles',
      { operatorNamespace: 'olm', podSecurity: { namespace: { enforce: BASELINE, warn: BASELINE }, operatorNamespace: { enforce: PRIVILEGED } } },
      { olm: 'privileged/restricted/baseline' },
    ],
    [
      'the given ones in a release without levels',
      { version: OlmVersion.V0_21_2, podSecurity: { namespace: { enforce: BASELINE, warn: RESTRICTED } } },
      { olm: 'baseline/-/restricted', operators: '-/-/-' },
    ],
  ])('are %s', (_title, settings, expected) => {
    expect(levels(settings)).toEqual(expected);
  });

  test('can be those of a release of Kubernetes', () => {
    const { namespaces } = releaseManifests({ podSecurity: { namespace: { version: 'v1.31' } } });
    expect(namespaces.map(({ metadata: { labels = {} } }) => labels['pod-security.kubernetes.io/enforce-version'])).toEqual(['v1.31', 'latest']);
  });

  test.each(OlmVersion.all.filter((version) => !version.isAtLeast(OlmVersion.V0_22_0)))('must admit the pods of OLM %s', (version) => {
    expect(() => releaseManifests({ version, podSecurity: { namespace: { enforce: RESTRICTED } } })).toThrow(new Error(
      `podSecurity enforces the level restricted in namespace "olm", but the pods of OLM ${version.version} need baseline; `
      + 'enforce baseline or privileged, or install 0.22.0 or later',
    ));
  });

  test('can be restricted for operators in any release', () => {
    expect(levels({ version: OlmVersion.V0_18_3, podSecurity: { operatorNamespace: { enforce: RESTRICTED } } })).toEqual({ olm: '-/-/-', operators: 'restricted/-/-' });
  });
});
