import { fieldAt, JsonMap, mapListField, stringField } from '../../../formats/json/json-value';
import { Finding } from '../../waiting/explain/explanation';
import { KNOWN_CAUSES } from '../../waiting/explain/known-causes';
import { DEFAULT_TIMEOUTS } from '../../waiting/machine/waiter';
import { upgradeFindings } from '../../waiting/operator/operator-findings';
import { Situation } from '../../waiting/operator/situation';
import { KubernetesObject } from '../../waiting/view/kubernetes-object';
import { createdAt, latest, specWrittenAt, timeOf } from '../source/object-times';

/**
 * Returns why OLM does not manage an operator that runs: it cannot resolve the Subscription or unpack the bundle of an upgrade. What OLM has reported
 * for a shorter time than the grace period of its cause is left out, because it may pass by itself.
 *
 * @param now time in milliseconds since 1970
 */
export function degradation(found: Situation, now: number): Finding[] {
  const { subscription } = found;
  const findings = subscription ? upgradeFindings(subscription, found) : [];
  // A dump may lack the catalog, but OLM reports a missing one.
  const isKnown = !found.isSelection || unhealthyCatalogs(subscription ?? undefined) !== undefined;
  return findings.filter((finding) => finding.cause !== 'catalog-missing' || isKnown)
    .filter((finding) => now - (reportedAt(subscription!, finding) ?? 0) >= graceOf(finding));
}

/** Returns the condition with which OLM reports catalogs that are missing or do not answer. */
function unhealthyCatalogs(subscription: KubernetesObject | undefined): JsonMap | undefined {
  return mapListField(subscription?.status, 'conditions')
    .find((condition) => stringField(condition, 'type') === 'CatalogSourcesUnhealthy' && stringField(condition, 'status') === 'True');
}

function graceOf({ cause, grace = KNOWN_CAUSES[cause].grace }: Finding): number {
  return grace === 'none' || grace === 'terminal' ? DEFAULT_TIMEOUTS.terminalGrace : DEFAULT_TIMEOUTS.transientGrace;
}

/** Returns since when OLM has reported a problem, at the earliest. OLM sets no time in the condition of a failed resolution. */
function reportedAt(subscription: KubernetesObject, { cause }: Finding): number | undefined {
  const reported = cause === 'catalog-missing' ? timeOf(unhealthyCatalogs(subscription)?.['lastTransitionTime']) : timeOf(fieldAt(subscription.status, 'lastUpdated'));
  return latest([reported, createdAt(subscription), specWrittenAt(subscription)]);
}
