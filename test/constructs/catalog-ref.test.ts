import { ApiObject, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { CatalogRef, ConstructError, ICatalog, InstallMode, olm, OlmInstallation, OperatorRegistry, OperatorSubscription } from 'olm-constructs';
import { sampleBundle } from '../builders/sample-bundle';
import { kindsOf, Manifest, one, synth } from '../builders/synthesized';

/** A platform's own kind of catalog. */
class MirroredCatalog extends Construct implements ICatalog {
  public readonly catalogName = 'mirrored';
  public readonly catalogNamespace = 'olm';

  public constructor(scope: Construct, id: string) {
    super(scope, id);
    new olm.CatalogSource(this, 'Resource', { metadata: { name: this.catalogName, namespace: this.catalogNamespace }, spec: { sourceType: 'grpc' } });
  }
}

/** Synthesizes a Subscription that is created before its catalog is, in the order of ids. */
function subscribeTo(catalogOf: (scope: Construct) => ICatalog): { readonly kinds: string[]; readonly source: Manifest['spec'] } {
  const chart = Testing.chart();
  const first = new Construct(chart, 'first');
  const catalog = catalogOf(new Construct(chart, 'second'));
  new OperatorSubscription(first, 'operator', { catalog, packageName: 'sample-operator', namespace: 'team', installMode: InstallMode.ownNamespace() });
  const manifests = synth(chart);
  return { kinds: kindsOf(manifests), source: one(manifests, 'Subscription').spec };
}

describe('the catalog of a Subscription', () => {
  const source = (name: string, namespace: string): object => ({ source: name, sourceNamespace: namespace });

  test('may be a CatalogSource by name', () => {
    const made = subscribeTo(() => CatalogRef.named('hub', 'olm'));

    expect(made.source).toMatchObject(source('hub', 'olm'));
    expect(made.kinds).toEqual(['Namespace', 'OperatorGroup', 'Subscription']);
  });

  test('may be a CatalogSource of the app, which comes first', () => {
    const made = subscribeTo(scope => CatalogRef.fromObject(
      new olm.CatalogSource(scope, 'hub', { metadata: { name: 'hub', namespace: 'catalogs' }, spec: { sourceType: 'grpc' } }),
    ));

    expect(made.source).toMatchObject(source('hub', 'catalogs'));
    expect(made.kinds.indexOf('CatalogSource')).toBeLessThan(made.kinds.indexOf('Subscription'));
    expect(made.kinds).toContain('CatalogSource');
  });

  test('may be a custom construct, which comes first', () => {
    const made = subscribeTo(scope => new MirroredCatalog(scope, 'mirror'));

    expect(made.source).toMatchObject(source('mirrored', 'olm'));
    expect(made.kinds.indexOf('CatalogSource')).toBeLessThan(made.kinds.indexOf('Subscription'));
    expect(made.kinds).toContain('CatalogSource');
  });

  test('may be an OperatorRegistry, which comes first', () => {
    const made = subscribeTo(scope => new OperatorRegistry(scope, 'registry', { bundles: [sampleBundle()], namespace: 'team' }));

    expect(made.source).toMatchObject(source('sample-operator-catalog', 'team'));
    expect(made.kinds.indexOf('CatalogSource')).toBeLessThan(made.kinds.indexOf('Subscription'));
  });

  test('may be the default catalog of the installation, which comes first', () => {
    const made = subscribeTo(scope => new OlmInstallation(scope, 'olm').defaultCatalogRef!);

    expect(made.source).toMatchObject(source('operatorhubio-catalog', 'olm'));
    expect(made.kinds.indexOf('CatalogSource')).toBeLessThan(made.kinds.indexOf('Subscription'));
  });

  test('may be a plain object of a program in another language, or in plain JavaScript', () => {
    expect(subscribeTo(() => ({ catalogName: 'hub', catalogNamespace: 'olm' })).source).toMatchObject(source('hub', 'olm'));
  });
});

describe('CatalogRef.fromObject', () => {
  const object = (apiVersion: string, kind: string, namespace?: string): ApiObject => (
    new ApiObject(Testing.chart(), 'it', { apiVersion, kind, metadata: namespace === undefined ? {} : { namespace } })
  );

  test.each<[string, ApiObject, string]>([
    ['another kind', object('v1', 'Service', 'olm'), '[test/it] expected a CatalogSource of operators.coreos.com, got the kind Service of core'],
    ['another group', object('example.com/v1', 'CatalogSource', 'olm'),
      '[test/it] expected a CatalogSource of operators.coreos.com, got the kind CatalogSource of example.com'],
    ['a missing namespace', object('operators.coreos.com/v1alpha1', 'CatalogSource'), '[test/it] the CatalogSource has no namespace; set metadata.namespace'],
  ])('refuses %s', (_title, wrong, message) => {
    expect(() => CatalogRef.fromObject(wrong)).toThrow(message);
    expect(() => CatalogRef.fromObject(wrong)).toThrow(ConstructError);
  });
});
