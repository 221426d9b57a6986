import { conversionLoss } from '../../../lib/formats/json/conversion-loss';

interface Env {
  readonly name?: string;
  readonly value?: unknown;
}

interface Config {
  readonly env?: readonly Env[];
  readonly labels?: { readonly [name: string]: string };
  readonly free?: unknown;
  readonly first?: Env;
  readonly limits?: { readonly [resource: string]: { readonly value: string | number } };
}

/** A conversion as `cdk8s import` generates it: it reads each key that it knows. */
function convert(config: Config): object {
  const envOf = ({ name, value }: Env): Env => ({ name: name!, value });
  return {
    env: config.env?.map(envOf),
    labels: config.labels === undefined ? undefined : Object.fromEntries(Object.entries(config.labels)),
    free: config.free,
    first: config.first === undefined ? undefined : envOf(config.first),
    limits: Object.entries(config.limits ?? {}).reduce((all, [resource, limit]) => ({ ...all, [resource]: limit?.value }), {}),
  };
}

describe('a key that a conversion does not read', () => {
  it.each<[string, object, string]>([
    ['of the object', { evn: [] }, "unknown key 'evn' in config; known keys: 'env', 'labels', 'free', 'first', 'limits'"],
    ['of an inner object', { first: { nam: 'A' } }, "unknown key 'nam' in config.first; known keys: 'name', 'value'"],
    ['of an item of a list', { env: [{ name: 'A' }, { name: 'B', valeu: 'b' }] }, "unknown key 'valeu' in config.env[1]; known keys: 'name', 'value'"],
    ['of a frozen object', Object.freeze({ first: Object.freeze({ nam: 'A' }) }), "unknown key 'nam' in config.first; known keys: 'name', 'value'"],
    ['of an object that is there twice', ((env: object) => ({ env: [env], first: env }))({ nam: 'A' }), "unknown key 'nam' in config.env[0]; known keys: 'name', 'value'"],
  ])('is reported with the known ones: %s', (_, config, message) => {
    expect(conversionLoss('config', config, convert)).toBe(message);
  });

  it.each<[string, object]>([
    ['nothing', {}],
    ['known keys', { env: [{ name: 'A', value: 'b' }], first: { name: 'A' } }],
    ['instances of the class of a value', { limits: { cpu: new (class { public readonly value = '100m'; })() } }],
    ['keys of a map', { labels: { app: 'a', team: 'b' } }],
    ['keys of what is passed on as it is', { free: { any: { key: [] } }, first: { value: { any: 'key' } } }],
    ['keys without a value', { evn: undefined, first: { nam: undefined } }],
    ['an instance of a class', { first: new (class { public readonly other = 1; })() }],
    ['values of a wrong type, which others report', { env: { name: 'A' }, evn: 1 }],
    ['null', { first: null, evn: 1 }],
  ])('is not found in %s', (_, config) => {
    expect(conversionLoss('config', config, convert)).toBeUndefined();
  });
});

describe('a plain value where a conversion reads an instance of a class', () => {
  it.each<[string, object, string]>([
    ['a string', { limits: { memory: '1Gi' } }, 'config.limits.memory must be created with fromString or fromNumber of its class, got "1Gi"'],
    ['a number', { limits: { cpu: 0 } }, 'config.limits.cpu must be created with fromString or fromNumber of its class, got 0'],
  ])('is reported: %s', (_, config, message) => {
    expect(conversionLoss('config', config, convert)).toBe(message);
  });
});
