import { App, Chart, Testing } from 'cdk8s';
import {
  BundleDeployment, CatalogRef, Cluster, ImageCatalog, OlmInstallation, OperatorRegistry, OperatorSubscription,
} from 'olm-constructs';
import { sampleBundle } from '../builders/sample-bundle';

/** Calls that TypeScript rejects, and JavaScript and values out of files do not. */
describe('a call from JavaScript', () => {
  const catalog = CatalogRef.named('shop', 'olm');
  const untyped = <Props>(props: unknown): Props => props as Props;
  const subscription = (props: object): OperatorSubscription => new OperatorSubscription(Testing.chart(), 'it', untyped({ catalog, packageName: 'demo', ...props }));
  const deployment = (props: object): BundleDeployment => new BundleDeployment(Testing.chart(), 'it', untyped({ bundle: sampleBundle(), ...props }));

  it.each<[string, () => unknown, string[]]>([
    ['without props', () => new OperatorRegistry(Testing.chart(), 'it', untyped(undefined)), ['[test/it] props of OperatorRegistry']],
    ['with a path instead of a bundle in a list', () => new OperatorRegistry(Testing.chart(), 'it', untyped({ bundles: ['./bundle'] })),
      ['bundles[0] must be a Bundle', "got './bundle'", 'Bundle.fromDirectory(path)']],
    ['with a path instead of a bundle', () => deployment({ bundle: './bundle' }), ['bundle must be a Bundle', "got './bundle'", 'Bundle.fromDirectory(path)']],
    ['with the name of an install mode', () => subscription({ installMode: 'OwnNamespace' }),
      ['installMode must be an InstallMode', "got 'OwnNamespace'", 'InstallMode.ownNamespace()']],
    ['with the name of an engine', () => deployment({ engine: 'plain' }), ['engine must be a BundleEngine', "got 'plain'", 'new PlainEngine()']],
    ['with the name of a catalog', () => subscription({ catalog: 'operatorhubio-catalog' }),
      ["catalog must be an ICatalog, got 'operatorhubio-catalog'", 'CatalogRef.named(name, namespace)']],
    ['with an approval strategy that OLM takes for automatic', () => subscription({ approval: 'manual' }),
      ['approval must be ', "'Manual'", "'Automatic'", "got 'manual'"]],
    ['with a Kubernetes version that YAML read as a number', () => new Cluster(new App(), 'it', untyped({ kubernetesVersion: 1.30 })),
      ['kubernetesVersion must be a string', 'got 1.3', 'write it in quotes']],
    ['with a string instead of a duration', () => new ImageCatalog(Testing.chart(), 'it', untyped({ image: 'example.com/catalog:v1', pollInterval: '15m' })),
      ['pollInterval must be a Duration', "got '15m'", 'Duration.minutes(amount)']],
    ['with a number of seconds instead of a duration', () => subscription({ unpackTimeout: 600 }), ['unpackTimeout must be a Duration', 'got 600']],
  ])('%s is an error with the construct, what it got, and how to make what it takes', (_, call, parts) => {
    let message = '';
    try {
      call();
    } catch (error) {
      expect((error as Error).name).toBe('ConstructError');
      message = (error as Error).message;
    }
    expect(message).toMatch(/^\[(test\/)?it\] /);
    parts.forEach(part => expect(message).toContain(part));
  });
});

test('a package may have the name of a property of all objects', () => {
  const chart = new Chart(new App(), 'chart');
  new OlmInstallation(chart, 'olm');
  const registry = new OperatorRegistry(chart, 'registry', { bundles: [sampleBundle({ package: 'constructor' })] });
  new OperatorSubscription(chart, 'subscription', { catalog: registry, packageName: 'constructor' });

  const kinds = (Testing.synth(chart) as { kind: string; spec?: { name?: string } }[]).filter(({ kind }) => kind === 'Subscription');
  expect(kinds).toMatchObject([{ spec: { name: 'constructor' } }]);
});
