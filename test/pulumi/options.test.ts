import * as kubernetes from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import * as library from '../../lib/pulumi';
import { PlatformChecks } from '../../lib/pulumi';
import { Program, type Registered } from './program';
import { COMPONENTS, type Make, WAITERS, WITHOUT_WAITERS } from './resource-makers';

const wait = { kubeconfig: '{}' };

/** Each component, by its arguments. */
const ALL: readonly (readonly [string, Make])[] = Object.entries({ ...COMPONENTS, ...WITHOUT_WAITERS });

/** What happens to an option: the component gives it to its resources, they inherit it from their parent, or only the component has it. */
type Effect = 'passed' | 'inherited' | 'component' | 'refused';

/** Each option of the SDK. The compiler reports those that a new SDK adds. */
const OPTIONS: { readonly [option in keyof Required<pulumi.ComponentResourceOptions & pulumi.CustomResourceOptions>]: readonly [Effect, unknown] } = {
  additionalSecretOutputs: ['refused', ['spec']],
  aliases: ['inherited', [{ name: 'before' }]],
  customTimeouts: ['passed', { create: '7m' }],
  deleteBeforeReplace: ['refused', true],
  deletedWith: ['passed', undefined],
  dependsOn: ['passed', undefined],
  envVarMappings: ['refused', { A: 'B' }],
  hideDiffs: ['refused', ['spec']],
  hooks: ['component', undefined],
  id: ['refused', 'team/hello'],
  ignoreChanges: ['refused', ['spec.channel']],
  import: ['refused', 'team/hello'],
  parent: ['inherited', undefined],
  pluginDownloadURL: ['refused', 'https://example.com'],
  protect: ['inherited', true],
  provider: ['inherited', undefined],
  providers: ['inherited', undefined],
  replaceOnChanges: ['refused', ['spec.channel']],
  replaceWith: ['refused', []],
  replacementTrigger: ['refused', 'again'],
  retainOnDelete: ['passed', true],
  transformations: ['inherited', undefined],
  transforms: ['inherited', undefined],
  urn: ['refused', 'urn:pulumi:a::b::c::d'],
  version: ['refused', '4.0.0'],
};

const REFUSED = Object.entries(OPTIONS).filter(([, [effect]]) => effect === 'refused').map(([option, [, value]]) => [option, value] as const);

/** Options of a resource that the SDK stores. */
interface Kept {
  readonly __name: string;
  readonly __pulumiType: string;
  readonly __protect?: boolean;
  readonly __prov?: pulumi.ProviderResource;
}

/** Resources of a component with options, and their registrations. */
async function below(make: (options: pulumi.ResourceOptions) => unknown, options: () => pulumi.ComponentResourceOptions): Promise<{
  readonly children: readonly Kept[]; readonly registered: readonly Registered[];
}> {
  const children: Kept[] = [];
  const program = await Program.run(() => {
    pulumi.runtime.registerStackTransformation(({ resource, name }) => {
      if (name.startsWith('it/')) {
        children.push(resource as unknown as Kept);
      }
      return undefined;
    });
    make(options());
  });
  return { children, registered: program.registered.filter(({ name }) => name.startsWith('it/')) };
}

/** Names of the resources that lack a property. */
function without<Resource extends { readonly __name: string } | { readonly name: string }>(
  resources: readonly Resource[], has: (resource: Resource) => boolean,
): string[] {
  return resources.filter((resource) => !has(resource)).map((resource) => ('name' in resource ? resource.name : resource.__name));
}

function isWaiter(type: string): boolean {
  return type.startsWith('pulumi-nodejs:dynamic');
}

test('every component of the API has a row', () => {
  const components = Object.entries(library).filter(([, of]) => (
    typeof of === 'function' && (of as { readonly prototype?: unknown }).prototype instanceof pulumi.ComponentResource
  ));
  expect(components.map(([name]) => `${name}Args`).filter((args) => !ALL.some(([name]) => name === args))).toEqual(['PlatformChecksArgs']);
});

test.each(ALL)('the options of a component with %s reach all of its resources, waiters included', async (args, make) => {
  const seen: string[] = [];
  let [provider, cluster]: pulumi.Resource[] = [];
  const { children, registered } = await below((options) => make(wait, options), () => {
    provider = new kubernetes.Provider('cluster', { kubeconfig: pulumi.secret('{}') });
    cluster = new kubernetes.core.v1.Namespace('before', { metadata: { name: 'before' } });
    return {
      provider: provider as kubernetes.Provider,
      protect: true,
      retainOnDelete: true,
      deletedWith: cluster,
      customTimeouts: { create: '7m', delete: '9m' },
      dependsOn: cluster,
      transformations: [({ name }) => {
        seen.push(name);
        return undefined;
      }],
    };
  });
  const objects = children.filter(({ __pulumiType }) => __pulumiType.startsWith('kubernetes:'));
  expect(children.some(({ __pulumiType }) => isWaiter(__pulumiType))).toBe(!(args in WITHOUT_WAITERS));
  expect(objects.length > 0).toBe(!['ExistingOlmArgs', 'OpenShiftOlmArgs'].includes(args));
  expect(without(objects, ({ __prov }) => __prov === provider)).toEqual([]);
  expect(without(children, ({ __protect }) => __protect === true)).toEqual([]);
  expect(without(children, ({ __name }) => seen.includes(__name))).toEqual([]);

  expect(without(registered, ({ after }) => after.includes('before'))).toEqual([]);
  expect(without(registered, ({ options }) => options.retainOnDelete === true)).toEqual([]);
  expect(without(registered, ({ options }) => options.deletedWith === cluster)).toEqual([]);
  expect(without(registered, ({ options }) => options.customTimeouts?.create === '7m')).toEqual([]);
  expect(without(registered.filter(({ type }) => isWaiter(type)), ({ inputs }) => (
    JSON.stringify(inputs['customTimeouts']) === JSON.stringify({ create: 420, delete: 540 })
  ))).toEqual([]);
});

describe.each(REFUSED)('the option %s', (option, value) => {
  test.each(ALL)('is refused on a component with %s, with the remedy', async (_, make) => {
    const given = option === 'replaceWith' ? [new kubernetes.core.v1.Namespace('other')] : value;
    await expect(Program.run(() => make(wait, { [option]: given }))).rejects.toThrow(
      new RegExp(`^options of \\w+ 'it': ${option} has no effect on a component, because .*(with a transform|pass that as \`provider\`|existingNamespace)`),
    );
  });

  test('is refused on PlatformChecks', async () => {
    await expect(Program.run(() => new PlatformChecks('it', {}, { [option]: option === 'replaceWith' ? ['other'] : value }))).rejects.toThrow(`${option} has no effect`);
  });

  test('is accepted without a value', async () => {
    for (const none of [undefined, ...Array.isArray(value) ? [[]] : []]) {
      await expect(Program.run(() => COMPONENTS['OperatorRegistryArgs']!(wait, { [option]: none }))).resolves.toBeDefined();
    }
  });
});

test('ignoreChanges of a transformation stays with the resource that it is set on', async () => {
  const { registered } = await below((options) => COMPONENTS['OperatorSubscriptionArgs']!(wait, options), () => ({
    transformations: [({ type, props, opts }) => (
      type.endsWith(':Subscription') ? { props, opts: pulumi.mergeOptions(opts, { ignoreChanges: ['spec.channel'] }) } : undefined
    )],
  }));
  expect(registered.filter(({ options }) => options.ignoreChanges !== undefined).map(({ name }) => name)).toEqual(['it/Subscription']);
});

test.each<[string, pulumi.ComponentResourceOptions]>([
  ['protect', { protect: false }], ['retainOnDelete', { retainOnDelete: false }],
])('%s can be turned off below a component that has it', async (_, own) => {
  const { children, registered } = await below((options) => COMPONENTS['OperatorRegistryArgs']!(wait, options), () => ({
    ...own, parent: new pulumi.ComponentResource('test:index:Platform', 'platform', {}, { protect: true, retainOnDelete: true }),
  }));
  expect(without(children, ({ __protect }) => __protect === (own.protect ?? true))).toEqual([]);
  expect(without(registered, ({ options }) => options.retainOnDelete === own.retainOnDelete)).toEqual([]);
});

test.each(['a list', 'a map', 'those of a parent', 'those of a parent\'s parent'])('providers may be %s', async (form) => {
  let provider: kubernetes.Provider;
  const { children } = await below((options) => COMPONENTS['OperatorRegistryArgs']!(wait, options), () => {
    provider = new kubernetes.Provider('cluster', { kubeconfig: pulumi.secret('{}') });
    if (form === 'a list' || form === 'a map') {
      return { providers: form === 'a list' ? [provider] : { kubernetes: provider } };
    }
    const platform = new pulumi.ComponentResource('test:index:Platform', 'platform', {}, { provider });
    return { parent: form === 'those of a parent' ? platform : new pulumi.ComponentResource('test:index:Team', 'team', {}, { parent: platform }) };
  });
  expect(without(children.filter(({ __pulumiType }) => __pulumiType.startsWith('kubernetes:')), ({ __prov }) => __prov === provider)).toEqual([]);
});

test.each<[string, (before: pulumi.Resource) => NonNullable<pulumi.ResourceOptions['dependsOn']>]>([
  ['a resource', (before) => before],
  ['a list', (before) => [before]],
  ['a list of Outputs and promises', (before) => [pulumi.output(before), Promise.resolve(before)]],
  ['a promise of a list', (before) => Promise.resolve([before])],
  ['an Output of a list', (before) => pulumi.output([before])],
])('dependsOn may be %s', async (_, dependsOn) => {
  const { registered } = await below((options) => COMPONENTS['OperatorSubscriptionArgs']!(wait, options), () => ({
    dependsOn: dependsOn(new kubernetes.core.v1.Namespace('before', { metadata: { name: 'before' } })),
  }));
  expect(registered.length).toBeGreaterThan(3);
  expect(without(registered, ({ after }) => after.includes('before'))).toEqual([]);
});

test.each(Object.entries(WAITERS))('the Kubernetes provider of a waiter with %s does not run it', async (_, make) => {
  const { registered } = await Program.run(() => {
    make(wait, { provider: new kubernetes.Provider('cluster', { kubeconfig: pulumi.secret('{}') }) });
  });
  expect(registered.find(({ name }) => name === 'it')!.options.provider).toBeUndefined();
});
