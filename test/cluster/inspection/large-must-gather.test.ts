import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { ExitCode } from '../../../lib/cli/frame/cli-error';
import { toYaml } from '../../../lib/formats/yaml/write';
import { compiledCommandLine } from '../../remembered/compiled-command-line';
import { csv, event, readyNamespace, subscription } from '../waiting/objects';
import { contentAt, dumpedCluster } from './dumped-cluster';

/** Where the compiled program finds the packages that it loads on first use. */
const NODE_PATH = resolve(__dirname, '../../../node_modules');

/** Heap of the program in megabytes: much smaller than the files. */
const HEAP = 64;

/** Number of namespaces beside the one of the operator, and of files in each. */
const [NAMESPACES, CONFIG_MAPS, PODS] = [60, 56, 2];

/** Bytes of a ConfigMap: together, they are larger than the heap. */
const FILLER = '    0123456789a\n'.repeat(1_450);

describe('a must-gather of thousands of files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'must-gather-'));
  const gathered = join(folder, 'must-gather');
  let files = 0;
  let bytes = 0;

  const write = (path: string, content: string): void => {
    const file = join(gathered, 'quay-io-must-gather-sha256-0', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    files++;
    bytes += content.length;
  };

  beforeAll(() => {
    const cluster = [
      ...readyNamespace(),
      event(0, 'subscriptions', subscription({ state: 'AtLatestKnown', currentCSV: 'plain.v0.2.0', installedCSV: 'plain.v0.2.0' })),
      event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Failed', { status: { reason: 'UnsupportedOperatorGroup', message: 'OwnNamespace not supported' } })),
    ];
    dumpedCluster(contentAt(cluster, Infinity)).forEach(({ object }, index) => write(`namespaces/demo/objects/${index}.yaml`, toYaml(object)));
    for (let index = 0; index < NAMESPACES; index++) {
      const namespace = `team-${index}`;
      write(`namespaces/${namespace}/${namespace}.yaml`, toYaml({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }));
      for (let pod = 0; pod < PODS; pod++) {
        const metadata = { name: `pod-${pod}`, namespace };
        write(`namespaces/${namespace}/pods/pod-${pod}/pod-${pod}.yaml`, toYaml({ apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers: [] }, status: { phase: 'Running' } }));
        write(`namespaces/${namespace}/pods/pod-${pod}/manager/manager/logs/current.log`, 'kind: Pod\n'.repeat(100));
      }
      for (let map = 0; map < CONFIG_MAPS; map++) {
        write(`namespaces/${namespace}/core/configmaps/map-${map}.yaml`, `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: map-${map}\n  namespace: ${namespace}\ndata:\n  filler: |\n${FILLER}`);
      }
    }
  }, 120_000);

  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (...args: string[]): { status: number | null; stdout: string; stderr: string } => (
    spawnSync(process.execPath, [`--max-old-space-size=${HEAP}`, compiledCommandLine(), ...args, '--from', gathered], { encoding: 'utf8', env: { NODE_PATH }, timeout: 120_000 })
  );

  test('is larger than the memory that is needed to explain from it', () => {
    expect(files).toBeGreaterThan(3_500);
    expect(bytes).toBeGreaterThan(HEAP * 2 ** 20);
    const { status, stdout, stderr } = run('explain', 'subscription/plain', '-n', 'demo');
    expect(stderr).toBe('');
    expect(stdout).toContain('OwnNamespace not supported');
    expect(status).toBe(ExitCode.PROGRESSING);
  }, 180_000);

  test('has a status', () => {
    const { status, stdout } = run('status');
    expect(stdout).toMatch(/^demo +plain +/m);
    expect(status).toBe(ExitCode.PROGRESSING);
  }, 180_000);
});
