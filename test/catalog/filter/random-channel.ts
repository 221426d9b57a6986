import fc from 'fast-check';
import { channelProblems } from './catalog-problems';
import type { ChannelBlob, ChannelEntry } from '../../../lib/catalog/declcfg/declcfg';

/**
 * Channels that opm accepts: a path along `replaces`, skipped entries outside it, and any further edges between them, including cycles of
 * skipped entries and edges to missing entries.
 */
export function randomChannel(packageName = 'p', maxEntries = 12): fc.Arbitrary<ChannelBlob> {
  return fc.integer({ min: 1, max: maxEntries }).chain((count) => fc.record({
    onPath: fc.array(fc.boolean(), { minLength: count, maxLength: count }),
    skippers: fc.array(fc.nat(count - 1), { minLength: count, maxLength: count }),
    more: fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count), fc.boolean()), { maxLength: count }),
    tail: fc.boolean(),
  })).map((plan) => channelOf(packageName, plan)).filter((channel) => channelProblems(channel).length === 0);
}

interface ChannelPlan {
  readonly onPath: readonly boolean[];
  readonly skippers: readonly number[];
  readonly more: readonly (readonly [number, number, boolean])[];
  readonly tail: boolean;
}

/** Entry 0 is the newest and the head; its version is the highest. */
function channelOf(packageName: string, { onPath, skippers, more, tail }: ChannelPlan): ChannelBlob {
  const count = onPath.length;
  const name = (index: number): string => `${packageName}.v1.${count - index}.0`;
  const path = [0, ...onPath.keys()].filter((index, position) => position === 0 || (index > 0 && onPath[index]!));
  const drafts = Array.from({ length: count }, (_, index) => {
    const next = path.indexOf(index) < 0 ? undefined : path[path.indexOf(index) + 1] ?? (tail ? count : undefined);
    return { replaces: next, skips: new Set<number>() };
  });
  drafts.forEach((_, index) => {
    if (index > 0 && !path.includes(index)) {
      drafts[Math.min(skippers[index]!, index - 1)]!.skips.add(index);
    }
  });
  for (const [from, to, isSkip] of more) {
    if (to !== 0 && from !== to && isSkip) {
      drafts[from]!.skips.add(to);
    } else if (to !== 0 && from !== to) {
      drafts[from]!.replaces ??= to;
    }
  }
  const entries = drafts.map(({ replaces, skips }, index): ChannelEntry => ({
    name: name(index),
    ...(replaces === undefined ? {} : { replaces: name(replaces) }),
    ...(skips.size === 0 ? {} : { skips: [...skips].map(name) }),
  }));
  return { schema: 'olm.channel', name: 'stable', package: packageName, entries };
}
