import { type ApiType, publicApi } from './api/assembly';
import { impossibleInputs, unions } from './api/inputs';
import { reservedNames, sameNames, unusedExceptions } from './api/reserved-names';

const string = { primitive: 'string' };

/** A class as jsii describes it. */
const classOf = (fqn: string, members: Partial<ApiType>): ApiType => ({ fqn, kind: 'class', ...members });

describe('names of the API', () => {
  test('are not reserved in other languages', () => {
    expect(reservedNames(publicApi())).toEqual([]);
  });

  test('differ from each other in every language', () => {
    expect(sameNames(publicApi())).toEqual([]);
  });

  test('that C# or Go reserve are listed with a reason only while they are used', () => {
    expect(unusedExceptions(publicApi())).toEqual([]);
  });

  test('that are reserved are errors that name the languages', () => {
    const api = [classOf('sample.Plan', {
      properties: [{ name: 'from', type: string }, { name: 'namespace', type: string }],
      methods: [
        { name: 'wait' },
        { name: 'find', parameters: [{ name: 'package', type: string }, { name: 'namespace', type: string }, { name: 'event', type: string }] },
      ],
      initializer: { parameters: [{ name: 'with', type: string }] },
    })];
    expect(reservedNames(api)).toEqual([
      'sample.Plan.from is reserved in Python: choose another name',
      'sample.Plan.wait() is reserved in Java: choose another name',
      'package of sample.Plan.find() is reserved in Java and Go: choose another name',
      'event of sample.Plan.find() is reserved in C#: choose another name',
      'with of sample.Plan.constructor() is reserved in Python: choose another name',
    ]);
  });
});

test('data and an interface of the same name are an error', () => {
  const rule = { fqn: 'sample.Rule', kind: 'interface' as const, datatype: true };
  expect(sameNames([rule, { fqn: 'sample.IRule', kind: 'interface' }, classOf('sample.Bundle', {})]))
    .toEqual(['sample.IRule has the name of sample.Rule in C#: choose another name']);
});

describe('types of the API', () => {
  test('that programs pass can be made in every language', () => {
    expect(impossibleInputs(publicApi())).toEqual([]);
  });

  test('are not unions', () => {
    expect(unions(publicApi())).toEqual([]);
  });

  test('that nothing makes, and unions, are errors that name the place', () => {
    const api = [
      classOf('sample.Source', {}),
      classOf('sample.Made', { methods: [{ name: 'of', returns: { type: { fqn: 'sample.Made' } } }] }),
      {
        fqn: 'sample.Props', kind: 'interface' as const, datatype: true,
        properties: [
          { name: 'sources', type: { collection: { elementtype: { fqn: 'sample.Source' } } } },
          { name: 'made', type: { fqn: 'sample.Made' } },
          { name: 'port', type: { union: { types: [string, { primitive: 'number' }] } } },
        ],
      },
    ];
    expect(impossibleInputs(api)).toEqual(['sample.Props.sources needs a sample.Source, which no program can make: add a static method that returns one']);
    expect(unions(api)).toContain('sample.Props.port is a union: use a class with a static method for each kind');
  });
});
