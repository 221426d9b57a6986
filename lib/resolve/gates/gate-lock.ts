import { type Downgrade, downgradesBetween } from '../lock/downgrades';
import { LockChangeKind } from '../lock/lock-change';
import { type LockContent, operatorKey } from '../lock/lock-content';
import type { LockedOperator } from '../lock/locked-operator';
import { type LockWaiver, NOT_REACHED } from '../lock/lock-waiver';
import type { MadeLock } from '../lock/make-lock';
import type { PlanSources } from '../plan/make-plan';
import type { PlannedOperator, UpgradeFinding } from '../plan/planned-operator';
import { findingText, uncheckedText, waiverBlock } from '../plan/plan-text';
import type { GateSettings } from './gate-settings';
import { gatedPlan } from './gated-plan';

/** A lock whose upgrades are checked. */
export interface GatedLock {
  /** The lock, without waivers that match nothing. */
  readonly content: LockContent;

  /** Upgrades that are refused, each with all its findings and the waivers that would accept them, and downgrades with their reasons. */
  readonly refusals: readonly string[];

  /** Waivers that match nothing, versions that are not checked, and downgrades that are allowed, in sentences. */
  readonly notes: readonly string[];
}

/** An operator whose block changes. */
interface ChangedOperator {
  readonly locked: LockedOperator;
  readonly old: LockedOperator | undefined;
  readonly planned: PlannedOperator;
  readonly downgrade: Downgrade | undefined;
}

/**
 * Checks the way from the current lock to another one: downgrades, versions that OLM does not install, and changes that are not allowed.
 *
 * @param file path of the lock file, for messages
 */
export function gateLock(
  current: LockContent, { content: made, releases }: MadeLock, sources: PlanSources, settings: GateSettings, file: string,
): GatedLock {
  const planned = new Map(gatedPlan(current, made, sources, settings).operators.map((operator) => [operatorKey(operator), operator]));
  const before = new Map(current.operators.map((operator) => [operatorKey(operator), operator]));
  const downgrades = downgradesBetween(current, made, sources.catalogs);
  const changed = made.operators.flatMap((locked): ChangedOperator[] => {
    const [key, upgrade] = [operatorKey(locked), planned.get(operatorKey(locked))];
    const downgrade = downgrades.find(({ after }) => after === locked);
    return upgrade === undefined ? [] : [{ locked, old: before.get(key), planned: upgrade, downgrade }];
  });
  return {
    content: { ...made, operators: made.operators.map((operator) => withoutStale(operator, planned.get(operatorKey(operator)))) },
    refusals: changed.flatMap((each) => (each.downgrade !== undefined && !settings.allowDowngrade
      ? [downgradeText(each.downgrade, releases.get(operatorKey(each.locked)))] : refusal(each, file))),
    notes: changed.flatMap(notesOf),
  };
}

function withoutStale(operator: LockedOperator, upgrade: PlannedOperator | undefined): LockedOperator {
  return upgrade?.kind !== LockChangeKind.CHANGED ? operator
    : { ...operator, waivers: operator.waivers.filter((waiver) => !upgrade.staleWaivers.includes(waiver)) };
}

function downgradeText({ before, after }: Downgrade, reason = 'the app chooses it'): string {
  return `the downgrade of operator '${operatorKey(after)}' from '${before.csv}' to '${after.csv}' is refused: ${reason}; undo this to keep '${before.csv}', or allow the `
    + 'downgrade: run `olm-constructs lock --allow-downgrade`, or set `allowDowngrade` of OperatorLock.resolve';
}

function refusal({ locked, old, planned, downgrade }: ChangedOperator, file: string): string[] {
  const { before, after, findings, problems } = planned;
  // An allowed downgrade is an uninstallation and a new installation.
  const refused = findings.filter(({ reason, rule }) => reason === undefined && !(rule === NOT_REACHED && downgrade !== undefined));
  const key = operatorKey(locked);
  const text = (finding: UpgradeFinding): string => (finding.rule === NOT_REACHED ? `${findingText(finding)}: ${problems.join('; ')}` : findingText(finding));
  return refused.length === 0 ? [] : [[
    before === '' ? `the installation of operator '${key}' as '${after}' is refused:` : `the upgrade of operator '${key}' from '${before}' to '${after}' is refused:`,
    ...refused.map((finding) => `  - ${text(finding)}`),
    // A new operator has no block for waivers, and its problem states what to change.
    ...(old === undefined ? [] : [
      `lock another version, or accept each change: add this to the block of '${key}' in ${file}${old.waivers.length > 0 ? ', which already has waivers' : ''}, `
        + 'fill in the reasons, and run the command again:',
      ...waiverBlock(refused, locked.version),
    ]),
  ].join('\n')];
}

function notesOf({ locked, old, planned, downgrade }: ChangedOperator): string[] {
  const key = operatorKey(locked);
  const { before, after, approvals, staleWaivers, unchecked } = planned;
  const otherVersion = (old?.waivers ?? []).filter(({ version }) => version !== undefined && version !== locked.version);
  return [
    ...(downgrade === undefined || approvals.length > 0 ? [] : [
      `operator '${key}' goes back from '${before}' to '${after}', which OLM does not do: remove the operator from the cluster before you apply the lock`,
    ]),
    ...staleWaivers.map((waiver) => `${described(waiver)} of operator '${key}' matches nothing in the upgrade from '${before}' to '${after}'; it is removed`),
    ...otherVersion.map((waiver) => `${described(waiver)} of operator '${key}' is for version ${waiver.version!}, and the operator is locked to version ${locked.version}; it is removed`),
    ...(unchecked.length === 0 ? [] : [uncheckedText(planned)]),
  ];
}

function described({ rule, field }: LockWaiver): string {
  return `the waiver for '${rule}' of '${field}'`;
}
