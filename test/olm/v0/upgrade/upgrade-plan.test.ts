import { OlmUpgradePlan, type OlmUpgradePlanContent, planTable } from '../../../../lib/olm/v0/upgrade/upgrade-plan';

const content: OlmUpgradePlanContent = {
  fromVersion: '1.0.0',
  toVersion: '1.2.0',
  skipped: ['1.1.0'],
  added: [{ apiVersion: 'v1', kind: 'Namespace', name: 'new' }],
  changed: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'olm-operator', namespace: 'olm', paths: ['a', 'b', 'c', 'd', 'e', 'f'] }],
  removed: [
    { apiVersion: 'v1', kind: 'Secret', name: 'old', namespace: 'olm', prune: true, reason: 'not there' },
    { apiVersion: 'v1', kind: 'Namespace', name: 'old', prune: false, reason: 'not empty' },
  ],
  crdVersions: [
    { crd: 'things', servedBefore: ['v1'], servedAfter: ['v1', 'v2'], storedBefore: 'v1', storedAfter: 'v2', storedAtRisk: [] },
    { crd: 'relics', servedBefore: ['v1'], servedAfter: [], storedBefore: 'v1', storedAtRisk: ['v1'] },
  ],
  lostFields: [{ crd: 'things', version: 'v1', path: 'spec.old' }],
  arguments: [{ program: 'catalog-operator', added: ['--new x'], removed: ['--old'] }],
  notes: ['look out'],
};

describe('the table of a plan', () => {
  test('has a line for each change', () => {
    expect(planTable(content)).toBe([
      'OLM 1.0.0 -> 1.2.0, skipping 1.1.0',
      '',
      'ACTION     OBJECT                       DETAILS',
      'add        Namespace new',
      'change     Deployment olm/olm-operator  a, b, c, d and 2 more',
      'prune      Secret olm/old               not there',
      'keep       Namespace old                not empty',
      'versions   things                       served v1 -> v1, v2; stored v1 -> v2',
      'versions   relics                       served v1 -> none; stored v1 -> none; at risk: v1',
      'lose       things v1                    spec.old',
      'arguments  catalog-operator             - --old  + --new x',
      '',
      'NOTES',
      '- look out',
    ].join('\n'));
  });

  test('is what the plan returns', () => {
    expect(new OlmUpgradePlan(content).toTable()).toBe(planTable(content));
  });
});
