import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Table from 'cli-table3';
import { extract } from 'tar';
import { compare, median, node, run, secondsOf } from './measure';
import { writeLargeCatalog } from '../test/bundle/catalog/stream/large-catalog';

const SAMPLES = join(__dirname, '..', '..', 'shared', 'data', 'bundles');
const PAIRS = 7;

/** A row of the table: what was compared, the figures, and what we aim at. */
type Row = [what: string, ours: string, theirs: string, ratio: string, goal: string];

/** `npm run bench`: every ratio comes from this one run, on this machine, with the two sides in turn. */
function main(): void {
  const folder = mkdtempSync(join(tmpdir(), 'olm-constructs-bench-'));
  try {
    const table = new Table({ head: ['what', 'ours', 'against', 'ratio', 'goal'], style: { head: [], border: [] } });
    table.push(...synthesis(folder), loading(), largeCatalog(folder), ...samples(folder));
    process.stdout.write(`${table.toString()}\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function synthesis(folder: string): Row[] {
  const quickstart = node('quickstart.cjs', join(folder, 'ours'));
  run(quickstart);
  const files = readdirSync(join(folder, 'ours')).sort().map(name => join(folder, 'ours', name));
  const include = compare(quickstart, node('include.cjs', ...files, join(folder, 'included')), PAIRS);
  const nothing = compare(quickstart, node('load-cdk8s.cjs'), PAIRS);
  return [
    ['synth of the quickstart, against cdk8s Include of its YAML', ms(include.ours), ms(include.theirs), times(include.ratio), '0.5× or less'],
    ['synth of the quickstart, against Node with cdk8s loaded', ms(nothing.ours), ms(nothing.theirs), times(nothing.ratio), '2.5× or less'],
  ];
}

function loading(): Row {
  const loads = Array.from({ length: PAIRS }, () => JSON.parse(run(node('load-package.cjs'))) as { cdk8s: number; package: number });
  return [
    'import of the package, against cdk8s alone', ms(median(loads.map(load => load.package)) / 1e9),
    ms(median(loads.map(load => load.cdk8s)) / 1e9), times(median(loads.map(load => load.package / load.cdk8s))), '2× or less',
  ];
}

function samples(folder: string): Row[] {
  if (!existsSync(SAMPLES)) {
    process.stdout.write('Without the sample bundles in ../shared/data: nothing is said of reading them.\n');
    return [];
  }
  const bundles = readdirSync(SAMPLES).map(name => unpack(join(SAMPLES, name), join(folder, name)));
  return [...reading(bundles), validating(bundles), memory(bundles)];
}

function reading(bundles: readonly string[]): Row[] {
  const ours = node('catalogs.cjs', ...bundles);
  if (spawnSync('opm', ['version']).status !== 0) {
    process.stdout.write('Without opm on the path: reading is timed against nothing.\n');
    return [];
  }
  // One process for all bundles on our side; on opm's side one for all of them too.
  const opm = compare(ours, { command: 'opm', args: ['render', '-o', 'json', ...bundles] }, PAIRS);
  return [['bundles read and rendered, against opm render', rate(bundles, opm.ours), rate(bundles, opm.theirs), times(1 / opm.ratio), '1× or more']];
}

/** operator-sdk checks one bundle at a time, so its side is a process for each. */
function validating(bundles: readonly string[]): Row {
  const ours = node('validations.cjs', ...bundles);
  const seconds = median(Array.from({ length: PAIRS }, () => secondsOf(ours)));
  const what = 'bundles validated with the default suite, against operator-sdk bundle validate';
  if (spawnSync('operator-sdk', ['version']).status !== 0) {
    process.stdout.write('Without operator-sdk on the path: validation is timed against nothing.\n');
    return [what, rate(bundles, seconds), '', '', '3× or more'];
  }
  // It fails where a bundle does, which is no fault of the program.
  const validate = (path: string): number => secondsOf({ command: 'operator-sdk', args: ['bundle', 'validate', '--image-builder=none', path], mayFail: true });
  const theirs = median(Array.from({ length: 3 }, () => bundles.reduce((sum, path) => sum + validate(path), 0)));
  return [what, rate(bundles, seconds), rate(bundles, theirs), times(theirs / seconds), '3× or more'];
}

function memory(bundles: readonly string[]): Row {
  const sized = bundles.map(path => ({ path, bytes: sizeOf(path) })).sort((a, b) => b.bytes - a.bytes);
  const largest = sized[0]!;
  const peaks = Array.from({ length: 3 }, () => JSON.parse(run(node('peak-memory.cjs', largest.path))) as { before: number; after: number });
  const growth = median(peaks.map(peak => peak.after - peak.before));
  return ['peak memory while reading the largest bundle, against its size', mb(growth), mb(largest.bytes), times(growth / largest.bytes), ''];
}

/** 7,200 bundles of 300 packages, of which 300 are kept. */
function largeCatalog(folder: string): Row {
  const path = join(folder, 'large.json');
  writeLargeCatalog(path, { packages: 300, bundlesPerPackage: 24, bundleBytes: 150_000 });
  const size = statSync(path).size;
  const peaks = Array.from({ length: 3 }, () => (JSON.parse(run(node('select-catalog.cjs', path))) as { peak: number }).peak);
  rmSync(path);
  return ['peak memory while selecting from a catalog of 7,200 bundles, against its size', mb(median(peaks)), mb(size), times(median(peaks) / size), '300 MB or less'];
}

/** The samples lie as archives; both sides read folders. */
function unpack(archive: string, folder: string): string {
  mkdirSync(folder);
  extract({ file: archive, cwd: folder, sync: true });
  const inner = readdirSync(folder);
  return inner.length === 1 ? join(folder, inner[0]!) : folder;
}

function sizeOf(path: string): number {
  const stat = statSync(path);
  return stat.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0) : stat.size;
}

const ms = (seconds: number): string => `${(seconds * 1000).toFixed(0)} ms`;
const rate = (bundles: readonly string[], seconds: number): string => `${(bundles.length / seconds).toFixed(0)}/s`;
const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const times = (ratio: number): string => `${ratio.toFixed(2)}×`;

main();
