import * as kubernetes from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { App, Chart } from 'cdk8s';
import { kubeconfig } from '../cluster/client/cluster-entry';
import * as constructs from '../../lib';
import { STRUCTS } from '../../lib/formats/options/generated/option-types';
import { ChartComponent } from '../../lib/pulumi';
import { UNKNOWN } from '../../lib/pulumi/provider/inputs';
import type { ResourceProvider } from '../../lib/pulumi/provider/resource-provider';
import * as waiters from '../../lib/pulumi/waiters';
import { providerOf } from './outputs/finished-waits';
import { Program, type Registered } from './program';
import { printedLines } from './printed-lines';
import { type Cluster, COMPONENTS, WAITERS } from './resource-makers';

const MAKERS = Object.entries({ ...WAITERS, ...COMPONENTS });

test('every interface of arguments that take a kubeconfig has a row', () => {
  const taking = (field: string): string[] => Object.entries(STRUCTS).filter(([name, fields]) => name.endsWith('Args') && field in fields).map(([name]) => name);
  expect(taking('kubeconfig?').filter((name) => !name.endsWith('WaitArgs')).sort()).toEqual(Object.keys(WAITERS));
  expect(taking('wait?').sort()).toEqual(Object.keys(COMPONENTS));
});

const TOKEN = 'geheim';
const CONTENT = kubeconfig({ user: { token: TOKEN } });
const JSON_CONTENT = JSON.stringify(CONTENT);
const YAML_CONTENT = `apiVersion: v1\nusers:\n- name: me\n  user: {token: ${TOKEN}}\n`;

/** An output whose value only `up` knows. */
function unknown(): pulumi.Output<string> {
  const Unknown = pulumi.Output as unknown as new (...args: unknown[]) => pulumi.Output<string>;
  return new Unknown(new Set(), Promise.resolve(undefined), Promise.resolve(false), Promise.resolve(false), Promise.resolve(new Set()));
}

/** A waiter as its provider gets it. */
interface Received {
  readonly name: string;
  readonly provider: ResourceProvider;
  readonly inputs: { [input: string]: unknown };
  readonly isSecret: boolean;
}

function received({ name, inputs }: Registered): Received {
  const isSecret = (value: unknown): value is { readonly value: unknown } => typeof value === 'object' && value !== null && pulumi.runtime.specialSigKey in value;
  return {
    name, provider: waiters[providerOf(inputs)], isSecret: isSecret(inputs['kubeconfig']),
    inputs: Object.fromEntries(Object.entries(inputs).map(([key, value]) => [key, isSecret(value) ? value.value : value])),
  };
}

async function waitersOf(make: () => unknown, config: { readonly [key: string]: string } = {}): Promise<Received[]> {
  const { registered } = await Program.run(make, config);
  const found = registered.filter(({ type }) => type.startsWith('pulumi-nodejs:dynamic')).map(received);
  expect(found.length).toBeGreaterThan(0);
  return found;
}

/** Returns what a provider reports of the inputs of a waiter; all other inputs are valid. */
async function failuresOf({ provider, inputs }: Received): Promise<readonly { readonly property: string; readonly reason: string }[]> {
  return (await provider.check({}, inputs)).failures;
}

let lines: string[];

beforeEach(() => {
  lines = printedLines();
});

afterEach(() => jest.restoreAllMocks());

describe.each<[string, () => unknown, string]>([
  ['an object', () => CONTENT, JSON_CONTENT],
  ['an Output of an object, as that of pulumi-eks', () => pulumi.output(CONTENT), JSON_CONTENT],
  ['an object with an Output', () => ({ ...CONTENT, extensions: pulumi.output([]) }), JSON.stringify({ ...CONTENT, extensions: [] })],
  ['JSON', () => pulumi.output(JSON_CONTENT), JSON_CONTENT],
  ['YAML', () => YAML_CONTENT, YAML_CONTENT],
  ['a Promise', () => Promise.resolve(YAML_CONTENT), YAML_CONTENT],
  ['a path', () => '~/.kube/prod', '~/.kube/prod'],
  ['a secret', () => pulumi.secret(CONTENT), JSON_CONTENT],
])('a kubeconfig that is %s', (_, given, stored) => {
  test.each(MAKERS)('reaches each waiter of %s, as a secret', async (_args, make) => {
    for (const waiter of await waitersOf(() => make({ kubeconfig: given() as string }))) {
      expect(waiter.inputs['kubeconfig']).toBe(stored);
      expect(waiter.isSecret).toBe(true);
      expect(await failuresOf(waiter)).toEqual([]);
    }
    expect(lines).toEqual([]);
  });
});

const EMPTY = expect.stringMatching(/^the kubeconfig is empty: .* selects no cluster; pass the content of a kubeconfig .* or omit `kubeconfig` /) as string;

describe.each<[string, () => unknown]>([
  ['an Output of undefined', () => pulumi.output(undefined)],
  ['an Output of null', () => pulumi.output(null)],
  ["an Output of ''", () => pulumi.output('')],
  ['an Output of spaces', () => pulumi.output(' \n')],
  ['a part of an Output that is missing', () => (pulumi.output({}) as pulumi.Output<{ kubeconfig?: string }>).kubeconfig],
  ['a secret undefined', () => pulumi.secret(undefined)],
  ['a Promise of null', () => Promise.resolve(null)],
])('%s', (_, given) => {
  test.each(MAKERS)('is refused as the kubeconfig of each waiter of %s, with the remedy', async (_args, make) => {
    for (const waiter of await waitersOf(() => make({ kubeconfig: given() as string }), { 'kubernetes:kubeconfig': '/stack' })) {
      expect(await failuresOf(waiter)).toEqual([{ property: '', reason: EMPTY }]);
    }
    expect(lines).toEqual([]);
  });

  test('is refused as the context', async () => {
    for (const waiter of await waitersOf(() => WAITERS['OperatorReadyArgs']!({ kubeconfig: '/own', context: given() as string }))) {
      expect(await failuresOf(waiter)).toEqual([{ property: '', reason: expect.stringContaining('the context is empty') as string }]);
    }
  });
});

describe.each<[string, unknown, RegExp]>([
  ['null', null, /'it(\/.*)?': the kubeconfig is empty: .*; pass the content/],
  ["''", '', /'it(\/.*)?': the kubeconfig is empty: .*; pass the content/],
  ['a number', 5, /'it(\/.*)?': the kubeconfig must be a string or an object, got a number; pass the content/],
  ['a list', [TOKEN], /'it(\/.*)?': the kubeconfig must be a string or an object, got a list; pass the content/],
])('the kubeconfig %s', (_, value, message) => {
  test.each(MAKERS)('is refused by %s', async (_args, make) => {
    await expect(Program.run(() => make({ kubeconfig: value as string }))).rejects.toThrow(message);
    const [waiter] = await waitersOf(() => make({ kubeconfig: pulumi.output(value) }));
    const [failure] = await failuresOf(waiter!);
    expect(failure!.property).toBe('');
    expect(failure!.reason).not.toContain(TOKEN);
  });
});

test.each(MAKERS)('a kubeconfig of %s that only `up` knows is not empty', async (_args, make) => {
  for (const given of [unknown(), pulumi.secret(unknown()), { ...CONTENT, clusters: [{ name: 'one', cluster: { server: unknown() } }] }]) {
    for (const { provider, inputs } of await waitersOf(() => make({ kubeconfig: given }))) {
      // The mocks of Pulumi leave out unknown values; the engine passes a placeholder.
      expect(inputs['kubeconfig']).not.toBe('');
      expect((await provider.check({}, { ...inputs, kubeconfig: UNKNOWN })).failures).toEqual([]);
    }
  }
  expect(lines).toEqual([]);
});

test.each<[string, Cluster, readonly unknown[]]>([
  ['without a kubeconfig', {}, ['/own', 'prod']],
  ['without a value', { kubeconfig: undefined } as unknown as Cluster, ['/own', 'prod']],
  ['with a kubeconfig', { kubeconfig: '/other' }, ['/other', undefined]],
  ['with a context', { context: 'staging' }, ['/stack', 'staging']],
])('waitForOlm of a chart %s waits in the cluster of wait unless it selects another one', async (_, cluster, expected) => {
  const waiting = await waitersOf(() => {
    const chart = new Chart(new App(), 'platform');
    new constructs.OlmInstallation(chart, 'olm');
    ChartComponent.fromChart('it', chart, { wait: { kubeconfig: '/own', context: 'prod' }, waitForOlm: { ...cluster, timeouts: { total: 5 } } });
  }, { 'kubernetes:kubeconfig': '/stack' });
  expect(waiting.map(({ inputs }) => [inputs['kubeconfig'], inputs['context'], inputs['timeouts']])).toEqual(
    waiting.map(() => [...expected, { total: 5 }]),
  );
});

describe('without a kubeconfig', () => {
  const STACK = { 'kubernetes:kubeconfig': '/stack', 'kubernetes:context': 'staging' };

  test.each(MAKERS)('each waiter of %s uses that of the stack', async (_args, make) => {
    for (const cluster of [{}, { kubeconfig: undefined } as unknown as Cluster]) {
      for (const { inputs, isSecret } of await waitersOf(() => make(cluster), STACK)) {
        expect(inputs).toMatchObject({ kubeconfig: '/stack', context: 'staging' });
        expect(isSecret).toBe(true);
      }
    }
  });

  test.each(MAKERS)('%s is refused if the stack has an empty one', async (_args, make) => {
    await expect(Program.run(() => make({}), { 'kubernetes:kubeconfig': '' })).rejects.toThrow('the stack setting kubernetes:kubeconfig is empty: set it to');
  });

  test.each(MAKERS)('%s with its own provider is refused, with the line to add', async (name, make) => {
    const run = (cluster: Cluster): Promise<Program> => Program.run(() => {
      const provider = new kubernetes.Provider('cluster', { kubeconfig: pulumi.secret('{}') });
      make(cluster, { provider });
    });
    const line = name in COMPONENTS ? '`wait: { kubeconfig: KUBECONFIG },`' : '`kubeconfig: KUBECONFIG,`';
    await expect(run({})).rejects.toThrow(`uses its own Kubernetes provider, which waiters cannot read: add ${line} to its arguments`);
    await expect(run({ kubeconfig: '/own' })).resolves.toBeDefined();
    await expect(run({ context: 'prod' })).resolves.toBeDefined();
  });

  test.each(Object.entries(WAITERS))('%s below a component with its own provider is refused', async (_args, make) => {
    await expect(Program.run(() => {
      const provider = new kubernetes.Provider('cluster', { kubeconfig: pulumi.secret('{}') });
      make({}, { parent: new pulumi.ComponentResource('test:index:Platform', 'platform', {}, { provider }) });
    })).rejects.toThrow('uses its own Kubernetes provider');
  });
});
