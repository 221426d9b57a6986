// Reads every bundle of the arguments and renders a catalog of each.
const { Bundle } = require('../../build/lib/bundle');
const { Catalog } = require('../../build/lib/catalog');

for (const path of process.argv.slice(2)) {
  Catalog.fromBundles([Bundle.fromPath(path)]).toJsonLines();
}
