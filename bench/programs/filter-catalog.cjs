// Keeps the head of one channel of each package of the catalog in the file that the argument names, and prints the peak of memory.
const { Catalog } = require('../..');

const packages = Array.from({ length: 300 }, (_, number) => ({ name: `operator-${String(number).padStart(4, '0')}`, channels: [{ name: 'stable' }] }));
const { catalog } = Catalog.selectFromFile(process.argv[2], { packages, headsOnly: true });
process.stdout.write(JSON.stringify({ bundles: catalog.bundleNames.length, peak: process.resourceUsage().maxRSS * 1024 }));
