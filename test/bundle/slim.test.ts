import * as fc from 'fast-check';
import { slimBundle, SlimLevel } from '../../lib/bundle/slim';
import { schemaWithoutDescriptions } from '../../lib/formats/schema/changes/crd-schema';
import { type BundleFacts, bundleOf, crdOf } from '../builders/bundle-of';
import { SAMPLES } from '../catalog/sample-bundles';
import { itWith } from '../needed';
import { realBundle } from '../remembered/real-bundle';

const NOTHING_FITS = 1;
const ALL_FITS = 10_000_000;

/** Generates schemas of a depth in two versions: with some descriptions, and without any. */
function describedAndBare(depth: number): fc.Arbitrary<readonly [object, object]> {
  const inner = depth === 0 ? fc.constant([{}, {}] as const) : describedAndBare(depth - 1);
  return fc.tuple(
    fc.record({ type: fc.constantFrom('object', 'string'), minLength: fc.nat(), default: fc.constant({ description: 'kept' }) }, { requiredKeys: [] }),
    fc.option(fc.string(), { nil: undefined }),
    fc.dictionary(fc.constantFrom('description', 'a', 'items', 'properties'), inner, { maxKeys: 3 }),
    fc.option(inner, { nil: undefined }),
  ).map(([rest, description, properties, items]) => {
    const side = (index: 0 | 1): object => ({
      ...rest,
      properties: Object.fromEntries(Object.entries(properties).map(([name, pair]) => [name, pair[index]])),
      ...(items === undefined ? {} : { items: items[index] }),
    });
    return [{ ...side(0), ...(description === undefined ? {} : { description }) }, side(1)];
  });
}

describe('schemaWithoutDescriptions', () => {
  it.each<[string, object, object]>([
    ['the description of a schema', { type: 'object', description: 'd' }, { type: 'object' }],
    ['the descriptions of properties', { properties: { a: { type: 'string', description: 'd' } } }, { properties: { a: { type: 'string' } } }],
    ['the description of items', { items: { description: 'd' } }, { items: {} }],
    ['the descriptions of a list of items', { items: [{ description: 'd' }, { type: 'string' }] }, { items: [{}, { type: 'string' }] }],
    ['the description of additional properties', { additionalProperties: { description: 'd' } }, { additionalProperties: {} }],
    ['the descriptions of alternatives', { anyOf: [{ description: 'd', minimum: 1 }], not: { description: 'd' } }, { anyOf: [{ minimum: 1 }], not: {} }],
  ])('removes %s', (_what, schema, expected) => {
    expect(schemaWithoutDescriptions(schema as { [key: string]: unknown })).toEqual(expected);
  });

  it.each<[string, object]>([
    ['a property named description', { properties: { description: { type: 'string' } }, required: ['description'] }],
    ['a property named description inside another', { properties: { description: { properties: { description: { maxLength: 3 } } } } }],
    ['defaults, examples and enums', { default: { description: 'd' }, example: { description: 'd' }, enum: [{ description: 'd' }] }],
    ['the description of external documents', { externalDocs: { description: 'd', url: 'u' } }],
    ['rules', { 'x-kubernetes-validations': [{ rule: 'self.description == "x"', message: 'description' }] }],
    ['closed maps', { additionalProperties: false }],
    ['a pattern for names', { patternProperties: { description: { type: 'string' } } }],
    ['a property named __proto__', JSON.parse('{"properties":{"__proto__":{"type":"string"}}}') as object],
  ])('keeps %s', (_what, schema) => {
    expect(JSON.stringify(schemaWithoutDescriptions(schema as { [key: string]: unknown }))).toBe(JSON.stringify(schema));
  });

  it('keeps everything that affects validation, in any schema', () => {
    fc.assert(fc.property(describedAndBare(3), ([described, bare]) => {
      expect(schemaWithoutDescriptions(described as { [key: string]: unknown })).toEqual(bare);
    }));
  });
});

describe('slimBundle', () => {
  const FACTS: BundleFacts = {
    annotations: { 'alm-examples': `[{"a":"${'x'.repeat(2000)}"}]`, 'olm.examples': '[]', kept: 'yes' },
    spec: { icon: [{ base64data: 'aWNv'.repeat(500), mediatype: 'image/png' }] },
    files: {
      'manifests/x.yaml': crdOf('X', { type: 'object', description: 'd'.repeat(2000), properties: { description: { type: 'string', description: 'inner' } } }),
    },
  };
  const bundle = bundleOf(FACTS);

  it('does not change a bundle that fits', () => {
    const result = slimBundle(bundle, SlimLevel.ICON_AND_EXAMPLES, ALL_FITS);
    expect(result).toEqual({ bundle, removed: [], fits: true });
    expect(result.bundle).toBe(bundle);
  });

  it('removes nothing at level NONE', () => {
    const { bundle: same, removed, fits } = slimBundle(bundle, SlimLevel.NONE, NOTHING_FITS);
    expect(same).toBe(bundle);
    expect(removed).toEqual([]);
    expect(fits).toBe(false);
  });

  it('removes descriptions of CRDs without changing validation', () => {
    const { bundle: slim, removed } = slimBundle(bundle, SlimLevel.CRD_DESCRIPTIONS, NOTHING_FITS);
    expect(removed).toEqual(['removed the descriptions in the schemas of its CRDs: 2,039 bytes of JSON']);
    expect(slim.crds[0]!.content).toEqual(crdOf('X', { type: 'object', properties: { description: { type: 'string' } } }));
    expect(slim.csv.manifest).toBe(bundle.csv.manifest);
    expect(bundle.crds[0]!.toJson()).toContain('ddd');
  });

  it('then removes the icon and the examples of the CSV', () => {
    const { bundle: slim, removed } = slimBundle(bundle, SlimLevel.ICON_AND_EXAMPLES, NOTHING_FITS);
    expect(removed).toEqual([
      'removed the descriptions in the schemas of its CRDs: 2,039 bytes of JSON',
      'removed the icon of its CSV: 2,051 bytes of JSON',
      'removed the example resources of its CSV: 2,052 bytes of JSON',
    ]);
    expect(slim.csv.icons).toEqual([]);
    expect(slim.csv.annotations).toEqual({ kept: 'yes' });
    expect(slim.csv.deployments).toEqual(bundle.csv.deployments);
    expect([slim.name, slim.version, slim.packageName, slim.channels]).toEqual([bundle.name, bundle.version, bundle.packageName, bundle.channels]);
  });

  it('stops as soon as the bundle fits', () => {
    const { installPlan } = bundle.size;
    const removedAt = (limit: number): number => slimBundle(bundle, SlimLevel.ICON_AND_EXAMPLES, limit).removed.length;
    expect([0, 1, 2500, 4500].map((bytes) => removedAt(installPlan - bytes))).toEqual([0, 1, 2, 3]);
  });

  it('does not report the removal of missing parts', () => {
    expect(slimBundle(bundleOf({}), SlimLevel.ICON_AND_EXAMPLES, NOTHING_FITS).removed).toEqual([]);
  });

  it('also finds the single schema of a v1beta1 CRD', () => {
    const crd = {
      ...crdOf('X'), apiVersion: 'apiextensions.k8s.io/v1beta1',
      spec: { group: 'example.test', version: 'v1', names: { kind: 'X', plural: 'xs' }, validation: { openAPIV3Schema: { description: 'd', type: 'object' } } },
    };
    const { bundle: slim } = slimBundle(bundleOf({ files: { 'manifests/x.yaml': crd } }), SlimLevel.CRD_DESCRIPTIONS, NOTHING_FITS);
    expect(slim.crds[0]!.content['spec']).toEqual({ ...crd.spec, validation: { openAPIV3Schema: { type: 'object' } } });
  });

  describe('refuses a bundle that does not fit', () => {
    const spec = { description: 'x'.repeat(900_000) };
    const files = { 'manifests/x.yaml': crdOf('X', { type: 'object', description: 'd'.repeat(900_000) }) };

    it('with its figures, and suggests a sufficient level', () => {
      expect(slimBundle(bundleOf({ spec, files }), SlimLevel.NONE).refusal).toBe(
        'bundle "demo.v1.0.0" is too large for OLM to install from a catalog that contains its manifests: 1.80 MB of JSON, and an InstallPlan '
        + 'of 1.81 MB, of at most 1.51 MB (etcd accepts 1.57 MB in one request); set slim to SlimLevel.CRD_DESCRIPTIONS, which reduces it to 0.91 MB, '
        + 'or push an image of the bundle, and list it in `images` of Catalog.fromBundles, or subscribe to a catalog that refers to it (CatalogRef)',
      );
    });

    const noise = (letters: number): string => Array.from({ length: letters / 8 }, (_, index) => ((index * 2654435761) % 2 ** 32).toString(16).padStart(8, '0')).join('');
    const crds = (count: number, schema: object): { [path: string]: unknown } => (
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`manifests/x${index}.yaml`, crdOf(`X${index}`, schema)]))
    );
    const refusalOf = (facts: BundleFacts): string => slimBundle(bundleOf(facts), SlimLevel.ICON_AND_EXAMPLES).refusal!.replace(/^.* in one request\), (?:even after slimming; )?|^.*?etcd accepts 1.57 MB in one request\); /, '');

    it('and suggests an image if no level is sufficient', () => {
      expect(refusalOf({ files: crds(2, { type: 'object', title: 'x'.repeat(800_000) }) })).toBe(
        'no level of slimming makes it fit, so push an image of the bundle, and list it in `images` of Catalog.fromBundles, or subscribe to a catalog that '
        + 'refers to it (CatalogRef)',
      );
    });

    it('and suggests OLM v1 if an image would also be too large', () => {
      expect(refusalOf({ files: crds(4, { type: 'object', title: noise(800_000) }) })).toMatch(
        /^no level of slimming makes it fit; from an image OLM v0 could not install it either: it takes \d\.\d\d MB in the ConfigMap that OLM unpacks it into, which holds at most 1\.05 MB; .* install it with OLM v1 \(a ClusterExtension\), which unpacks images on disk$/,
      );
    });

    it('and suggests OLM v1 if the CSV is too large for one object', () => {
      expect(refusalOf({ spec: { description: 'x'.repeat(1_600_000) } })).toBe(
        'no level of slimming makes it fit; OLM v0 cannot install it at all, because its CSV alone takes 1.60 MB, and etcd accepts at most 1.57 MB in one request; make the CSV '
        + 'smaller, or install the bundle with OLM v1 (a ClusterExtension), which creates no CSV object',
      );
    });

    it('and reports an object that is too large for any engine', () => {
      expect(refusalOf({ files: crds(1, { type: 'object', title: 'x'.repeat(1_600_000) }) })).toBe(
        'no level of slimming makes it fit; no engine can install it, because its CustomResourceDefinition "x0s.example.test" alone takes 1.60 MB, and etcd accepts at most '
        + '1.57 MB in one request; reduce the size of that object',
      );
    });

    it('and suggests no image if only slimming makes an object small enough', () => {
      expect(slimBundle(bundleOf({ files: crds(1, { type: 'object', description: 'x'.repeat(1_600_000) }) }), SlimLevel.NONE).refusal).toMatch(
        /set slim to SlimLevel\.CRD_DESCRIPTIONS, which reduces it to 0\.01 MB$/,
      );
    });
  });

  // Measured: without descriptions, 3.60 MB became 0.99 MB, and 1.62 MB became 0.66 MB.
  itWith(SAMPLES).each([
    ['sn-operator@0.19.7', '0.99'], ['argocd-operator@0.17.0', '0.66'],
  ])('reduces %s to %s MB of JSON without descriptions, and it fits', (name, megabytes) => {
    const { bundle: slim, fits, removed } = slimBundle(realBundle(name), SlimLevel.ICON_AND_EXAMPLES);
    expect((slim.size.compactJson / 1e6).toFixed(2)).toBe(megabytes);
    expect(fits).toBe(true);
    expect(removed).toHaveLength(1);
  });
});
