import { RecognizedOlm } from '../../../../lib/olm/v0/recognize-olm';
import { differingNamespaces, foundOlm, title } from '../../../../lib/cluster/waiting/olm/olm-detection';

const OLM: RecognizedOlm = {
  namespaces: ['olm'], operatorNamespace: 'operators', catalogNamespace: 'olm', candidates: [], isOpenShift: false, rollingDeployments: [], crds: [],
};
const WANTED = { namespace: 'olm', operatorNamespace: 'operators', catalogNamespace: 'olm' };

describe('an OLM that was found', () => {
  it.each<[string, Partial<RecognizedOlm>, string]>([
    ['its release', { release: '0.31.0' }, 'OLM 0.31.0 in namespace olm'],
    ['its installer', { release: '0.31.0', installedBy: 'operator-sdk' }, 'OLM 0.31.0 in namespace olm, installed by operator-sdk'],
    ['the releases that it may be', { candidates: ['0.45.0', '0.46.0'] }, 'OLM 0.45.0 or 0.46.0 in namespace olm'],
    ['nothing more if its release is unknown', {}, 'OLM of an unknown release in namespace olm'],
    ['all its namespaces', { release: '0.31.0', namespaces: ['a', 'b'] }, 'OLM 0.31.0 in namespace a, b'],
    ['what is left of it', { namespaces: [], release: '0.31.0', installedBy: 'kubectl' }, 'CustomResourceDefinitions of OLM 0.31.0 without olm-operator'],
    ['OpenShift', { isOpenShift: true, release: '0.31.0' }, 'the OLM of OpenShift in namespace olm'],
  ])('is described by %s', (_, parts, expected) => {
    expect(title({ ...OLM, ...parts })).toBe(expected);
  });

  it('has only what is known in the outputs', () => {
    expect(foundOlm(undefined)).toEqual({});
    expect(foundOlm({ ...OLM, namespaces: [] })).toEqual({ operatorNamespace: 'operators', catalogNamespace: 'olm' });
    expect(foundOlm({ ...OLM, release: '0.31.0', installedBy: 'kubectl' })).toEqual({ ...WANTED, release: '0.31.0', installedBy: 'kubectl' });
  });

  it('differs from a program only in the namespaces that are known', () => {
    expect(differingNamespaces(WANTED, OLM)).toEqual([]);
    const { catalogNamespace: _, ...withoutCatalogs } = OLM;
    expect(differingNamespaces({ ...WANTED, catalogNamespace: 'other' }, withoutCatalogs)).toEqual([]);
    expect(differingNamespaces({ ...WANTED, catalogNamespace: 'other' }, { ...OLM, namespaces: ['lifecycle'] })).toEqual([
      { setting: 'namespace', wanted: 'olm', actual: 'lifecycle' }, { setting: 'catalogNamespace', wanted: 'other', actual: 'olm' },
    ]);
  });
});
