import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sizeTable } from './size-table';
import { sampleArchive, WITHOUT_SAMPLES } from '../catalog/sample-bundles';
import { BundleLimits } from '../../lib/bundle/size';

const GUIDE = readFileSync(join(__dirname, '..', '..', 'docs', 'guides', 'bundle-sizes.md'), 'utf8');

describe('the guide to bundle sizes', () => {
  const hasSamples = existsSync(sampleArchive('dns-operator@0.6.0'));

  it(hasSamples ? 'has the sizes measured on the 32 sample bundles' : WITHOUT_SAMPLES, () => {
    expect(GUIDE).toContain(hasSamples ? sizeTable().join('\n') : '| bundle | JSON |');
  }, 120_000);

  it('has the limits of the library', () => {
    const { INSTALL_PLAN_BYTES, ETCD_REQUEST_BYTES, CONFIG_MAP_BYTES, UNPACKED_BUNDLE_BYTES, ANNOTATIONS_BYTES } = BundleLimits;
    for (const bytes of [INSTALL_PLAN_BYTES, ETCD_REQUEST_BYTES, CONFIG_MAP_BYTES, UNPACKED_BUNDLE_BYTES, ANNOTATIONS_BYTES]) {
      expect(GUIDE).toContain(String(bytes).replace(/\B(?=(?:\d{3})+$)/g, ','));
    }
  });
});
