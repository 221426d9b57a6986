import { Chart, Testing } from 'cdk8s';
import {
  BundleDeployment, BundleEngine, CatalogRef, ClusterCatalog, ClusterExtension, ImageCatalog, InstallPlanApprovers, InstallerRoles, OlmInstallation,
  OlmV0Engine, OlmV1Engine, OperatorRegistry, OperatorSubscription, PlainEngine, RbacSubject, RukpakEngine, TaintEffect, TolerationOperator,
} from 'olm-constructs';
import { InstallPermissions } from 'olm-constructs/report';
import { STRUCTS } from '../../lib/formats/options/generated/option-types';
import { bundleOf } from '../builders/bundle-of';

const BUNDLE = bundleOf();
const CATALOG = CatalogRef.named('shop', 'olm');
const IMAGE = 'registry.example.com/catalog:v1';

/** Props and options by interface, and what creates a construct with some of them. */
type Make = (chart: Chart, props: object) => unknown;

function deployed(engine: (options: object) => BundleEngine): Make {
  return (chart, props) => new BundleDeployment(chart, 'it', { bundle: BUNDLE, engine: engine(props) });
}

function installed(controller: string): Make {
  return (chart, props) => new OlmInstallation(chart, 'it', { [controller]: props });
}

const MAKERS: readonly (readonly [string, keyof typeof STRUCTS, Make])[] = [
  ['OperatorRegistry', 'OperatorRegistryProps', (chart, props) => new OperatorRegistry(chart, 'it', { bundles: [BUNDLE], ...props })],
  ['registry of OlmV0Engine', 'OperatorRegistryOptions', deployed((registry) => new OlmV0Engine({ registry }))],
  ['OperatorSubscription', 'OperatorSubscriptionProps', (chart, props) => new OperatorSubscription(chart, 'it', { catalog: CATALOG, packageName: 'demo', ...props })],
  ['config of OperatorSubscription', 'OperatorConfig', (chart, config) => new OperatorSubscription(chart, 'it', { catalog: CATALOG, packageName: 'demo', config })],
  ['config of OlmV0Engine', 'OperatorConfig', deployed((config) => new OlmV0Engine({ config }))],
  ['deploymentConfig of PlainEngine', 'OperatorConfig', deployed((deploymentConfig) => new PlainEngine({ deploymentConfig }))],
  ['deploymentConfig of OlmV1Engine', 'OperatorConfig', deployed((deploymentConfig) => new OlmV1Engine({ catalogImage: IMAGE, experimental: true, deploymentConfig }))],
  ...[
    new OlmV0Engine(), new OlmV1Engine({ catalogImage: IMAGE }), new RukpakEngine(), new PlainEngine(),
  ].map((engine): readonly [string, keyof typeof STRUCTS, Make] => (
    [`BundleDeployment with ${engine.name}`, 'BundleDeploymentProps', (chart, props) => new BundleDeployment(chart, 'it', { bundle: BUNDLE, engine, ...props })]
  )),
  ['OlmInstallation', 'OlmInstallationProps', (chart, props) => new OlmInstallation(chart, 'it', props)],
  ['olmOperator', 'OlmOperatorSettings', installed('olmOperator')],
  ['catalogOperator', 'ControllerSettings', installed('catalogOperator')],
  ['packageserver', 'PackageserverSettings', installed('packageserver')],
  ['ImageCatalog', 'ImageCatalogProps', (chart, props) => new ImageCatalog(chart, 'it', { image: IMAGE, ...props })],
  ['grpcPodConfig', 'GrpcPodConfig', (chart, grpcPodConfig) => new ImageCatalog(chart, 'it', { image: IMAGE, grpcPodConfig })],
  ['ClusterCatalog', 'ClusterCatalogProps', (chart, props) => new ClusterCatalog(chart, 'it', { image: IMAGE, ...props })],
  ['ClusterExtension', 'ClusterExtensionProps', (chart, props) => new ClusterExtension(chart, 'it', { packageName: 'demo', ...props })],
  ['InstallerRoles', 'InstallerRolesProps', (chart, props) => new InstallerRoles(chart, 'it', {
    permissions: [InstallPermissions.of(BUNDLE)], subjects: [RbacSubject.user('jane')], namespace: 'demo', ...props,
  })],
  ['InstallPlanApprovers', 'InstallPlanApproversProps', (chart, props) => (
    new InstallPlanApprovers(chart, 'it', { subjects: [RbacSubject.user('jane')], namespaces: ['demo'], ...props })
  )],
];

const LONG = 'x'.repeat(64);
const LABELS: readonly unknown[] = [{ 'a b': 'c' }, { a: 'ü' }, { a: LONG }];

/** Values that the API server or OLM refuses, by the name of the option. */
const REFUSED: { readonly [option: string]: readonly unknown[] } = {
  image: ['not an image', ''],
  pullSecrets: [['A B'], ['']],
  operatorPullSecrets: [['A B'], ['']],
  priorityClassName: ['A B', ''],
  labels: LABELS,
  annotations: [{ 'a b': 'c' }],
  podAnnotations: [{ 'a b': 'c' }],
  nodeSelector: [...LABELS, { 'a b': 'c d' }],
  resources: [{ limits: { memory: '1GB' } }, { requests: { cpu: 'two' } }, { limits: { 'a b': '1' } }],
  tolerations: [
    [{ key: 'a', operator: TolerationOperator.EXISTS, value: 'x' }], [{ key: 'a b' }], [{ value: 'a' }], [{ key: 'a', value: 'ü' }], [{ key: 'a', tolerationSeconds: 1 }],
  ],
};

/** Values of the same options that the API server takes. */
const ACCEPTED: { readonly [option: string]: unknown } = {
  image: 'registry.example.com:5000/a/b@sha256:0123456789012345678901234567890123456789012345678901234567890123',
  pullSecrets: ['a.b'],
  priorityClassName: 'system-cluster-critical',
  labels: { 'example.com/a_B.c': '', 'd': 'X_y.z' },
  annotations: { 'example.com/A': 'ü anything' },
  podAnnotations: { 'example.com/A': 'ü anything' },
  nodeSelector: { 'node-role.kubernetes.io/infra': '' },
  resources: { limits: { memory: '1.5Gi', cpu: '2' }, requests: { 'cpu': '100m', 'example.com/gpu': '1' } },
  tolerations: [
    { operator: TolerationOperator.EXISTS }, { key: 'a', value: 'x' }, { key: 'a', operator: TolerationOperator.EXISTS, effect: TaintEffect.NO_EXECUTE, tolerationSeconds: 1 },
  ],
};

const optionsOf = (struct: keyof typeof STRUCTS): string[] => Object.keys(STRUCTS[struct]).map((key) => key.replace('?', ''));

describe('a value that the API server refuses is an error with the construct and the option', () => {
  const cases = MAKERS.flatMap(([name, struct, make]) => (
    optionsOf(struct).filter((option) => option in REFUSED).map((option) => ({ name, option, make }))));

  test.each(cases)('$option of $name', ({ option, make }) => {
    for (const value of REFUSED[option]!) {
      expect(() => {
        const chart = new Chart(Testing.app(), 'chart');
        make(chart, { [option]: value });
        // A required image is checked when the manifest is made.
        chart.toJson();
      }).toThrow(new RegExp(`\\[chart/it(?:/Resource)?\\] .*${option}`));
    }
  });

  test.each(cases.filter(({ option }) => option in ACCEPTED))('unless it is valid: $option of $name', ({ option, make }) => {
    expect(() => make(new Chart(Testing.app(), 'chart'), { [option]: ACCEPTED[option] })).not.toThrow();
  });
});

test('labels of a registry apply to its objects, also with the keys by which it selects its pods', () => {
  const labels = { 'app.kubernetes.io/name': 'team', 'example.com/team': 'a' };
  const chart = new Chart(Testing.app(), 'chart', { labels: { 'app.kubernetes.io/name': 'chart' } });
  const registry = new OperatorRegistry(chart, 'it', { bundles: [BUNDLE], labels });
  for (const object of [registry.deployment, registry.service, registry.networkPolicy, registry.catalogSource, ...registry.configMaps]) {
    expect(object.toJson()).toMatchObject({ metadata: { labels: { ...registry.selector, ...labels } } });
  }
  expect(registry.deployment.toJson()).toMatchObject({
    spec: { selector: { matchLabels: registry.selector }, template: { metadata: { labels: { ...labels, ...registry.selector } } } },
  });
  expect(registry.service.toJson()).toMatchObject({ spec: { selector: registry.selector } });
});

describe.each(['labels', 'annotations'] as const)('%s of all objects', (field) => {
  const makers = MAKERS.filter(([title, struct]) => /^[A-Z]/.test(title) && Object.keys(STRUCTS[struct]).includes(`${field}?`));

  /** Returns the labels or annotations of each object that has some. */
  const valuesIn = (chart: Chart): { readonly [key: string]: string }[] => {
    const objects = Testing.synth(chart) as { readonly metadata?: { readonly [name: string]: { readonly [key: string]: string } } }[];
    return objects.map(({ metadata }) => metadata?.[field] ?? {});
  };

  test('are options of several constructs', () => expect(makers.length).toBeGreaterThan(8));

  test.each(makers)('are never lost by %s: an object has them, or they are refused with the path', (_, __, make) => {
    const plain = Testing.chart();
    make(plain, {});
    const own = new Set(valuesIn(plain).flatMap((values) => Object.keys(values)));
    for (const key of [...own, 'example.com/free']) {
      const chart = Testing.chart();
      let refusal = '';
      try {
        make(chart, { [field]: { [key]: 'mine' } });
      } catch (error) {
        refusal = (error as Error).message;
      }
      if (refusal === '') {
        expect({ key, values: valuesIn(chart).flatMap((values) => values[key] ?? []).filter((value) => value !== 'mine') }).toEqual({ key, values: [] });
        expect(valuesIn(chart).some((values) => values[key] === 'mine')).toBe(true);
      } else {
        expect({ key, refusal }).toEqual({ key, refusal: expect.stringMatching(/^\[test\/it.*\] (labels|annotations): .*; use another key$/) as string });
      }
    }
  });
});

test.each(['app', 'olm.version'])('the label %s of an OlmInstallation is refused, because OLM finds its objects by it', (key) => {
  expect(() => new OlmInstallation(Testing.chart(), 'it', { labels: { [key]: 'mine' } })).toThrow(new RegExp(`^\\[test/it\\] labels: '${key}' is 'mine', and '.*' needs it to be '`));
});
