import { App, Chart, Duration, JsonPatch, Testing } from 'cdk8s';
import {
  Cluster, ClusterCatalog, ClusterExtension, ClusterExtensionProps, CrdUpgradeSafety, InstallMode, OlmV1Version, SelectorOperator,
  UpgradeConstraintPolicy,
} from 'olm-constructs';
import { WANTED_CSV } from '../../../lib/formats/schema/wanted-csv';
import { bundleOf } from '../../builders/bundle-of';
import { kindsOf, Manifest, one, synth } from '../../builders/synthesized';

const BUNDLES = ['1.0.0', '1.2.0'].map(version => bundleOf({ version, spec: { installModes: [{ type: 'AllNamespaces', supported: true }] } }));
const EXPERIMENTAL: Partial<ClusterExtensionProps> = { experimental: true };

function extension(props: ClusterExtensionProps = {}): ClusterExtension {
  return new ClusterExtension(Testing.chart(), 'operator', { packageName: 'demo', ...props });
}

/** Returns the spec of the ClusterExtension with the props. */
function specOf(props: ClusterExtensionProps = {}): Manifest['spec'] {
  return one(synth(Chart.of(extension(props))), 'ClusterExtension').spec;
}

describe('ClusterExtension', () => {
  test('consists of a Namespace and the ClusterExtension, and omits fields that are not set', () => {
    expect(synth(Chart.of(extension()))).toEqual([
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'demo' } },
      {
        apiVersion: 'olm.operatorframework.io/v1',
        kind: 'ClusterExtension',
        metadata: { name: 'demo', annotations: { 'olm-constructs/part-of': 'ClusterExtension/demo' } },
        spec: { namespace: 'demo', source: { sourceType: 'Catalog', catalog: { packageName: 'demo' } } },
      },
    ]);
  });

  test('supports every field of the CRD', () => {
    expect(specOf({
      ...EXPERIMENTAL,
      namespace: 'operators',
      channels: ['stable', 'candidate'],
      version: '>=1.2.0, <2.0.0',
      upgradeConstraintPolicy: UpgradeConstraintPolicy.SELF_CERTIFIED,
      crdUpgradeSafety: CrdUpgradeSafety.NONE,
      progressDeadline: Duration.minutes(30),
      installMode: InstallMode.ownNamespace(),
      deploymentConfig: { nodeSelector: { zone: 'a' }, env: [{ name: 'LEVEL', value: 'debug' }] },
    })).toEqual({
      namespace: 'operators',
      source: {
        sourceType: 'Catalog',
        catalog: { packageName: 'demo', channels: ['stable', 'candidate'], version: '>=1.2.0, <2.0.0', upgradeConstraintPolicy: 'SelfCertified' },
      },
      install: { preflight: { crdUpgradeSafety: { enforcement: 'None' } } },
      config: {
        configType: 'Inline',
        inline: { watchNamespace: 'operators', deploymentConfig: { nodeSelector: { zone: 'a' }, env: [{ name: 'LEVEL', value: 'debug' }] } },
      },
      progressDeadlineMinutes: 30,
    });
  });

  test('selects one catalog by its label, several by their names, and comes after them', () => {
    const chart = Testing.chart();
    const catalog = new ClusterCatalog(chart, 'catalog', { image: 'quay.io/example/catalog:v1', name: 'example' });
    const community = ClusterCatalog.fromName(chart, 'community', 'operatorhubio');
    new ClusterExtension(chart, 'one', { packageName: 'one', catalogs: [catalog] });
    new ClusterExtension(chart, 'two', { packageName: 'two', catalogs: [catalog, community] });
    new ClusterExtension(chart, 'three', { packageName: 'three', catalogSelector: { matchLabels: { support: 'true' } } });
    const manifests = synth(chart);

    const kinds = kindsOf(manifests);
    expect(kinds.indexOf('ClusterCatalog')).toBeLessThan(kinds.indexOf('ClusterExtension'));
    expect(manifests.filter(({ kind }) => kind === 'ClusterExtension').map(({ spec }) => (spec['source'] as { catalog: { selector: object } }).catalog.selector)).toEqual([
      { matchLabels: { 'olm.operatorframework.io/metadata.name': 'example' } },
      { matchExpressions: [{ key: 'olm.operatorframework.io/metadata.name', operator: 'In', values: ['example', 'operatorhubio'] }] },
      { matchLabels: { support: 'true' } },
    ]);
  });

  test('uses the namespace of the chart, and need not create it', () => {
    const chart = new Chart(Testing.app(), 'test', { namespace: 'tools' });
    new ClusterExtension(chart, 'operator', { packageName: 'demo', createNamespace: false });
    const [only, ...others] = synth(chart);
    expect(others).toEqual([]);
    expect(only).toMatchObject({ kind: 'ClusterExtension', spec: { namespace: 'tools' } });
    expect(only?.metadata).not.toHaveProperty('namespace');
  });

  test('watches a single namespace', () => {
    expect(specOf({ ...EXPERIMENTAL, installMode: InstallMode.singleNamespace('watched') })).toMatchObject({
      config: { inline: { watchNamespace: 'watched' } },
    });
    expect(specOf({ installMode: InstallMode.allNamespaces() })).not.toHaveProperty('config');
  });

  test('has labels and annotations on every object', () => {
    for (const { metadata } of synth(Chart.of(extension({ labels: { team: 'a' }, annotations: { note: 'b' } })))) {
      expect(metadata).toMatchObject({ labels: { team: 'a' }, annotations: { note: 'b' } });
    }
  });

  test('has the ClusterExtension as its default child, and is recognized', () => {
    const construct = extension();
    expect(construct.node.defaultChild).toBe(construct.resource);
    expect([construct, {}, null].map(each => ClusterExtension.isClusterExtension(each))).toEqual([true, false, false]);
  });

  test.each<[string, ClusterExtensionProps, string | undefined]>([
    ['the bundle with the version', { version: '1.2.0', bundles: BUNDLES.slice(1) }, 'demo.v1.2.0'],
    ['whatever is newest in a range', { version: '>=1.0.0', bundles: BUNDLES }, undefined],
    ['whatever is newest', { bundles: BUNDLES }, undefined],
    ['a version of unknown bundles', { version: '1.2.0' }, undefined],
    ['what the user writes', { version: '1.2.0', bundles: BUNDLES.slice(1), annotations: { [WANTED_CSV]: 'mine' } }, 'mine'],
  ])('has the annotation with the wanted bundle: %s', (_, props, wanted) => {
    expect(one(synth(Chart.of(extension(props))), 'ClusterExtension').metadata.annotations?.[WANTED_CSV]).toBe(wanted);
  });

  test('subclasses can change the spec', () => {
    class Pinned extends ClusterExtension {
      protected override clusterExtensionSpec(): ReturnType<ClusterExtension['clusterExtensionSpec']> {
        const spec = super.clusterExtensionSpec();
        return { ...spec, source: { ...spec.source, catalog: { ...spec.source.catalog!, version: '1.2.3' } } };
      }
    }
    const construct = new Pinned(Testing.chart(), 'operator', { packageName: 'demo' });
    expect(one(synth(Chart.of(construct)), 'ClusterExtension').spec).toMatchObject({ source: { catalog: { version: '1.2.3' } } });
  });

  test('takes release and channel from the cluster, unless its props set them', () => {
    const cluster = new Cluster(new App(), 'dev', { olmV1: { version: OlmV1Version.V1_9_0, experimental: true } });
    const chart = new Chart(cluster, 'chart');
    const props = { packageName: 'demo' };
    expect(() => new ClusterExtension(chart, 'old', props)).toThrow('serviceAccount is required by OLM v1 1.9.0');
    const newer = new ClusterExtension(chart, 'new', { ...props, olmVersion: OlmV1Version.V1_11_0, progressDeadline: Duration.minutes(10) });
    expect(newer.olmVersion).toBe(OlmV1Version.V1_11_0);
  });
});

describe('a ClusterExtension refuses, when it is constructed,', () => {
  test.each<[string, ClusterExtensionProps, string]>([
    ['a missing package', { packageName: '' }, '[test/operator] packageName is required: set it to the package to install'],
    ['an unknown key', { channel: 'stable' } as object, "unknown key 'channel' in props of ClusterExtension; known keys: 19, and the nearest is 'channels'"],
    ['an unknown key of the selector', { catalogSelector: { matchLabel: {} } as object }, "unknown key 'matchLabel' in catalogSelector; known keys: 'matchLabels', 'matchExpressions'"],
    ['an unknown key of an expression', { catalogSelector: { matchExpressions: [{ key: 'a', operator: 'In', value: ['b'] } as never] } },
      "unknown key 'value' in catalogSelector.matchExpressions[0]; known keys: 'key', 'operator', 'values'"],
    ['an operator for nodes in the selector', { catalogSelector: { matchExpressions: [{ key: 'a', operator: SelectorOperator.GT, values: ['1'] }] } },
      'catalogSelector.matchExpressions[0].operator must be one of In, NotIn, Exists, DoesNotExist: got "Gt"'],
    ['an unknown key of the configuration', { experimental: true, deploymentConfig: { tolerations: [{ efect: 'NoSchedule' } as object] } },
      "unknown key 'efect' in deploymentConfig.tolerations[0]; known keys: 'key', 'operator', 'value', 'effect', 'tolerationSeconds'"],
    ['an invalid package', { packageName: 'Not_a_name' }, "packageName 'Not_a_name' must"],
    ['a long package', { packageName: 'a'.repeat(254) }, 'must have at most 253 characters'],
    ['an invalid name', { name: '-' }, "name '-' must"],
    ['an invalid namespace', { namespace: 'a.b' }, "namespace 'a.b' must"],
    ['a long namespace', { namespace: 'a'.repeat(64) }, 'must have at most 63 characters'],
    ['an invalid channel', { channels: ['stable', 'original_40'] }, "channels[1] 'original_40' must"],
    ['an invalid version', { version: 'latest' }, "version 'latest' is neither a version nor a range of versions; set a version such as '1.2.3', or a range such as '1.2.x'"],
    ['an empty version', { version: '' }, "version '' is neither a version nor a range of versions"],
    ['a version that the CRD accepts and the controller refuses', { version: '1.2.3-01' }, "version '1.2.3-01' is neither a version nor a range of versions"],
    ['a long version', { version: `>=1.0.0${', !=1.2.3'.repeat(8)}` }, 'version has 79 characters, and OLM v1 accepts 64'],
    ['an empty list of catalogs', { catalogs: [] }, 'catalogs is empty; omit it to use all ClusterCatalogs'],
    ['several namespaces', { installMode: InstallMode.multiNamespace(['a', 'b']) },
      'installMode has 2 target namespaces, and an operator of OLM v1 watches one or all; set installMode to InstallMode.singleNamespace() or '
      + 'InstallMode.allNamespaces(), or install it with OLM v0: with an OperatorSubscription or new OlmV0Engine()'],
    ['an invalid target namespace', { ...EXPERIMENTAL, installMode: InstallMode.singleNamespace('A') }, "target namespace 'A' must"],
    ['a short deadline', { ...EXPERIMENTAL, progressDeadline: Duration.minutes(5) }, 'progressDeadline must be a whole number of minutes, from 10 to 720, got 5 min'],
    ['a long deadline', { ...EXPERIMENTAL, progressDeadline: Duration.hours(13) }, 'progressDeadline must be a whole number of minutes, from 10 to 720, got 780 min'],
    ['a deadline of seconds', { ...EXPERIMENTAL, progressDeadline: Duration.seconds(601) }, 'progressDeadline must be a whole number of minutes, from 10 to 720, got 601 s'],
    ['a selector in the deployment config', { ...EXPERIMENTAL, deploymentConfig: { selector: {} } }, "deploymentConfig has the field 'selector', which OLM v1 does not support"],
  ])('%s', (_, props, message) => {
    expect(() => extension(props)).toThrow(message);
  });

  test('both catalogs and a selector', () => {
    const catalogs = [ClusterCatalog.fromName(Testing.chart(), 'ref', 'community')];
    expect(() => extension({ catalogs, catalogSelector: {} })).toThrow('catalogs and catalogSelector are both set; omit one of them');
  });

  test('several catalogs of which one is not selected by its name', () => {
    const chart = Testing.chart();
    const catalogs = [ClusterCatalog.fromName(chart, 'ref', 'community'), ClusterCatalog.fromLabels(chart, 'labels', { support: 'true' })];
    expect(() => extension({ catalogs })).toThrow("catalogs has several items, and 'test/labels' is selected by other labels than its name; set 'catalogSelector' instead");
  });
});

describe('what a release or its standard CRDs lack is refused:', () => {
  const { V1_3_0, V1_4_0, V1_7_0, V1_8_0, V1_9_0, V1_11_0 } = OlmV1Version;
  const single = { installMode: InstallMode.singleNamespace('watched') };
  const deadline = { progressDeadline: Duration.minutes(30) };
  const config = { deploymentConfig: { nodeSelector: { zone: 'a' } } };

  test.each<[string, ClusterExtensionProps, string]>([
    ['a deadline in the standard CRDs', { ...deadline, olmVersion: V1_11_0 },
      "progressDeadline is not supported by OLM v1 1.11.0 with standard CRDs; it needs the experimental CRDs: if they are installed, set 'experimental' to true, here "
      + "or as 'olmV1' of the Cluster"],
    ['a deadline before 1.8', { ...deadline, olmVersion: V1_7_0, experimental: true },
      "progressDeadline is not supported by OLM v1 1.7.0; the first release with it is 1.8.0, with its experimental CRDs: set 'olmVersion' and 'experimental'"],
    ['an install mode before 1.5', { ...single, olmVersion: V1_4_0, experimental: true },
      'installMode SingleNamespace is not supported by OLM v1 1.4.0; the first release with it is 1.5.0'],
    ['an install mode in the standard CRDs before 1.8', { ...single, olmVersion: V1_7_0 }, "here or as 'olmV1' of the Cluster; the standard CRDs of 1.8.0 have it, too"],
    ['an install mode in the standard CRDs after 1.8', { ...single, olmVersion: V1_9_0 }, 'installMode SingleNamespace is not supported by OLM v1 1.9.0 with standard CRDs'],
    ['a deployment config before 1.9', { ...config, olmVersion: V1_8_0, experimental: true }, 'deploymentConfig is not supported by OLM v1 1.8.0; the first release with it is 1.9.0'],
    ['experimental CRDs before 1.4', { olmVersion: V1_3_0, experimental: true }, 'experimental is true, and OLM v1 1.3.0 has no experimental CRDs'],
  ])('%s', (_, props, message) => {
    expect(() => extension(props)).toThrow(message);
  });

  test('but not install modes in the standard CRDs of 1.8', () => {
    expect(() => extension({ ...single, olmVersion: V1_8_0 })).toThrow('serviceAccount is required');
  });
});

describe('the rules of the CRD are checked on the object as it is written:', () => {
  /** Patches the ClusterExtension, and returns the error. */
  function errorOf(patch: JsonPatch, props: ClusterExtensionProps = EXPERIMENTAL): string {
    const construct = extension(props);
    construct.resource.addJsonPatch(patch);
    try {
      synth(Chart.of(construct));
    } catch (error) {
      return (error as Error).message;
    }
    return '';
  }

  test.each<[string, string, unknown, string]>([
    ['a required field', '/spec/source', {}, 'spec.source.sourceType'],
    ['a union without its member', '/spec/source', { sourceType: 'Catalog' }, 'catalog is required when sourceType is Catalog, and forbidden otherwise'],
    ['an enum', '/spec/source/sourceType', 'Image', 'spec.source.sourceType'],
    ['the namespace', '/spec/namespace', 'A', 'namespace must be a valid DNS1123 label'],
    ['the package', '/spec/source/catalog/packageName', 'A', 'packageName must be a valid DNS1123 subdomain'],
    ['a channel', '/spec/source/catalog/channels', ['A'], 'channels entries must be valid DNS1123 subdomains'],
    ['the number of channels', '/spec/source/catalog/channels', Array.from({ length: 257 }, (_, index) => `c${index}`), 'spec.source.catalog.channels'],
    ['the version', '/spec/source/catalog/version', 'latest', 'invalid version expression'],
    ['the length of the version', '/spec/source/catalog/version', '1'.repeat(65), 'spec.source.catalog.version'],
    ['the policy', '/spec/source/catalog/upgradeConstraintPolicy', 'Never', 'spec.source.catalog.upgradeConstraintPolicy'],
    ['empty install settings', '/spec/install', {}, 'at least one of [preflight] are required when install is specified'],
    ['empty preflight settings', '/spec/install', { preflight: {} }, 'spec.install.preflight.crdUpgradeSafety'],
    ['the enforcement', '/spec/install', { preflight: { crdUpgradeSafety: { enforcement: 'Lax' } } }, 'spec.install.preflight.crdUpgradeSafety.enforcement'],
    ['a config without values', '/spec/config', { configType: 'Inline' }, 'inline is required when configType is Inline, and forbidden otherwise'],
    ['empty values', '/spec/config', { configType: 'Inline', inline: {} }, 'spec.config.inline'],
    ['the deadline', '/spec/progressDeadlineMinutes', 9, 'spec.progressDeadlineMinutes'],
    ['an empty account', '/spec/serviceAccount', {}, 'spec.serviceAccount'],
    ['the name of the account', '/spec/serviceAccount', { name: 'A' }, 'name must be a valid DNS1123 subdomain'],
    ['an unknown field', '/spec/namespaces', [], 'spec.namespaces'],
  ])('%s', (_, path, value, message) => {
    const error = errorOf(JsonPatch.add(path, value));
    expect(error).toContain("[test/operator/Resource] the API server refuses ClusterExtension 'demo': ");
    expect(error).toContain(message);
  });

  test('according to the release and channel', () => {
    expect(errorOf(JsonPatch.add('/spec/progressDeadlineMinutes', 30), {})).toContain('spec.progressDeadlineMinutes');
    expect(errorOf(JsonPatch.add('/spec/progressDeadlineMinutes', 30))).toBe('');
  });
});
