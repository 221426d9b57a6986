import * as path from 'node:path';
import { KubernetesObject } from './cluster/kubernetes-object';
import type { PulumiStack } from './pulumi-engine/engine';
import { ENGINES, changes, stackOf, tellWhatIsMissing } from './pulumi-engine/engines';
import type { PulumiProgram } from './pulumi-engine/program-process';
import { StackCluster } from './pulumi-engine/stack-cluster';
import { StandIn } from './pulumi-engine/stand-in';

/**
 * The examples for Pulumi on a real API server, in which no OLM runs that they could wait for: run by the stand-in of the engine, and by the
 * real Pulumi where it is found.
 */

// A busy API server takes its time to let go of CRDs.
jest.setTimeout(10 * 60_000);

const EXAMPLES: readonly (readonly [string, string, Partial<KubernetesObject>])[] = [
  ['pulumi-quickstart', 'hello-operator', { spec: { name: 'hello-operator', installPlanApproval: 'Automatic' } }],
  ['pulumi-platform', 'team-blue', {
    metadata: { name: 'hello-operator', annotations: { 'example.com/cost-center': '4711' } },
    spec: { name: 'hello-operator', sourceNamespace: 'olm', installPlanApproval: 'Manual' },
  }],
];

tellWhatIsMissing();

let cluster: StackCluster;

beforeAll(async () => {
  cluster = await StackCluster.start();
}, 20 * 60_000);

afterAll(() => cluster.stop());

const RUNS = ENGINES.flatMap(engine => EXAMPLES.map(example => [engine, ...example] as const));

test.each(RUNS)('run by %s, %s comes up, stays as it is, and goes without a trace', async (engine, project, namespace, subscription) => {
  const folder = path.resolve(__dirname, '../examples', project);
  const program: PulumiProgram = { folder, project, stack: 'dev', config: { wait: 'false' } };
  const options = { project, stack: 'dev', folder, kubeconfig: cluster.kubeconfig };
  const stack: PulumiStack = stackOf(engine, options);
  const quiet = stack instanceof StandIn ? { succeeded: true, output: '' } : { succeeded: true };
  const before = Object.keys(await cluster.versions());
  try {
    expect(await stack.preview(program)).toMatchObject(quiet);
    expect(Object.keys(await cluster.versions())).toEqual(before);

    expect(await stack.up(program)).toMatchObject(quiet);
    expect(await cluster.client.list('operators.coreos.com/v1alpha1', 'Subscription', namespace)).toMatchObject([subscription]);

    const second = await stack.up(program);
    expect(changes(second)).toEqual([]);
    if (stack instanceof StandIn) {
      expect(stack.requests).toBe(0);
    }

    expect(await stack.destroy()).toMatchObject({ succeeded: true });
    expect(Object.keys(await cluster.versions())).toEqual(before);
  } finally {
    await stack.close();
  }
});
