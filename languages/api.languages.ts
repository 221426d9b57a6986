import { type ApiType, csharpNamespaces, publicApi } from './api/assembly';
import { impossibleInputs, unions } from './api/inputs';
import { namespacesNamedAsTypes, reservedNames, sameNames, unusedExceptions } from './api/reserved-names';
import { submoduleCycles } from './api/submodule-cycles';

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

  test('are not those of their namespaces in C#', () => {
    expect(namespacesNamedAsTypes(publicApi(), csharpNamespaces())).toEqual([]);
    expect(namespacesNamedAsTypes([classOf('olm-constructs.bundle.Bundle', {})], { bundle: 'Bundle', report: 'Report' }))
      .toEqual(['namespace Bundle has the name of a class in it in C#: choose another one in .jsiirc.json beside the index of bundle']);
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

describe('submodules', () => {
  test('refer to each other without a cycle', () => {
    expect(submoduleCycles(publicApi())).toEqual([]);
  });

  test('that refer to each other are errors that name the types', () => {
    const api: ApiType[] = [
      { ...classOf('sample.report.Report', { base: 'sample.report.Base', properties: [{ name: 'plan', type: { fqn: 'sample.resolve.Plan' } }] }), namespace: 'report' },
      { ...classOf('sample.resolve.Plan', { interfaces: ['sample.IPlan'] }), namespace: 'resolve' },
      classOf('sample.Root', {
        methods: [{ name: 'report', returns: { type: { collection: { elementtype: { fqn: 'sample.report.Report' } } } } }],
      }),
      { fqn: 'sample.IPlan', kind: 'interface' },
    ];
    expect(submoduleCycles(api)).toEqual([
      'submodules import each other, which Go rejects: sample.report.Report refers to sample.resolve.Plan; sample.resolve.Plan refers to sample.IPlan; '
        + 'sample.Root refers to sample.report.Report; move one of the types',
    ]);
    expect(submoduleCycles(api.slice(0, 2))).toEqual([]);
  });
});
