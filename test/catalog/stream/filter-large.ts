import { Catalog } from '../../../lib/catalog/catalog';

// Keeps the heads of one channel of each package of a catalog file with that many packages, and prints the peak memory.
const packages = Array.from({ length: Number(process.argv[3]) }, (_, number) => ({ name: `operator-${String(number).padStart(4, '0')}`, channels: [{ name: 'stable' }] }));
const { catalog } = Catalog.filterFile(process.argv[2]!, { packages, headsOnly: true });
process.stdout.write(JSON.stringify({ bundles: catalog.bundleNames.length, peakBytes: process.resourceUsage().maxRSS * 1024 }));
