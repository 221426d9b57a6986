import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bundle, PlainBundle } from '../../../lib/bundle';
import { Catalog } from '../../../lib/catalog';
import {
  BundleDeployment, ClusterCatalog, ClusterExtension, DefaultCatalog, ImageCatalog, OlmInstallation, OperatorRegistry, OperatorSubscription,
  PlainBundleDeployment,
} from '../../../lib/pulumi';
import { constructComponent, PLUGIN_COMPONENTS } from '../../../lib/pulumi/plugin/construct-component';
import { ProgramComponents } from '../../../lib/pulumi/plugin/program-components';
import { ResourceCalls } from '../../../lib/pulumi/plugin/resource-calls';
import { runWaitersInPlugin } from '../../../lib/pulumi/resources/waiter-types';
import type { JsonMap } from '../../../lib/formats/json/json-value';
import { Program, type Registered } from '../program';
import { urn } from './plugin-client';

/** A TypeScript program, and the same program in another language: what the one created is what the other one continues with. */

const BUNDLE = join(__dirname, '../../../examples/quickstart/bundle');
const KUBECONFIG = 'apiVersion: v1';
const wait = { kubeconfig: KUBECONFIG };
const bundle = Bundle.fromDirectory(BUNDLE);
const PLAIN = mkdtempSync(join(tmpdir(), 'plain-bundle-'));
mkdirSync(join(PLAIN, 'manifests'));
writeFileSync(join(PLAIN, 'manifests/service.yaml'), 'apiVersion: v1\nkind: Service\nmetadata: { name: cache }\nspec: { ports: [{ port: 80 }] }\n');
const CATALOG = { catalogName: 'shop', catalogNamespace: 'olm' };

const CASES: readonly (readonly [kind: string, inTypeScript: () => unknown, inputs: JsonMap])[] = [
  ['BundleDeployment', () => new BundleDeployment('hello', { bundle, namespace: 'team', wait }), { bundle: BUNDLE, namespace: 'team', wait }],
  ['OlmInstallation', () => new OlmInstallation('hello', { defaultCatalog: DefaultCatalog.none(), wait }), { defaultCatalog: 'none', wait }],
  ['OperatorRegistry', () => new OperatorRegistry('hello', { bundles: [bundle], namespace: 'olm', wait }), { bundles: [BUNDLE], namespace: 'olm', wait }],
  ['OperatorSubscription', () => new OperatorSubscription('hello', {
    catalog: { ...CATALOG, catalogContent: Catalog.fromBundles([bundle]) }, packageName: 'hello-operator', channel: 'candidate-v0', namespace: 'team', wait,
  }), { catalog: CATALOG, packageName: 'hello-operator', channel: 'candidate-v0', namespace: 'team', wait }],
  ['ClusterCatalog', () => new ClusterCatalog('hello', { image: 'quay.io/demo/catalog:v1', wait }), { image: 'quay.io/demo/catalog:v1', wait }],
  ['ImageCatalog', () => new ImageCatalog('hello', { image: 'quay.io/demo/catalog:v1', namespace: 'olm', wait }),
    { image: 'quay.io/demo/catalog:v1', namespace: 'olm', wait }],
  ['PlainBundleDeployment', () => new PlainBundleDeployment('hello', { bundle: PlainBundle.fromDirectory(PLAIN), namespace: 'team', wait }),
    { bundle: PLAIN, namespace: 'team', wait }],
  ['ClusterExtension', () => new ClusterExtension('hello', { packageName: 'shop', namespace: 'team', wait }), { packageName: 'shop', namespace: 'team', wait }],
];

const before = new Map<string, Program>();

// Once the waiters run in the plugin, they do so for the rest of the process.
beforeAll(async () => {
  for (const [kind, inTypeScript] of CASES) {
    before.set(kind, await Program.run(inTypeScript));
  }
  runWaitersInPlugin();
});

afterAll(() => rmSync(PLAIN, { recursive: true }));

function isWaiter({ type }: Registered): boolean {
  return type.startsWith('pulumi-nodejs:dynamic/olm-constructs:') || /^olm-constructs:index:(?:\w+Ready|Olm\w*Detection|Operator(?:Namespace|Adoption))$/.test(type);
}

it('has every component of the plugin', () => {
  expect(CASES.map(([kind]) => kind).sort()).toEqual(Object.keys(PLUGIN_COMPONENTS).sort());
});

it.each(CASES)('a %s keeps its objects, and its waiters by their aliases', async (kind, _, inputs) => {
  const old = before.get(kind)!;
  const now = await Program.run(() => constructComponent('hello', `olm-constructs:index:${kind}`, inputs, {}, new ProgramComponents()));
  const objects = (program: Program): object[] => program.registered.filter((resource) => !isWaiter(resource) && !resource.type.startsWith('pulumi:'))
    .map(({ type, name, inputs: of }) => ({ type, name, of }));
  expect(objects(now)).toEqual(objects(old));

  const waiters = now.registered.filter(isWaiter);
  expect(waiters.map(({ name }) => name)).toEqual(old.registered.filter(isWaiter).map(({ name }) => name));
  expect(waiters.length).toBeGreaterThan(0);
  const calls = new ResourceCalls({});
  for (const waiter of waiters) {
    const [alias] = waiter.options.aliases as { readonly type: string }[];
    const dynamic = old.registered.find(({ type, name }) => name === waiter.name && alias!.type === type)!;
    const { __provider: code, ...others } = dynamic.inputs;
    expect(code).toContain('olm-constructs/pulumi/waiters');
    expect(waiter.inputs).toEqual(others);
    // The plugin accepts what its own components register.
    const { failures } = await calls.check(urn(waiter.type.split(':')[2]!), {}, JSON.parse(JSON.stringify(waiter.inputs)) as JsonMap);
    expect(failures).toEqual([]);
  }
});
