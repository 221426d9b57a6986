import type { Bundle } from '../../bundle/bundle';
import { defined } from '../../formats/json/defined';
import { type CrdChange, CrdVerdict } from '../../formats/schema/changes/crd-change';
import type { BundleCrdChange } from '../../report/build-comparison';
import { BundleComparison } from '../../report/bundle-comparison';
import { waives } from '../lock/fewest-waivers';
import { LockChangeKind } from '../lock/lock-change';
import { bundleOfPackage, catalogKeyOf, type LockContent, operatorKey } from '../lock/lock-content';
import type { LockedOperator } from '../lock/locked-operator';
import { type LockWaiver, NOT_CHECKED } from '../lock/lock-waiver';
import type { PlanSources } from '../plan/make-plan';
import type { PlannedOperator, UpgradeFinding } from '../plan/planned-operator';
import { type ChangeFinding, rightFindings } from './gained-rights';
import type { GateSettings } from './gate-settings';

/** A version on the way, without a bundle if the catalog has no manifests for it. */
interface Step {
  readonly csv: string;
  readonly bundle?: Bundle;
}

/**
 * Adds to each upgrade of a plan the findings about changes that are not allowed, with the reasons of waivers: changes of CRDs that OLM v1 refuses,
 * and forbidden rights, from each version to the next one on the way. Operators that are new or removed have none.
 */
export function withGates(
  operators: readonly PlannedOperator[], after: LockContent, sources: PlanSources, settings: GateSettings,
): PlannedOperator[] {
  const locked = new Map(after.operators.map((operator) => [operatorKey(operator), operator]));
  return operators.map((operator) => {
    const to = locked.get(operatorKey(operator));
    return operator.kind !== LockChangeKind.CHANGED || to === undefined ? operator : { ...operator, ...gatesOf(operator, to, sources, settings) };
  });
}

function gatesOf(
  { before, after, approvals }: PlannedOperator, locked: LockedOperator, sources: PlanSources, settings: GateSettings,
): Pick<PlannedOperator, 'findings' | 'staleWaivers' | 'unchecked'> {
  // Without a path, the operator must be removed and reinstalled, which keeps CRDs, so the first and last versions are compared.
  const steps = [before, ...(approvals.length === 0 ? [after] : approvals)].map((csv) => stepOf(csv, locked, sources));
  const known = steps.filter(({ bundle }) => bundle !== undefined);
  const unknown = steps.filter(({ bundle }) => bundle === undefined).map(({ csv }) => csv);
  const watchesOne = settings.singleNamespaces.includes(locked.namespace);
  const found = [
    ...known.slice(1).flatMap(({ csv, bundle }, index): UpgradeFinding[] => {
      const previous = known[index]!;
      return findingsOf(previous.bundle!, bundle!, settings, watchesOne)
        .map(({ rule, field, message }) => ({ rule, field, before: previous.csv, after: csv, message }));
    }),
    ...(settings.requireManifests ? unknown.map((csv): UpgradeFinding => ({
      rule: NOT_CHECKED, field: csv, before, after, message: 'the catalog has no manifests of it, and they are required',
    })) : []),
  ];
  return { ...waivedFindings(found, waiversForLocked(locked)), unchecked: unknown };
}

function findingsOf(before: Bundle, after: Bundle, settings: GateSettings, watchesOne: boolean): ChangeFinding[] {
  return [...crdFindings(BundleComparison.of(before, after).content.crdChanges), ...rightFindings(before, after, settings, watchesOne)];
}

function stepOf(csv: string, locked: LockedOperator, { catalogs }: PlanSources): Step {
  const bundle = bundleOfPackage(catalogs.get(catalogKeyOf(locked)), locked, csv)?.content;
  return { csv, ...defined({ bundle }) };
}

/** Returns the waivers for the version that an operator is locked to. */
export function waiversForLocked({ waivers, version: locked }: LockedOperator): LockWaiver[] {
  return waivers.filter(({ version = locked }) => version === locked);
}

/** Findings with the reasons of their waivers, and the waivers that match none. */
interface WaivedFindings {
  readonly findings: UpgradeFinding[];
  readonly staleWaivers: LockWaiver[];
}

/** Adds the reason of the first waiver that matches to each finding. */
function waivedFindings(found: readonly UpgradeFinding[], waivers: readonly LockWaiver[]): WaivedFindings {
  return {
    findings: found.map((finding) => {
      const reason = waivers.find((waiver) => waives(waiver, finding))?.reason;
      return reason === undefined ? finding : { ...finding, reason };
    }),
    staleWaivers: waivers.filter((waiver) => !found.some((finding) => waives(waiver, finding))),
  };
}

/** Returns the changes of CustomResourceDefinitions because of which OLM v1 refuses an upgrade. */
export function crdFindings(changes: readonly BundleCrdChange[]): ChangeFinding[] {
  return changes.flatMap((crd) => crd.changes
    .filter(({ verdict }) => verdict !== CrdVerdict.ALLOWED)
    .map((change) => ({ rule: change.rule, field: fieldOf(crd.name, change), message: change.message })));
}

function fieldOf(crd: string, { version, servedBeside, path }: CrdChange): string {
  const versions = version === undefined ? '' : `/${version}${servedBeside === undefined ? '' : ` beside ${servedBeside}`}`;
  return `${crd}${versions}${path === undefined || path === '' ? '' : `/${path}`}`;
}
