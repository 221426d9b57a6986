import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { toYaml } from '../../../lib/formats/yaml/write';
import { MigrationPlan } from '../../../lib/constructs/migration-plan';
import { Bundle } from '../../../lib/bundle';
import { type CommandLineResult, runCommandLine } from '../../builders/command-line';
import { compileProgram } from '../../builders/compiled-program';
import { recordedTrace, TRACES } from '../../cluster/waiting/recorded-traces';
import { itWith } from '../../needed';
import { dumpFile } from '../inspect/dump-file';

const ROOT = resolve(__dirname, '../../..');
const BUNDLE = join(ROOT, 'examples/quickstart/bundle');

const migrate = (...args: string[]): Promise<CommandLineResult> => runCommandLine(['migrate', ...args], { env: { PATH: process.env['PATH'] } });

interface Plan {
  readonly isPossible: boolean;
  readonly operators: readonly {
    readonly operator: string; readonly bundle: string; readonly refusals: string[]; readonly losses: string[];
    readonly steps: readonly { readonly description: string; readonly commands: string[] }[];
    readonly unknown: string[];
  }[];
}

const planOf = ({ stdout }: CommandLineResult): Plan => JSON.parse(stdout) as Plan;
const commandsOf = (plan: Plan, index = 0): string[] => plan.operators[index]!.steps.flatMap(({ commands }) => commands);

describe('olm-constructs migrate for bundles', () => {
  it('prints the plan of MigrationPlan', async () => {
    const bundle = Bundle.fromPath(BUNDLE);
    const { exitCode, stdout, stderr } = await migrate(BUNDLE, '-n', 'hello');
    const words = (text: string): string[] => text.split(/\s+/);
    expect({ exitCode, words: words(stdout), stderr }).toEqual({ exitCode: 0, words: words(MigrationPlan.forBundle(bundle, { namespace: 'hello' }).toText()), stderr: '' });
    expect(planOf(await migrate(BUNDLE, '-o', 'json', '--experimental'))).toMatchObject({
      isPossible: true, operators: [JSON.parse(JSON.stringify(MigrationPlan.forBundle(bundle, { experimental: true }).operators[0])) as object],
    });
    expect(planOf(await migrate(BUNDLE, BUNDLE, '-o', 'json', '--olm-version', '1.10.0')).operators).toHaveLength(2);
  });

  it.each<[string, string[], string]>([
    ['a bundle and a cluster', [BUNDLE, '--from-cluster'], 'BUNDLE, --app, and --from-cluster or --from contradict each other; set one of them'],
    ['an app and a dump', ['--app', 'x', '--from', 'dump.yaml'], 'BUNDLE, --app, and --from-cluster or --from contradict each other; set one of them'],
    ['a cluster and a dump', ['--from-cluster', '--from', 'dump.yaml'], '--from-cluster and --from contradict each other; set one of them'],
    ['a context without a cluster', [BUNDLE, '--context', 'a'], '--kubeconfig and --context select the cluster to plan for; add --from-cluster'],
    ['a namespace for the app', ['-n', 'a'], '--namespace is for bundles and clusters: the app has the namespaces of its operators; omit it'],
    ['a release of OLM v1 that is unknown', [BUNDLE, '--olm-version', '9'], '--olm-version: unknown OLM v1 version "9"'],
  ])('refuses %s', async (_, args, message) => {
    const result = await migrate(...args);
    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    expect(result.stderr).toContain(`error: ${message}`);
  });
});

describe('olm-constructs migrate for an app', () => {
  let folder: string;
  let before: string;
  beforeAll(() => {
    before = process.cwd();
    folder = mkdtempSync(join(tmpdir(), 'migrate-command-'));
    process.chdir(folder);
    symlinkSync(join(ROOT, 'node_modules'), 'node_modules');
    compileProgram('test/cli/offline/migrated-app.ts', folder);
    writeFileSync('cdk8s.yaml', `app: '"${process.execPath}" program.cjs "${BUNDLE}"'\n`);
  });
  afterAll(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });

  it('prints the plan for its operators, in the order of the app, and fails if one cannot move', async () => {
    const result = await migrate('-o', 'json');
    expect(result).toMatchObject({ exitCode: 1, stderr: '' });
    expect(planOf(result)).toMatchObject({ isPossible: false, operators: [
      { operator: 'a-last/other', refusals: ["The app does not know the content of catalog 'hub': supply it as `content`, or use MigrationPlan.forBundle."] },
      { operator: 'z-first/hello/Subscription', bundle: 'hello-operator.v0.1.0', refusals: [] },
    ] });
    const experimental = await migrate('-o', 'json', '--experimental', '--olm-version', '1.10.0');
    expect(commandsOf(planOf(experimental), 1)).toContain('kubectl delete customresourcedefinition/greetings.hello.example.com');
  });

  it('reports an app without operators, and one that fails', async () => {
    writeFileSync('nothing.cjs', '');
    expect(await migrate('--app', `"${process.execPath}" nothing.cjs`)).toMatchObject({
      exitCode: 4, stderr: expect.stringContaining('installs no operator with OLM v0, does not call app.synth(), or uses an earlier version of olm-constructs') as string,
    });
    expect(await migrate('--app', 'exit 3')).toMatchObject({ exitCode: 4, stderr: expect.stringContaining("the app 'exit 3' failed with exit code 3") as string });
  });
});

describe('olm-constructs migrate for a dump of a cluster', () => {
  const V1ALPHA1 = 'operators.coreos.com/v1alpha1';
  const object = (apiVersion: string, kind: string, name: string, fields: object = {}, namespace = 'shop'): { readonly [key: string]: unknown } => {
    const { metadata = {}, ...rest } = fields as { readonly metadata?: object };
    return { apiVersion, kind, metadata: { name, ...(namespace === '' ? {} : { namespace }), ...metadata }, ...rest };
  };
  const subscription = (name: string, spec: object = {}, installedCSV: string | undefined = `${name}.v1.0.0`): object => object(V1ALPHA1, 'Subscription', name, {
    spec: { name, source: 'hub', sourceNamespace: 'olm', ...spec }, status: installedCSV === '' ? {} : { installedCSV },
  });
  const csv = (name: string, targets: string, more: object = {}): object => object(V1ALPHA1, 'ClusterServiceVersion', `${name}.v1.0.0`, {
    metadata: { annotations: {
      'olm.targetNamespaces': targets,
      'operatorframework.io/properties': JSON.stringify({ properties: [{ type: 'olm.package', value: { packageName: name, version: '1.0.0' } }, ...more['properties' as never] ?? []] }),
    } },
    spec: {
      version: '1.0.0', displayName: name,
      customresourcedefinitions: { owned: [{ name: `${name}s.example.test`, version: 'v1', kind: 'Thing' }] },
      installModes: ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'].map((type) => ({ type, supported: true })),
      install: { strategy: 'deployment', spec: { deployments: [{ name, spec: {
        selector: { matchLabels: { app: name } },
        template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'op', image: 'example.test/op:1' }] } },
      } }] } },
    },
    status: { phase: 'Succeeded' },
  });
  const step = (resolving: string, kind: string, name: string, manifest: object | string, group = 'rbac.authorization.k8s.io'): object => ({
    resolving, resource: { group, kind, name, version: 'v1', manifest: typeof manifest === 'string' ? manifest : JSON.stringify(manifest) }, status: 'Created',
  });
  const plan = (name: string, steps: object[] = []): object => object(V1ALPHA1, 'InstallPlan', `install-${name}`, {
    spec: { clusterServiceVersionNames: [`${name}.v1.0.0`], approved: true, approval: 'Manual' }, status: { phase: 'Complete', plan: steps },
  });
  const group = (spec: object = {}): object => object('operators.coreos.com/v1', 'OperatorGroup', 'shop', { spec });
  const hub = (spec: object): object => object(V1ALPHA1, 'CatalogSource', 'hub', { spec }, 'olm');
  const crds = ['cache', 'queue'].map((name) => object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', `${name}s.example.test`, {}, ''));

  const planFrom = async (objects: readonly object[], ...args: string[]): Promise<{ readonly result: CommandLineResult; readonly plan: Plan }> => {
    const file = join(mkdtempSync(join(tmpdir(), 'migrate-dump-')), 'dump.yaml');
    writeFileSync(file, toYaml({ apiVersion: 'v1', kind: 'List', items: objects }));
    const result = await migrate('--from', file, '-o', 'json', ...args);
    return { result, plan: planOf(result) };
  };

  it('plans with what is installed: bundle, catalog, OperatorGroup and the objects that OLM leaves', async () => {
    const { result, plan: found } = await planFrom([
      subscription('cache', { channel: 'stable', installPlanApproval: 'Manual', config: { env: [] } }), csv('cache', ''), group(), hub({ sourceType: 'grpc', image: 'example.test/hub:1' }),
      ...crds, plan('cache', [
        step('cache.v1.0.0', 'ClusterRole', 'cache-viewer', { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'cache-viewer' }, rules: [] }),
        step('cache.v1.0.0', 'PriorityClass', 'cache-priority', '{"kind":"ConfigMap","name":"unpacked","namespace":"shop","key":"a.yaml"}', 'scheduling.k8s.io'),
        step('cache.v1.0.0', 'ClusterRole', 'cache.v1.0.0-abc', { metadata: { name: 'cache.v1.0.0-abc', labels: { 'olm.owner': 'cache.v1.0.0' } } }),
        step('cache.v1.0.0', 'Role', 'cache.v1.0.0-def', { metadata: { name: 'cache.v1.0.0-def', ownerReferences: [{ kind: 'ClusterServiceVersion', name: 'cache.v1.0.0' }] } }),
        step('other.v1.0.0', 'ClusterRole', 'other-viewer', { kind: 'ClusterRole', metadata: { name: 'other-viewer' } }),
      ]),
    ]);

    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(found.operators).toMatchObject([{ operator: 'shop/cache', bundle: 'cache.v1.0.0', refusals: [] }]);
    expect(found.operators[0]!.steps[0]!.description).toContain('The program creates a ClusterCatalog of the image');
    const commands = commandsOf(found);
    expect(commands.filter((command) => command.startsWith('kubectl label ') && command.includes('managed-by'))).toEqual([
      'kubectl label customresourcedefinition/caches.example.test app.kubernetes.io/managed-by=Helm',
      'kubectl label clusterrole/cache-viewer app.kubernetes.io/managed-by=Helm', 'kubectl label priorityclass/cache-priority app.kubernetes.io/managed-by=Helm',
    ]);
    expect(commands).toContain('kubectl delete operatorgroups.operators.coreos.com shop --namespace shop');
    const losses = found.operators[0]!.losses.join('\n');
    expect(losses).toContain('OLM v1 has no InstallPlans to approve');
    expect(losses).toContain('`config` of the Subscription has no counterpart');
    expect(losses).not.toContain('Without a channel');
    expect(losses).not.toContain('watches all namespaces');
  });

  it('keeps what several operators share, and knows what they watch and which account installs them', async () => {
    const { plan: found } = await planFrom([
      subscription('cache'), csv('cache', 'shop'), subscription('queue'), csv('queue', 'a,b'), group({ serviceAccountName: 'installer' }), hub({ sourceType: 'configmap' }), ...crds,
      plan('cache'), plan('queue'),
    ], '--olm-version', '1.11.0');

    expect(found.operators.map(({ operator, refusals }) => [operator, refusals])).toEqual([['shop/cache', []], ['shop/queue', []]]);
    expect(commandsOf(found).join('\n')).not.toContain('operatorgroups');
    expect(found.operators[0]!.steps[0]!.description).toContain('since OLM v1 reads no ConfigMaps');
    for (const { losses } of found.operators) {
      expect(losses.join('\n')).toContain('The operator watches all namespaces, and has the rights for that');
      expect(losses.join('\n')).toContain('OLM v0 installs the operator with the rights of a ServiceAccount');
    }
  });

  it('refuses an operator with dependencies, and states what is unknown', async () => {
    const { result, plan: found } = await planFrom([
      subscription('cache'), csv('cache', '', { properties: [{ type: 'olm.package.required', value: { packageName: 'queue', versionRange: '>=1.0.0' } }] }),
      subscription('queue'), subscription('web', {}, ''), csv('orphan', ''), group(),
    ]);

    expect(result.exitCode).toBe(1);
    expect(found.operators.map(({ operator, refusals }) => [operator, refusals.length])).toEqual([['shop/cache', 1], ['shop/queue', 1], ['shop/web', 1]]);
    expect(found.operators.flatMap(({ refusals }) => refusals).join('\n')).toMatch(new RegExp([
      'depends on other operators \\(olm.package.required\\)[^\\n]*', "ClusterServiceVersion 'queue.v1.0.0', which Subscription 'shop/queue' lists as installed, is not in the dump[^\\n]*",
      "Nothing is installed by Subscription 'shop/web'",
    ].join('\n')));
    expect(result.stderr).toContain('warning: the Subscription of ClusterServiceVersion shop/orphan.v1.0.0 is not in the dump: '
      + '`kubectl get subscriptions.operators.coreos.com -A -o yaml` dumps it, if it exists; the operator is not in the plan');
  });

  const all = [subscription('cache'), csv('cache', ''), group({ serviceAccountName: 'installer' }), hub({ image: 'example.test/hub:1' }), ...crds, plan('cache')];
  const sentences = ({ operators: [operator] }: Plan): string[] => [...operator!.steps.map(({ description }) => description), ...operator!.losses];

  it.each([
    ['InstallPlan', 'The objects of the bundle without a namespace', 'installplans.operators.coreos.com'],
    ['OperatorGroup', 'Whether OLM v0 installs the operator with the rights of a ServiceAccount', 'operatorgroups.operators.coreos.com'],
    ['CatalogSource', 'How OLM v1 gets the package', 'catalogsources.operators.coreos.com'],
  ])('does not know what depends on the %s that a dump lacks, with the command that dumps it', async (kind, what, resource) => {
    const { plan: whole } = await planFrom(all, '--olm-version', '1.11.0');
    expect(whole.operators[0]).toMatchObject({ refusals: [], unknown: [] });
    const { result, plan: part } = await planFrom(all.filter((each) => (each as { kind: string }).kind !== kind), '--olm-version', '1.11.0');
    expect(part.operators[0]).toMatchObject({ refusals: [], unknown: [expect.stringContaining(what)] });
    expect(part.operators[0]!.unknown[0]).toContain(`is not in the dump: \`kubectl get ${resource} -A -o yaml\` dumps it, if it exists`);
    expect(sentences(part).filter((sentence) => !sentences(whole).includes(sentence) && !sentence.includes('not known'))).toEqual([]);
    expect(result.stderr).toContain(`warning: these kinds are not in the dump, so their objects are not known: \`kubectl get ${resource} -A -o yaml\` dumps them\n`);
  });

  it('does not know what an operator watches if only its OperatorGroup says so, and a dump lacks that', async () => {
    const { metadata, ...rest } = csv('cache', '') as { readonly metadata: { readonly name: string; readonly namespace: string } };
    const unprocessed = { ...rest, metadata: { name: metadata.name, namespace: metadata.namespace } };
    const { plan: found } = await planFrom([...all.filter((each) => !['OperatorGroup', 'ClusterServiceVersion'].includes((each as { kind: string }).kind)), unprocessed]);
    expect(found.operators[0]!.unknown.join('\n')).toContain('which namespaces the operator watches');
    expect(found.operators[0]!.losses.join('\n')).not.toContain('watches all namespaces');
    const own = { ...unprocessed, spec: { ...(unprocessed as unknown as { spec: object }).spec, installModes: [{ type: 'OwnNamespace', supported: true }] } };
    const { plan: refused } = await planFrom([...all.filter((each) => !['OperatorGroup', 'ClusterServiceVersion'].includes((each as { kind: string }).kind)), own]);
    expect(refused).toMatchObject({ isPossible: false, operators: [{ refusals: [expect.stringMatching(/^It is not known whether OLM v1 would install it.*operatorgroups/)] }] });
  });

  it('keeps an OperatorGroup that an operator without a Subscription uses, and asks for operators that a dump may lack', async () => {
    const { plan: alone } = await planFrom(all);
    expect(sentences(alone)).toContain("Remove the OperatorGroup, unless namespace 'shop' has another operator: the dump may lack it.");
    const { plan: shared } = await planFrom([...all, csv('orphan', '')]);
    expect(commandsOf(shared).join('\n')).not.toContain('operatorgroups');
  });

  it('refuses a dump without operators, which may still be in the cluster', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'migrate-dump-')), 'dump.yaml');
    writeFileSync(file, toYaml(group()));
    expect(await migrate('--from', file)).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('the files contain no Subscription and no ClusterServiceVersion') as string });
  });

  itWith(TRACES)('reads what real OLM controllers leave: InstallPlans with derived roles and properties of the bundle', async () => {
    const result = await migrate('--from', dumpFile(recordedTrace('dependency')));
    expect(result.exitCode).toBe(1);
    expect(result.stdout).toContain("t-dependency/needy (needy.v0.1.0)\n  cannot move to OLM v1:\n  - Bundle 'needy.v0.1.0' depends on other operators (olm.gvk.required)");
    const single = await migrate('--from', dumpFile(recordedTrace('install-automatic')), '-o', 'json');
    expect(planOf(single)).toMatchObject({ operators: [{ operator: 't-install-automatic/plain', bundle: 'plain.v0.2.0', refusals: [] }] });
    expect(commandsOf(planOf(single)).filter((command) => command.startsWith('kubectl label ') && command.includes('Helm'))).toEqual([
      'kubectl label customresourcedefinition/plains.demo.test app.kubernetes.io/managed-by=Helm',
    ]);
  });

  it('plans for one namespace, and says if there is nothing', async () => {
    const { result } = await planFrom([subscription('cache'), csv('cache', ''), group(), plan('cache')], '-n', 'other');
    expect(result).toMatchObject({ exitCode: 0, stdout: '{\n  "apiVersion": "olm-constructs/v1",\n  "kind": "MigrationPlan",\n  "isPossible": true,\n  "operators": []\n}\n' });
    expect(result.stderr).toContain('the dump has no Subscription in namespace other: what OLM v0 has installed is not known from it\n');
  });
});
