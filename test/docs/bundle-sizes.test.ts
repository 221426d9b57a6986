import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sizeTable } from './size-table';
import { SAMPLES } from '../catalog/sample-bundles';
import { itWith } from '../needed';
import { BundleLimits } from '../../lib/bundle/size';

const [GUIDE, MEASURED] = ['guides', 'reference'].map((folder) => (
  readFileSync(join(__dirname, '..', '..', 'docs', folder, 'bundle-sizes.md'), 'utf8')
)) as [string, string];

describe('the pages on sizes of bundles', () => {
  itWith(SAMPLES)('have the sizes measured on the 32 sample bundles', () => {
    expect(MEASURED).toContain(sizeTable().join('\n'));
  }, 120_000);

  it('have the limits of the library', () => {
    const { INSTALL_PLAN_BYTES, ETCD_REQUEST_BYTES, CONFIG_MAP_BYTES, UNPACKED_BUNDLE_BYTES, ANNOTATIONS_BYTES } = BundleLimits;
    for (const bytes of [INSTALL_PLAN_BYTES, ETCD_REQUEST_BYTES, CONFIG_MAP_BYTES, UNPACKED_BUNDLE_BYTES, ANNOTATIONS_BYTES]) {
      expect(GUIDE).toContain(String(bytes).replace(/\B(?=(?:\d{3})+$)/g, ','));
    }
  });
});
