import { bundleOf } from '../builders/bundle-of';
import type { BundleBlob } from '../../lib/catalog/declcfg/declcfg';
import { inlineBundle } from '../../lib/catalog/inline-bundle';
import { bundleBlob, property } from './filter/sample-catalog';

const CSV = bundleOf({ package: 'p' }).csv.manifest.toJson();

/** Returns a bundle with a CSV and another manifest inline. */
function withManifest(manifest: string): BundleBlob {
  return bundleBlob('p', '1.0.0', [CSV, manifest].map((data) => property('olm.bundle.object', { data: Buffer.from(data).toString('base64') })));
}

/** Returns a ConfigMap in YAML whose lists and maps are nested to a depth. */
const nested = (depth: number): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: deep}\ndata: ${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}\n`;

describe('a bundle inline in a catalog', () => {
  it('is read with manifests in JSON and YAML', () => {
    const bundle = inlineBundle(withManifest(nested(2)), ['fast', 'stable'], 'stable')!;
    expect(bundle.manifests.map(({ kind }) => kind)).toEqual(['ClusterServiceVersion', 'ConfigMap']);
    expect(bundle).toMatchObject({ packageName: 'p', channels: ['fast', 'stable'], defaultChannel: 'stable' });
  });

  it('is read with YAML nested 500 levels deep, and has no content if the depth could exhaust the stack', () => {
    expect(inlineBundle(withManifest(nested(500)), ['stable'], 'stable')).toBeDefined();
    expect(inlineBundle(withManifest(nested(50_000)), ['stable'], 'stable')).toBeUndefined();
  });

  it.each([['a list', '[]'], ['not YAML', '{a: ']])('has no content if a manifest is %s', (_, data) => {
    expect(inlineBundle(withManifest(data), ['stable'], 'stable')).toBeUndefined();
  });
});
