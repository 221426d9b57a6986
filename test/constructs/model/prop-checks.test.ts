import { ApiObject, Lazy, Testing } from 'cdk8s';
import {
  BundleDeployment, CatalogRef, ConstructError, InstallMode, OlmInstallation, OperatorGroupRef, OperatorRegistry, OperatorSubscription,
  OperatorSubscriptionProps,
} from 'olm-constructs';
import { sampleBundle } from '../../builders/sample-bundle';

const CATALOG = CatalogRef.named('operatorhubio-catalog', 'olm');
const LONG_LABEL = 'a'.repeat(64);
const LONG_NAME = `${'a'.repeat(60)}.`.repeat(5);

/** Subscribes to a package of a catalog that is not part of the app. */
const subscribe = (props: Partial<OperatorSubscriptionProps>) => (): unknown => (
  new OperatorSubscription(Testing.chart(), 'operator', { catalog: CATALOG, packageName: 'etcd', ...props })
);
const serve = (props: object) => (): unknown => new OperatorRegistry(Testing.chart(), 'registry', { bundles: [sampleBundle()], ...props });
const subscribeToRegistry = (props: Partial<OperatorSubscriptionProps>) => (): OperatorSubscription => {
  const chart = Testing.chart();
  const registry = new OperatorRegistry(chart, 'registry', {
    bundles: [sampleBundle({ version: '1.0.0' }), sampleBundle({ version: '1.1.0', replaces: 'sample-operator.v1.0.0' })],
  });
  return new OperatorSubscription(chart, 'operator', { catalog: registry, ...props });
};

describe('names and namespaces must be valid in Kubernetes', () => {
  test.each<[string, () => unknown, string]>([
    ['namespace of a Subscription, with a dot', subscribe({ namespace: 'my.team' }),
      '[test/operator] namespace \'my.team\' must consist of lowercase letters, digits and "-", and start and end with a letter or digit'],
    ['namespace of a Subscription, empty', subscribe({ namespace: '' }), "[test/operator] namespace '' must consist of lowercase letters"],
    ['namespace of a Subscription, too long', subscribe({ namespace: LONG_LABEL }),
      `[test/operator] namespace '${LONG_LABEL}' must have at most 63 characters, got 64`],
    ['namespace of a Subscription, from the package', subscribe({ packageName: 'my.package' }),
      "[test/operator] namespace 'my.package', which follows from the name of the package, must consist of lowercase letters"],
    ['namespace of a Subscription, a number', subscribe({ namespace: 5 as never }), '[test/operator] namespace must be a string, got 5: write it in quotes'],
    ['package of a Subscription, a number', subscribe({ packageName: 5 as never }), '[test/operator] packageName must be a string, got 5: write it in quotes'],
    ['name of a Subscription', subscribe({ name: 'Etcd' }), "[test/operator] name 'Etcd' must consist of lowercase letters, digits, \"-\" and \".\""],
    ['name of a Subscription, too long', subscribe({ name: LONG_NAME }), 'must have at most 253 characters, got 305'],
    ['name of an OperatorGroup', subscribe({ operatorGroup: OperatorGroupRef.named('global_operators') }),
      "[test/operator] operatorGroup 'global_operators' must consist of lowercase letters"],
    ['name of a CatalogSource', subscribe({ catalog: CatalogRef.named('Hub', 'olm') }), "[test/operator] catalogName 'Hub' must consist of lowercase letters"],
    ['namespace of a CatalogSource', subscribe({ catalog: CatalogRef.named('hub', 'o.l.m') }),
      "[test/operator] catalogNamespace 'o.l.m' must consist of lowercase letters"],
    ['target namespaces', subscribe({ installMode: InstallMode.multiNamespace(['a', 'B']) }),
      "[test/operator] target namespace 'B' must consist of lowercase letters"],
    ['namespace of a registry', serve({ namespace: 'Olm' }), "[test/registry] namespace 'Olm' must consist of lowercase letters"],
    ['pull secret of a registry', serve({ pullSecrets: ['good', 'not/good'] }), "[test/registry] pullSecrets[1] 'not/good' must consist of lowercase letters"],
    ['priority class of a registry', serve({ priorityClassName: 'High' }), "[test/registry] priorityClassName 'High' must consist of lowercase letters"],
    ['namespace of a bundle deployment', () => new BundleDeployment(Testing.chart(), 'operator', { bundle: sampleBundle(), namespace: 'a.b' }),
      "namespace 'a.b' must consist of lowercase letters"],
    ['namespace of an installation', () => new OlmInstallation(Testing.chart(), 'olm', { namespace: 'a.b' }), '[test/olm] namespace'],
    ['operatorNamespace of an installation', () => new OlmInstallation(Testing.chart(), 'olm', { operatorNamespace: 'a.b' }), '[test/olm] operatorNamespace'],
    ['catalogNamespace of an installation', () => new OlmInstallation(Testing.chart(), 'olm', { catalogNamespace: 'a.b' }), '[test/olm] catalogNamespace'],
    ['namespace of an OLM in the cluster', () => OlmInstallation.fromExisting(Testing.chart(), 'olm', { namespace: 'A' }),
      "[test/olm] namespace 'A' must consist of lowercase letters"],
    ['operatorNamespace of an OLM in the cluster', () => OlmInstallation.fromExisting(Testing.chart(), 'olm', { operatorNamespace: 'A' }),
      "[test/olm] operatorNamespace 'A' must consist of lowercase letters"],
    ['catalogNamespace of an OLM in the cluster', () => OlmInstallation.fromExisting(Testing.chart(), 'olm', { catalogNamespace: 'A' }),
      "[test/olm] catalogNamespace 'A' must consist of lowercase letters"],
  ])('%s', (_title, make, message) => {
    expect(make).toThrow(message);
    expect(make).toThrow(ConstructError);
  });

  test('a name may have dots where Kubernetes allows them, a namespace may begin with a digit', () => {
    expect(subscribe({ name: 'etcd.v1', namespace: '3scale', operatorGroup: OperatorGroupRef.named('a.b') })).not.toThrow();
    expect(serve({ pullSecrets: ['mirror.example.com'], namespace: '3scale' })).not.toThrow();
  });
});

describe('a pinned version must be exact', () => {
  test.each([
    ['v1.2.3', "version 'v1.2.3' is not an exact version; set '1.2.3'"],
    ['1.2', "version '1.2' is not an exact version; set '1.2.0'"],
    ['01.2.3', "version '01.2.3' is not an exact version; set '1.2.3'"],
    ['~1.2', "version '~1.2' is not an exact version; set one such as '1.2.3', or omit 'version' to follow the channel"],
    ['>=1.2.3', "version '>=1.2.3' is not an exact version; set one such as '1.2.3', or omit 'version' to follow the channel"],
    ['', "version '' is not an exact version; set one such as '1.2.3', or omit 'version' to follow the channel"],
    ['latest', "version 'latest' is not an exact version; set one such as '1.2.3', or omit 'version' to follow the channel"],
  ])('%j', (version, message) => {
    expect(subscribe({ version })).toThrow(`[test/operator] ${message}`);
    expect(subscribe({ version })).toThrow(ConstructError);
    expect(subscribeToRegistry({ version })).toThrow(`[test/operator] ${message}`);
  });

  test('a number is none', () => {
    expect(subscribe({ version: 1 as unknown as string })).toThrow('[test/operator] version must be a string, got 1: write it in quotes');
  });

  test.each(['1.2.3', '0.0.1-alpha.1', '1.2.3-0'])('%s is exact', version => {
    expect(subscribe({ version })).not.toThrow();
  });

  test.each([['1.2.3+build', 'etcd.v1.2.3+build'], ['1.2.3-RC1', 'etcd.v1.2.3-RC1']])('%s does not result in a valid name of a CSV, so that the name is required', (version, csv) => {
    expect(subscribe({ version })).toThrow(`[test/operator] startingCsv '${csv}', which follows from 'packageName' and 'version', must consist of lowercase letters, `
      + 'digits, "-" and ".", and each part must start and end with a letter or digit; set \'startingCsv\'');
    expect(subscribe({ version, startingCsv: 'etcd.v1.2.3-1' })).toThrow("startingCsv 'etcd.v1.2.3-1' and version");
    expect(subscribe({ version, startingCsv: version.replace('+', '-').toLowerCase().replace(/^/, 'etcd.v') })).not.toThrow();
  });
});

describe('other props of a Subscription', () => {
  test('an empty channel is refused', () => {
    expect(subscribe({ channel: '' })).toThrow('[test/operator] channel must not be empty; set it to a channel, or omit it: OLM then follows all channels of the package');
  });

  test('an OperatorGroup itself is refused, in place of a reference to it', () => {
    const chart = Testing.chart();
    const group = new ApiObject(chart, 'group', { apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup' });
    const props = { catalog: CATALOG, packageName: 'etcd', operatorGroup: group as unknown as OperatorGroupRef };
    expect(() => new OperatorSubscription(chart, 'operator', props)).toThrow(
      "[test/operator] operatorGroup must be an OperatorGroupRef, got 'test/group'; use OperatorGroupRef.fromObject()",
    );
  });

  test.each<[string, object, string]>([
    ['config', { nodeSelectr: { a: 'b' } }, "unknown key 'nodeSelectr' in config; known keys: 'env', 'envFrom', 'volumes', "],
    ['a toleration', { tolerations: [{ key: 'a' }, { key: 'b', efect: 'NoSchedule' }] },
      "unknown key 'efect' in config.tolerations[1]; known keys: 'key', 'operator', 'value', 'effect', 'tolerationSeconds'"],
    ['a source of a variable', { env: [{ name: 'A', valueFrom: { secretRef: {} } }] }, "unknown key 'secretRef' in config.env[0].valueFrom; known keys: 'configMapKeyRef', "],
    ['a volume that is not custom', { volumes: [{ name: 'a', csi: {} }] },
      "unknown key 'csi' in config.volumes[0]; known keys: 'name', 'configMap', 'secret', 'emptyDir', 'persistentVolumeClaim', 'custom'"],
    ['a custom volume', { volumes: [{ name: 'a' }, { name: 'b', custom: { csi: { driver: 'c', attributes: {} } } }] },
      "unknown field 'attributes' in config.volumes[1].custom.csi; known fields: 'driver', 'fsType', 'nodePublishSecretRef', 'readOnly', 'volumeAttributes'"],
    ['a custom volume in the spelling of the generated types', { volumes: [{ name: 'a', custom: { downwardApi: {} } }] },
      "unknown field 'downwardApi' in config.volumes[0].custom; known fields: 30, and the nearest is 'downwardAPI'"],
    ['a custom volume with a name', { volumes: [{ name: 'a', custom: { name: 'b' } }] }, "unknown field 'name' in config.volumes[0].custom; known fields: "],
    ['a resource request', { resources: { request: {} } }, "unknown key 'request' in config.resources; known keys: 'claims', 'requests', 'limits'"],
  ])('an unknown field of %s is refused', (_, config, message) => {
    expect(subscribe({ config })).toThrow(`[test/operator] ${message}`);
  });

  test.each<[string, object, string]>([
    ['a number as a quantity', { resources: { limits: { cpu: 1 } } }, 'config.resources.limits.cpu must be a string, got 1: write it in quotes'],
    ['a list as a map', { nodeSelector: ['a'] }, 'config.nodeSelector must be an object with strings as its values, got a list'],
    ['an operator for nodes in an affinity to pods', { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [
      { topologyKey: 'a', labelSelector: { matchExpressions: [{ key: 'a', operator: 'Gt' }] } },
    ] } } }, 'config.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector.matchExpressions[0].operator must be one of In, '],
    ['two sources of a volume', { volumes: [{ name: 'a', emptyDir: {}, secret: undefined, custom: { nfs: { server: 'b', path: 'c' } } }] },
      "config.volumes[0] has several sources, 'emptyDir' and 'nfs'; keep one of them"],
  ])('%s in config is refused', (_, config, message) => {
    expect(subscribe({ config })).toThrow(`[test/operator] ${message}`);
  });

  test('the fields of config may be objects of cdk8s, and its maps may have any key', () => {
    const config = {
      nodeSelector: { 'example.com/pool': 'a' }, resources: { limits: { 'example.com/gpu': '1' } },
      affinity: Lazy.any({ produce: () => ({}) }) as object, volumes: Lazy.any({ produce: () => [] }) as never[],
    };
    expect(subscribe({ config })).not.toThrow();
  });
});

describe('version and startingCsv must agree', () => {
  const disagree = (csv: string, version: string): string => (
    `[test/operator] startingCsv '${csv}' and version '${version}' contradict each other; omit one of the two`
  );

  test('in a catalog that the app does not know, as far as the name of the CSV contains the version', () => {
    expect(subscribe({ version: '0.9.4', startingCsv: 'etcdoperator.v0.9.2' })).toThrow(disagree('etcdoperator.v0.9.2', '0.9.4'));
    expect(subscribe({ version: '0.9.4', startingCsv: 'etcdoperator.0.9.2' })).toThrow(disagree('etcdoperator.0.9.2', '0.9.4'));
    expect(subscribe({ version: '0.9.4', startingCsv: 'etcdoperator.v0.9.4' })).not.toThrow();
    expect(subscribe({ version: '0.9.4', startingCsv: 'etcdoperator.0.9.4' })).not.toThrow();
    expect(subscribe({ version: '0.9.4', startingCsv: 'etcdoperator-newest' })).not.toThrow();
  });

  test('in a registry', () => {
    expect(subscribeToRegistry({ version: '1.1.0', startingCsv: 'sample-operator.v1.0.0' }))
      .toThrow("[test/operator] startingCsv 'sample-operator.v1.0.0' is version 1.0.0 in channel 'stable', and version is '1.1.0'; omit one of the two");
    expect(subscribeToRegistry({ version: '1.0.0', startingCsv: 'sample-operator.v1.0.0' })()).toMatchObject({
      version: '1.0.0', startingCsv: 'sample-operator.v1.0.0',
    });
    expect(subscribeToRegistry({ startingCsv: 'sample-operator.v3.0.0' }))
      .toThrow("[test/operator] CSV 'sample-operator.v3.0.0' not found in channel 'stable'; available: 'sample-operator.v1.0.0', 'sample-operator.v1.1.0'");
  });

  test('startingCsv must be a valid name', () => {
    expect(subscribe({ startingCsv: 'Etcd v1' })).toThrow("[test/operator] startingCsv 'Etcd v1' must consist of lowercase letters");
    expect(subscribe({ startingCsv: '' })).toThrow("[test/operator] startingCsv '' must consist of lowercase letters");
  });
});
