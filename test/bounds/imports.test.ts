import { importableSchema, ModuleNames } from '../../lib/cli/imports/importable-schema';
import { expectLinear, many, manyTimes } from './growth';

const fields = (size: number, name: (index: number) => string): object => ({
  type: 'object', required: many(size, name), properties: Object.fromEntries(many(size, (index) => [name(index), { type: 'string' }])),
});

/** Schemas of CRDs with many of one thing. */
const SCHEMAS: { readonly [what: string]: (size: number) => object } = {
  'values of an enum': (size) => ({ type: 'object', properties: { e: { type: 'string', enum: many(size, (index) => `v${index}`) } } }),
  'values of an enum that differ in case': (size) => ({ type: 'object', properties: { e: { type: 'string', enum: many(size, (index) => `${index % 2 === 0 ? 'V' : 'v'}${index >> 1}`) } } }),
  'fields': (size) => fields(size, (index) => `f${index}`),
  'fields with names that are refused': (size) => fields(size, (index) => `${index}`),
  'fields with names that differ in case': (size) => fields(size, (index) => `${index % 2 === 0 ? 'F' : 'f'}${index >> 1}`),
};

it.each(Object.entries(SCHEMAS))('a CRD with many %s is made importable in linear time', (_what, make) => {
  const schema = (size: number): object => ({ type: 'object', properties: { spec: make(size) } });
  expectLinear(schema, manyTimes((content) => importableSchema(content, 'Demo', new ModuleNames(), () => undefined)), 250);
});
