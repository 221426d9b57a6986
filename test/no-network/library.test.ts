import { App, Chart } from 'cdk8s';
import * as root from 'olm-constructs';
import * as pulumi from '../../lib/pulumi';
import { EVERY_CONSTRUCT } from '../constructs/in-cdk8s/every-construct';
import { COMPONENT_CALLS } from '../unknown-keys/component-calls';
import { CONSTRUCT_CALLS } from '../unknown-keys/construct-calls';
import { DATA_CALLS } from '../unknown-keys/data-calls';
import { GITOPS_CALLS } from '../unknown-keys/gitops-calls';
import { OTHER_CLASSES, WITHOUT_OBJECTS } from './other-classes';
import { ReadObjects } from './read-objects';
import { type Refusal, refuseNetwork } from './refused';

/** Calls whose purpose is the network. */
const ASKS_REGISTRY = ['Bundle.fetch(options)', 'Catalog.fetch(options)', 'ImageLayout.fetch(options)', 'ImageLayout#push(options)'];

const CALLS = Object.entries({ ...CONSTRUCT_CALLS, ...GITOPS_CALLS, ...DATA_CALLS, ...COMPONENT_CALLS });

const read = new ReadObjects();

/** Runs a function without the network. */
async function withoutNetwork<Result>(run: () => Result | Promise<Result>): Promise<Refusal & { readonly result: Result }> {
  const refusal = refuseNetwork();
  try {
    return { ...refusal, result: await run() };
  } finally {
    refusal.end();
  }
}

it.each(EVERY_CONSTRUCT)('%s connects to nothing', async (_name, create) => {
  const synthesized = (): string => {
    const app = new App();
    read.all(create(new Chart(app, 'chart')));
    return app.synthYaml();
  };
  const { calls, programs, result } = await withoutNetwork(synthesized);

  expect({ calls, programs, result }).toEqual({ calls: [], programs: [], result: synthesized() });
});

it.each(CALLS.filter(([name]) => !ASKS_REGISTRY.includes(name)))('%s connects to nothing', async (_name, { argument, run }) => {
  const { calls, programs } = await withoutNetwork(async () => {
    try {
      read.all(await run(argument as never));
    } catch (error) {
      read.all(error);
    }
  });

  expect({ calls, programs }).toEqual({ calls: [], programs: [] });
});

it.each(CALLS.filter(([name]) => ASKS_REGISTRY.includes(name)))('%s connects to the registry of the reference', async (_name, { run }) => {
  const { calls } = await withoutNetwork(() => Promise.resolve(run(undefined as never)).catch(() => undefined));

  expect(calls.join()).toContain('registry.invalid');
});

it.each(Object.entries(OTHER_CLASSES))('%s connects to nothing', async (_name, make) => {
  const { calls, programs } = await withoutNetwork(() => read.all(make()));

  expect({ calls, programs }).toEqual({ calls: [], programs: [] });
});

test('every exported class was used', () => {
  const called = new Set([...CALLS, ...Object.entries(OTHER_CLASSES)].map(([name]) => /^(?:new )?(\w+)/.exec(name)![1]!));
  const unused = exportedClasses({ ...root, pulumi }).filter(([name, one]) => !read.classes.has(one) && !called.has(name.replace(/.*\./, '')));
  // The values of a field with two types do nothing.
  const relevant = unused.filter(([, one]) => !(one.prototype instanceof Error || 'fromNumber' in one)).map(([name]) => name);

  expect(relevant.sort()).toEqual(Object.keys(WITHOUT_OBJECTS));
});

/** Returns the classes that modules and their submodules export, with their names. */
function exportedClasses(modules: object): [name: string, one: { readonly prototype: unknown }][] {
  const all = Object.entries(modules).flatMap(([name, value]: [string, unknown]): [string, unknown][] => (
    typeof value === 'object' && value !== null ? Object.entries(value).map(([member, one]): [string, unknown] => [`${name}.${member}`, one]) : [[name, value]]
  ));
  return all.filter((entry): entry is [string, { readonly prototype: unknown }] => typeof entry[1] === 'function' && /^class /.test(String(entry[1])));
}
