import * as pulumi from '@pulumi/pulumi';
import { COMPONENT_ROWS } from './component-rows';
import type { Row } from './documented';
import { type ProviderName, providerOf, WAITS } from './finished-waits';
import { IMAGE_ROWS } from './image-rows';
import { OPERATOR_ROWS } from './operator-rows';
import { WAITER_ROWS } from './waiter-rows';
import { printedLines } from '../printed-lines';
import { Program } from '../program';
import * as api from '../../../lib/pulumi';
import * as waiters from '../../../lib/pulumi/waiters';

jest.mock('../../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('../fake-cluster'));

/** Rows of the resources that are in the state with a provider of ours. */
const PROVIDED_ROWS = [...WAITER_ROWS, ...IMAGE_ROWS];
const ROWS = [...PROVIDED_ROWS, ...OPERATOR_ROWS, ...COMPONENT_ROWS];
const titled = (rows: readonly Row[]): [string, Row][] => rows.map((row) => [row.title, row]);

beforeEach(() => {
  printedLines();
});

afterEach(() => jest.restoreAllMocks());

test.each(titled(ROWS))('everything that %s documents has its value when the program runs', async (_, { found, expected }) => {
  expect(await found()).toEqual(expected);
});

test.each(titled([...OPERATOR_ROWS, ...COMPONENT_ROWS]))('%s lists the resources of its objects', async (_, { objects }) => {
  const { created, listed } = await objects();
  expect([...listed].sort()).toEqual([...created].sort());
});

/** Returns the resources among exports, also those of a namespace such as `olm`. */
function resourceClasses(exports: object): [string, unknown][] {
  return Object.entries(exports).flatMap(([name, value]: [string, unknown]): [string, unknown][] => {
    if (typeof value === 'function') {
      return value.prototype instanceof pulumi.Resource ? [[name, value]] : [];
    }
    return typeof value === 'object' && value !== null ? resourceClasses(value) : [];
  });
}

test('every resource that is exported has a row', () => {
  const exported = resourceClasses(api);
  expect(exported.map(([name]) => name)).toEqual(expect.arrayContaining(['BundleDeployment', 'ChartComponent', 'OlmDetection']));
  expect(exported.filter(([, of]) => !ROWS.some((row) => row.of === of)).map(([name]) => name)).toEqual([]);
});

describe('the providers that Pulumi loads for a state', () => {
  const kinds = async (): Promise<readonly ProviderName[]> => {
    const { registered } = await Program.run(() => PROVIDED_ROWS.forEach(({ make }) => make()));
    return registered.filter(({ type }) => type.startsWith('pulumi-nodejs:dynamic')).map(({ inputs }) => providerOf(inputs));
  };

  test('have rows', async () => {
    expect([...new Set(await kinds())].sort()).toEqual(Object.keys(waiters).sort());
  });

  test('add nothing to the state that is not documented, besides what later operations need', async () => {
    const needed = ['left', 'operatorGroups', 'schemaVersion', 'taken'];
    for (const [index, kind] of (await kinds()).entries()) {
      const documented = Object.keys(PROVIDED_ROWS[index]!.expected.outputs);
      expect([...documented, ...needed]).toEqual(expect.arrayContaining(Object.keys(await WAITS[kind]())));
    }
  });
});

test('resources that use the output namespace are created after the waiter that removes the namespace', async () => {
  let needed: Promise<Set<pulumi.Resource>> | undefined;
  let waiter: api.OperatorNamespace | undefined;
  await Program.run(() => {
    const catalog = api.CatalogRef.named('shop', 'olm');
    const { namespace, ownedNamespace } = new api.OperatorSubscription('it', { catalog, packageName: 'hello', namespace: 'team' });
    needed = (namespace as unknown as { resources(): Promise<Set<pulumi.Resource>> }).resources();
    waiter = ownedNamespace;
  });
  expect([...await needed!]).toContain(waiter);
});
