import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { dump, load } from 'js-yaml';
import { NEXT_BUNDLE, renamedBundle } from './acceptance/quickstart-bundle';
import { Synthesizer } from './acceptance/synthesize';
import { KubernetesObject } from './cluster/kubernetes-object';
import type { Outcome, PulumiStack } from './engine/engine';
import { describeEngines, stackOf, succeeded } from './engine/engines';
import { InstalledProject } from './engine/installed-project';
import type { PulumiProgram } from './engine/program-process';
import { installOlm } from './olm/install-olm';
import { Kubelets } from './olm/kubelets';
import { OlmCluster } from './olm/olm-cluster';
import { olmPrograms } from './olm/olm-programs';
import { findCsv, WITHIN_MILLISECONDS } from './olm/operator-state';
import { waitUntil } from './olm/wait-until';
import { onlyInFullRun } from './programs/full-run';

/** An operator whose conversion webhook does not respond is removed through the component, on OLM's own controllers. */

jest.setTimeout(8 * 60_000);

const STACK = { project: 'wave', stack: 'dev' };
const GROUP = 'wave.example.com';
const CRD = `greetings.${GROUP}`;
const SERVICE = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'wave-webhook' }, spec: { ports: [{ port: 443 }], selector: { app: 'wave' } } };

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

interface Definition extends KubernetesObject {
  readonly spec: { readonly versions: readonly [object]; readonly [field: string]: unknown };
}

/** Adds a version to the CRD of a bundle, in which objects are stored, with a webhook that converts from the one before. */
function addConversion(folder: string): void {
  const file = path.join(folder, 'manifests/hello.example.com_greetings.yaml');
  const crd = load(readFileSync(file, 'utf8')) as Definition;
  const [version] = crd.spec.versions;
  const clientConfig = { service: { name: SERVICE.metadata.name, namespace: 'wave', path: '/convert' } };
  writeFileSync(file, dump({
    ...crd, spec: {
      ...crd.spec, versions: [{ ...version, storage: false }, { ...version, name: 'v1alpha2' }],
      conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig } },
    },
  }));
  writeFileSync(path.join(folder, 'manifests/webhook.service.yaml'), dump(SERVICE));
}

const programs = onlyInFullRun(olmPrograms());

describeEngines("the removal on OLM's own controllers, run by %s, of an operator with a dead conversion webhook", (engine) => {
  let olm: OlmCluster;
  let kubelets: Kubelets;
  let project: InstalledProject;
  let stack: PulumiStack;
  let bundles: Readonly<Record<'first' | 'next', string>>;

  beforeAll(async () => {
    project = await InstalledProject.create(path.resolve(__dirname, 'engine/olm-program'));
    writeFileSync(path.join(project.folder, 'Pulumi.yaml'), `name: ${STACK.project}\nruntime: { name: nodejs, options: { typescript: false } }\nmain: index.ts\n`);
    bundles = { first: path.join(project.folder, 'first'), next: path.join(project.folder, 'next') };
    renamedBundle('wave', bundles.first);
    renamedBundle('wave', bundles.next, { source: NEXT_BUNDLE });
    addConversion(bundles.next);
    olm = await OlmCluster.start(programs.value);
    await installOlm(olm, synthesizer);
    kubelets = new Kubelets(olm, programs.value);
    stack = stackOf(engine, { ...STACK, folder: project.folder, kubeconfig: olm.kubeconfig, installed: true });
  }, 20 * 60_000);

  afterAll(async () => {
    await kubelets.stop();
    await olm.close();
    await stack.close();
    project.remove();
  });

  const program = (served: readonly string[], onDestroy: object = {}): PulumiProgram => (
    { ...STACK, folder: project.folder, config: { bundles: served.join(','), onDestroy: JSON.stringify(onDestroy) } }
  );

  const findGreeting = async (version: string): Promise<string> => {
    const { stdout, stderr } = await olm.cluster.kubectl.shell(`kubectl get greetings.${version}.${GROUP} -n wave -o name`);
    return `${stdout}${stderr}`.trim();
  };

  async function createGreeting(version: string): Promise<void> {
    const greeting = { apiVersion: `${GROUP}/${version}`, kind: 'Greeting', metadata: { name: 'first', namespace: 'wave' }, spec: { whom: 'world' } };
    expect(await olm.cluster.client.apply({ object: greeting, content: JSON.stringify(greeting) })).toMatchObject({ accepted: true });
  }

  async function namespaceCanBeDeleted(): Promise<void> {
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'wave' } };
    await olm.cluster.client.remove(namespace);
    await waitUntil('the deletion', WITHIN_MILLISECONDS, async () => await olm.cluster.client.find(namespace) === undefined || new Error('it still exists'));
  }

  /** Returns the actions of a removal, in order. OLM may write its record of the operator, the Operator, again before the waiter looks for it. */
  const removed = ({ output }: Outcome): string[] => [...new Set(output.split('\n').flatMap(line => (
    /: (?:deletes|removes the conversion webhook of (\S+ \S+),) .*?(?:\((\S+ \S+)\))?$/.exec(line)?.slice(1).filter(found => found !== undefined) ?? [])))]
    .filter(title => !title.startsWith('Operator '));

  it('stops before anything is deleted, and names the webhook', async () => {
    succeeded(await stack.up(program([bundles.first])));
    await createGreeting('v1alpha1');
    // The object stays stored in the version before, so that each request for it needs the webhook.
    succeeded(await stack.up(program([bundles.first, bundles.next])));
    expect([await findGreeting('v1alpha1'), await findGreeting('v1alpha2')]).toEqual(['greeting.wave.example.com/first', expect.stringContaining('conversion webhook')]);

    const stopped = await stack.destroy();
    expect([stopped.succeeded, removed(stopped)]).toEqual([false, []]);
    expect(stopped.output).toMatch(new RegExp(`${CRD} cannot be listed, because the conversion webhook of this CustomResourceDefinition fails: .*wave-webhook\\.wave\\.svc`));
    expect((await findCsv(olm, 'wave', 'wave-operator.v0.2.0'))?.status?.phase).toBe('Succeeded');
  });

  it('removes the operator without its objects, and reports the command with which they can be read again', async () => {
    succeeded(await stack.up(program([bundles.first, bundles.next], { operands: 'ignore' })));
    const stopped = await stack.destroy();
    expect(removed(stopped).slice(0, 2)).toEqual(['Subscription wave/wave-operator', 'ClusterServiceVersion wave/wave-operator.v0.2.0']);
    expect(stopped.output).toContain(`left CustomResourceDefinition ${CRD}: its conversion webhook calls Service wave/wave-webhook, which is deleted`);
    // The Namespace may contain objects of this CRD, so it cannot be decided what happens to it.
    expect([stopped.succeeded, stopped.output]).toEqual([false, expect.stringContaining(`${CRD} cannot be listed`)]);

    const [command] = /kubectl patch crd greetings.*$/m.exec(stopped.output)!;
    expect(await olm.cluster.kubectl.shell(command)).toMatchObject({ exitCode: 0 });
    expect([await findGreeting('v1alpha1'), await findGreeting('v1alpha2')]).toEqual(Array(2).fill('greeting.wave.example.com/first'));
    expect(succeeded(await stack.destroy()).output).toContain('left Namespace wave: in use by Greeting wave/first');
    expect(await stack.resources()).toEqual([]);
    await namespaceCanBeDeleted();
  });

  it('removes the webhook with the operator if the program requests it', async () => {
    succeeded(await stack.up(program([bundles.next], { operands: 'ignore', resetConversion: true })));
    await createGreeting('v1alpha2');
    expect(await findGreeting('v1alpha1')).toContain('conversion webhook');

    const outcome = succeeded(await stack.destroy());
    expect(removed(outcome)).toEqual([
      'Subscription wave/wave-operator', 'ClusterServiceVersion wave/wave-operator.v0.2.0', `CustomResourceDefinition ${CRD}`, 'OperatorGroup wave/wave-operator',
    ]);
    expect(outcome.output).toContain('left Namespace wave: in use by Greeting wave/first');
    expect(await findGreeting('v1alpha1')).toBe('greeting.wave.example.com/first');
    await namespaceCanBeDeleted();
  });
}, programs);
