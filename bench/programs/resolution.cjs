// Reads the catalog in the file of the first argument, resolves the number of Subscriptions of the second one, and prints the nanoseconds of both.
const { Catalog } = require('../../build/lib/catalog');
const { Resolution } = require('../../build/lib/resolve');

const start = process.hrtime.bigint();
const content = Catalog.fromFile(process.argv[2]);
const read = process.hrtime.bigint();
const subscriptions = Array.from({ length: Number(process.argv[3]) }, (_, index) => (
  { name: `operator-${index}`, packageName: `operator-${index}`, channel: 'stable', catalog: 'large', catalogNamespace: 'olm' }
));
const { operators } = Resolution.of({ namespace: 'demo', catalogs: [{ name: 'large', namespace: 'olm', content }], subscriptions });
const end = process.hrtime.bigint();
process.stdout.write(JSON.stringify({ operators: operators.length, read: Number(read - start), resolve: Number(end - read) }));
