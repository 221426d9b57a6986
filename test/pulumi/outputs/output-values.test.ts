import * as pulumi from '@pulumi/pulumi';
import type { LateKind } from '../../../lib/formats/options/late-values';
import { OutputPlaceholders } from '../../../lib/pulumi/program/output-placeholders';
import { checkedValue, refuseOther, textOf } from '../../../lib/pulumi/program/output-values';

const PATH = "OperatorSubscription 'it': args.labels.team";

/** Part of the SDK's Outputs that its types leave out. */
interface Awaitable {
  promise(withUnknowns?: boolean): Promise<unknown>;
  readonly isKnown: Promise<boolean>;
}

const awaitable = (output: unknown): Awaitable => output as Awaitable;

afterEach(() => pulumi.runtime.setMocks({ newResource: () => ({ id: '', state: {} }), call: () => ({}) }));

test.each<[string, LateKind, unknown, string]>([
  ['nothing in place of a string', 'string', undefined, `${PATH} must be a string, got an Output of undefined: pass an Output that has a value, or omit the argument`],
  ['null in place of a number', 'number', null, `${PATH} must be a number, got an Output of null: pass an Output that has a value, or omit the argument`],
  ['a number in place of a string', 'string', 4711, `${PATH} must be a string, got an Output of a number: convert it with \`output.apply(String)\``],
  ['a map in place of a string', 'string', { a: 'b' }, `${PATH} must be a string, got an Output of an object: convert it with \`output.apply(…)\``],
  ['a string in place of a map', 'map', 'geheim', `${PATH} must be an object with strings as its values, got an Output of a string: convert it`],
  ['a map of numbers in place of a map of strings', 'map', { a: 1 }, `${PATH} must be an object with strings as its values, got an Output of an object with other values`],
  ['a list in place of a map', 'map', ['a'], `${PATH} must be an object with strings as its values, got an Output of a list`],
  ['nothing in place of any value', 'any', undefined, `${PATH} must be a value, got an Output of undefined`],
])('an Output of %s is an error without the value, once it is known', (_, kind, value, message) => {
  expect(() => refuseOther(kind, value, PATH)).toThrow(message);
  expect(message).not.toMatch(/4711|geheim/);
});

test('in a preview, a value that the API server fills is unknown', async () => {
  await pulumi.runtime.setMocks({ newResource: () => ({ id: '', state: {} }), call: () => ({}) }, undefined, undefined, true);
  expect(await awaitable(checkedValue(pulumi.output(undefined), 'string', PATH)).isKnown).toBe(false);
});

test.each([[['a']], [{ a: 'b' }], [undefined]])('an Output of %j is no part of a longer string', (value) => {
  expect(() => textOf(value, PATH)).toThrow(`${PATH} is part of a longer string, so it must be a string, a number, true or false, got an Output of `);
});

test('components of one name with different parents have different placeholders', () => {
  const placeholders = new OutputPlaceholders();
  const [first, second] = [pulumi.output('a'), pulumi.output('b')].map((output) => placeholders.standIn(output, 'string', PATH));
  expect(first).not.toBe(second);
  expect(placeholders.describe(second as string)).toBe("<args.labels.team of OperatorSubscription 'it'>");
});

test('an Output of a map is merged with other labels, and decides what both have in their order', async () => {
  const placeholders = new OutputPlaceholders();
  const labels = placeholders.standIn(pulumi.output({ team: 'a', tier: 'b' }), 'map', PATH) as { readonly [key: string]: string };
  const merged = placeholders.restoreOutputs({ team: 'before', ...labels, tier: 'after' });
  expect(await awaitable(merged).promise()).toEqual({ team: 'a', tier: 'after' });
});
