import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Catalog } from '../../../lib/catalog/catalog';
import { UpgradeGraph } from '../../../lib/catalog/upgrade-graph';
import { bundleBlob, chain, channelBlob, deprecationsBlob, packageBlob } from '../filter/sample-catalog';

const VERSIONS = ['2.0.0', '1.3.0', '1.2.0', '1.1.0', '1.0.0'];

/** A package with everything that a drawing can show: skips, skip ranges, absent entries, deprecations, a path and a second channel. */
const catalog = Catalog._fromBlobs([
  packageBlob('p', 'stable'),
  channelBlob('p', 'stable', [
    { name: 'p.v2.0.0', replaces: 'p.v1.3.0', skips: ['p.v1.2.0', 'p.v0.9.0'], skipRange: '>=1.0.0 <1.1.0' },
    { name: 'p.v1.3.0', replaces: 'p.v1.1.0', skips: ['p.v1.2.0'] },
    { name: 'p.v1.2.0', replaces: 'p.v1.1.0' },
    ...chain('p', '1.1.0', '1.0.0'),
  ]),
  channelBlob('p', 'fast', [{ name: 'p.v2.0.0', skips: ['a', 'b', 'c'] }, { name: 'p.v1.3.0', replaces: 'p.v2.0.0' }]),
  ...VERSIONS.map((version) => bundleBlob('p', version)),
  deprecationsBlob('p', [
    { reference: { schema: 'olm.bundle', name: 'p.v1.1.0' }, message: 'loses data' }, { reference: { schema: 'olm.channel', name: 'fast' }, message: 'use stable' },
  ]),
]);

test('an upgrade graph is drawn as in the image beside this test; look at it in a browser before changing it', () => {
  const expected = readFileSync(join(__dirname, 'upgrade-graph.svg'), 'utf8');
  expect(UpgradeGraph.of(catalog, 'p', { fromBundle: 'p.v1.0.0' }).toSvg()).toBe(expected);
});
