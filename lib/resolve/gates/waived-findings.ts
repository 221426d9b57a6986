import type { LockWaiver } from '../lock/lock-waiver';
import type { UpgradeFinding } from '../plan/upgrade-finding';

/** Findings with the reasons of their waivers, and the waivers that match none. */
export interface WaivedFindings {
  readonly findings: UpgradeFinding[];
  readonly staleWaivers: LockWaiver[];
}

/** Adds the reason of the first waiver that matches to each finding. */
export function waivedFindings(found: readonly UpgradeFinding[], waivers: readonly LockWaiver[]): WaivedFindings {
  return {
    findings: found.map((finding) => {
      const reason = waivers.find((waiver) => matches(waiver, finding))?.reason;
      return reason === undefined ? finding : { ...finding, reason };
    }),
    staleWaivers: waivers.filter((waiver) => !found.some((finding) => matches(waiver, finding))),
  };
}

/** A field that ends in `**` matches any suffix; a single `*` is part of paths in CRDs and of rights. */
function matches({ rule, field }: LockWaiver, finding: UpgradeFinding): boolean {
  return rule === finding.rule && (field === finding.field || (field.endsWith('**') && finding.field.startsWith(field.slice(0, -2))));
}
