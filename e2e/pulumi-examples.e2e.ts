import * as path from 'node:path';
import { KubernetesObject } from './cluster/kubernetes-object';
import type { PulumiProgram } from './pulumi-engine/program-process';
import { StackCluster } from './pulumi-engine/stack-cluster';
import { StandIn } from './pulumi-engine/stand-in';

/** The examples for Pulumi, run by the stand-in of the engine on a real API server, in which no OLM runs that they could wait for. */

// A busy API server takes its time to let go of CRDs.
jest.setTimeout(6 * 60_000);

const EXAMPLES: readonly (readonly [string, string, Partial<KubernetesObject>])[] = [
  ['pulumi-quickstart', 'hello-operator', { spec: { name: 'hello-operator', installPlanApproval: 'Automatic' } }],
  ['pulumi-platform', 'team-blue', {
    metadata: { name: 'hello-operator', annotations: { 'example.com/cost-center': '4711' } },
    spec: { name: 'hello-operator', sourceNamespace: 'olm', installPlanApproval: 'Manual' },
  }],
];

let cluster: StackCluster;

beforeAll(async () => {
  cluster = await StackCluster.start();
}, 20 * 60_000);

afterAll(() => cluster.stop());

test.each(EXAMPLES)('%s comes up, stays as it is, and goes without a trace', async (project, namespace, subscription) => {
  const folder = path.resolve(__dirname, '../examples', project);
  const program: PulumiProgram = { folder, project, stack: 'dev', config: { wait: 'false' } };
  const stack = new StandIn({ project, stack: 'dev', folder, kubeconfig: cluster.kubeconfig });
  const before = Object.keys(await cluster.versions());
  try {
    expect(await stack.preview(program)).toMatchObject({ succeeded: true, output: '' });
    expect(Object.keys(await cluster.versions())).toEqual(before);

    expect(await stack.up(program)).toMatchObject({ succeeded: true, output: '' });
    expect(await cluster.client.list('operators.coreos.com/v1alpha1', 'Subscription', namespace)).toMatchObject([subscription]);

    const second = await stack.up(program);
    expect(second.steps.filter(({ operation }) => operation !== 'same')).toEqual([]);
    expect(stack.requests).toBe(0);

    expect(await stack.destroy()).toMatchObject({ succeeded: true });
    expect(Object.keys(await cluster.versions())).toEqual(before);
  } finally {
    await stack.close();
  }
});
