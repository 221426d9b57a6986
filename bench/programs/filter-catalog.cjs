// Filters the catalog in the file of the first argument to the head of one channel of each package, and prints the peak resident memory in bytes.
const { Catalog } = require('../../build/lib/catalog');

const packages = Array.from({ length: 300 }, (_, number) => ({ name: `operator-${String(number).padStart(4, '0')}`, channels: [{ name: 'stable' }] }));
const { catalog } = Catalog.filterFile(process.argv[2], { packages, headsOnly: true });
process.stdout.write(JSON.stringify({ bundles: catalog.bundleNames.length, peak: process.resourceUsage().maxRSS * 1024 }));
