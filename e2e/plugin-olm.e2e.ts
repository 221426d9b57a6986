import * as path from 'node:path';
import type { Outcome } from './engine/engine';
import { changes, succeeded } from './engine/engines';
import { InstalledProject } from './engine/installed-project';
import type { PulumiProgram } from './engine/program-process';
import { PulumiCli } from './engine/pulumi-cli';
import { nameOf } from './engine/urn';
import { Kubelets } from './olm/kubelets';
import { OlmCluster } from './olm/olm-cluster';
import { olmPrograms } from './olm/olm-programs';
import { describeWith } from '../test/needed';

/**
 * A program in YAML with the plugin of the published package, run by the real Pulumi on OLM's own controllers: from an empty cluster to an empty
 * cluster.
 */

jest.setTimeout(20 * 60_000);

const BUNDLES = ['quickstart', 'bundle-upgrade'].map(name => path.resolve(__dirname, '../examples', name));

const programs = olmPrograms();

describeWith(PulumiCli.needed('yaml'), programs)("a program in YAML on OLM's own controllers", () => {
  let olm: OlmCluster;
  let kubelets: Kubelets;
  let project: InstalledProject;
  let stack: PulumiCli;

  beforeAll(async () => {
    project = await InstalledProject.create(path.resolve(__dirname, 'engine/pinned-program'), BUNDLES);
    olm = await OlmCluster.start(programs.value);
    kubelets = new Kubelets(olm, programs.value);
    stack = new PulumiCli({ project: 'pinned', stack: 'dev', folder: project.folder, kubeconfig: olm.kubeconfig, installed: true, runtime: 'yaml' });
  }, 20 * 60_000);

  afterAll(async () => {
    await kubelets.stop();
    await olm.close();
    await stack.close();
    project.remove();
  });

  const pinnedTo = (version: string): PulumiProgram => ({ folder: project.folder, project: 'pinned', stack: 'dev', config: { version } });

  async function csvs(): Promise<unknown[]> {
    const found = await olm.cluster.client.list('operators.coreos.com/v1alpha1', 'ClusterServiceVersion', 'hello');
    return found.map(({ metadata: { name }, status }) => [name, (status as { readonly phase?: string } | undefined)?.phase]);
  }

  /** Names of the versions whose InstallPlans an operation approved. Pulumi prints each message when it comes, and again at the end. */
  function approved({ output }: Outcome): string[] {
    return [...new Set([...output.matchAll(/approves InstallPlan \S+, which installs (\S+)/g)].map(([, csv]) => csv!))];
  }

  test('comes up with the pinned version, although the catalog has a newer one', async () => {
    const outcome = succeeded(await stack.up(pinnedTo('0.1.0')));
    expect(approved(outcome)).toEqual(['hello-operator.v0.1.0']);
    expect(await csvs()).toEqual([['hello-operator.v0.1.0', 'Succeeded']]);
    expect((await stack.command('stack', 'output', 'csv')).output.trim()).toBe('hello-operator.v0.1.0');
  });

  test('changes nothing on a second up, nor after a refresh', async () => {
    expect(changes(succeeded(await stack.up(pinnedTo('0.1.0'))))).toEqual([]);
    succeeded(await stack.refresh());
    expect(changes(succeeded(await stack.up(pinnedTo('0.1.0'))))).toEqual([]);
  });

  test('upgrades when the pin moves', async () => {
    const outcome = succeeded(await stack.up(pinnedTo('0.2.0')));
    expect(changes(outcome)).toContain('update hello/OperatorReady');
    expect(approved(outcome)).toEqual(['hello-operator.v0.2.0']);
    expect(await csvs()).toEqual([['hello-operator.v0.2.0', 'Succeeded']]);
  });

  test('is destroyed, with the operator, its CRDs and OLM', async () => {
    const steps = changes(succeeded(await stack.destroy()));
    const order = ['delete hello/OperatorReady', 'delete olm/OlmReady'];
    expect(steps.filter(step => order.includes(step))).toEqual(order);
    expect((await stack.resources()).map(({ urn }) => nameOf(urn))).toEqual([]);
    const crds = await olm.cluster.client.list('apiextensions.k8s.io/v1', 'CustomResourceDefinition');
    expect(crds.map(({ metadata }) => metadata.name)).toEqual([]);
  });
});
