import { OlmRelease } from '../../../../lib/olm/v0/olm-release';
import { CrdDescriptions } from '../../../../lib/formats/schema/custom-resource-definition';
import { SelectorOperator } from '../../../../lib/olm/v0/settings/affinity';
import { DefaultCatalog } from '../../../../lib/olm/v0/settings/default-catalog';
import { OLM_SETTINGS_KEYS } from '../../../../lib/olm/v0/settings/known-settings';
import { podSettingProblems } from '../../../../lib/olm/v0/settings/value-shape';
import type { OlmSettings } from '../../../../lib/olm/v0/settings/olm-settings';
import { PodSecurityLevel } from '../../../../lib/olm/v0/settings/pod-security';
import { ServingCertificates } from '../../../../lib/olm/v0/settings/serving-certificates';
import { OlmVersion } from '../../../../lib/olm/v0/model/olm-version';
import { type Toleration, TolerationOperator } from '../../../../lib/olm/v0/settings/pod-settings';

const CONTROLLER_KEYS = ['replicas', 'resources', 'nodeSelector', 'tolerations', 'affinity', 'priorityClassName', 'podAnnotations', 'extraArguments']
  .map((key) => `'${key}'`).join(', ');

const terms = (operator: string): object => ({ labelSelector: { matchExpressions: [{ key: 'a', operator }] }, topologyKey: 'zone' });

/** Settings as a program in plain JavaScript may pass them, with the error. */
const CASES: readonly [title: string, settings: object, problem: string][] = [
  ['a setting of a controller', { catalogOperator: { replica: 2 } }, `unknown key 'replica' in catalogOperator; known keys: ${CONTROLLER_KEYS}`],
  ['images', { images: { oml: 'a:b' } }, 'unknown key \'oml\' in images; known keys: \'olm\', \'opm\', \'configMapServer\', \'defaultCatalog\''],
  ['resources', { packageserver: { resources: { limit: {} } } }, 'unknown key \'limit\' in packageserver.resources; known keys: \'requests\', \'limits\''],
  [
    'Pod Security levels', { podSecurity: { namespace: { enforced: 'baseline' } } },
    'unknown key \'enforced\' in podSecurity.namespace; known keys: \'enforce\', \'audit\', \'warn\', \'version\'',
  ],
  ['OLMConfig', { olmConfig: { disableCopiedCSVs: true } }, 'unknown key \'disableCopiedCSVs\' in olmConfig; known keys: \'disableCopiedCsvs\', \'packageServerSyncInterval\''],
  [
    'the ServiceAccount of Prometheus', { monitoring: { prometheus: { name: 'a', nameSpace: 'b' } } },
    'unknown key \'nameSpace\' in monitoring.prometheus; known keys: \'name\', \'namespace\'',
  ],
  [
    'tolerations', { olmOperator: { tolerations: [{ key: 'a' }, { keys: 'b' }] } },
    'unknown key \'keys\' in olmOperator.tolerations[1]; known keys: \'key\', \'operator\', \'value\', \'effect\', \'tolerationSeconds\'',
  ],
  ['the operator of a toleration', { olmOperator: { tolerations: [{ operator: 'Exist' }] } }, 'olmOperator.tolerations[0].operator must be one of Equal, Exists: got "Exist"'],
  [
    'the effect of a toleration', { olmOperator: { tolerations: [{ effect: 'NoRun' }] } },
    'olmOperator.tolerations[0].effect must be one of NoSchedule, PreferNoSchedule, NoExecute: got "NoRun"',
  ],
  [
    'the operator of a label selector, which cannot compare numbers',
    { catalogOperator: { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [terms('Gt')] } } } },
    'catalogOperator.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector.matchExpressions[0].operator must be one of '
    + 'In, NotIn, Exists, DoesNotExist: got "Gt"',
  ],
  ['a Pod Security level', { podSecurity: { operatorNamespace: { warn: 'strict' } } }, 'podSecurity.operatorNamespace.warn must be one of privileged, baseline, restricted: got "strict"'],
  ['the version', { version: '0.46.0' }, 'version must be of type OlmVersion: got "0.46.0"'],
  ['the default catalog', { defaultCatalog: {} }, 'defaultCatalog must be of type DefaultCatalog: got a map'],
  ['serving certificates', { servingCertificates: true }, 'servingCertificates must be of type ServingCertificates: got the boolean true'],
  ['the descriptions of CRDs', { crdDescriptions: 'FULL' }, 'crdDescriptions must be one of full, none: got "FULL"'],
];

describe('an unknown key or value is refused', () => {
  test.each(CASES)('in %s', (_title, settings, problem) => {
    expect(() => OlmRelease.of(settings as OlmSettings)).toThrow(new Error(problem));
  });

  test('in the settings themselves, with the nearest known key', () => {
    expect(() => OlmRelease.of({ namespaces: 'olm' } as OlmSettings)).toThrow(/^unknown key 'namespaces' in settings of OlmRelease\.of; known keys: .*'namespace'/);
  });

  test('with all problems reported together', () => {
    const settings = { debugging: true, olmConfig: { interval: '5m' }, crdDescriptions: 1 } as unknown as OlmSettings;
    expect(() => OlmRelease.of(settings)).toThrow(/^unknown key 'debugging' in settings of OlmRelease\.of; .*\nunknown key 'interval' in olmConfig; .*\ncrdDescriptions must be .*$/);
  });

  test('in the options of manifests, with the path of their settings', () => {
    const read = (options: object): unknown => OlmRelease.fromManifests('', '', options);
    expect(() => read({ sha256: '0' })).toThrow('unknown key \'sha256\' in options of OlmRelease.fromManifests; known keys: \'crdsSha256\', \'olmSha256\', \'settings\'');
    expect(() => read({ settings: { debugging: true } })).toThrow('unknown key \'debugging\' in settings; known keys: ');
    expect(() => read({ settings: { olmOperator: { replica: 1 } } })).toThrow('unknown key \'replica\' in settings.olmOperator; known keys: ');
  });

  test('in the options of a default catalog', () => {
    expect(() => DefaultCatalog.operatorHub({ name: 'mine' } as object)).toThrow('unknown key \'name\' in options of DefaultCatalog.operatorHub; known keys: \'pollInterval\'');
    expect(() => DefaultCatalog.image('a/b:c', { title: 'Mine' } as object)).toThrow('unknown key \'title\' in options of DefaultCatalog.image; known keys: \'pollInterval\'');
  });
});

describe('known keys and values are accepted', () => {
  test('with the value undefined, in maps, and as comparisons of node labels', () => {
    const settings = {
      unset: undefined,
      olmOperator: {
        podAnnotations: { replica: '1' },
        featureGates: { AllAlpha: true },
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchExpressions: [{ key: 'cores', operator: SelectorOperator.GT, values: ['3'] }] }],
            },
          },
        },
      },
      podSecurity: { operatorNamespace: { enforce: PodSecurityLevel.BASELINE } },
      crdDescriptions: CrdDescriptions.NONE,
      version: OlmVersion.V0_45_0,
      defaultCatalog: DefaultCatalog.none(),
      servingCertificates: ServingCertificates.none(),
    };
    expect(() => OlmRelease.of(settings)).not.toThrow();
  });

  test('and listed for options that extend the settings', () => {
    expect(Object.keys(OLM_SETTINGS_KEYS)).toHaveLength(22);
    expect(OLM_SETTINGS_KEYS).toMatchObject({ version: true, crdDescriptions: true });
  });
});

test('settings of other pods are checked in the same way', () => {
  const tolerations = [{ operator: TolerationOperator.EXISTS, efect: 'NoExecute' }] as unknown as Toleration[];
  expect(podSettingProblems({ tolerations, resources: { limits: { cpu: '1' } } })).toEqual([expect.stringContaining('unknown key \'efect\' in tolerations[0]; known keys: ')]);
  expect(podSettingProblems({})).toEqual([]);
});
