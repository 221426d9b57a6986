import { readFileSync } from 'node:fs';
import { Catalog } from '../../../lib/catalog/catalog';

// Keeps the heads of one channel of each package of a catalog file with that many packages, and prints by how much that raised the peak memory.
const packages = Array.from({ length: Number(process.argv[3]) }, (_, number) => ({ name: `operator-${String(number).padStart(4, '0')}`, channels: [{ name: 'stable' }] }));
// Node itself needs half of what the catalog has.
const before = peakBytes();
const { catalog } = Catalog.filterFile(process.argv[2]!, { packages, headsOnly: true });
process.stdout.write(JSON.stringify({ bundles: catalog.bundleNames.length, usedBytes: peakBytes() - before }));

/** Peak of the memory in RAM, in bytes. On Linux, `resourceUsage` also counts that of the process that started this one. */
function peakBytes(): number {
  const peak = process.platform === 'linux' ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] : undefined;
  return (peak === undefined ? process.resourceUsage().maxRSS : Number(peak)) * 1024;
}
