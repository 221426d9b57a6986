import { gunzipSync } from 'node:zlib';
import { Testing } from 'cdk8s';
import { BundleDeployment, OlmV0Engine, OperatorRegistry, OperatorRegistryProps } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { sampleBundle } from '../builders/sample-bundle';
import { Manifest, synth } from '../builders/synthesized';

interface Deployment {
  readonly spec: { readonly template: { readonly spec: object } };
}
interface Csv {
  readonly kind: string;
  readonly spec: { readonly install: { readonly spec: { readonly deployments: Deployment[] } } };
}

/** Returns the pods of the operator's Deployments, in the CSV that a registry serves. */
function podsServedBy(manifests: readonly Manifest[]): object[] {
  const parts = manifests.filter(({ kind }) => kind === 'ConfigMap').map(({ binaryData }) => Object.values(binaryData as { [key: string]: string })[0]!);
  const catalog = gunzipSync(Buffer.concat(parts.map((part) => Buffer.from(part, 'base64')))).toString();
  const objects = [...catalog.matchAll(/"data":"([^"]+)"/g)].map(([, data]) => JSON.parse(Buffer.from(data!, 'base64').toString()) as Csv);
  return objects.filter(({ kind }) => kind === 'ClusterServiceVersion')
    .flatMap(({ spec }) => spec.install.spec.deployments.map((deployment) => deployment.spec.template.spec));
}

function served(props: Omit<OperatorRegistryProps, 'bundles'>, bundles?: Bundle[]): object[] {
  const chart = Testing.chart();
  new OperatorRegistry(chart, 'registry', { ...(bundles === undefined ? {} : { bundles }), ...props });
  return podsServedBy(synth(chart));
}

describe('operatorPullSecrets', () => {
  test('are in the pods of the operator, as OLM installs it', () => {
    const [pod] = served({ operatorPullSecrets: ['regcred', 'vendor', 'regcred'] }, [sampleBundle()]);
    expect(pod).toMatchObject({ imagePullSecrets: [{ name: 'regcred' }, { name: 'vendor' }] });
  });

  test('change nothing else, and nothing at all if they are already there', () => {
    const [before] = served({}, [sampleBundle()]);
    const [after] = served({ operatorPullSecrets: ['regcred'] }, [sampleBundle()]);
    expect(after).toEqual({ ...before, imagePullSecrets: [{ name: 'regcred' }] });

    const catalog = Catalog.fromBundles([sampleBundle()]);
    expect(new OperatorRegistry(Testing.chart(), 'registry', { catalog, operatorPullSecrets: [] }).catalog.toJsonLines()).toBe(catalog.toJsonLines());
    const once = new OperatorRegistry(Testing.chart(), 'registry', { catalog, operatorPullSecrets: ['a'] }).catalog;
    const twice = new OperatorRegistry(Testing.chart(), 'registry', { catalog: once, operatorPullSecrets: ['a'] }).catalog;
    expect(twice.toJsonLines()).toBe(once.toJsonLines());
  });

  test('come after those of the bundle', () => {
    const catalog = new OperatorRegistry(Testing.chart(), 'registry', { bundles: [sampleBundle()], operatorPullSecrets: ['own'] }).catalog;
    const [pod] = served({ catalog, operatorPullSecrets: ['regcred', 'own'] });
    expect(pod).toMatchObject({ imagePullSecrets: [{ name: 'own' }, { name: 'regcred' }] });
  });

  test('reach a BundleDeployment through its engine', () => {
    const chart = Testing.chart();
    new BundleDeployment(chart, 'operator', { bundle: sampleBundle(), engine: new OlmV0Engine({ registry: { operatorPullSecrets: ['regcred'] } }) });
    expect(podsServedBy(synth(chart))).toEqual([expect.objectContaining({ imagePullSecrets: [{ name: 'regcred' }] })]);
  });

  test('are refused if a name is invalid', () => {
    expect(() => served({ operatorPullSecrets: ['ok', 'Not ok'] }, [sampleBundle()])).toThrow("[test/registry] operatorPullSecrets[1] 'Not ok' must");
  });

  test('are refused for a bundle that OLM unpacks from an image', () => {
    const bundle = sampleBundle();
    const catalog = Catalog.fromBundles([bundle], { images: { [bundle.name]: 'registry.example.com/bundle:v1' } });
    expect(() => served({ catalog, operatorPullSecrets: ['regcred'] })).toThrow(`[test/registry] operatorPullSecrets is set, but OLM unpacks bundle '${bundle.name}' `
      + "from the image 'registry.example.com/bundle:v1', which cannot be changed; serve the bundle from its files, or give the nodes the credentials and "
      + 'omit `operatorPullSecrets`');
  });
});
