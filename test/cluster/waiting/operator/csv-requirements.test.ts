import { provisionsOf, requirementsOf } from '../../../../lib/cluster/waiting/operator/installed-dependencies';
import type { KubernetesObject } from '../../../../lib/cluster/waiting/view/kubernetes-object';
import { operatorCsv } from '../dependency-objects';
import { csv } from '../objects';

const PLAIN = { group: 'demo.test', version: 'v1', kind: 'Plain' };
const constraint = (value: object): object => ({ type: 'olm.constraint', value });

/** Whether an operator requires another one of its namespace: `'maybe'` if only OLM can decide that. */
function requires(operator: KubernetesObject, other: KubernetesObject): boolean | 'maybe' {
  const { keys, hasOpaque } = requirementsOf(operator);
  return [...provisionsOf(other)].some((key) => keys.has(key)) || (hasOpaque ? 'maybe' : false);
}

describe('an operator requires another one', () => {
  test.each<[string, object[], boolean | 'maybe']>([
    ['by its API', [{ type: 'olm.gvk.required', value: PLAIN }], true],
    ['by its package, in whatever version', [{ type: 'olm.package.required', value: { packageName: 'plain', versionRange: '>9.0.0' } }], true],
    ['by its label', [{ type: 'olm.label.required', value: { label: 'blue' } }], true],
    ['by a constraint on its API', [constraint({ failureMessage: 'x', gvk: PLAIN })], true],
    ['by a constraint on its package', [constraint({ package: { packageName: 'plain', versionRange: '1.x' } })], true],
    ['by one of several constraints', [constraint({ all: { constraints: [{ any: { constraints: [{ gvk: PLAIN }, { cel: { rule: 'x' } }] } }] } })], true],
    ['perhaps, by an expression', [constraint({ cel: { rule: 'properties.exists(p, p.type == "x")' } })], 'maybe'],
    ['perhaps, by a constraint of an unknown type', [constraint({ newer: {} })], 'maybe'],
    ['not by a constraint that forbids it', [constraint({ not: { constraints: [{ gvk: PLAIN }] } })], false],
    ['not by another version of its API', [{ type: 'olm.gvk.required', value: { ...PLAIN, version: 'v2' } }], false],
    ['not by another package', [{ type: 'olm.package.required', value: { packageName: 'other' } }], false],
    ['not without requirements', [{ type: 'olm.maxOpenShiftVersion', value: '4.9' }], false],
  ])('%s', (_, properties, expected) => {
    const other = operatorCsv('plain', { properties: [{ type: 'olm.label', value: { label: 'blue' } }] });
    expect(requires(operatorCsv('needy', { properties }), other)).toBe(expected);
  });

  it('by its spec, if OLM recorded no properties', () => {
    const needy = csv('needy.v1', 'Succeeded', { spec: { customresourcedefinitions: { required: [{ name: 'plains.demo.test', version: 'v1', kind: 'Plain' }] } } });
    const service = csv('needy.v1', 'Succeeded', { spec: { apiservicedefinitions: { required: [{ name: 'widgets', group: 'w.test', version: 'v1', kind: 'Widget' }] } } });
    const widgets = csv('widgets.v1', 'Succeeded', { spec: { apiservicedefinitions: { owned: [{ name: 'widgets', group: 'w.test', version: 'v1', kind: 'Widget' }] } } });
    expect([requires(needy, csv('plain.v1', 'Succeeded')), requires(service, widgets), requires(service, needy)]).toEqual([true, true, false]);
  });

  it('by the properties that OLM recorded, which the spec of the other one meets', () => {
    const needy = operatorCsv('needy', { properties: [{ type: 'olm.gvk.required', value: PLAIN }] });
    const plain = csv('plain.v1', 'Succeeded', { spec: { customresourcedefinitions: { owned: [{ name: 'plains.demo.test', version: 'v1', kind: 'Plain' }] } } });
    expect(requires(needy, plain)).toBe(true);
  });

  it.each(['', '{', '[]', '{"properties":{}}'])('not by the broken annotation %j', (annotation) => {
    expect(requires(csv('needy.v1', 'Succeeded', { metadata: { annotations: { 'operatorframework.io/properties': annotation } } }), operatorCsv('plain'))).toBe(false);
  });
});
