import {
  type BundleFacts, bundleFacts, compareFacts, newestFirst, packageProperties, versionAndRelease,
} from '../../../lib/catalog/declcfg/bundle-facts';
import type { BundleBlob, Property } from '../../../lib/catalog/declcfg/declcfg';
import { property } from '../filter/sample-catalog';

function bundle(name: string, ...properties: readonly Property[]): BundleBlob {
  return { schema: 'olm.bundle', name, package: 'p', image: '', properties, relatedImages: [] };
}

const released = (version: string, release?: string): BundleFacts => bundleFacts(bundle(
  `p.v${version}`, property('olm.package', { packageName: 'p', version, ...(release === undefined ? {} : { release }) }),
));

describe('the facts of a bundle', () => {
  it('are those in its properties', () => {
    const facts = bundleFacts(bundle(
      'p.v1.0.0', property('olm.package', { packageName: 'p', version: '1.0.0', release: 'alpha.2' }),
      property('olm.gvk', { group: 'g', version: 'v1', kind: 'K' }), property('olm.gvk.required', { group: 'h', version: 'v2', kind: 'L' }),
      property('olm.package.required', { packageName: 'other', versionRange: '>=1.0.0' }), property('com.example', {}),
    ));
    expect(facts).toMatchObject({
      name: 'p.v1.0.0', package: 'p', versionString: '1.0.0', release: ['alpha', '2'], provides: ['g/v1/K'], requiresApis: ['h/v2/L'],
      requiresPackages: [{ name: 'other', range: '>=1.0.0' }],
    });
    expect(facts.version).toBeDefined();
  });

  it('are empty where its properties are missing or incomplete', () => {
    expect(bundleFacts(bundle('p'))).toEqual({
      name: 'p', package: 'p', version: undefined, versionString: '', release: [], provides: [], requiresApis: [], requiresPackages: [], isDeprecated: false,
    });
    expect(bundleFacts(bundle('p', property('olm.gvk', {}), property('olm.gvk.required', { kind: 'K' }), property('olm.package.required', {})))).toMatchObject({
      provides: ['//'], requiresApis: ['//K'], requiresPackages: [{ name: '', range: '' }],
    });
    expect(packageProperties(bundle('p', property('olm.package', {}), property('olm.gvk', {})))).toEqual([{ packageName: '', version: '', release: '' }]);
  });
});

describe('bundles are ordered', () => {
  it.each<[string, BundleFacts | undefined, BundleFacts | undefined]>([
    ['by version', released('1.0.0'), released('1.0.1')],
    ['by release', released('1.0.0', '1'), released('1.0.0', '2')],
    ['by version rather than by release', released('1.0.0', '2'), released('1.0.1', '1')],
    ['with those without a version before others', bundleFacts(bundle('p')), released('0.0.1')],
    ['with unknown ones before others', undefined, released('0.0.1')],
  ])('%s', (_, older, newer) => {
    expect(Math.sign(compareFacts(older, newer))).toBe(-1);
    expect(Math.sign(compareFacts(newer, older))).toBe(1);
    expect(compareFacts(older, older)).toBe(0);
  });

  it('from newest to oldest on request, then by name', () => {
    const facts = new Map([['b', released('1.0.0')], ['a', released('2.0.0')], ['c', released('1.0.0')]]);
    expect(newestFirst(['unknown', 'b', 'a', 'c', 'x'], facts)).toEqual(['a', 'c', 'b', 'x', 'unknown']);
  });
});

test('a release follows the version', () => {
  expect(versionAndRelease({ version: '1.0.0', release: '' })).toBe('1.0.0');
  expect(versionAndRelease({ version: '1.0.0', release: '2' })).toBe('1.0.0-2');
});
