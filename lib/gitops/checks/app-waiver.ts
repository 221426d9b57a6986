import type { AppCheck, AppFinding, WaivedFinding } from './app-report';
import { optionProblem } from '../../formats/options/check-options';
import { suggestNames } from '../../text/suggest-names';
import { FindingSeverity } from '../../validation/model/finding';
import { exactJson } from '../../formats/json/exact-json';
import { printableMessage } from '../../text/printable';

/** Accepts findings for a stated reason: they are not counted, and reports list them separately. */
export interface AppWaiver {
  /** ID of the check, such as `package-twice`. */
  readonly id: string;

  /** Reason why its findings are acceptable, shown in reports. */
  readonly reason: string;

  /**
   * Path of a construct, such as `prod/operators/prometheus`: the waiver applies to findings about the construct and its descendants. A `*`
   * matches any characters: in place of the cluster, as in `*` before `/operators/prometheus`, it is the construct in each cluster.
   *
   * @default - the whole app
   */
  readonly path?: string;
}

/**
 * Checks waivers.
 *
 * @param ids IDs of all checks
 * @throws Error when they are not a list, or a waiver has no reason, names an unknown check, or has an unknown key
 * @internal
 */
export function checkWaivers(waivers: readonly AppWaiver[], ids: readonly string[]): void {
  const given: unknown = waivers;
  if (!Array.isArray(given)) {
    throw new Error(printableMessage(`waivers must be a list, got ${exactJson(given)}`));
  }
  waivers.forEach((waiver, index) => {
    const problem = optionProblem({ what: `waivers[${index}]` }, 'AppWaiver', waiver) ?? problemOf(waiver, index, ids);
    if (problem !== undefined) {
      throw new Error(printableMessage(problem));
    }
  });
}

/** Describes the findings about unused waivers. @internal */
export const WAIVER_UNUSED: AppCheck = {
  id: 'waiver-unused',
  severity: FindingSeverity.WARNING,
  summary: 'each waiver applies to a finding',
  remedy: 'remove the waiver',
  source: 'olm-constructs',
};

/** Separates the findings that waivers accept. Unused waivers are findings, which come last. @internal */
export function applyWaivers(found: readonly AppFinding[], waivers: readonly AppWaiver[]): { findings: AppFinding[]; waived: WaivedFinding[] } {
  const findings: AppFinding[] = [];
  const waived: WaivedFinding[] = [];
  const used = new Set<AppWaiver>();
  for (const finding of found) {
    const applied = waivers.filter((waiver) => appliesTo(waiver, finding));
    applied.forEach((waiver) => used.add(waiver));
    if (applied[0] === undefined) {
      findings.push(finding);
    } else {
      waived.push({ finding, reason: applied[0].reason });
    }
  }
  return { findings: [...findings, ...waivers.filter((waiver) => !used.has(waiver)).map(unusedWaiver)], waived };
}

function appliesTo(waiver: AppWaiver, { id, paths }: AppFinding): boolean {
  return waiver.id === id && (waiver.path === undefined || paths.some((path) => isAtOrBelow(path, waiver.path!)));
}

/** Whether a path, or a start of it that ends at a `/`, matches a pattern in which `*` matches any characters. */
function isAtOrBelow(path: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}(?:/|$)`, 's').test(path);
}

function unusedWaiver({ id, path, reason }: AppWaiver): AppFinding {
  const { severity, remedy, source } = WAIVER_UNUSED;
  const message = `the waiver for '${id}'${path === undefined ? '' : ` at '${path}'`} does not apply to any finding (its reason: ${reason})`;
  return { id: WAIVER_UNUSED.id, severity, paths: path === undefined ? [] : [path], clusters: [], message, remedy, source };
}

function problemOf({ id, reason }: Partial<AppWaiver>, index: number, ids: readonly string[]): string | undefined {
  if (typeof id !== 'string' || !ids.includes(id)) {
    return `waivers[${index}] names the unknown check '${String(id)}'; set 'id' to one of ${suggestNames(String(id), ids)}`;
  }
  if (typeof reason !== 'string' || reason.trim() === '') {
    return `waivers[${index}] for '${id}' has no reason; set 'reason' to why its findings are acceptable: reports show it`;
  }
  return undefined;
}
