import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Table from 'cli-table3';
import { extract } from 'tar';
import { builtControlPlane } from '../e2e/programs/binaries';
import { writeLargeCatalog } from '../test/catalog/stream/large-catalog';
import { languageTimes } from './languages';
import { largeCatalogWithDependencies } from './large-dependencies';
import { compare, median, node, peakOf, type Program, run, secondsOf } from './measure';
import { SubscriptionsCluster } from './subscriptions-cluster';
import { type WaitersCost, waitersCosts } from './waiters';

const SAMPLES = join(__dirname, '..', '..', 'shared', 'data', 'bundles');
const COMMAND_LINE = join(__dirname, '..', 'build', 'lib', 'cli', 'main.js');
const PAIRS = 7;

/** Memory that no program of this benchmark exceeds. */
const MEMORY_LIMIT = '512 MiB';

/** A row of the table: what is compared, the figures and the goal. */
type Row = [what: string, ours: string, theirs: string, ratio: string, goal: string];

/** Sections of the benchmark, by the name with which each can be run separately. */
const SECTIONS: { readonly [name: string]: (folder: string) => readonly Row[] | Promise<readonly Row[]> } = {
  synthesis: (folder) => [...synthesis(folder), everyRelease(folder), ...manySubscriptions(folder), manyDeployments(folder)],
  checks: (folder) => [...checkedFleets(folder), manyClusters(folder), treeDiffs(folder)],
  loading,
  catalogs: (folder) => [largeCatalog(folder), ...resolution(folder)],
  samples,
  status: clusterStatus,
  waiters: manyWaiters,
  languages,
};

/** `npm run bench [-- SECTION…]`: every ratio is measured in this run on this machine, both sides alternating. */
async function main(names: readonly string[]): Promise<void> {
  const unknown = names.find((name) => !(name in SECTIONS));
  if (unknown !== undefined) {
    throw new Error(`there is no section '${unknown}'; sections: ${Object.keys(SECTIONS).join(', ')}`);
  }
  const folder = mkdtempSync(join(tmpdir(), 'olm-constructs-bench-'));
  try {
    for (const [name, measure] of Object.entries(SECTIONS)) {
      if (names.length === 0 || names.includes(name)) {
        // A table for each section: a failure of a later one loses nothing.
        const table = new Table({ head: [name, 'ours', 'against', 'ratio', 'goal'], style: { head: [], border: [] } });
        table.push(...await measure(folder));
        process.stdout.write(`${table.toString()}\n`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function synthesis(folder: string): Row[] {
  const quickstart = node('quickstart.cjs', join(folder, 'ours'));
  run(quickstart);
  const files = readdirSync(join(folder, 'ours')).sort().map(name => join(folder, 'ours', name));
  const include = compare(quickstart, node('include.cjs', ...files, join(folder, 'included')), PAIRS);
  const idle = compare(quickstart, node('load-cdk8s.cjs'), PAIRS);
  return [
    ['synth of the quickstart, against cdk8s Include of its YAML', ms(include.ours), ms(include.theirs), times(include.ratio), '0.5× or less'],
    ['synth of the quickstart, against Node with cdk8s loaded', ms(idle.ours), ms(idle.theirs), times(idle.ratio), '2.5× or less'],
  ];
}

function everyRelease(folder: string): Row {
  const out = join(folder, 'releases');
  const { ours, theirs, ratio } = compare(node('releases.cjs', out), node('releases.cjs', out, '1'), PAIRS);
  return ['synth of every release in one process, against the newest alone', ms(ours), ms(theirs), times(ratio), '8× or less'];
}

/** Both sides create the same objects, in the same order. */
function manySubscriptions(folder: string): Row[] {
  const out = join(folder, 'subscriptions');
  const row = (what: string, ...args: string[]): Row => {
    const { ours, theirs, ratio } = compare(node('subscriptions.cjs', out, 'constructs', ...args), node('subscriptions.cjs', out, 'objects', ...args), PAIRS);
    return [`synth of ${what}, against cdk8s ApiObjects`, ms(ours), ms(theirs), times(ratio), '2× or less'];
  };
  return [
    row('100 Subscriptions', '100', '1'),
    row('300 Subscriptions', '300', '1'),
    row('1,000 Subscriptions', '1000', '1'),
    row('1,000 Subscriptions after OLM', '1000', '1', 'olm'),
    row('300 Subscriptions in charts of their own', '300', '300'),
    chartsRow(out),
    row('100 Subscriptions in charts of their own after OLM', '100', '100', 'olm'),
  ];
}

/** Each chart depends on those of OLM. */
function chartsRow(out: string): Row {
  const charts = (count: number): Program => node('subscriptions.cjs', out, 'constructs', String(count), String(count), 'olm');
  const { ours, theirs, ratio } = compare(charts(800), charts(200), PAIRS);
  return ['synth of 800 Subscriptions in charts of their own after OLM, against 200', ms(ours), ms(theirs), times(ratio), '4× or less'];
}

/** Both sides create the same fleet, of five Subscriptions for each cluster. */
function checkedFleets(folder: string): Row[] {
  const out = join(folder, 'fleet');
  return [100, 300, 1000].map(count => {
    const checked = node('app-checks.cjs', out, String(count), 'checked');
    const { ours, theirs, ratio } = compare(checked, node('app-checks.cjs', out, String(count)), 3);
    const what = `synth of a fleet of ${count.toLocaleString('en')} Subscriptions with all checks and a policy (${(Number(run(checked)) / 2 ** 20).toFixed(0)} MiB), against none`;
    return [what, ms(ours), ms(theirs), times(ratio), '2× or less; 1,000 in 10 s and 1,024 MiB'];
  });
}

/** Each cluster has five Subscriptions and custom resources. */
function manyClusters(folder: string): Row {
  const out = join(folder, 'clusters');
  const fleet = (clusters: number): Program => node('app-checks.cjs', out, String(5 * clusters), 'checked');
  const { ours, theirs, ratio } = compare(fleet(1000), fleet(250), 3);
  const what = `synth of 1,000 clusters with all checks and a policy (${mib(peakOf(fleet(1000)))}), against 250 (${mib(peakOf(fleet(250)))})`;
  return [what, ms(ours), ms(theirs), times(ratio), `4× or less, below ${MEMORY_LIMIT}`];
}

/** The custom resources of all clusters differ. */
function treeDiffs(folder: string): Row {
  const trees = (count: number): Program => {
    const [before, after] = ['before', 'after'].map(side => join(folder, `tree-${side}-${count}`)) as [string, string];
    run(node('app-checks.cjs', before, String(count)));
    run(node('app-checks.cjs', after, String(count), 'unchecked', 'moon'));
    return node('tree-diff.cjs', before, after);
  };
  const { ours, theirs, ratio } = compare(trees(1000), trees(100), PAIRS);
  return ['summary of two trees of 1,000 Subscriptions, against 100', ms(ours), ms(theirs), times(ratio), '10× or less, in 2 s'];
}

function manyDeployments(folder: string): Row {
  const out = join(folder, 'deployments');
  const { ours, theirs, ratio } = compare(node('deployments.cjs', out, '80'), node('deployments.cjs', out, '5'), PAIRS);
  return ['synth of 80 deployments of one bundle, against 5', ms(ours), ms(theirs), times(ratio), '16× or less'];
}

/** Names are loaded on first use, and a `require` that uses none is unrealistic. For an ES module, Node.js reads all names. */
function loading(): Row[] {
  const row = (what: string, program: string, side: string, goal: string): Row => {
    const loads = Array.from({ length: 3 * PAIRS }, () => JSON.parse(run(node(program))) as { readonly [side: string]: number });
    const [ours, theirs] = [loads.map((load) => load[side]!), loads.map((load) => load['cdk8s']!)];
    return [`${what}, against cdk8s alone`, ms(median(ours) / 1e9), ms(median(theirs) / 1e9), times(median(ours.map((time, at) => time / theirs[at]!))), goal];
  };
  return [
    row('require of the package', 'load-package.cjs', 'package', '1.15× or less'),
    row('require of the package and use of the names of the quickstart', 'load-package.cjs', 'used', '1.15× or less'),
    row('import of cdk8s and the package in an ES module', 'import-package.mjs', 'both', '1.5× or less'),
  ];
}

/** Both sides are whole processes. That of another language also starts Node.js. */
async function languages(folder: string): Promise<Row[]> {
  return (await languageTimes(folder, PAIRS)).map(({ language, ours, theirs, ratio }) => (
    [`first program of the README in ${language}, against TypeScript`, ms(ours), ms(theirs), times(ratio), '']));
}

function samples(folder: string): Row[] {
  if (!existsSync(SAMPLES)) {
    process.stdout.write('The sample bundles in ../shared/data are missing: reading bundles is not measured.\n');
    return [];
  }
  const bundles = readdirSync(SAMPLES).map(name => unpack(join(SAMPLES, name), join(folder, name)));
  return [...reading(bundles), rendering(bundles), validating(bundles), memory(bundles)];
}

function reading(bundles: readonly string[]): Row[] {
  const ours = node('catalogs.cjs', ...bundles);
  if (spawnSync('opm', ['version']).status !== 0) {
    process.stdout.write('opm is not in PATH: reading bundles is not measured.\n');
    return [];
  }
  // Both sides read all bundles in one process.
  const opm = compare(ours, { command: 'opm', args: ['render', '-o', 'json', ...bundles] }, PAIRS);
  return [['bundles read and rendered, against opm render', rate(bundles, opm.ours), rate(bundles, opm.theirs), times(1 / opm.ratio), '1× or more']];
}

/** Both sides also read the bundles. OLM v1's own renderer is a Go package that no program exposes, so it cannot be run here. */
function rendering(bundles: readonly string[]): Row {
  const { ours, theirs, ratio } = compare(node('plain-manifests.cjs', ...bundles), node('catalogs.cjs', ...bundles), PAIRS);
  return ['bundles rendered to plain manifests, against the same rendered into catalogs', rate(bundles, ours), rate(bundles, theirs), times(ratio), '2× or less'];
}

/** operator-sdk validates one bundle at a time, so its side is one process for each bundle. */
function validating(bundles: readonly string[]): Row {
  const ours = node('validations.cjs', ...bundles);
  const seconds = median(Array.from({ length: PAIRS }, () => secondsOf(ours)));
  const what = 'bundles validated with the default suite, against operator-sdk bundle validate';
  if (spawnSync('operator-sdk', ['version']).status !== 0) {
    process.stdout.write('operator-sdk is not in PATH: validation has no comparison.\n');
    return [what, rate(bundles, seconds), '', '', '3× or more'];
  }
  // The program fails if a bundle does not pass.
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

/** Kinds that `status` lists, for kubectl. It reads the CRDs of OLM one by one. */
const STATUS_KINDS = ['subscriptions', 'catalogsources', 'installplans', 'csv', 'operatorgroups', 'deployments', 'namespaces', 'apiservices', 'crd'];

/** Both sides are whole processes that print tables of the same kinds in all namespaces. */
async function clusterStatus(): Promise<Row[]> {
  const programs = await builtControlPlane();
  if (programs === undefined) {
    process.stdout.write('The control plane of the end-to-end tests is not built: status of a cluster is not measured. `npx jest --config jest.e2e.config.json '
      + 'e2e/sanity.e2e.ts` builds it.\n');
    return [];
  }
  const cluster = await SubscriptionsCluster.start();
  try {
    const { kubeconfig } = cluster;
    const ours: Program = { command: process.execPath, args: [COMMAND_LINE, 'status', '-A', '--kubeconfig', kubeconfig] };
    const kubectl = (...kinds: string[]): Program => ({ command: programs.kubectl, args: ['get', kinds.join(','), '-A', '--kubeconfig', kubeconfig] });
    await cluster.fillTo(250);
    const few = { seconds: median(Array.from({ length: PAIRS }, () => secondsOf(ours))), peak: peakOf(ours) };
    await cluster.fillTo(1000);
    const together = compare(ours, kubectl(...STATUS_KINDS), PAIRS);
    const each = STATUS_KINDS.map((kind) => secondsOf(kubectl(kind))).reduce((sum, seconds) => sum + seconds, 0);
    const what = 'status of 1,000 Subscriptions';
    return [
      [`${what}, against kubectl get of the same kinds in one process`, ms(together.ours), ms(together.theirs), times(together.ratio), '2× or less'],
      [`${what}, against kubectl get of the same kinds, one process each`, ms(together.ours), ms(each), times(together.ours / each), '2× or less'],
      [`${what} (${mib(peakOf(ours))}), against 250 (${mib(few.peak)})`, ms(together.ours), ms(few.seconds), times(together.ours / few.seconds), `4× or less, below ${MEMORY_LIMIT}`],
    ];
  } finally {
    await cluster.stop();
  }
}

/** The process of Pulumi's dynamic resources has all waiters of an `up`. */
async function manyWaiters(): Promise<Row[]> {
  if (await builtControlPlane() === undefined) {
    process.stdout.write('The control plane of the end-to-end tests is not built: waiters are not measured.\n');
    return [];
  }
  const [few, many] = await waitersCosts([50, 300]) as [WaitersCost, WaitersCost];
  const row = (what: string, cost: (of: WaitersCost) => number, shown: (value: number) => string, goal: string): Row => (
    [`${what} of 300 waiters at once, against 50`, shown(cost(many)), shown(cost(few)), times(cost(many) / cost(few)), goal]);
  return [
    row('requests to the API server', ({ requests }) => requests, String, '6× or less'),
    row('CPU time', ({ cpuSeconds }) => cpuSeconds, ms, '6× or less'),
    row('memory', ({ memory: bytes }) => bytes, mib, `6× or less, below ${MEMORY_LIMIT}`),
    row('time from the last event to the last verdict', ({ lastVerdictSeconds }) => lastVerdictSeconds, ms, '6× or less'),
  ];
}

/** Filters 7,200 bundles of 300 packages down to 300 bundles. */
function largeCatalog(folder: string): Row {
  const path = join(folder, 'large.json');
  writeLargeCatalog(path, { packages: 300, bundlesPerPackage: 24, bundleBytes: 150_000 });
  const size = statSync(path).size;
  const peaks = Array.from({ length: 3 }, () => (JSON.parse(run(node('filter-catalog.cjs', path))) as { peak: number }).peak);
  rmSync(path);
  return ['peak memory while filtering a catalog of 7,200 bundles, against its size', mb(median(peaks)), mb(size), times(median(peaks) / size), '300 MB or less'];
}

/** Both are measured in the same process. */
function resolution(folder: string): Row[] {
  const path = join(folder, 'dependencies.json');
  writeFileSync(path, largeCatalogWithDependencies());
  const rows = [10, 50, 200].map((count): Row => {
    const durations = Array.from({ length: PAIRS }, () => JSON.parse(run(node('resolution.cjs', path, String(count)))) as { read: number; resolve: number });
    const [resolve, read] = [median(durations.map(time => time.resolve)) / 1e9, median(durations.map(time => time.read)) / 1e9];
    const ratio = median(durations.map(time => time.resolve / time.read));
    return [`resolution of ${count} Subscriptions, against reading their catalog of 7,000 bundles`, ms(resolve), ms(read), times(ratio), count > 50 ? '' : '1× or less'];
  });
  rmSync(path);
  return rows;
}

/** Unpacks a sample, since both sides read folders. */
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
const mib = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const times = (ratio: number): string => `${ratio.toFixed(2)}×`;

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
