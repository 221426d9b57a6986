import { Duration } from 'cdk8s';
import { OlmVersion } from '../../../../lib/olm/v0/model/olm-version';
import { releaseManifests } from '../../../../lib/olm/v0/release/release';
import { SelectorOperator } from '../../../../lib/olm/v0/settings/affinity';
import type { OlmSettings } from '../../../../lib/olm/v0/settings/olm-settings';
import { type ControllerSettings, TaintEffect, TolerationOperator } from '../../../../lib/olm/v0/settings/pod-settings';
import { commandLine, program, type ProgramName, PROGRAMS } from '../programs';

const OLDEST = OlmVersion.all[0]!;
const RELEASES = [OLDEST, OlmVersion.V0_46_0];

const EVERYWHERE = RELEASES.flatMap((version) => PROGRAMS.map((name) => [version.version, name, version] as const));

const AFFINITY: ControllerSettings['affinity'] & object = {
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchExpressions: [{ key: 'node-role.kubernetes.io/infra', operator: SelectorOperator.EXISTS }] }],
    },
  },
  podAntiAffinity: {
    preferredDuringSchedulingIgnoredDuringExecution: [
      { weight: 100, podAffinityTerm: { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'packageserver' } } } },
    ],
  },
};

/** A setting, and its effect on the Deployment. */
const SETTINGS: readonly [string, ControllerSettings, object][] = [
  ['replicas', { replicas: 3 }, { replicas: 3 }],
  ['no replica', { replicas: 0 }, { replicas: 0 }],
  [
    'resources, which replace those of the release',
    { resources: { limits: { memory: '1Gi' } } },
    { template: { spec: { containers: [{ resources: { limits: { memory: '1Gi' } } }] } } },
  ],
  [
    'node labels in addition to the operating system',
    { nodeSelector: { disk: 'ssd' } },
    { template: { spec: { nodeSelector: { 'kubernetes.io/os': 'linux', 'disk': 'ssd' } } } },
  ],
  [
    'tolerations',
    { tolerations: [{ key: 'infra', operator: TolerationOperator.EXISTS, effect: TaintEffect.NO_SCHEDULE }] },
    { template: { spec: { tolerations: [{ key: 'infra', operator: 'Exists', effect: 'NoSchedule' }] } } },
  ],
  ['an affinity', { affinity: AFFINITY }, { template: { spec: { affinity: AFFINITY } } }],
  ['a priority class', { priorityClassName: 'system-cluster-critical' }, { template: { spec: { priorityClassName: 'system-cluster-critical' } } }],
  [
    'annotations of pods, including those about containers',
    { podAnnotations: { 'example.com/team': 'platform', 'container.apparmor.security.beta.kubernetes.io/packageserver': 'runtime/default' } },
    {
      template: {
        metadata: {
          annotations: { 'example.com/team': 'platform', 'container.apparmor.security.beta.kubernetes.io/packageserver': 'runtime/default' },
        },
      },
    },
  ],
];

describe.each(EVERYWHERE)('in OLM %s, %s', (_release, name, version) => {
  test.each(SETTINGS)('can have %s', (_title, controller, expected) => {
    expect(program(name, { version, [name]: controller })).toMatchObject(expected);
  });

  test.each(SETTINGS)('has %s without a change of the other programs', (_title, controller) => {
    const others = PROGRAMS.filter((other) => other !== name);
    const settings = { version, [name]: controller };
    expect(others.map((other) => program(other, settings))).toEqual(others.map((other) => program(other, { version })));
  });

  test('has extra arguments after its own', () => {
    const before = commandLine(name, { version });
    expect(commandLine(name, { version, [name]: { extraArguments: ['--extra', 'argument'] } })).toEqual([...before, '--extra', 'argument']);
  });

  test('equals upstream\'s with empty settings', () => {
    const empty: ControllerSettings = { nodeSelector: {}, tolerations: [], podAnnotations: {}, extraArguments: [] };
    expect(program(name, { version, [name]: empty })).toEqual(program(name, { version }));
  });

  test.each([-1, 1.5, Number.NaN])('refuses %p replicas', (replicas) => {
    expect(() => releaseManifests({ version, [name]: { replicas } })).toThrow(new Error(`${name}.replicas must be an integer of at least 0: got ${replicas}`));
  });
});

describe('debugging', () => {
  const flags = (version: OlmVersion): string[][] => PROGRAMS.map((name) => (
    commandLine(name, { version, debug: true }).filter((argument) => /^--?debug$/.test(argument))
  ));
  const variables = (name: ProgramName, version: OlmVersion): string[] => (
    (program(name, { version, debug: true }).template.spec.containers[0].env ?? []).filter(({ value }) => value === 'true').map((variable) => variable.name)
  );

  test.each<[OlmVersion, string[][]]>([
    [OlmVersion.V0_18_3, [['--debug'], ['-debug'], ['--debug']]],
    [OlmVersion.V0_20_0, [['--debug'], ['-debug'], ['--debug']]],
    [OlmVersion.V0_21_2, [['--debug'], ['--debug'], ['--debug']]],
    [OlmVersion.V0_46_0, [['--debug'], ['--debug'], ['--debug']]],
  ])('is a flag of all three programs of OLM %s', (version, expected) => {
    expect(flags(version)).toEqual(expected);
  });

  test.each<[OlmVersion, string[]]>([
    [OlmVersion.V0_25_0, []],
    [OlmVersion.V0_26_0, ['CI']],
    [OlmVersion.V0_46_0, ['CI']],
  ])('in both controllers of OLM %s sets the variables %p', (version, expected) => {
    expect([variables('olmOperator', version), variables('catalogOperator', version)]).toEqual([expected, expected]);
    expect(variables('packageserver', version)).toEqual([]);
  });

  test('is off by default', () => {
    expect(JSON.stringify(releaseManifests({ debug: false }).all)).toBe(JSON.stringify(releaseManifests().all));
  });
});

describe.each(RELEASES.map((version) => [version.version, version] as const))('in OLM %s', (_release, version) => {
  test('olm-operator watches the given namespaces, and its own for packageserver', () => {
    const settings: OlmSettings = { version, namespace: 'lifecycle', watchedNamespaces: ['team-a', 'team-b'] };
    expect(commandLine('olmOperator', settings).slice(1, 5)).toEqual([
      '--namespace', '$(OPERATOR_NAMESPACE)', '--watchedNamespaces', 'lifecycle,team-a,team-b',
    ]);
  });

  test('olm-operator watches its own namespace once', () => {
    expect(commandLine('olmOperator', { version, watchedNamespaces: ['team-a', 'olm', 'team-a'] })).toContain('olm,team-a');
  });

  test.each(['catalogOperator', 'packageserver'] as const)('%s ignores watched namespaces', (name) => {
    expect(program(name, { version, watchedNamespaces: ['team-a'] })).toEqual(program(name, { version }));
  });

  test('packageserver reads the catalogs at the given interval', () => {
    expect(commandLine('packageserver', { version, packageserver: { interval: Duration.minutes(30) } }).slice(-2)).toEqual(['--interval', '30m']);
  });

  test('olm-operator has the given feature gates', () => {
    const featureGates = { OperatorLifecycleManagerV1: true, AllAlpha: false };
    expect(commandLine('olmOperator', { version, olmOperator: { featureGates } })).toContain('--feature-gates=OperatorLifecycleManagerV1=true,AllAlpha=false');
  });

  test('olm-operator refuses gates that would prevent its start', () => {
    expect(() => releaseManifests({ version, olmOperator: { featureGates: { OperatorLifecycleManagerV1: false, Other: true } } })).toThrow(new Error(
      `feature gate "OperatorLifecycleManagerV1" cannot be turned off in OLM ${version.version} or any other known release; omit it\n`
      + `olm-operator of OLM ${version.version} has no feature gate "Other"; available: AllAlpha, AllBeta, OperatorLifecycleManagerV1`,
    ));
  });
});
