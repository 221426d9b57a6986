import { planSvg } from '../../../lib/resolve/plan/plan-svg';
import { LockChangeKind } from '../../../lib';
import type { PlannedOperator } from '../../../lib';

function planned(more: Partial<PlannedOperator> = {}): PlannedOperator {
  return {
    namespace: 'demo', packageName: 'cache', kind: LockChangeKind.CHANGED, before: 'cache.v1.0.0', after: 'cache.v1.2.0', approvals: ['cache.v1.1.0', 'cache.v1.2.0'],
    problems: [], crdChanges: [], findings: [], staleWaivers: [], unchecked: [], objectsAffected: [], rightsGained: [], imagesGained: [],
    deprecations: [], down: [], ...more,
  };
}

/** Returns the lines of text in a picture, from the top. */
const linesOf = (svg: string): string[] => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, line = '']) => line);

describe('the picture of a plan', () => {
  it('has the path of each operator in words, whatever the colors', () => {
    expect(linesOf(planSvg([planned()]))).toEqual([
      'demo/cache', 'cache.v1.0.0', 'before', 'cache.v1.1.0', 'approve 1 of 2', 'cache.v1.2.0', 'approve 2 of 2',
    ]);
  });

  it('has operators that are new, gone, unsafe, or that OLM does not upgrade', () => {
    const unsafe = [{ name: 'caches.example.test', isSafe: false, changes: [] }] as unknown as PlannedOperator['crdChanges'];
    expect(linesOf(planSvg([planned({ kind: LockChangeKind.ADDED, before: '', approvals: ['cache.v1.2.0'] })]))).toEqual([
      'demo/cache', 'not installed', 'new operator', 'cache.v1.2.0', 'approve 1 of 1',
    ]);
    expect(linesOf(planSvg([planned({ kind: LockChangeKind.REMOVED, after: '', approvals: [] })])).slice(3)).toEqual(['not in the lock any longer', 'remove its Subscription and CSV']);
    expect(linesOf(planSvg([planned({ crdChanges: unsafe })])).at(-1)).toBe('approve 2 of 2 · UNSAFE change of a CRD');
    const broken = planSvg([planned({ approvals: [], problems: ['it would install nothing'] })]);
    expect(linesOf(broken).slice(1)).toEqual(['cache.v1.0.0', 'before', 'cache.v1.2.0', 'OLM does not upgrade to it, see PROBLEMS']);
    expect(broken).toContain('stroke-dasharray="2 3"');
  });

  it('is 400 pixels wide, however long the names are', () => {
    const long = `${'very-long-name-of-an-operator'.repeat(4)}.v1.2.0`;
    const svg = planSvg([planned({ packageName: 'a-package-whose-name-is-as-long-as-its-description-would-be', after: long, approvals: [long] })]);
    expect(svg).toMatch(/^<svg [^>]*width="400" /);
    expect(Math.max(...linesOf(svg).map((line) => line.length))).toBeLessThanOrEqual(51);
    expect(linesOf(svg).join('')).toContain(long);
  });

  it('has nothing that a name could break', () => {
    expect(planSvg([planned({ before: '"><script>\u0000' })])).not.toMatch(/<script|\u0000/);
  });

  it('has the same bytes for the same plan, and says so if nothing changes', () => {
    expect(planSvg([planned()])).toBe(planSvg([planned()]));
    expect(linesOf(planSvg([]))).toEqual(['No operator changes.']);
  });
});
