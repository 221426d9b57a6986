import * as fc from 'fast-check';
import { catalogEntries, installedEntries } from '../../lib/resolve/entries/entry-source';
import { EntrySources } from '../../lib/resolve/entries/entry-sources';
import { ResolutionError } from '../../lib/resolve/model/resolution-error';
import type { ResolutionProps } from '../../lib/resolve/model/resolution-props';
import { type NamespaceSolution, resolveNamespace } from '../../lib/resolve/problem/namespace-solution';
import { ResolutionBudget } from '../../lib/resolve/problem/resolution-budget';
import { resolutionLimits } from '../../lib/resolve/model/resolution-limits';
import { Resolution } from '../../lib/resolve/resolution';
import { IndependentChecker } from './independent-checker';
import { randomNamespace } from './random-namespace';

/** Returns the solution of one resolution, or undefined if OLM stops before it searches. */
function solutionOf({ namespace, catalogs, subscriptions, installed = [] }: ResolutionProps): NamespaceSolution | undefined {
  try {
    const sources = [installedEntries(namespace, installed, subscriptions), ...catalogs.map(catalogEntries)];
    return resolveNamespace(new EntrySources(namespace, sources), subscriptions, new ResolutionBudget(resolutionLimits()));
  } catch (error) {
    expect((error as Error).message).toContain('a unique replacement chain');
    return undefined;
  }
}

/** Returns everything that a resolution decides, as text. */
function decisionOf(props: ResolutionProps): string {
  try {
    const { hops, operators, isEndless } = Resolution.toTheEnd(props);
    return JSON.stringify({ hops, operators, isEndless });
  } catch (error) {
    expect(error).toBeInstanceOf(ResolutionError);
    return `${(error as Error).message}\n${(error as ResolutionError).explanation}`;
  }
}

describe('a resolution of a random namespace', () => {
  it('satisfies all of OLM\'s rules, and fails only where nothing does', () => {
    const found = { solutions: 0, contradictions: 0 };
    fc.assert(fc.property(randomNamespace, (props) => {
      const solution = solutionOf(props);
      const checker = new IndependentChecker(props);
      if (solution === undefined) {
        return;
      }
      if (solution.reasons.length === 0) {
        found.solutions++;
        expect(checker.accepts(new Set(solution.chosen.map(({ entry }) => entry.id)))).toBe(true);
      } else {
        found.contradictions++;
        expect(checker.acceptsAny()).toBe(false);
      }
    }), { numRuns: 300, seed: 16 });

    expect(found.solutions).toBeGreaterThan(25);
    expect(found.contradictions).toBeGreaterThan(50);
  });

  it('does not depend on the order of Subscriptions, catalogs and installed operators', () => {
    fc.assert(fc.property(randomNamespace, ({ catalogs, subscriptions, installed = [], ...props }) => {
      const reversed = {
        ...props, catalogs: [...catalogs].reverse(), subscriptions: [...subscriptions].reverse(), installed: [...installed].reverse(),
      };

      expect(decisionOf(reversed)).toBe(decisionOf({ ...props, catalogs, subscriptions, installed }));
    }));
  });

  it('changes nothing once all hops are done', () => {
    fc.assert(fc.property(randomNamespace, (props) => {
      const decision = decisionOf(props);
      if (decision.startsWith('{') && !(JSON.parse(decision) as Resolution).isEndless) {
        const { hops } = JSON.parse(decision) as Resolution;
        const csvs = hops.flatMap(({ operators }) => operators.map(({ csv }) => csv));

        expect(new Set(csvs).size).toBe(csvs.length);
      }
    }));
  });
});
