import { LockChangeKind, type PlannedInstallPlan, type PlannedOperator, type UpgradeFinding } from '../../../lib/resolve';
import { planSvg } from '../../../lib/resolve/plan/plan-svg';

function planned(more: Partial<PlannedOperator> = {}): PlannedOperator {
  return {
    namespace: 'demo', packageName: 'cache', kind: LockChangeKind.CHANGED, before: 'cache.v1.0.0', after: 'cache.v1.2.0', approvals: ['cache.v1.1.0', 'cache.v1.2.0'],
    problems: [], crdChanges: [], findings: [], staleWaivers: [], unchecked: [], objectsAffected: [], rightsGained: [], imagesGained: [],
    deprecations: [], down: [], ...more,
  };
}

const svgOf = (operators: PlannedOperator[], installPlans: PlannedInstallPlan[] = []): string => planSvg({ operators, installPlans });

/** A finding of an upgrade to a CSV; accepted with a reason. */
const finding = (after: string, reason?: string): UpgradeFinding => (
  { rule: 'field-removed', field: 'caches.example.test/v1/spec.size', before: 'cache.v1.0.0', after, message: 'is removed', ...(reason === undefined ? {} : { reason }) }
);

/** Returns the lines of text in a picture, from the top. */
const linesOf = (svg: string): string[] => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, line = '']) => line);

describe('the picture of a plan', () => {
  it('has the path of each operator in words, whatever the colors', () => {
    expect(linesOf(svgOf([planned()]))).toEqual([
      'demo/cache', 'cache.v1.0.0', 'before', 'cache.v1.1.0', 'approve 1 of 2', 'cache.v1.2.0', 'approve 2 of 2',
    ]);
  });

  it('has operators that are new, gone, or that OLM does not upgrade', () => {
    expect(linesOf(svgOf([planned({ kind: LockChangeKind.ADDED, before: '', approvals: ['cache.v1.2.0'] })]))).toEqual([
      'demo/cache', 'not installed', 'new operator', 'cache.v1.2.0', 'approve 1 of 1',
    ]);
    expect(linesOf(svgOf([planned({ kind: LockChangeKind.REMOVED, after: '', approvals: [] })])).slice(3)).toEqual(['no longer in the lock', 'remove its Subscription and CSV']);
    const broken = svgOf([planned({ approvals: [], problems: ['it would install nothing'] })]);
    expect(linesOf(broken).slice(1)).toEqual(['cache.v1.0.0', 'before', 'cache.v1.2.0', 'OLM does not upgrade to it, see PROBLEMS']);
    expect(broken).toContain('stroke-dasharray="2 3"');
  });

  it('has what is refused, accepted by a waiver, or not checked at the version that brings it', () => {
    const [first, last] = ['cache.v1.1.0', 'cache.v1.2.0'] as [string, string];
    expect(linesOf(svgOf([planned({ findings: [finding(first), finding(first), finding(last, 'unused')] })])).slice(3)).toEqual([
      first, 'approve 1 of 2', 'REFUSED: 2 changes', last, 'approve 2 of 2', 'accepted: 1 change',
    ]);
    expect(linesOf(svgOf([planned({ findings: [finding(first, 'unused'), finding(first)], unchecked: [first] })])).slice(3, 8)).toEqual([
      first, 'approve 1 of 2', 'REFUSED: 1 change', 'accepted: 1 change', 'not checked',
    ]);
    const boxes = (operator: Partial<PlannedOperator>): (string | undefined)[] => [...svgOf([planned(operator)]).matchAll(/<rect class="(box[^"]*)"/g)].map(([, name]) => name);
    expect(boxes({ findings: [finding(first)] })).toEqual(['box', 'box deprecated', 'box head']);
    expect(boxes({ findings: [finding(first, 'unused'), finding(last, 'unused')] })).toEqual(['box', 'box', 'box head']);
  });

  it('has what is refused of a version to which OLM does not upgrade', () => {
    expect(linesOf(svgOf([planned({ approvals: [], findings: [finding('cache.v1.2.0')] })])).slice(3)).toEqual(['cache.v1.2.0', 'no upgrade', 'REFUSED: 1 change']);
  });

  it('has the InstallPlans of a namespace in which several operators change', () => {
    const plans = [{ namespace: 'demo', csvs: ['cache.v1.1.0'] }, { namespace: 'demo', csvs: ['cache.v1.2.0', 'shop.v2.0.0'] }, { namespace: 'other', csvs: ['tool.v2.0.0'] }];
    const shop = planned({ packageName: 'shop', before: 'shop.v1.0.0', after: 'shop.v2.0.0', approvals: ['shop.v2.0.0'] });
    const tool = planned({ namespace: 'other', packageName: 'tool', before: 'tool.v1.0.0', after: 'tool.v2.0.0', approvals: ['tool.v2.0.0'] });
    expect(linesOf(svgOf([planned(), shop, tool], plans)).slice(17)).toEqual([
      'demo: installed together', 'cache.v1.1.0', 'InstallPlan 1 of 2', 'cache.v1.2.0', 'shop.v2.0.0', 'InstallPlan 2 of 2',
    ]);
    expect(linesOf(svgOf([planned()], plans))).toHaveLength(7);
  });

  it('is 400 pixels wide, however long the names are', () => {
    const long = `${'very-long-name-of-an-operator'.repeat(4)}.v1.2.0`;
    const svg = svgOf([planned({ packageName: 'a-package-whose-name-is-as-long-as-its-description-would-be', after: long, approvals: [long] })]);
    expect(svg).toMatch(/^<svg [^>]*width="400" /);
    expect(Math.max(...linesOf(svg).map((line) => line.length))).toBeLessThanOrEqual(51);
    expect(linesOf(svg).join('')).toContain(long);
  });

  it('contains no name that could break it', () => {
    expect(svgOf([planned({ before: '"><script>\u0000' })])).not.toMatch(/<script|\u0000/);
  });

  it('has the same bytes for the same plan, and states if nothing changes', () => {
    expect(svgOf([planned()])).toBe(svgOf([planned()]));
    expect(linesOf(svgOf([]))).toEqual(['No operator changes.']);
  });
});
