import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { KubernetesClient } from './cluster/kubernetes-client';
import { ControlPlane } from './control-plane/control-plane';
import { readKubeconfig } from './control-plane/kubeconfig';
import { NamespaceFinalizer } from './control-plane/namespace-finalizer';
import { KUBECTL } from './programs/program';
import { binary } from './programs/binaries';
import type { Outcome } from './pulumi-engine/engine';
import type { PulumiProgram } from './pulumi-engine/program-process';
import { StandIn } from './pulumi-engine/stand-in';

let controlPlane: ControlPlane;
let client: KubernetesClient;
let finalizer: NamespaceFinalizer;
let stack: StandIn;
const folder = path.join(__dirname, 'pulumi-engine/program');

beforeAll(async () => {
  controlPlane = await ControlPlane.start();
  const credentials = readKubeconfig(await binary(KUBECTL), controlPlane.kubeconfig);
  client = new KubernetesClient(credentials);
  finalizer = new NamespaceFinalizer(credentials);
  stack = new StandIn({ project: 'engine-program', stack: 'e2e', kubeconfig: controlPlane.kubeconfig, folder });
}, 20 * 60_000);

afterAll(async () => {
  await stack.close();
  await finalizer.stop();
  client.close();
  await controlPlane.stop();
});

function program(config: Record<string, string> = {}): PulumiProgram {
  return { folder, project: 'engine-program', stack: 'e2e', config: { kubeconfig: readFileSync(controlPlane.kubeconfig, 'utf8'), ...config } };
}

function changes({ steps }: Outcome): string[] {
  return steps.filter(({ operation }) => operation !== 'same').map(({ operation, name }) => `${operation} ${name}`).sort();
}

test('preview', async () => {
  const t = Date.now();
  const outcome = await stack.preview(program());
  console.log(Date.now() - t, outcome.output, outcome.steps.length, stack.requests);
  expect(outcome.succeeded).toBe(true);
});
test('up', async () => {
  let t = Date.now();
  const outcome = await stack.up(program());
  console.log(Date.now() - t, outcome.output, outcome.steps.length, stack.requests);
  expect(outcome.succeeded).toBe(true);
  t = Date.now();
  const second = await stack.up(program());
  console.log(Date.now() - t, second.output, changes(second), stack.requests);
  t = Date.now();
  const third = await stack.up(program({ bundle: 'bundle-upgrade/bundle-0.2.0' }));
  console.log(Date.now() - t, third.output, changes(third), stack.requests);
  t = Date.now();
  const ref = await stack.refresh();
  console.log(Date.now() - t, ref.output, changes(ref), stack.requests);
  t = Date.now();
  const ren = await stack.up(program({ bundle: 'bundle-upgrade/bundle-0.2.0', name: 'x', previousName: 'hello' }));
  console.log(Date.now() - t, ren.output, changes(ren), stack.requests);
  t = Date.now();
  const d = await stack.destroy();
  console.log(Date.now() - t, d.output, d.steps.map(s => `${s.operation} ${s.name}`), stack.requests);
});
