import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kubeconfig } from '../../cluster/client/cluster-entry';
import { printedLines } from '../printed-lines';
import type * as selected from '../../../lib/pulumi/provider/selected-cluster';
import type * as waiters from '../../../lib/pulumi/waiters';

let [folder, file, lines]: [string, string, string[]] = ['', '', []];
const environment = { ...process.env };

/** Loads a module anew, as each process that Pulumi starts for a preview, an update, a refresh or a deletion does. */
function newProcess<Module extends object>(path: string): Module {
  const loaded: Module[] = [];
  jest.isolateModules(() => loaded.push(jest.requireActual<Module>(path)));
  return loaded[0]!;
}

const freshProcess = (): typeof selected => newProcess('../../../lib/pulumi/provider/selected-cluster');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selected-'));
  file = join(folder, 'config');
  const user = { 'token': 'geheim', 'client-certificate': '' };
  const two = kubeconfig({ name: 'two', user, cluster: { server: 'https://two.example/path' } }) as { [list: string]: readonly object[] };
  const one = kubeconfig({ name: 'one', user }) as { [list: string]: readonly object[] };
  const lists = Object.fromEntries(['contexts', 'clusters', 'users'].map((list) => [list, [...one[list]!, ...two[list]!]]));
  writeFileSync(file, JSON.stringify({ ...one, ...lists }));
  process.env['KUBECONFIG'] = file;
  lines = printedLines();
});

afterEach(() => {
  jest.restoreAllMocks();
  process.env = { ...environment };
  rmSync(folder, { recursive: true });
});

const line = (context: string, host: string): string => `waiters use the kubeconfig '${file}', because no kubeconfig is given: context '${context}', server ${host}`;

test('without a kubeconfig, a process prints once which cluster and context it talks to, without secrets', () => {
  const { selectedCluster, announceCluster } = freshProcess();
  announceCluster({});
  expect(selectedCluster({}).server).toBe('https://one.example:6443');
  announceCluster({ kubeconfig: null });
  expect(lines).toEqual([line('one', 'one.example:6443')]);

  expect(selectedCluster({ context: 'two' }).server).toBe('https://two.example/path');
  expect(lines).toEqual([line('one', 'one.example:6443'), line('two', 'two.example')]);
  expect(lines.join('\n')).not.toContain('geheim');
});

test('with a kubeconfig, it prints nothing', () => {
  const { selectedCluster } = freshProcess();
  expect(selectedCluster({ kubeconfig: file, context: 'two' }).server).toBe('https://two.example/path');
  expect(selectedCluster({ kubeconfig: JSON.stringify(kubeconfig()) }).server).toBe('https://one.example:6443');
  expect(lines).toEqual([]);
});

test('an empty kubeconfig, which only a state of an earlier release has, selects no cluster', () => {
  const { selectedCluster, announceCluster } = freshProcess();
  expect(() => selectedCluster({ kubeconfig: '' })).toThrow('`kubeconfig` is empty; set it to the content or the path of a kubeconfig, or omit it');
  announceCluster({ kubeconfig: '' });
  expect(lines).toEqual([]);
});

test('a cluster that cannot be determined is reported by the wait, not by the line', () => {
  freshProcess().announceCluster({ context: 'three' });
  expect(lines).toEqual([]);
});

test('a preview prints it, although it connects to no cluster', async () => {
  const { catalogReady } = newProcess<typeof waiters>('../../../lib/pulumi/waiters');
  const inputs = { namespace: 'olm', name: 'shop' };
  await catalogReady.check({}, inputs);
  await catalogReady.check({}, { ...inputs, name: 'other' });
  expect(lines).toEqual([line('one', 'one.example:6443')]);
});
