import { inspect } from 'node:util';
import * as pulumi from '@pulumi/pulumi';
import { App, Chart } from 'cdk8s';
import * as cluster from 'olm-constructs/cluster';
import { CALLS, CLASSES } from '../../lib/formats/options/generated/option-types';
import * as main from '../../lib/index';
import * as components from '../../lib/pulumi';

/** Arguments by position of every function, factory, method and constructor, as plain JavaScript passes them. */

type Values = { readonly [name: string]: unknown };
type Callable = (...values: unknown[]) => unknown;
type Class = { readonly prototype: Values } & Values;

const { bundle, catalog, gitops, report, resolve, rukpak, validation } = main;
// RukPak's kind Bundle has the name of our class.
const EXPORTED: Values = { ...rukpak, ...cluster, ...bundle, ...catalog, ...report, ...validation, ...resolve, ...gitops, ...main };

/** An instance of a class that no argument takes. */
class Stranger {}

/** Values of each type. The check comes before anything is done with them. */
function fitting(type: string): unknown {
  switch (type.replace(/ \|.*/, '')) {
    case 'string':
      return 'text';
    case 'number':
      return 1;
    case 'object':
    case 'map<any>':
    case 'map<string>':
    case 'map<Catalog>':
      return {};
    case 'function':
      return (): void => undefined;
    case 'Construct':
    case 'IConstruct':
    case 'Chart':
      return new Chart(new App(), 'chart');
    default:
      return type.endsWith('[]') ? [] : instanceOf(type);
  }
}

/** Returns an object that is recognized by the members of its class. */
function instanceOf(type: string): object {
  const { members } = CLASSES[type.replace(/ \|.*/, '') as keyof typeof CLASSES];
  return Object.fromEntries(members.map((member) => [member, undefined]));
}

/** What programs pass by mistake, with the types that take it. */
const WRONG: readonly (readonly [unknown, RegExp])[] = [
  [undefined, /\?$/], [null, /^$/], [new Stranger(), /^(?:object|map)/], ['text', /string$/], [1, /number$/], [1.30, /number$/], [true, /boolean$/],
  [['text'], /^(?:string|any)\[\]$/], [[1], /^(?:number|any)\[\]$/], [(): void => undefined, /function$/],
];

/** An output of Pulumi, and what JavaScript makes of one in a string. */
const OUTPUT: unknown = pulumi.output('text');
const OUTPUTS: readonly (readonly [unknown, string])[] = [
  [OUTPUT, 'got an Output: it decides what is created, so it must be known when the program runs'],
  [`x-${String(OUTPUT)}`, 'got the warning of an Output in a string: use pulumi.interpolate'],
];

/** Returns the function of a call, with an instance of its class that nothing but the check sees. */
function callOf(name: string): Callable {
  const [, isNew, path = ''] = /^(new )?(.*)$/.exec(name)!;
  const from: Values = path.startsWith('pulumi.') ? components : EXPORTED;
  const [, owner = '', separator, member = ''] = /^(?:pulumi\.)?(\w+)(?:([.#])(\w+))?$/.exec(path)!;
  const found = from[owner] as Class & Callable;
  if (isNew !== undefined) {
    return (...values) => Reflect.construct(found, values) as unknown;
  }
  return separator === undefined ? found
    : separator === '#' ? (found.prototype[member] as Callable).bind(Object.create(found.prototype as object)) : (found[member] as Callable).bind(found);
}

/** Returns the error of a call, also of one whose result is a promise or is read step by step. */
async function messageOf(call: () => unknown): Promise<string> {
  try {
    const result = await call();
    if (typeof result === 'object' && result !== null && Symbol.asyncIterator in result) {
      await (result as AsyncIterable<unknown>)[Symbol.asyncIterator]().next();
    }
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
  return 'no error';
}

/** Parameters that the table leaves out, because they are checked elsewhere or take any value, at their positions. */
const BETWEEN: { readonly [call: string]: readonly (string | undefined)[] } = {
  'pulumi.ChartComponent.fromChart': ['name', 'chart', undefined, 'options'],
  'pulumi.OlmInstallation.fromExisting': ['name', undefined, 'options'],
  'pulumi.OlmInstallation.fromOpenShift': ['name', undefined, 'options'],
  'pulumi.ImageMirror.set': [undefined, 'provider'],
};

/** Calls that take any number of arguments. */
const REST: readonly string[] = ['ClusterApis.of'];

/** A call of the table: what it is, its arguments with their types, and a function that calls it with one value and fitting others. */
interface Callee {
  readonly shown: string;
  readonly types: ReadonlyMap<string, string>;
  readonly message: (argument: string, value: unknown) => Promise<string>;
}

function calleeOf(name: string, declared: { readonly [argument: string]: string }): Callee {
  const call = callOf(name);
  const types = new Map(Object.entries(declared).map(([key, type]) => (
    [key.replace('?', ''), `${REST.includes(name) ? type.replace('[]', '') : type}${key.endsWith('?') ? '?' : ''}`]
  )));
  const order = BETWEEN[name] ?? [...types.keys()];
  return {
    shown: name.replace('pulumi.', '').replace('#', '.'), types,
    message: (argument, value) => messageOf(() => call(...order.map((each) => (
      each === undefined ? undefined : each === argument ? value : fitting(types.get(each)!.replace('?', ''))
    )))),
  };
}

const CALLEES = Object.entries<{ readonly [argument: string]: string }>(CALLS);

describe('a wrong argument is an error with the call, the argument, what it got, and how to make what it takes', () => {
  it.each(CALLEES)('%s', async (name, declared) => {
    const { shown, types, message: messageFor } = calleeOf(name, declared);
    const problems: string[] = [];
    for (const [argument, type] of types) {
      for (const [value] of WRONG.filter(([, fits]) => !fits.test(type) && !fits.test(type.replace('?', '')))) {
        const message = await messageFor(argument, value);
        const [, what] = /^Error: (\S+?)(?:\[0\]|\.\w+)? of /.exec(message) ?? [];
        const uses = Object.entries(CLASSES).find(([key]) => key === type)?.[1].use ?? [];
        if (what !== argument || !message.includes(` of ${shown} `) || (uses.length > 0 && !message.includes(`use ${uses[0]!}`))) {
          problems.push(`${argument} = ${inspect(value)}: ${message}`);
        }
      }
    }
    expect(problems).toEqual([]);
  });

  it('has the remedy for a number in place of a version', () => {
    expect(() => main.OlmVersion.of(0.30 as never)).toThrow('version of OlmVersion.of must be a string, got 0.3: write it in quotes');
  });
});

describe('an Output in place of a string, and the text that JavaScript makes of it, is an error with the remedy', () => {
  it.each(CALLEES)('%s', async (name, declared) => {
    const { shown, types, message: messageFor } = calleeOf(name, declared);
    const problems: string[] = [];
    for (const [argument, type] of types) {
      for (const [value, got] of /^string(?:\[\])?\??$/.test(type) ? OUTPUTS : []) {
        const message = await messageFor(argument, type.startsWith('string[]') ? [value] : value);
        if (!new RegExp(`${argument}(?:\\[0\\])? of ${shown} must be`).test(message) || !message.includes(got)) {
          problems.push(`${argument} = ${inspect(value)}: ${message}`);
        }
      }
    }
    expect(problems).toEqual([]);
  });
});
