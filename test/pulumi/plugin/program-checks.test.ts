import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import * as kubernetes from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import type { JsonMap } from '../../../lib/formats/json/json-value';
import { checkSettingProblems } from '../../../lib/pulumi/plugin/check-settings';
import { constructComponent } from '../../../lib/pulumi/plugin/construct-component';
import { ProgramComponents } from '../../../lib/pulumi/plugin/program-components';
import { runWaitersInPlugin } from '../../../lib/pulumi/resources/waiter-types';
import { UNKNOWN } from '../../../lib/pulumi/provider/inputs';
import { Program } from '../program';

/** Checks over the components of a program in another language, which Pulumi creates in any order. */

const BUNDLE = relative('.', join(__dirname, '../../../examples/quickstart/bundle'));
const HELLO: JsonMap = { bundle: BUNDLE, namespace: 'team', wait: { skip: true } };
const OLM: JsonMap = { version: '0.46.0', defaultCatalog: 'none', wait: { skip: true } };

interface Wanted {
  readonly kind: string;
  readonly name: string;
  readonly inputs: JsonMap;
  readonly options?: () => pulumi.ComponentResourceOptions;
}

const bundle = (name: string, inputs: JsonMap = {}, options?: Wanted['options']): Wanted => (
  { kind: 'BundleDeployment', name, inputs: { ...HELLO, ...inputs }, ...(options === undefined ? {} : { options }) }
);

let warned: jest.SpyInstance<Promise<void>, Parameters<typeof pulumi.log.warn>>;

beforeAll(runWaitersInPlugin);

beforeEach(() => {
  warned = jest.spyOn(pulumi.log, 'warn').mockResolvedValue();
});

afterEach(() => warned.mockRestore());

/** Creates components at the same time, or one after the other; returns the errors, sorted by component. */
async function failures(wanted: readonly Wanted[], config: JsonMap = {}, atOnce = true): Promise<{ readonly [name: string]: string }> {
  const failed: { [name: string]: string } = {};
  const settings = Object.fromEntries(Object.entries(config).map(([name, value]) => [`olm-constructs:${name}`, JSON.stringify(value)]));
  await Program.run(async () => {
    const components = new ProgramComponents();
    const create = ({ kind, name, inputs, options = () => ({}) }: Wanted): Promise<unknown> => (
      constructComponent(name, `olm-constructs:index:${kind}`, inputs, options(), components).catch((error: Error) => {
        failed[name] = error.message;
      })
    );
    if (atOnce) {
      await Promise.all(wanted.map(create));
    } else {
      for (const each of wanted) {
        await create(each);
      }
    }
  }, settings);
  return failed;
}

describe('validation', () => {
  const both = [bundle('one'), bundle('two')];

  it.each([['first', both], ['last', [...both].reverse()]] as const)('finds two OperatorGroups in one namespace when the one that comes %s is added', async (_, wanted) => {
    const found = await failures(wanted, {}, false);
    expect(Object.keys(found)).toEqual([wanted[1]!.name]);
    expect(Object.values(found)[0]).toMatch(/'team'/);
  });

  it('finds it when both are created at the same time', async () => {
    expect(Object.keys(await failures(both))).not.toEqual([]);
  });

  it('does not compare components with different Kubernetes providers', async () => {
    const other = bundle('two', {}, () => ({ providers: [new kubernetes.Provider('blue', { kubeconfig: 'blue' })] }));
    expect(await failures([bundle('one'), other])).toEqual({});
  });

  it('accepts components whatever their order', async () => {
    const olm: Wanted = { kind: 'OlmInstallation', name: 'olm', inputs: OLM };
    expect(await failures([bundle('one'), olm], {}, false)).toEqual({});
    expect(await failures([olm, bundle('one'), bundle('two', { namespace: 'other' })])).not.toHaveProperty('olm');
  });
});

describe('settings', () => {
  it('apply policies to every component', async () => {
    const policies = [{ name: 'platform', allowedPackages: ['prometheus'] }];
    expect(await failures([bundle('hello')], { policies })).toEqual({
      hello: expect.stringMatching(/^policy-package: \[BundleDeployment\/hello\] package 'hello-operator' .*allowed packages are 'prometheus'/) as unknown,
    });
    expect(await failures([bundle('hello')], { policies: [{ ...policies[0], waivers: [{ id: 'policy-package', reason: 'a test' }] }] })).toEqual({});
  });

  it('print warnings next to their component', async () => {
    await failures([bundle('hello')], { policies: [{ name: 'advice', allowedPackages: ['prometheus'], severity: 'warning' }] });
    expect(warned.mock.calls.map(([line, resource]) => [line.split(':')[0], (resource as { __name?: string } | undefined)?.__name])).toEqual([['policy-package', 'hello']]);
  });

  it('apply app checks, in which nothing that others may create is missing', async () => {
    const two = ['one', 'two'].map((name): Wanted => ({ kind: 'ClusterExtension', name, inputs: { packageName: 'shop', name: `shop-${name}`, namespace: name, wait: { skip: true } } }));
    expect(await failures(two)).toEqual({});
    expect(Object.values(await failures(two, { checks: {} })).join('\n')).toMatch(/package-twice: .*'shop' is installed 2 times/);
    expect(Object.values(await failures(two, { checks: { waivers: [{ id: 'package-twice', reason: 'a test' }] } })).join('\n')).not.toMatch(/package-twice/);
    const watching = { installMode: { type: 'MultiNamespace', targetNamespaces: ['a', 'b'] }, createNamespace: false };
    expect(Object.values(await failures([bundle('hello', watching)], { checks: { existingNamespaces: [] } })).join('\n')).not.toMatch(/namespace/);
  });

  it('are none without an entry for them', async () => {
    expect(await failures([bundle('one'), bundle('two', { namespace: 'other' })])).toEqual({});
  });

  it('read the APIs of the cluster from a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'apis-'));
    try {
      const apis = join(folder, 'apis.txt');
      writeFileSync(apis, 'apps/v1\nv1\n');
      expect(await checkSettingProblems({ checks: { apis } })).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(await checkSettingProblems({ checks: JSON.stringify({ apis: '/nowhere/apis.txt' }) })).toEqual([{ property: 'checks', reason: expect.stringMatching(/^\/nowhere\/apis\.txt: cannot read/) as unknown }]);
  });

  it.each<[string, JsonMap, string, RegExp]>([
    ['a string that is no JSON', { checks: 'strict' }, 'checks', /^checks must be JSON/],
    ['checks of another type', { checks: '[]' }, 'checks', /^checks must be an object, such as .*, got \[\]$/],
    ['an unknown check option', { checks: { strikt: true } }, 'checks', /unknown key 'strikt'/],
    ['a waiver without a reason', { checks: { waivers: [{ id: 'package-twice' }] } }, 'checks', /reason/],
    ['a policy alone', { policies: { name: 'x' } }, 'policies', /^policies must be a list of objects/],
    ['a policy that restricts nothing', { policies: '[{"name":"x"}]' }, 'policies', /policy 'x' restricts nothing/],
    ['policies that contradict each other', { policies: [{ name: 'a', allowedPackages: ['x'] }, { name: 'b', allowedPackages: ['y'] }] }, 'policies', /a|b/],
  ])('are refused with %s', async (_, settings, property, reason) => {
    expect(await checkSettingProblems(settings)).toEqual([{ property, reason: expect.stringMatching(reason) as unknown }]);
  });

  it('may be unknown in a preview', async () => {
    expect(await checkSettingProblems({ checks: UNKNOWN, policies: [{ name: UNKNOWN }] })).toEqual([]);
  });
});
