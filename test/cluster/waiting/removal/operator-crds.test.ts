import { ClusterStore } from '../../../../lib/cluster/waiting/view/cluster-store';
import { KubernetesObject } from '../../../../lib/cluster/waiting/view/kubernetes-object';
import { recordedApis, recordedCrd, recordedCrds } from '../../../../lib/cluster/waiting/removal/operator-crds';
import { clusterObject } from '../objects';

const record = (...refs: unknown[]): KubernetesObject => clusterObject('plain.demo', { status: { components: { refs } } });
const ref = (name: string, kind = 'CustomResourceDefinition'): object => ({ kind, name });

function crd(name: string, spec: object = {}): KubernetesObject {
  const version = { name: 'v1', served: true, storage: true };
  return clusterObject(name, { spec: { group: 'demo.test', names: { plural: 'plains', kind: 'Plain' }, versions: [version], ...spec } });
}

/** Returns a store with these CRDs; those that are `undefined` are not listed yet, and `null` means that there is none. */
function storeWith(crds: { readonly [name: string]: KubernetesObject | null | undefined }): ClusterStore {
  const store = new ClusterStore();
  for (const [name, found] of Object.entries(crds)) {
    if (found !== undefined) {
      store.relist(recordedCrd(name), found === null ? [] : [found]);
    }
  }
  return store;
}

describe('the record of an operator', () => {
  it('has the names of its CRDs, sorted, among other objects', () => {
    expect(recordedCrds(record(ref('b.demo.test'), ref('plain', 'Deployment'), 'broken', { kind: 'CustomResourceDefinition' }, ref('a.demo.test'))))
      .toEqual(['a.demo.test', 'b.demo.test']);
  });

  it.each([undefined, null, clusterObject('plain.demo')])('may be missing or empty', (found) => {
    expect(recordedCrds(found)).toEqual([]);
  });

  it('has the APIs of the CRDs that exist', () => {
    const found = recordedApis(record(ref('gone.demo.test'), ref('plains.demo.test')), storeWith({ 'gone.demo.test': null, 'plains.demo.test': crd('plains.demo.test') }));
    expect(found).toEqual([{ crd: 'plains.demo.test', group: 'demo.test', plural: 'plains', kind: 'Plain', version: 'v1' }]);
  });

  it('has no APIs until all CRDs are listed', () => {
    const crds = { 'late.demo.test': undefined, 'plains.demo.test': crd('plains.demo.test') };
    expect(recordedApis(record(ref('late.demo.test'), ref('plains.demo.test')), storeWith(crds))).toEqual([]);
  });

  it.each<[string, object]>([
    ['group', { group: undefined }], ['kind', { names: { plural: 'plains' } }], ['plural', { names: { kind: 'Plain' } }], ['served version', { versions: [] }],
  ])('leaves out a CRD without a %s', (_, spec) => {
    expect(recordedApis(record(ref('plains.demo.test')), storeWith({ 'plains.demo.test': crd('plains.demo.test', spec) }))).toEqual([]);
  });
});
