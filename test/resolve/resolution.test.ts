import { ResolutionError } from '../../lib/resolve/model/resolution-error';
import { ResolutionFailureReason } from '../../lib/resolve/model/resolution-reason';
import type { ResolutionProps } from '../../lib/resolve/model/resolution-props';
import { Resolution } from '../../lib/resolve/resolution';
import { namespaceWith, provides, requires, sampleCatalog, subscriptionTo } from './sample-namespace';

const CATALOG = sampleCatalog({
  app: {
    stable: [
      { name: 'app.v1.0.0', properties: [requires('Cache')] },
      { name: 'app.v1.1.0', replaces: 'app.v1.0.0', properties: [requires('Cache')] },
      { name: 'app.v2.0.0', replaces: 'app.v1.1.0', properties: [requires('Cache'), requires('Queue')] },
    ],
    next: [{ name: 'app.v3.0.0', skipRange: '<3.0.0' }],
  },
  cache: { stable: [{ name: 'cache.v1.0.0', properties: [provides('Cache')] }, { name: 'cache.v1.1.0', replaces: 'cache.v1.0.0', properties: [provides('Cache')] }] },
  queue: { stable: [{ name: 'queue.v1.0.0', properties: [provides('Queue')] }] },
  broken: { stable: [{ name: 'broken.v1.0.0', properties: [requires('Nothing')] }] },
});

function errorOf(props: ResolutionProps): ResolutionError {
  try {
    Resolution.toTheEnd(props);
  } catch (error) {
    return error as ResolutionError;
  }
  throw new Error('it should have failed');
}

describe('one resolution', () => {
  it('installs the head of the default channel, and its dependencies', () => {
    const { operators } = Resolution.of(namespaceWith(CATALOG, [subscriptionTo('app')]));

    expect(operators).toEqual([
      {
        packageName: 'app', version: '2.0.0', csv: 'app.v2.0.0', channel: 'stable', catalog: 'sample', catalogNamespace: 'olm', replaces: 'app.v1.1.0',
        subscription: 'app', requiredBy: [],
      },
      {
        packageName: 'cache', version: '1.1.0', csv: 'cache.v1.1.0', channel: 'stable', catalog: 'sample', catalogNamespace: 'olm',
        replaces: 'cache.v1.0.0', requiredBy: ['app.v2.0.0'],
      },
      {
        packageName: 'queue', version: '1.0.0', csv: 'queue.v1.0.0', channel: 'stable', catalog: 'sample', catalogNamespace: 'olm', requiredBy: ['app.v2.0.0'],
      },
    ]);
  });

  it('upgrades by one step', () => {
    const subscription = subscriptionTo('app', { channel: 'stable', installedCsv: 'app.v1.0.0' });
    const installed = [{ csv: 'app.v1.0.0', packageName: 'app', version: '1.0.0', properties: [] }];

    expect(Resolution.of(namespaceWith(CATALOG, [subscription], { installed })).operators.map(({ csv }) => csv)).toEqual(['app.v1.1.0', 'cache.v1.1.0']);
  });

  it('installs nothing where everything is up to date', () => {
    const subscription = subscriptionTo('queue', { installedCsv: 'queue.v1.0.0' });
    const installed = [{ csv: 'queue.v1.0.0', packageName: 'queue', version: '1.0.0', properties: [] }];

    expect(Resolution.of(namespaceWith(CATALOG, [subscription], { installed }))).toMatchObject({ hops: [], operators: [] });
  });
});

describe('all resolutions', () => {
  it('upgrade to the head, hop by hop, with what each hop requires', () => {
    const resolution = Resolution.toTheEnd(namespaceWith(CATALOG, [subscriptionTo('app', { channel: 'stable', startingCsv: 'app.v1.0.0' })]));

    expect(resolution.hops.map(({ operators }) => operators.map(({ csv }) => csv))).toEqual([
      ['app.v1.0.0', 'cache.v1.1.0'], ['app.v1.1.0'], ['app.v2.0.0', 'queue.v1.0.0'],
    ]);
    expect(resolution.operators.map(({ csv, subscription, requiredBy }) => [csv, subscription, requiredBy])).toEqual([
      ['app.v2.0.0', 'app', []], ['cache.v1.1.0', undefined, ['app.v2.0.0']], ['queue.v1.0.0', undefined, ['app.v2.0.0']],
    ]);
    expect(resolution.isEndless).toBe(false);
  });

  it('stop where a skipRange leads back to an older bundle', () => {
    const circle = sampleCatalog({ app: { stable: [{ name: 'app.v1.0.0', skipRange: '>=2.0.0' }, { name: 'app.v2.0.0', replaces: 'app.v1.0.0' }] } });
    const resolution = Resolution.toTheEnd(namespaceWith(circle, [subscriptionTo('app')]));

    expect(resolution.isEndless).toBe(true);
    expect(resolution.hops.map(({ operators }) => operators.map(({ csv }) => csv))).toEqual([['app.v2.0.0'], ['app.v1.0.0'], ['app.v2.0.0']]);
  });
});

describe('an impossible resolution', () => {
  it('has OLM\'s message, and explains which requirements contradict each other', () => {
    const error = errorOf(namespaceWith(CATALOG, [subscriptionTo('broken')]));

    expect(error.reason).toBe(ResolutionFailureReason.CONSTRAINTS_NOT_SATISFIABLE);
    expect(error.message).toBe('constraints not satisfiable: bundle broken.v1.0.0 requires an operator providing an API with group: example.test, version: v1, '
      + 'kind: Nothing, subscription broken exists, subscription broken requires sample/olm/stable/broken.v1.0.0');
    expect(error.explanation.split('\n')).toEqual([
      'OLM installs nothing in namespace demo, because these contradict each other:',
      '  - broken.v1.0.0 requires an operator providing an API with group: example.test, version: v1, kind: Nothing: no catalog that OLM uses has one',
      '  - Subscription broken requests package broken of catalog olm/sample',
      '  - Subscription broken can be resolved to broken.v1.0.0 only',
      'To resolve it:',
      '  - add a catalog with an operator providing an API with group: example.test, version: v1, kind: Nothing, or choose another version than broken.v1.0.0',
    ]);
  });

  it.each([
    ['an unknown catalog', { catalog: 'nope' }, 'no operators found from catalog nope in namespace olm referenced by subscription app', '\'olm/sample\''],
    ['an unknown package', { packageName: 'ap' }, 'no operators found in package ap in the catalog referenced by subscription app', '\'app\', \'broken\''],
    ['an unknown channel', { channel: 'fast' }, 'no operators found in channel fast of package app in the catalog referenced by subscription app', '\'next\', \'stable\''],
    [
      'an unknown startingCSV', { channel: 'next', startingCsv: 'app.v9.0.0' },
      'no operators found with name app.v9.0.0 in channel next of package app in the catalog referenced by subscription app', '\'app.v3.0.0\'',
    ],
  ])('names the alternatives to %s', (_what, props, message, alternatives) => {
    const error = errorOf(namespaceWith(CATALOG, [subscriptionTo('app', props)]));

    expect(error.message).toBe(`constraints not satisfiable: ${message}, subscription app exists`);
    expect(error.reasons[0]!.remedy).toContain(alternatives);
  });

  it.each([
    ['a Subscription to its package that did not install it', 'app', [], 'let Subscription app adopt it, for example with wait --adopt'],
    ['no Subscription to its package', 'other', [provides('Cache')], 'create a Subscription to the package of other.v1.0.0'],
  ])('proposes what is missing for an operator with %s', (_what, packageName, properties, remedy) => {
    const installed = [{ csv: `${packageName}.v1.0.0`, packageName, version: '1.0.0', properties }];
    const { reasons } = errorOf(namespaceWith(CATALOG, [subscriptionTo(packageName === 'app' ? 'app' : 'cache')], { installed }));
    expect(reasons.map((reason) => reason.remedy).join('\n')).toContain(remedy);
  });

  it('explains that two Subscriptions of a package exclude each other', () => {
    const error = errorOf(namespaceWith(CATALOG, [subscriptionTo('app', { channel: 'stable' }), subscriptionTo('app', { name: 'app-next', channel: 'next' })]));

    expect(error.reasons.map(({ subscription }) => subscription)).toEqual([undefined, 'app', 'app', 'app-next', 'app-next']);
    expect(error.explanation).toContain('change what requests package app, so that one bundle satisfies all of them, or use different namespaces');
  });

  it('reports a channel that is not one chain as OLM does, before any search', () => {
    const installed = ['cache.v0.1.0', 'cache.v0.2.0'].map((csv) => ({ csv, packageName: 'cache', version: csv.slice(-5), properties: [provides('Cache')] }));
    const error = errorOf(namespaceWith(CATALOG, [subscriptionTo('app')], { installed }));

    expect(error.reason).toBe(ResolutionFailureReason.ERROR_PREVENTED_RESOLUTION);
    expect(error.reasons).toEqual([]);
    expect(error.message).toBe('a unique replacement chain within a channel is required to determine the relative order between channel entries, but 2 '
      + 'replacement chains were found in channel "" of package "cache": cache.v0.1.0, cache.v0.2.0');
    expect(error.explanation).toMatch(/^OLM stops before it resolves namespace demo: a unique replacement chain/);
  });

  it('reports what was installed before', () => {
    const catalog = sampleCatalog({
      app: { stable: [{ name: 'app.v1.0.0' }, { name: 'app.v2.0.0', replaces: 'app.v1.0.0', properties: [{ type: 'olm.constraint', value: { unknown: true } }] }] },
    });
    const error = errorOf(namespaceWith(catalog, [subscriptionTo('app', { startingCsv: 'app.v1.0.0' })]));

    expect(error.message).toBe('parse olm.constraint: json: unknown field "unknown"');
    expect(error.hops.map(({ operators }) => operators.map(({ csv }) => csv))).toEqual([['app.v1.0.0']]);
    expect(error.explanation).toContain('after app.v1.0.0');
  });
});

describe('what no cluster can have', () => {
  const app = subscriptionTo('app');
  const installed = { csv: 'app.v1.0.0', version: '1.0.0', properties: [] };
  const [catalog] = namespaceWith(CATALOG, []).catalogs;

  it.each<[string, Partial<ResolutionProps>, string]>([
    ['a missing namespace', { namespace: '' }, 'namespace is required: set it to the namespace of the Subscriptions'],
    ['Subscriptions of the same name', { subscriptions: [app, app] }, 'two Subscriptions are named \'app\'; remove one of them from namespace \'demo\''],
    ['catalogs of the same name', { catalogs: [catalog!, catalog!] }, 'two catalogs are named \'olm/sample\'; remove one of them from the resolution'],
    ['operators of the same name', { installed: [installed, installed] }, 'two installed operators are named \'app.v1.0.0\'; remove one of them from namespace \'demo\''],
    [
      'an invalid version', { installed: [{ ...installed, version: 'latest' }] },
      'version \'latest\' of the installed operator \'app.v1.0.0\' is not a semantic version; set it to the version of the ClusterServiceVersion',
    ],
  ])('is an error: %s', (_what, props, message) => {
    expect(() => Resolution.of(namespaceWith(CATALOG, [app], props))).toThrow(new Error(message));
  });

  it.each<[string, object, string]>([
    ['an input', { catalog: [] }, "unknown key 'catalog' in props of Resolution"],
    ['a Subscription', { subscriptions: [{ ...app, startingCSV: 'app.v1.0.0' }] }, "unknown key 'startingCSV' in subscriptions[0] in props of Resolution; known keys: 'name'"],
    ['a catalog', { catalogs: [{ ...catalog, prio: 1 }] }, "unknown key 'prio' in catalogs[0]"],
    ['an operator', { installed: [{ ...installed, package: 'app' }] }, "unknown key 'package' in installed[0]"],
    ['a property', { installed: [{ ...installed, properties: [{ type: 'olm.gvk', vaule: {} }] }] }, "unknown key 'vaule' in installed[0].properties[0] in props of Resolution; known keys: 'type', 'value'"],
  ])('is an error: an unknown key of %s', (_what, props, message) => {
    expect(() => Resolution.of(namespaceWith(CATALOG, [app], props))).toThrow(message);
  });
});
