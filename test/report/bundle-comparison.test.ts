import type { Bundle } from '../../lib/bundle/bundle';
import { BundleReport } from '../../lib/report/bundle-report';
import { type BundleComparisonContent, BundleUpgradeEdge } from '../../lib/report/build-comparison';
import { type BundleFacts, bundleOf, crdOf, podOf } from '../builders/bundle-of';

const compared = (previous: Bundle, next: Bundle): BundleComparisonContent => BundleReport.compare(previous, next).content;

interface SpecFacts {
  readonly image?: string;
  readonly env?: object[];
  readonly rules?: object[];
  readonly modes?: string[];
  readonly owned?: string[];
  readonly required?: string[];
}

function spec(facts: SpecFacts): { [key: string]: unknown } {
  const crds = (names: string[] = []): object[] => names.map((kind) => ({ name: `${kind.toLowerCase()}s.example.test`, version: 'v1', kind }));
  const pod = podOf(facts.image ?? 'example.test/demo:1') as { template: { spec: { containers: object[] } } };
  Object.assign(pod.template.spec.containers[0]!, facts.env === undefined ? {} : { env: facts.env });
  return {
    install: {
      strategy: 'deployment',
      spec: {
        deployments: [{ name: 'demo', spec: pod }],
        ...(facts.rules === undefined ? {} : { clusterPermissions: [{ serviceAccountName: 'demo', rules: facts.rules }] }),
      },
    },
    installModes: (facts.modes ?? ['AllNamespaces']).map((type) => ({ type, supported: true })),
    customresourcedefinitions: { owned: crds(facts.owned), required: crds(facts.required) },
  };
}

const crdFiles = (...kinds: string[]): { [path: string]: unknown } => Object.fromEntries(kinds.map((kind) => [`manifests/${kind}.yaml`, crdOf(kind)]));

describe('the next bundle', () => {
  it.each<[BundleUpgradeEdge, BundleFacts]>([
    [BundleUpgradeEdge.REPLACES, { replaces: 'demo.v1.0.0', skips: ['demo.v1.0.0'] }],
    [BundleUpgradeEdge.SKIPS, { replaces: 'demo.v0.1.0', skips: ['demo.v0.9.0', 'demo.v1.0.0'] }],
    [BundleUpgradeEdge.SKIP_RANGE, { skipRange: '>=1.0.0 <1.1.0' }],
    [BundleUpgradeEdge.NONE, { skipRange: '>1.0.0 <1.1.0' }],
    [BundleUpgradeEdge.NONE, { skipRange: '^1.0.0' }],
    [BundleUpgradeEdge.NONE, {}],
  ])('declares its upgrade from the previous one: %s', (edge, facts) => {
    expect(compared(bundleOf(), bundleOf({ version: '1.1.0', ...facts })).edge).toBe(edge);
  });

  it('gains and loses APIs, requirements and install modes', () => {
    const previous = bundleOf({ spec: spec({ owned: ['Old', 'Same'], required: ['Away'], modes: ['OwnNamespace', 'SingleNamespace'] }), files: crdFiles('Old', 'Same') });
    const next = bundleOf({ spec: spec({ owned: ['Same', 'New'], required: ['Needed'], modes: ['SingleNamespace', 'AllNamespaces'] }), files: crdFiles('Same', 'New') });
    const content = compared(previous, next);
    expect(content.apisGained.map(({ kind }) => kind)).toEqual(['New']);
    expect(content.apisLost.map(({ kind }) => kind)).toEqual(['Old']);
    expect(content.requirementsGained.map(({ kind }) => kind)).toEqual(['Needed']);
    expect(content.requirementsLost.map(({ kind }) => kind)).toEqual(['Away']);
    expect([content.installModesGained, content.installModesLost]).toEqual([['AllNamespaces'], ['OwnNamespace']]);
    expect([content.crdsGained, content.crdsLost]).toEqual([['news.example.test'], ['olds.example.test']]);
  });

  it('changes CRDs, safely or not', () => {
    const withCrd = (schema: object): Bundle => bundleOf({ spec: spec({ owned: ['Thing'] }), files: { 'manifests/crd.yaml': crdOf('Thing', schema) } });
    const [plain, wider] = [withCrd({ type: 'object' }), withCrd({ type: 'object', properties: { a: { type: 'string' } } })];
    expect(compared(plain, wider).crdChanges).toMatchObject([{ name: 'things.example.test', isSafe: true, changes: [{ path: 'a' }] }]);
    expect(BundleReport.compare(plain, wider).hasSafeCrds).toBe(true);
    expect(compared(wider, plain).crdChanges).toMatchObject([{ name: 'things.example.test', isSafe: false }]);
    expect(BundleReport.compare(wider, plain).hasSafeCrds).toBe(false);
  });

  it('gains and loses rights and risks', () => {
    const rule = (verb: string, resource: string): object => ({ verbs: [verb], apiGroups: [''], resources: [resource] });
    const previous = bundleOf({ spec: spec({ rules: [rule('get', 'pods'), rule('get', 'nodes/proxy')] }) });
    const next = bundleOf({ spec: spec({ rules: [rule('get', 'secrets'), rule('get', 'pods')] }) });
    const content = compared(previous, next);
    expect(content.rbacGained.map(({ resources }) => resources)).toEqual([['secrets']]);
    expect(content.rbacLost.map(({ resources }) => resources)).toEqual([['nodes/proxy']]);
    expect(content.risksGained.map(({ kind }) => kind)).toEqual(['secrets-read']);
    expect(content.risksLost.map(({ kind }) => kind)).toEqual(['nodes-proxy']);
  });

  it('changes the images of its references', () => {
    const env = (name: string, value: string): object => ({ name: `RELATED_IMAGE_${name}`, value });
    const previous = bundleOf({ spec: spec({ image: 'example.test/demo:1', env: [env('A', 'a.test/a:1'), env('B', 'b.test/b:1'), env('C', 'c.test/c:1')] }) });
    const next = bundleOf({ spec: spec({ image: 'example.test/demo:2', env: [env('A', 'a.test/a:2'), env('B', 'b.test/b:1'), env('D', 'd.test/d:1')] }) });
    const content = compared(previous, next);
    expect(content.imageChanges.map(({ before, after }) => [before, after])).toEqual([['a.test/a:1', 'a.test/a:2'], ['example.test/demo:1', 'example.test/demo:2']]);
    expect(content.imagesGained.map(({ image }) => image)).toEqual(['d.test/d:1']);
    expect(content.imagesLost.map(({ image }) => image)).toEqual(['c.test/c:1']);
  });

  it('gains and loses webhooks', () => {
    const withWebhook = (generateName: string): Bundle => bundleOf({ spec: { webhookdefinitions: [{ type: 'MutatingAdmissionWebhook', generateName }] } });
    const { webhooksGained, webhooksLost } = compared(withWebhook('a'), withWebhook('b'));
    expect([webhooksGained, webhooksLost]).toEqual([['MutatingAdmissionWebhook b'], ['MutatingAdmissionWebhook a']]);
  });

  it('has no changes if it is the same', () => {
    const { previous: _p, next: _n, edge: _e, ...changes } = compared(bundleOf({ files: crdFiles() }), bundleOf());
    expect(Object.values(changes).flat()).toEqual([]);
    expect(BundleReport.compare(bundleOf(), bundleOf()).toText()).toBe(
      'demo.v1.0.0 -> demo.v1.0.0\ndemo.v1.0.0 does not declare an upgrade from demo.v1.0.0, so OLM does not upgrade',
    );
  });

  it('is compared in a text report', () => {
    const rules = [{ verbs: ['get'], apiGroups: [''], resources: ['secrets'] }];
    const previous = bundleOf({ spec: spec({ owned: ['Thing'], modes: ['OwnNamespace'] }), files: crdFiles('Thing') });
    const next = bundleOf({
      version: '1.1.0',
      replaces: 'demo.v1.0.0',
      spec: spec({ owned: ['Thing', 'New'], rules, image: 'example.test/demo:2' }),
      files: { ...crdFiles('New'), 'manifests/Thing.yaml': crdOf('Thing', { type: 'object', required: ['spec'] }) },
    });
    expect(BundleReport.compare(previous, next).toText()).toBe([
      'demo.v1.0.0 -> demo.v1.1.0',
      'demo.v1.1.0 replaces demo.v1.0.0',
      '',
      'APIS',
      '  + owns  New v1 example.test',
      '',
      'INSTALL MODES',
      '  +  AllNamespaces',
      '  -  OwnNamespace',
      '',
      'CRDS',
      '  +  news.example.test',
      '  UNSAFE things.example.test',
      '    refused  v1  the whole object: is now required: spec',
      '',
      'RIGHTS GAINED',
      '  ServiceAccount demo in the cluster',
      '    get  secrets',
      '',
      'RISKS GAINED',
      '  ServiceAccount demo in the cluster',
      '    high  secrets-read  may read every Secret there, including passwords, keys and tokens of others',
      '',
      'IMAGES',
      '  -  example.test/demo:1',
      '  +  example.test/demo:2  (container demo)',
    ].join('\n'));
  });
});
