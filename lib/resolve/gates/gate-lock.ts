import { LockChangeKind } from '../lock/lock-change';
import { type LockContent, operatorKey } from '../lock/lock-content';
import type { LockedOperator } from '../lock/locked-operator';
import type { LockWaiver } from '../lock/lock-waiver';
import { makePlan, type PlanSources } from '../plan/make-plan';
import type { PlannedOperator } from '../plan/planned-operator';
import { findingText, uncheckedText, waiverBlock } from '../plan/plan-text';
import type { GateSettings } from './gate-settings';
import { withGates } from './upgrade-gates';

/** A lock whose upgrades are checked. */
export interface GatedLock {
  /** The lock, without waivers that match nothing. */
  readonly content: LockContent;

  /** Upgrades that are refused, each with all its findings and the waivers that would accept them. */
  readonly refusals: readonly string[];

  /** Waivers that match nothing, and versions that are not checked, in sentences. */
  readonly notes: readonly string[];
}

/**
 * Checks the upgrades from the current lock to another one.
 *
 * @param file path of the lock file, for messages
 */
export function gateLock(current: LockContent, made: LockContent, sources: PlanSources, settings: GateSettings, file: string): GatedLock {
  const upgrades = new Map(withGates(makePlan(current, made, sources), made, sources, settings)
    .filter(({ kind }) => kind === LockChangeKind.CHANGED).map((operator) => [operatorKey(operator), operator]));
  const before = new Map(current.operators.map((operator) => [operatorKey(operator), operator]));
  return {
    content: { ...made, operators: made.operators.map((operator) => withoutStale(operator, upgrades.get(operatorKey(operator)))) },
    refusals: made.operators.flatMap((operator) => {
      const upgrade = upgrades.get(operatorKey(operator));
      return upgrade === undefined ? [] : refusal(upgrade, operator, before.get(operatorKey(operator)), file);
    }),
    notes: made.operators.flatMap((operator) => notesOf(operator, upgrades.get(operatorKey(operator)), before.get(operatorKey(operator)))),
  };
}

function withoutStale(operator: LockedOperator, upgrade: PlannedOperator | undefined): LockedOperator {
  return upgrade === undefined ? operator : { ...operator, waivers: operator.waivers.filter((waiver) => !upgrade.staleWaivers.includes(waiver)) };
}

function refusal({ before, after, findings }: PlannedOperator, locked: LockedOperator, old: LockedOperator | undefined, file: string): string[] {
  const refused = findings.filter(({ reason }) => reason === undefined);
  const key = operatorKey(locked);
  return refused.length === 0 ? [] : [[
    `the upgrade of operator '${key}' from '${before}' to '${after}' is refused:`,
    ...refused.map((finding) => `  - ${findingText(finding)}`),
    `lock another version, or accept each change: add this to the block of '${key}' in ${file}${(old?.waivers.length ?? 0) > 0 ? ', which already has waivers' : ''}, `
      + 'fill in the reasons, and run the command again:',
    ...waiverBlock(refused, locked.version),
  ].join('\n')];
}

function notesOf(operator: LockedOperator, upgrade: PlannedOperator | undefined, old: LockedOperator | undefined): string[] {
  if (upgrade === undefined) {
    return [];
  }
  const key = operatorKey(operator);
  const otherVersion = (old?.waivers ?? []).filter(({ version }) => version !== undefined && version !== operator.version);
  return [
    ...upgrade.staleWaivers.map((waiver) => `${described(waiver)} of operator '${key}' matches nothing in the upgrade from '${upgrade.before}' to '${upgrade.after}'; it is removed`),
    ...otherVersion.map((waiver) => `${described(waiver)} of operator '${key}' is for version ${waiver.version!}, and the operator is locked to version ${operator.version}; it is removed`),
    ...(upgrade.unchecked.length === 0 ? [] : [uncheckedText(upgrade)]),
  ];
}

function described({ rule, field }: LockWaiver): string {
  return `the waiver for '${rule}' of '${field}'`;
}
