import { Catalog } from '../../../../lib/bundle/catalog/catalog';

// Keeps the heads of one channel of each package of the catalog in a file, and prints how much memory that took at most.
const packages = Array.from({ length: 300 }, (_, number) => ({ name: `operator-${String(number).padStart(4, '0')}`, channels: [{ name: 'stable' }] }));
const { catalog } = Catalog.selectFromFile(process.argv[2]!, { packages, headsOnly: true });
process.stdout.write(JSON.stringify({ bundles: catalog.bundleNames.length, peakBytes: process.resourceUsage().maxRSS * 1024 }));
