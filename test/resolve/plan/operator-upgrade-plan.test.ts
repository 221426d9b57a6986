import type { Bundle } from '../../../lib/bundle';
import { Catalog } from '../../../lib/catalog';
import { OperatorLockFile, OperatorUpgradePlan, type PlannedOperator } from '../../../lib/resolve';
import { bundleOf, crdOf } from '../../builders/bundle-of';
import { sampleCatalog, type SampleEntry } from '../sample-namespace';

const API = { name: 'caches.example.test', version: 'v1', kind: 'Cache' };

function cache(version: string, replaces?: string, size = true): Bundle {
  const properties = size ? { size: { type: 'string' } } : {};
  return bundleOf({
    package: 'cache', version, ...(replaces === undefined ? {} : { replaces: `cache.v${replaces}` }),
    spec: { customresourcedefinitions: { owned: [API] }, ...(size ? {} : {
      install: { strategy: 'deployment', spec: {
        deployments: [{ name: 'cache', spec: { selector: { matchLabels: { app: 'c' } }, template: { metadata: { labels: { app: 'c' } }, spec: { containers: [{ name: 'c', image: 'example.test/cache:2' }] } } } }],
        clusterPermissions: [{ serviceAccountName: 'cache', rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }] }],
      } },
    }) },
    files: { 'manifests/crd.yaml': crdOf('Cache', { type: 'object', properties: { spec: { type: 'object', properties } } }) },
  });
}

const CATALOG = Catalog.fromBundles([cache('1.0.0'), cache('1.1.0', '1.0.0'), cache('1.2.0', '1.1.0', false)], {
  deprecations: { cache: { bundles: { 'cache.v1.1.0': 'has a leak' } } },
});

const lock = (...operators: string[]): OperatorLockFile => OperatorLockFile.fromString(`lockVersion: 1
catalogs:
- {name: hub, namespace: olm}
operators:${operators.length === 0 ? ' []' : ''}
${operators.map((version) => `- {namespace: demo, package: cache, version: ${version}, csv: cache.v${version}, channel: stable, catalog: hub, catalogNamespace: olm, subscription: cache}`).join('\n')}
`);

const OPTIONS = {
  catalogs: { 'olm/hub': CATALOG },
  objects: [
    { apiVersion: 'example.test/v1', kind: 'Cache', metadata: { name: 'mine', namespace: 'demo' } },
    { apiVersion: 'other.test/v1', kind: 'Cache', metadata: { name: 'theirs', namespace: 'demo' } },
  ],
};

describe('a plan between locks', () => {
  const plan = OperatorUpgradePlan.between(lock('1.0.0'), lock('1.2.0'), OPTIONS);

  it('has the path, and what it changes', () => {
    const [operator] = plan.operators;

    expect(operator).toMatchObject({
      kind: 'changed', before: 'cache.v1.0.0', after: 'cache.v1.2.0', approvals: ['cache.v1.1.0', 'cache.v1.2.0'], problems: [],
      objectsAffected: [{ kind: 'Cache', namespace: 'demo', name: 'mine', crd: 'caches.example.test' }],
      imagesGained: ['example.test/cache:2'], deprecations: ['cache.v1.1.0: has a leak'], down: ['Deployment cache'],
    });
    expect(operator!.crdChanges.map(({ name, isSafe }) => [name, isSafe])).toEqual([['caches.example.test', false]]);
    expect(operator!.rightsGained).toEqual([expect.objectContaining({ verbs: ['get'], resources: ['secrets'] })]);
    expect(plan.isSafe).toBe(false);
  });

  it('has the upgrade from a version that the catalog no longer has, if a range has it', () => {
    const catalog = Catalog.fromBundles([bundleOf({ package: 'cache', version: '1.2.0', channels: 'stable', skipRange: '<1.2.0' })]);
    const [operator] = OperatorUpgradePlan.between(lock('1.0.0'), lock('1.2.0'), { catalogs: { 'olm/hub': catalog } }).operators;

    expect(operator).toMatchObject({ approvals: ['cache.v1.2.0'], problems: [], unchecked: ['cache.v1.0.0'] });
  });

  it('is printed as text', () => {
    expect(plan.toText()).toBe([
      'OPERATOR    FROM          APPROVE, IN THIS ORDER',
      'demo/cache  cache.v1.0.0  cache.v1.1.0, cache.v1.2.0',
      '',
      'demo/cache',
      '  REFUSED',
      '    field-removed caches.example.test/v1/spec.size (cache.v1.1.0 -> cache.v1.2.0): is removed: the API server drops it from objects that are written',
      '    right-gained get secrets (cache.v1.1.0 -> cache.v1.2.0): may read all Secrets in other namespaces (secrets-across-namespaces)',
      '  WAIVERS TO ADD TO THE LATER LOCK, WITH REASONS',
      '        waivers:',
      '          - rule: field-removed',
      '            field: caches.example.test/v1/spec.size',
      '            reason: ""',
      '          - rule: right-gained',
      '            field: get secrets',
      '            reason: ""',
      '  CRDS',
      '    UNSAFE caches.example.test',
      '      refused  v1  spec.size: is removed: the API server drops it from objects that are written',
      '  OBJECTS OF THE APP AFFECTED',
      '    Cache demo/mine',
      '  RIGHTS GAINED',
      '    ServiceAccount cache: get secrets',
      '  IMAGES ADDED',
      '    example.test/cache:2',
      '  DEPRECATED',
      '    cache.v1.1.0: has a leak',
      '  DOWN FOR A MOMENT',
      '    Deployment cache',
      '',
    ].join('\n'));
  });

  it('is drawn as a flowchart, also in Markdown', () => {
    const flowchart = [
      'flowchart LR', '  subgraph s0 ["demo/cache"]', '    n0_0["cache.v1.0.0"]', '    n0_1["cache.v1.1.0"]', '    n0_2["cache.v1.2.0"]',
      '    n0_0 --> n0_1', '    n0_1 --> n0_2', '  end', '',
    ].join('\n');
    expect(plan.toMermaid()).toBe(flowchart);
    expect(plan.toMarkdown()).toContain(`| demo/cache | cache.v1.0.0 | cache.v1.1.0, cache.v1.2.0 |\n\n\`\`\`mermaid\n${flowchart}\`\`\`\n\n### demo/cache\n\n**REFUSED**`);
  });

  it('is printed as JSON', () => {
    expect(JSON.parse(plan.toJson())).toEqual({ planVersion: 1, operators: plan.operators, installPlans: plan.installPlans });
  });

  it('is safe if only fields are kept', () => {
    expect(OperatorUpgradePlan.between(lock('1.0.0'), lock('1.1.0'), OPTIONS).isSafe).toBe(true);
  });

  it('has operators that are new, and those that are gone', () => {
    expect(OperatorUpgradePlan.between(lock(), lock('1.1.0'), OPTIONS).operators).toEqual([
      expect.objectContaining({ kind: 'added', before: '', after: 'cache.v1.1.0', approvals: ['cache.v1.1.0'], deprecations: ['cache.v1.1.0: has a leak'] }),
    ]);
    const gone = OperatorUpgradePlan.between(lock('1.1.0'), lock(), OPTIONS);
    expect(gone.operators).toEqual([expect.objectContaining({ kind: 'removed', before: 'cache.v1.1.0', after: '', approvals: [] })]);
    expect(gone.toMermaid()).toContain('n0_0 --> n0_1');
  });

  it('reports that OLM does not upgrade', () => {
    const back = OperatorUpgradePlan.between(lock('1.2.0'), lock('1.0.0'), OPTIONS);
    expect(back.operators[0]!.problems).toEqual(["OLM does not upgrade 'cache.v1.2.0' to 'cache.v1.0.0' in channel 'stable': it would install nothing; lock one of these, or remove "
      + 'the operator and install it again']);
    expect(back.isSafe).toBe(false);
    expect(back.toMermaid()).toContain('-. no upgrade .->');
  });

  it('skips versions that OLM does not install, and reports if the last one is one of them', () => {
    const catalog = (...deprecated: string[]): Catalog => sampleCatalog({ cache: { stable: ['1.0.0', '1.1.0', '1.2.0'].map((version, index): SampleEntry => ({
      name: `cache.v${version}`, ...(index === 0 ? {} : { replaces: `cache.v1.${index - 1}.0`, skipRange: `<${version}` }),
      ...(deprecated.includes(version) ? { properties: [{ type: 'olm.deprecated', value: {} }] } : {}),
    })) } });
    const plan = (after: string, ...deprecated: string[]): PlannedOperator => (
      OperatorUpgradePlan.between(lock('1.0.0'), lock(after), { catalogs: { 'olm/hub': catalog(...deprecated) } }).operators[0]!
    );

    expect(plan('1.2.0', '1.1.0')).toMatchObject({ approvals: ['cache.v1.2.0'], problems: [] });
    expect(plan('1.1.0', '1.2.0')).toMatchObject({ approvals: ['cache.v1.1.0'], problems: [] });
    expect(plan('1.2.0', '1.2.0')).toMatchObject({ approvals: [], problems: ["OLM does not upgrade 'cache.v1.0.0' to 'cache.v1.2.0' in channel 'stable', because "
      + "'cache.v1.2.0' has the property olm.deprecated: it would install cache.v1.1.0; lock one of these, or remove the operator and install it again"] });
  });

  it('reports that a catalog is unknown', () => {
    const unknown = OperatorUpgradePlan.between(lock('1.0.0'), lock('1.2.0'), { catalogs: {} });
    expect(unknown.operators[0]!.problems).toEqual(["the catalog 'olm/hub' has no manifests of 'cache.v1.2.0', so its CRDs, rights and images are not compared; supply a "
      + 'catalog that has them']);
    expect(unknown.isChecked).toBe(false);
  });

  it('is empty if nothing changes', () => {
    const none = OperatorUpgradePlan.between(lock('1.0.0'), lock('1.0.0'), OPTIONS);
    expect(none.toText()).toBe('no operator changes\n');
    expect(none.toMarkdown()).toBe('No operator changes.\n');
  });
});
