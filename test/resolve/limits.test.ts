import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import { CatalogRef, OperatorLock, OperatorSubscription } from '../../lib';
import { OperatorUpgradePlan, Resolution, ResolutionError, ResolutionFailureReason, type ResolutionLimits, type ResolutionProps } from '../../lib/resolve';
import { lockOf } from './plan/sample-locks';
import { namespaceWith, pigeonhole, provides, requires, sampleCatalog, subscriptionTo } from './sample-namespace';

const folder = mkdtempSync(join(tmpdir(), 'olm-resolution-limits-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns why a resolution fails, and the CPU time until then in seconds. */
function failureOf(props: ResolutionProps): { readonly error: ResolutionError; readonly seconds: number } {
  const start = process.cpuUsage();
  try {
    Resolution.toTheEnd(props);
  } catch (error) {
    const { user, system } = process.cpuUsage(start);
    return { error: error as ResolutionError, seconds: (user + system) / 1e6 };
  }
  throw new Error('it should have failed');
}

const limited = (props: ResolutionProps, limits: ResolutionLimits): ResolutionProps => ({ ...props, limits });

/** A namespace with a bundle that requires one for which an expression is true. */
function constrained(rule: string, failureMessage = 'no'): ResolutionProps {
  return namespaceWith(sampleCatalog({
    app: { stable: [{ name: 'app.v1.0.0', properties: [{ type: 'olm.constraint', value: { failureMessage, cel: { rule } } }] }] },
    other: { stable: [{ name: 'other.v1.0.0' }] },
  }), [subscriptionTo('app')]);
}

const TENS = '[1,1,1,1,1,1,1,1,1,1]';
const NESTED = `[${TENS}].all(l,${'l.all(a,'.repeat(8)}true${')'.repeat(9)}`;

describe('a resolution that exceeds its limits', () => {
  it('is not decided where an expression would take forever', () => {
    expect(NESTED.length).toBeLessThan(124);
    const { error, seconds } = failureOf(constrained(NESTED));

    expect(seconds).toBeLessThan(2);
    expect(error).toBeInstanceOf(ResolutionError);
    expect(error.reason).toBe(ResolutionFailureReason.NOT_DECIDED);
    expect(error.message).toContain(`bundle app.v1.0.0: the expression "${NESTED.slice(0, 20)}`);
    expect(error.message).toContain('of a constraint is not evaluated: it costs more than 1000000 (limit maxCelCost)');
    expect(error.explanation).toBe(`it is not decided what OLM installs in namespace demo: ${error.message}; raise the limit if you trust the catalogs`);
    expect(error.reasons).toEqual([]);
  });

  it('is not decided where expressions cost too much together', () => {
    expect(failureOf(limited(constrained('properties.exists(p, p.type == "a")'), { maxTotalCelCost: 5 })).error).toMatchObject({
      reason: ResolutionFailureReason.NOT_DECIDED, message: expect.stringContaining('all evaluations together cost more than 5 (limit maxTotalCelCost)') as string,
    });
  });

  const FIXED = 'this limit is fixed: simplify the constraint, or leave the bundle out of the catalog';

  it.each([
    ['nested too deeply', `${'('.repeat(200)}true${')'.repeat(200)}`, 'is nested too deeply (limit maxCelDepth)'],
    ['too long', `[${'1,'.repeat(20_000)}1].size() > 0`, 'has more than 20000 parts (limit maxCelNodes)'],
  ])('is not decided where an expression is %s, which no option changes', (_, rule, message) => {
    const { error } = failureOf(constrained(rule));
    expect(error.reason).toBe(ResolutionFailureReason.NOT_DECIDED);
    expect(error.message).toMatch(/^bundle app\.v1\.0\.0: the expression "/);
    expect(error.message).toContain(message);
    expect(error.explanation).toBe(`it is not decided what OLM installs in namespace demo: ${error.message}; ${FIXED}`);
  });

  it.each([101, 160])('is not decided where %i constraints are within each other', (depth) => {
    let constraint: object = { failureMessage: 'no', package: { packageName: 'other', versionRange: '1.0.0' } };
    for (let level = 1; level < depth; level++) {
      constraint = { all: { constraints: [constraint] } };
    }
    const { error } = failureOf(namespaceWith(sampleCatalog({
      app: { stable: [{ name: 'app.v1.0.0', properties: [{ type: 'olm.constraint', value: constraint }] }] },
    }), [subscriptionTo('app')]));
    expect(error).toMatchObject({ reason: ResolutionFailureReason.NOT_DECIDED, message: 'bundle app.v1.0.0: the constraint has more than 100 constraints within each other' });
    expect(error.explanation).toContain(FIXED);
  });

  it('is not decided where the search takes too long', () => {
    const { error, seconds } = failureOf(limited(pigeonhole(11), { maxSolverSteps: 10_000_000 }));

    expect(seconds).toBeLessThan(3);
    expect(error).toMatchObject({ reason: ResolutionFailureReason.NOT_DECIDED, message: 'the search takes more than 10000000 steps (limit maxSolverSteps)', hops: [] });
  });

  it('is not decided where a constraint has too many conditions for too many bundles', () => {
    const packages = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`p${index}`, { stable: [{ name: `p${index}.v1.0.0` }] }]));
    const constraint = { failureMessage: 'no', any: { constraints: Array.from({ length: 500 }, () => ({ package: { packageName: 'none', versionRange: '1.0.0' } })) } };
    const props = namespaceWith(sampleCatalog({
      ...packages, app: { stable: [{ name: 'app.v1.0.0', properties: [{ type: 'olm.constraint', value: constraint }] }] },
    }), [subscriptionTo('app')]);

    expect(failureOf(limited(props, { maxSolverSteps: 100_000 })).error.reason).toBe(ResolutionFailureReason.NOT_DECIDED);
    expect(failureOf(props).error.reason).toBe(ResolutionFailureReason.CONSTRAINTS_NOT_SATISFIABLE);
  });

  it('is decided with higher limits', () => {
    expect(failureOf(limited(pigeonhole(4), { maxSolverSteps: 10_000 })).error.reason).toBe(ResolutionFailureReason.NOT_DECIDED);
    expect(failureOf(pigeonhole(4)).error.reason).toBe(ResolutionFailureReason.CONSTRAINTS_NOT_SATISFIABLE);
  });

  it('needs steps in proportion to its candidates', () => {
    const steps = (bundles: number): number => {
      const packages = Object.fromEntries(Array.from({ length: bundles }, (_, index) => [`cache${index}`, { stable: [
        { name: `cache${index}.v1.0.0`, properties: [provides('Cache')] },
      ] }]));
      const props = namespaceWith(sampleCatalog({ ...packages, app: { stable: [{ name: 'app.v1.0.0', properties: [requires('Cache')] }] } }), [subscriptionTo('app')]);
      let [low, high] = [1, 10_000_000];
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        try {
          Resolution.of(limited(props, { maxSolverSteps: middle }));
          high = middle;
        } catch {
          low = middle + 1;
        }
      }
      return low;
    };
    expect(steps(200) / steps(50)).toBeLessThan(6);
  });

  it.each([0, -1, 1.5])('has limits that are positive integers, not %d', (maxSolverSteps) => {
    expect(() => Resolution.of(limited(pigeonhole(1), { maxSolverSteps }))).toThrow(`maxSolverSteps must be a positive integer, got ${maxSolverSteps}`);
  });
});

describe('what is made of resolutions', () => {
  const versions = sampleCatalog({ a: { stable: [{ name: 'a.v1.0.0' }, { name: 'a.v2.0.0', replaces: 'a.v1.0.0' }] } });

  it('a plan says what is not decided, and is not safe', () => {
    const plan = (resolutionLimits: ResolutionLimits): OperatorUpgradePlan => (
      OperatorUpgradePlan.between(lockOf('a.v1.0.0'), lockOf('a.v2.0.0'), { catalogs: { 'olm/hub': versions }, resolutionLimits })
    );
    const [operator] = plan({ maxSolverSteps: 1 }).operators;

    expect(plan({}).isSafe).toBe(true);
    expect(plan({ maxSolverSteps: 1 })).toMatchObject({ isSafe: false, installPlans: [] });
    expect(operator?.problems).toContain("it is not decided what OLM installs in namespace 'demo': the search takes more than 1 steps (limit maxSolverSteps); raise the limit "
      + 'if you trust the catalogs');
    expect(operator?.findings).toMatchObject([{ message: 'it is not decided whether OLM installs it' }]);
  });

  const lockIn = (props: { readonly resolutionLimits?: ResolutionLimits; readonly path?: string }): OperatorLock => {
    const chart = new Chart(new App(), 'test');
    const lock = new OperatorLock(chart, 'lock', { path: join(folder, 'none.yaml'), ...props });
    new OperatorSubscription(chart, 'a', { catalog: CatalogRef.named('hub', 'olm', { content: versions }), packageName: 'a' });
    return lock;
  };

  it('a lock is an error', () => {
    expect(lockIn({}).resolve().operators).toMatchObject([{ csv: 'a.v2.0.0' }]);
    expect(() => lockIn({ resolutionLimits: { maxSolverSteps: 1 } }).resolve()).toThrow('[test/lock] it is not decided what OLM installs in namespace a: '
      + 'the search takes more than 1 steps (limit maxSolverSteps)');
    expect(() => lockIn({ resolutionLimits: { maxSolverSteps: 0 } })).toThrow('[test/lock] maxSolverSteps must be a positive integer, got 0');
  });

  it('a lock does not drop a locked dependency because of a limit', () => {
    const path = join(folder, 'locked.yaml');
    const content = sampleCatalog({
      a: { stable: [{ name: 'a.v1.0.0', properties: [requires('B')] }] }, b: { stable: [{ name: 'b.v1.0.0', properties: [provides('B')] }] },
      c: { stable: [{ name: 'c.v1.0.0', properties: [provides('B')] }] },
    });
    const outcome = (maxSolverSteps: number): string => {
      const chart = new Chart(new App(), 'test');
      const lock = new OperatorLock(chart, 'lock', { path, resolutionLimits: { maxSolverSteps } });
      new OperatorSubscription(chart, 'a', { catalog: CatalogRef.named('hub', 'olm', { content }), packageName: 'a' });
      try {
        return lock.resolve().operators.map(({ csv }) => csv).join(' ');
      } catch (error) {
        return (error as Error).message.includes('not decided') ? 'not decided' : (error as Error).message;
      }
    };
    writeFileSync(path, `lockVersion: 1
catalogs:
- {name: hub, namespace: olm}
operators:
- {namespace: a, package: a, version: 1.0.0, csv: a.v1.0.0, channel: stable, catalog: hub, catalogNamespace: olm, subscription: a}
- {namespace: a, package: c, version: 1.0.0, csv: c.v1.0.0, channel: stable, catalog: hub, catalogNamespace: olm, requiredBy: [a.v1.0.0]}
`);
    const outcomes = new Set(Array.from({ length: 200 }, (_, steps) => outcome(steps + 1)));
    expect([...outcomes]).toEqual(['not decided', 'a.v1.0.0 c.v1.0.0']);
  });
});
