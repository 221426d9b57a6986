import { OlmRelease } from '../../../../lib/olm/v0/olm-release';
import { CrdDescriptions } from '../../../../lib/formats/schema/custom-resource-definition';
import { SelectorOperator } from '../../../../lib/olm/v0/settings/affinity';
import { DefaultCatalog } from '../../../../lib/olm/v0/settings/default-catalog';
import type { OlmSettings } from '../../../../lib/olm/v0/settings/olm-settings';
import { PodSecurityLevel } from '../../../../lib/olm/v0/settings/pod-security';
import { ServingCertificates } from '../../../../lib/olm/v0/settings/serving-certificates';
import { OlmVersion } from '../../../../lib/olm/v0/model/olm-version';

const CONTROLLER_KEYS = ['replicas', 'resources', 'nodeSelector', 'tolerations', 'affinity', 'priorityClassName', 'podAnnotations', 'extraArguments']
  .map((key) => `'${key}'`).join(', ');

const terms = (operator: string): object => ({ labelSelector: { matchExpressions: [{ key: 'a', operator }] }, topologyKey: 'zone' });

/** Settings as a program in plain JavaScript may pass them, with the error. */
const CASES: readonly [title: string, settings: object, problem: string][] = [
  ['a setting of a controller', { catalogOperator: { replica: 2 } }, `unknown key 'replica' in catalogOperator in settings of OlmRelease.of; known keys: ${CONTROLLER_KEYS}`],
  ['images', { images: { oml: 'a:b' } }, 'unknown key \'oml\' in images in settings of OlmRelease.of; known keys: \'olm\', \'opm\', \'configMapServer\', \'defaultCatalog\''],
  ['resources', { packageserver: { resources: { limit: {} } } }, 'unknown key \'limit\' in packageserver.resources in settings of OlmRelease.of; known keys: \'requests\', \'limits\''],
  [
    'Pod Security levels', { podSecurity: { namespace: { enforced: 'baseline' } } },
    'unknown key \'enforced\' in podSecurity.namespace in settings of OlmRelease.of; known keys: \'enforce\', \'audit\', \'warn\', \'version\'',
  ],
  ['OLMConfig', { olmConfig: { disableCopiedCSVs: true } }, 'unknown key \'disableCopiedCSVs\' in olmConfig in settings of OlmRelease.of; known keys: \'disableCopiedCsvs\', \'packageServerSyncInterval\''],
  [
    'the ServiceAccount of Prometheus', { monitoring: { prometheus: { name: 'a', namespace: 'b', nameSpace: 'b' } } },
    'unknown key \'nameSpace\' in monitoring.prometheus in settings of OlmRelease.of; known keys: \'name\', \'namespace\'',
  ],
  [
    'tolerations', { olmOperator: { tolerations: [{ key: 'a' }, { keys: 'b' }] } },
    'unknown key \'keys\' in olmOperator.tolerations[1] in settings of OlmRelease.of; known keys: \'key\', \'operator\', \'value\', \'effect\', \'tolerationSeconds\'',
  ],
  ['the operator of a toleration', { olmOperator: { tolerations: [{ operator: 'Exist' }] } }, "olmOperator.tolerations[0].operator in settings of OlmRelease.of must be TolerationOperator.EQUAL ('Equal') or TolerationOperator.EXISTS ('Exists'), got 'Exist'"],
  [
    'the effect of a toleration', { olmOperator: { tolerations: [{ effect: 'NoRun' }] } },
    "olmOperator.tolerations[0].effect in settings of OlmRelease.of must be TaintEffect.NO_SCHEDULE ('NoSchedule'), TaintEffect.PREFER_NO_SCHEDULE "
    + "('PreferNoSchedule') or TaintEffect.NO_EXECUTE ('NoExecute'), got 'NoRun'",
  ],
  [
    'the operator of a label selector, which cannot compare numbers',
    { catalogOperator: { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [terms('Gt')] } } } },
    'catalogOperator.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector.matchExpressions[0].operator must be one of '
    + 'In, NotIn, Exists, DoesNotExist: got "Gt"',
  ],
  [
    'a Pod Security level', { podSecurity: { operatorNamespace: { warn: 'strict' } } },
    "podSecurity.operatorNamespace.warn in settings of OlmRelease.of must be PodSecurityLevel.PRIVILEGED ('privileged'), PodSecurityLevel.BASELINE "
    + "('baseline') or PodSecurityLevel.RESTRICTED ('restricted'), got 'strict'",
  ],
  [
    'the version', { version: '0.46.0' },
    "version in settings of OlmRelease.of must be an OlmVersion, got '0.46.0': use OlmVersion.of(version), OlmVersion.parse(version) or OlmVersion.DEFAULT",
  ],
  [
    'the default catalog', { defaultCatalog: {} },
    'defaultCatalog in settings of OlmRelease.of must be a DefaultCatalog, got an object: use DefaultCatalog.operatorHub(), DefaultCatalog.image(image) or '
    + 'DefaultCatalog.none()',
  ],
  [
    'serving certificates', { servingCertificates: true },
    'servingCertificates in settings of OlmRelease.of must be a ServingCertificates, got true: use ServingCertificates.certManager() or '
    + 'ServingCertificates.none()',
  ],
  [
    'the descriptions of CRDs', { crdDescriptions: 'FULL' },
    "crdDescriptions in settings of OlmRelease.of must be CrdDescriptions.FULL ('full') or CrdDescriptions.NONE ('none'), got 'FULL'",
  ],
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
    expect(() => OlmRelease.of(settings)).toThrow(/^unknown key 'debugging' in settings of OlmRelease\.of; .*\n  unknown key 'interval' in olmConfig in settings of OlmRelease\.of; .*\n  crdDescriptions in settings of OlmRelease\.of must be .*$/);
  });

  test('in the options of manifests, with the path of their settings', () => {
    const read = (options: object): unknown => OlmRelease.fromManifests('', '', options);
    expect(() => read({ sha256: '0' })).toThrow('unknown key \'sha256\' in options of OlmRelease.fromManifests; known keys: \'crdsSha256\', \'olmSha256\', \'settings\'');
    expect(() => read({ settings: { debugging: true } })).toThrow('unknown key \'debugging\' in settings in options of OlmRelease.fromManifests; known keys: ');
    expect(() => read({ settings: { olmOperator: { replica: 1 } } })).toThrow('unknown key \'replica\' in settings.olmOperator in options of OlmRelease.fromManifests; known keys: ');
  });

  test('in the options of a default catalog', () => {
    expect(() => DefaultCatalog.operatorHub({ name: 'mine' } as object)).toThrow('unknown key \'name\' in options of DefaultCatalog.operatorHub; known keys: \'pollInterval\'');
    expect(() => DefaultCatalog.image('a/b:c', { title: 'Mine' } as object)).toThrow('unknown key \'title\' in options of DefaultCatalog.image; known keys: \'name\', \'displayName\'');
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
});
