import * as fc from 'fast-check';

import { resolverProperties } from '../../lib/bundle/bundle-properties';
import type { Bundle } from '../../lib/bundle/bundle';
import { Catalog } from '../../lib/catalog/catalog';
import { bundleOf, podOf } from '../builders/bundle-of';

const DEPENDENCIES = {
  dependencies: [
    { type: 'olm.gvk', value: { group: 'a.test', version: 'v1', kind: 'Backup' } },
    { type: 'olm.package', value: { packageName: 'store', version: '>=1.0.0' } },
  ],
};
const PROPERTIES = { properties: [{ type: 'olm.gvk', value: { group: 'b.test', version: 'v1', kind: 'Store' } }] };

const SPEC = {
  displayName: 'Demo',
  minKubeVersion: '1.27.0',
  provider: { name: 'A', url: 'https://a.test' },
  keywords: ['a', 'b'],
  maintainers: [{ name: 'A', email: 'a@a.test' }],
  links: [{ name: 'A', url: 'https://a.test' }],
  maturity: 'alpha',
  installModes: [{ type: 'OwnNamespace', supported: true }],
  nativeAPIs: [{ group: '', version: 'v1', kind: 'Pod' }],
  customresourcedefinitions: {
    required: [{ name: 'backups.a.test', version: 'v1', kind: 'Backup', specDescriptors: [{ 'path': 'size', 'x-descriptors': ['urn:a'] }] }],
  },
  apiservicedefinitions: { owned: [{ name: 'things', group: 'c.test', version: 'v1', kind: 'Thing', deploymentName: 'demo' }] },
  relatedImages: [{ name: 'a', image: 'a.test/a:1' }],
  install: {
    strategy: 'deployment',
    spec: {
      deployments: [{ name: 'demo', spec: podOf('a.test/demo:1') }],
      permissions: [{ serviceAccountName: 'demo', rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }] }],
    },
  },
  webhookdefinitions: [{ type: 'ConversionWebhook', generateName: 'a.a.test', deploymentName: 'demo', conversionCRDs: ['backups.a.test'] }],
};

/** The fields that opm looks up by their exact names. */
const EXACT = ['customresourcedefinitions', 'apiservicedefinitions', 'relatedImages'];

/** Keys of maps, which are data, and of pod fields that the library does not read. */
const DATA = ['matchLabels', 'labels', 'selector', 'metadata'];

/** Returns the paths of all fields whose keys may have any case. */
function fieldPaths(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([key, inner]) => {
    if (DATA.includes(key)) {
      return [];
    }
    const isIndex = Array.isArray(value);
    const own = isIndex || (path.length === 0 && EXACT.includes(key)) ? [] : [[...path, key]];
    return [...own, ...fieldPaths(inner, [...path, key])];
  });
}

/** Returns a copy in which the keys at these paths are written differently. */
function withKeys(value: unknown, write: (key: string) => string, paths: ReadonlySet<string>, path: readonly string[] = []): unknown {
  if (Array.isArray(value)) {
    return value.map((item, index) => withKeys(item, write, paths, [...path, String(index)]));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => {
    const at = [...path, key];
    return [paths.has(at.join('/')) ? write(key) : key, withKeys(inner, write, paths, at)];
  }));
}

const CASES: readonly ((key: string) => string)[] = [
  (key) => key.toUpperCase(),
  (key) => key.toLowerCase(),
  (key) => key[0]!.toUpperCase() + key.slice(1),
  (key) => key.replaceAll('s', '\u017f').replaceAll('k', '\u212a'),
];

function bundleFrom(spec: object, dependencies: unknown = DEPENDENCIES, properties: unknown = PROPERTIES): Bundle {
  return bundleOf({
    spec: { displayName: undefined, installModes: undefined, install: undefined, ...spec },
    files: { 'metadata/dependencies.yaml': dependencies, 'metadata/properties.yaml': properties },
  });
}

function facts(bundle: Bundle): unknown {
  const { manifest: _, ...csv } = bundle.csv;
  const catalog = Catalog.fromBundles([bundle], { images: { [bundle.name]: 'a.test/bundle:1' } });
  return JSON.parse(JSON.stringify({
    properties: resolverProperties(bundle).map(({ type, raw }) => [type, raw]),
    csv: { ...csv, webhookDefinitions: csv.webhookDefinitions.map(({ content: _content, ...webhook }) => webhook) },
    catalog: catalog.toYaml(),
  }));
}

describe('field names of a bundle in another case', () => {
  it('are the same fields to opm, so the catalog is the same', () => {
    const expected = facts(bundleFrom(SPEC));
    const paths = fieldPaths(SPEC).map((path) => path.join('/'));
    fc.assert(fc.property(fc.subarray(paths, { minLength: 1 }), fc.constantFrom(...CASES), (chosen, write) => {
      expect(facts(bundleFrom(withKeys(SPEC, write, new Set(chosen)) as object))).toEqual(expected);
    }), { numRuns: 60 });
  });

  it('are the same fields in metadata/', () => {
    const expected = facts(bundleFrom(SPEC));
    for (const write of CASES) {
      const all = (value: unknown): unknown => withKeys(value, write, new Set(fieldPaths(value).map((path) => path.join('/'))));
      expect(facts(bundleFrom(SPEC, all(DEPENDENCIES), all(PROPERTIES)))).toEqual(expected);
    }
  });

  it('are unknown fields if opm looks a field up by its exact name', () => {
    expect(bundleFrom({ ...SPEC, relatedImages: undefined, RelatedImages: SPEC.relatedImages }).relatedImages).toEqual([]);
    expect(bundleFrom({ ...SPEC, customresourcedefinitions: undefined, customResourceDefinitions: {} }).requiredApis).toEqual([]);
    expect(() => bundleFrom({ ...SPEC, version: undefined, Version: '1.0.0' })).toThrow('spec.version must be');
  });
});

describe('field names of a catalog\'s properties in another case', () => {
  const blobs = (write: (key: string) => string): string => [
    { schema: 'olm.package', name: 'demo', defaultChannel: 'stable' },
    { schema: 'olm.channel', name: 'stable', package: 'demo', entries: [{ name: 'demo.v1.0.0' }] },
    {
      schema: 'olm.bundle',
      name: 'demo.v1.0.0',
      package: 'demo',
      image: 'a.test/demo:1',
      properties: [
        { type: 'olm.package', value: { [write('packageName')]: 'demo', [write('version')]: '1.0.0' } },
        { type: 'olm.gvk', value: { [write('group')]: 'a.test', [write('version')]: 'v1', [write('kind')]: 'Store' } },
        { type: 'olm.package.required', value: { [write('packageName')]: 'base', [write('versionRange')]: '>=1.0.0' } },
        { type: 'olm.csv.metadata', value: { [write('displayName')]: 'Demo', [write('installModes')]: [{ [write('type')]: 'OwnNamespace', [write('supported')]: true }] } },
      ],
    },
  ].map((blob) => JSON.stringify(blob)).join('\n');

  it.each(CASES.map((write) => [write('versionRange'), write] as const))('are the same fields: %s', (_, write) => {
    const [bundle] = Catalog.fromString(blobs(write)).packages[0]!.bundles;
    expect(bundle).toMatchObject({
      version: '1.0.0',
      displayName: 'Demo',
      installModes: ['OwnNamespace'],
      providedApis: [{ group: 'a.test', version: 'v1', kind: 'Store' }],
      requiredPackages: [{ name: 'base', versionRange: '>=1.0.0' }],
    });
  });

  it('stay unchanged when the catalog is written', () => {
    const catalog = Catalog.fromString(blobs((key) => key.toUpperCase()));
    expect(catalog.toYaml()).toContain('PACKAGENAME: demo');
  });
});
