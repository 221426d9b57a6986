import { resolve } from 'node:path';
import { Bundle } from '../../../lib/bundle';
import { Catalog } from '../../../lib/catalog';
import { checkPin, pinOf } from '../../../lib/cli/imports/bundle-pin';
import { bundleDigest } from '../../../lib/resolve/lock/lock-content';

const PIN = { package: 'shop', version: '1.0.0', csv: 'shop.v1.0.0', digest: undefined };

test('a bundle on disk is pinned as a lock pins it in an OperatorRegistry', () => {
  const bundle = Bundle.fromPath(resolve(__dirname, '../../../examples/quickstart/bundle'));
  const [entry] = Catalog.fromBundles([bundle]).bundles;
  expect(pinOf(bundle)).toEqual({ package: 'hello-operator', version: '0.1.0', csv: 'hello-operator.v0.1.0', digest: bundleDigest(entry!) });
});

test.each(['..', 'a/b', '', 'a\nb'])('a package that is called %j cannot be imported', (name) => {
  expect(() => checkPin({ ...PIN, package: name })).toThrow('cannot be imported: the name of the package or of its ClusterServiceVersion is invalid');
});

test('a name with a line break cannot be imported, because it would become code', () => {
  expect(() => checkPin({ ...PIN, csv: 'shop\nimport "./evil";' })).toThrow("package 'shop' cannot be imported");
  expect(() => checkPin(PIN)).not.toThrow();
});
