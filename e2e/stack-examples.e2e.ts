import * as path from 'node:path';
import { KubernetesObject } from './cluster/kubernetes-object';
import type { PulumiStack } from './engine/engine';
import { changes, describeEngines, stackOf, succeeded } from './engine/engines';
import { InstalledProject } from './engine/installed-project';
import type { PulumiProgram } from './engine/program-process';
import { StackCluster } from './engine/stack-cluster';
import { StandIn } from './engine/stand-in';

/**
 * The Pulumi examples on a real API server without OLM, so nothing waits, using the published package, which needs a build: run by the engine's
 * stand-in, and by the real Pulumi if it is found.
 */

// A busy API server needs time to delete CRDs.
jest.setTimeout(20 * 60_000);

const EXAMPLES: readonly (readonly [string, string, Partial<KubernetesObject>])[] = [
  ['pulumi-quickstart', 'hello-operator', { spec: { name: 'hello-operator', installPlanApproval: 'Automatic' } }],
  ['pulumi-platform', 'team-blue', {
    metadata: { name: 'hello-operator', annotations: { 'example.com/cost-center': '4711' } },
    spec: { name: 'hello-operator', sourceNamespace: 'olm', installPlanApproval: 'Manual' },
  }],
];

let cluster: StackCluster;
let projects: InstalledProject;

beforeAll(async () => {
  cluster = await StackCluster.start();
  projects = await InstalledProject.create(path.resolve(__dirname, '../examples'));
}, 20 * 60_000);

afterAll(async () => {
  projects.remove();
  await cluster.stop();
});

describeEngines('run by %s,', engine => {
  test.each(EXAMPLES)('%s comes up, stays unchanged, and is destroyed without a trace', async (project, namespace, subscription) => {
    const folder = path.join(projects.folder, project);
    const program: PulumiProgram = { folder, project, stack: 'dev', config: { wait: 'false' } };
    const options = { project, stack: 'dev', folder, kubeconfig: cluster.kubeconfig, installed: true };
    const stack: PulumiStack = stackOf(engine, options);
    const before = Object.keys(await cluster.versions());
    try {
      const preview = succeeded(await stack.preview(program));
      expect(Object.keys(await cluster.versions())).toEqual(before);

      const first = succeeded(await stack.up(program));
      expect(await cluster.client.list('operators.coreos.com/v1alpha1', 'Subscription', namespace)).toMatchObject([subscription]);

      expect(changes(succeeded(await stack.up(program)))).toEqual([]);
      if (stack instanceof StandIn) {
        expect([preview.output, first.output]).toEqual(['', '']);
        expect(stack.requests).toBe(0);
      }

      succeeded(await stack.destroy());
      expect(Object.keys(await cluster.versions())).toEqual(before);
    } finally {
      await stack.close();
    }
  });
});
