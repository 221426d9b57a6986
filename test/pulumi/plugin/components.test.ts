import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import * as pulumi from '@pulumi/pulumi';
import type { JsonMap } from '../../../lib/formats/json/json-value';
import { componentArgs } from '../../../lib/pulumi/plugin/component-args';
import { constructComponent, PLUGIN_COMPONENTS } from '../../../lib/pulumi/plugin/construct-component';
import { PLUGIN_RESOURCES } from '../../../lib/pulumi/plugin/plugin-resources';
import { ProgramComponents } from '../../../lib/pulumi/plugin/program-components';
import schema from '../../../lib/pulumi/plugin/schema.json';
import { runWaitersInPlugin } from '../../../lib/pulumi/resources/waiter-types';
import { Program } from '../program';

const BUNDLE = relative('.', join(__dirname, '../../../examples/quickstart/bundle'));

beforeAll(runWaitersInPlugin);

/** Creates a component as for a program in another language; returns the resources and the outputs. */
async function constructed(
  kind: string, inputs: JsonMap, options: pulumi.ComponentResourceOptions = {},
): Promise<{ program: Program; state: JsonMap }> {
  let state: JsonMap = {};
  const program = await Program.run(async () => {
    const result = await constructComponent('hello', `olm-constructs:index:${kind}`, inputs, options, new ProgramComponents());
    state = await new Promise((resolve) => {
      pulumi.output(result.state).apply(resolve);
    });
  });
  return { program, state };
}

describe('a component', () => {
  it('installs a bundle from a folder, with waiters that are resources of the plugin', async () => {
    const { program, state } = await constructed('BundleDeployment', { bundle: BUNDLE, namespace: 'team', wait: { onDestroy: { operands: 'delete' } } });
    expect(program.objects.find(({ type }) => type.endsWith(':Subscription'))?.inputs).toMatchObject({ spec: { name: 'hello-operator' } });
    const waiter = program.registered.find(({ type }) => type === 'olm-constructs:index:OperatorReady');
    expect(waiter?.inputs).toMatchObject({ namespace: 'team', package: 'hello-operator', onDestroy: { operands: 'delete' } });
    expect(waiter?.inputs).not.toHaveProperty('__provider');
    expect(waiter?.options.aliases).toEqual([{ type: 'pulumi-nodejs:dynamic/olm-constructs:OperatorReady' }]);
    expect(program.registered.map(({ type }) => type).filter((type) => type.startsWith('pulumi-nodejs:'))).toEqual([]);
    // In the state of TypeScript programs, this type has another name.
    const place = program.registered.find(({ type }) => type === 'olm-constructs:index:OperatorNamespace');
    expect(place?.options.aliases).toEqual([{ type: 'pulumi-nodejs:dynamic/olm-constructs:OperatorPlace' }]);
    expect(state).toMatchObject({ namespace: 'team' });
  });

  it('passes the timeouts of its options to its waiters as options', async () => {
    // The engine sends empty strings for the others, and the SDK has another key for one of them.
    const customTimeouts = { create: '30m', update: '', pb_delete: '5m', read: '' } as pulumi.CustomTimeouts;
    const { program } = await constructed('BundleDeployment', { bundle: BUNDLE, namespace: 'team' }, { customTimeouts });
    const waiter = program.registered.find(({ type }) => type === 'olm-constructs:index:OperatorReady');
    expect(waiter?.options.customTimeouts).toEqual({ create: '30m', delete: '5m' });
    expect(waiter?.inputs).not.toHaveProperty('customTimeouts');
  });

  it('has no timeouts if the program sets none', async () => {
    const customTimeouts = { create: '', update: '', pb_delete: '', read: '' } as pulumi.CustomTimeouts;
    const { program } = await constructed('BundleDeployment', { bundle: BUNDLE, namespace: 'team' }, { customTimeouts });
    expect(program.registered.filter(({ options }) => options.customTimeouts !== undefined)).toEqual([]);
  });

  it('subscribes to a catalog by name, whose content is read from a path', async () => {
    const { program } = await constructed('OperatorRegistry', { bundles: [BUNDLE], namespace: 'olm' });
    expect(program.objects.find(({ type }) => type.endsWith(':CatalogSource'))?.inputs).toMatchObject({ metadata: { namespace: 'olm' } });
    const folder = mkdtempSync(join(tmpdir(), 'catalog-'));
    try {
      const catalogContent = join(folder, 'catalog.yaml');
      writeFileSync(catalogContent, 'schema: olm.package\nname: shop\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: shop\nname: stable\nentries: [{ name: shop.v1.0.0 }]\n'
        + '---\nschema: olm.bundle\nname: shop.v1.0.0\npackage: shop\nimage: quay.io/demo/shop:v1.0.0\nproperties: [{ type: olm.package, value: { packageName: shop, version: 1.0.0 } }]\n');
      const catalog = { catalogName: 'shop', catalogNamespace: 'olm', catalogContent };
      const args = { catalog, packageName: 'shop', namespace: 'team' };
      const subscribed = await constructed('OperatorSubscription', { ...args, version: '1.0.0', installMode: 'OwnNamespace', unpackTimeout: '10m' });
      expect(subscribed.program.objects.find(({ type }) => type.endsWith(':Subscription'))?.inputs).toMatchObject({ spec: { startingCSV: 'shop.v1.0.0', sourceNamespace: 'olm' } });
      await expect(constructed('OperatorSubscription', { ...args, channel: 'fast' })).rejects.toThrow(/channel 'fast'.*stable/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('installs a release of OLM', async () => {
    const { program, state } = await constructed('OlmInstallation', { version: '0.46.0', defaultCatalog: 'none', wait: { skip: true } });
    expect(program.objects.length).toBeGreaterThan(20);
    expect(program.objects.some(({ type }) => type.endsWith(':CatalogSource'))).toBe(false);
    expect(state).toMatchObject({ namespace: 'olm', operatorNamespace: 'operators' });
  });
});

describe('an error', () => {
  it.each<[string, string, JsonMap, RegExp]>([
    ['a bundle that does not exist', 'BundleDeployment', { bundle: './nowhere' },
      /^args of BundleDeployment 'hello': bundle: '\.\/nowhere' does not exist: there is no .*\/nowhere, and it is not an image with its registry, .*relative to the folder of the Pulumi program$/],
    ['a list of bundles with one that does not exist', 'OperatorRegistry', { bundles: [BUNDLE, 'nowhere'] }, /bundles\[1\]: 'nowhere' does not exist/],
    ['a bundle of another type', 'BundleDeployment', { bundle: 7 }, /bundle must be a non-empty string, got 7/],
    ['a bundle that is not known in a preview', 'BundleDeployment', { bundle: pulumi.output('x') }, /bundle must be a plain value, got an output/],
    ['a missing bundle', 'BundleDeployment', { namespace: 'team' }, /^args of BundleDeployment 'hello': bundle is required: Bundle to install\. The path of a folder/],
    ['an unknown argument', 'BundleDeployment', { bundel: BUNDLE }, /unknown key 'bundel'; known keys: .*'bundle'/],
    ['an argument of TypeScript', 'BundleDeployment', { bundle: BUNDLE, engine: 'plain' }, /unknown key 'engine'; .*'engine' is an argument in TypeScript only/],
    ['an unknown nested argument', 'BundleDeployment', { bundle: BUNDLE, wait: { timeout: 5 } }, /unknown key 'timeout' in wait/],
    ['an unknown release', 'OlmInstallation', { version: 'newest' }, /newest/],
    ['an unknown install mode', 'BundleDeployment', { bundle: BUNDLE, installMode: 'Own' }, /installMode must have a type of OwnNamespace, SingleNamespace/],
    ['an install mode without its namespace', 'BundleDeployment', { bundle: BUNDLE, installMode: { type: 'SingleNamespace' } },
      /SingleNamespace takes one namespace in targetNamespaces, got 0/],
    ['a duration of another form', 'OperatorSubscription', { unpackTimeout: 'long' }, /unpackTimeout must be a duration such as '10m30s', got 'long'/],
    ['an unknown component', 'Operator', {}, /has no component of type olm-constructs:index:Operator; its components are olm-constructs:index:BundleDeployment/],
  ])('names %s', async (_, kind, inputs, message) => {
    await expect(constructed(kind, inputs)).rejects.toThrow(message);
  });
});

describe('the schema', () => {
  const resources = schema.resources as { readonly [token: string]: { readonly isComponent?: boolean; readonly inputProperties: object } };

  it('has the components and the resources of the plugin', () => {
    const all = Object.entries(resources);
    const tokens = (are: boolean): string[] => all.filter(([, { isComponent = false }]) => isComponent === are).map(([token]) => token);
    expect(tokens(true)).toEqual(Object.keys(PLUGIN_COMPONENTS).map((kind) => `olm-constructs:index:${kind}`).sort());
    expect(tokens(false)).toEqual(Object.keys(PLUGIN_RESOURCES).map((kind) => `olm-constructs:index:${kind}`).sort());
  });

  it.each(Object.entries(PLUGIN_RESOURCES))('has no property of %s that the plugin refuses', (kind, { inputs }) => {
    expect(Object.keys(resources[`olm-constructs:index:${kind}`]!.inputProperties).filter((name) => !inputs.includes(name))).toEqual([]);
  });

  it('refers to types that it has, and describes each argument', () => {
    const text = JSON.stringify({ types: schema.types, resources: schema.resources });
    const references = [...text.matchAll(/#\/types\/([\w:-]+)/g)].map(([, type]) => type!);
    expect(references.filter((type) => !Object.hasOwn(schema.types, type))).toEqual([]);
    for (const { inputProperties } of Object.values(resources)) {
      const undescribed = Object.entries(inputProperties as { readonly [name: string]: JsonMap }).filter(([, { description }]) => (description ?? '') === '');
      expect(undescribed).toEqual([]);
    }
  });

  it('marks every kubeconfig as a secret', () => {
    const found = [...JSON.stringify(schema).matchAll(/"kubeconfig":\{[^}]*\}/g)].map(([property]) => property);
    expect(found.length).toBeGreaterThan(10);
    expect(found.filter((property) => !property.includes('"secret":true'))).toEqual([]);
  });
});

it('converts no argument that other languages do not have', async () => {
  await expect(componentArgs('OperatorRegistry', 'hello', { olm: {} })).rejects.toThrow("'olm' is an argument in TypeScript only");
});
