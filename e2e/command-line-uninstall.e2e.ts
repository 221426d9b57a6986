import { join } from 'node:path';
import { QUICKSTART_BUNDLE } from './acceptance/quickstart-bundle';
import { Synthesizer } from './acceptance/synthesize';
import { Kubectl } from './cluster/kubectl';
import { clusterContent } from './command-line/cluster-content';
import { type Ended, ProgramProcess } from './command-line/program-process';
import { SimulatedOlm } from './engine/simulated-olm';
import { StackCluster } from './engine/stack-cluster';
import { binary } from './programs/binaries';
import { KUBECTL } from './programs/program';

/** `uninstall`, on a real API server with a simulation of OLM's controllers. */

const STOPS_WITHIN_MILLISECONDS = 1_000;

const synthesizer = new Synthesizer();
let cluster: StackCluster;
let olm: SimulatedOlm;
let kubectl: Kubectl;
let before: readonly string[];
let folder: string;

beforeAll(async () => {
  cluster = await StackCluster.start();
  kubectl = new Kubectl(await binary(KUBECTL), cluster.kubeconfig);
  before = await clusterContent(kubectl);
  olm = new SimulatedOlm(cluster.credentials, [QUICKSTART_BUNDLE]);
  folder = synthesizer.folder();
}, 20 * 60_000);

afterAll(async () => {
  await olm.stop();
  kubectl.close();
  await cluster.stop();
  synthesizer.close();
});

const run = (...args: readonly string[]): ProgramProcess => new ProgramProcess([...args, '--kubeconfig', cluster.kubeconfig]);

/** Applies everything as in the quickstart, and waits for it. */
async function install(): Promise<Ended> {
  const { stdout } = await new ProgramProcess(['synth', QUICKSTART_BUNDLE, '--out', folder]).end();
  const applied = await kubectl.shell(stdout.slice(stdout.indexOf('  kubectl')));
  expect(applied).toMatchObject({ exitCode: 0, stderr: '' });
  return run('wait', '-f', folder).end();
}

/** No garbage collector runs here: InstallPlans belong to their Subscription. */
const isCollected = (object: string): boolean => object.startsWith('InstallPlan ');

const appeared = async (): Promise<string[]> => (await clusterContent(kubectl)).filter(object => !before.includes(object));

test('keeps OLM while it manages an operator', async () => {
  expect(await install()).toMatchObject({ exitCode: 0 });
  const present = await appeared();
  const { exitCode, stdout } = await run('uninstall').end();
  expect(exitCode).toBe(1);
  expect(stdout.replace(/\s+/g, ' ')).toContain('OLM still manages one operator: hello-operator/hello-operator.v0.1.0');
  expect(await appeared()).toEqual(present);
});

test('predicts every deletion with --dry-run, and sends none', async () => {
  const present = await appeared();
  const { exitCode, stderr } = await run('uninstall', '--remove-operators', '--dry-run').end();
  expect(exitCode).toBe(0);
  expect(stderr).toMatch(/dry run: deletes .*\(ClusterServiceVersion \S+\/hello-operator\.v0\.1\.0\)/);
  expect(stderr).toMatch(/dry run: deletes .*\(Namespace olm\)/);
  expect(await appeared()).toEqual(present);
});

test('stops within a second when interrupted, and a second one finishes; only what belongs to the operator stays', async () => {
  const first = run('uninstall', '--remove-operators');
  await first.lines(/deletes the objects of the step/);
  first.kill('SIGINT');
  const at = performance.now();
  const stopped = await first.end();
  expect(performance.now() - at).toBeLessThan(STOPS_WITHIN_MILLISECONDS);
  expect(stopped).toMatchObject({ exitCode: 130, stdout: expect.stringMatching(/removal of OLM +interrupted/) as string });

  const second = await run('uninstall', '--remove-operators', '-o', 'json').end();
  expect({ exitCode: second.exitCode, stderr: second.exitCode === 0 ? '' : second.stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(JSON.parse(second.stdout)).toMatchObject({ results: [{ subject: 'removal of OLM', state: 'removed' }] });
  // Nothing of OLM stays; the files with the operator still know the rest.
  const left = await appeared();
  expect(left.filter(object => !/hello/.test(object))).toEqual([]);
  expect(await run('uninstall').end()).toMatchObject({ exitCode: 0, stdout: '', stderr: 'OLM v0 is not installed in the cluster\n' });
});

test('remove -f removes OLM and everything else in the manifests', async () => {
  expect(await install()).toMatchObject({ exitCode: 0 });
  const { exitCode, stdout, stderr } = await run('remove', '-f', folder, '--delete-crds').end();
  expect({ exitCode, stderr: exitCode === 0 ? '' : stderr + stdout }).toEqual({ exitCode: 0, stderr: '' });
  expect(await appeared()).toEqual([]);
});

test('remove -f of the operator alone keeps OLM', async () => {
  expect(await install()).toMatchObject({ exitCode: 0 });
  const { exitCode, stdout, stderr } = await run('remove', '-f', join(folder, '0002-operator.k8s.yaml'), '--delete-crds').end();
  expect({ exitCode, stderr: exitCode === 0 ? '' : stderr + stdout }).toEqual({ exitCode: 0, stderr: '' });
  expect((await appeared()).filter(object => /hello/.test(object) && !isCollected(object))).toEqual([]);
  expect(await run('uninstall').end()).toMatchObject({ exitCode: 0 });
  expect(await appeared()).toEqual([]);
});
