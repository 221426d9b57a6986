import { FluxHealthCheck, FluxHealthCheckExpression } from './flux-kustomization-props';
import { healthCel } from './health-cel';
import { KNOWN_HEALTH } from '../health/known-health';
import { labelErrors, subdomainErrors } from '../../formats/schema/formats/names';
import { suggestNames } from '../../text/suggest-names';
import { OLM_GROUP } from '../../olm/v0/model/olm-names';
import { OLM_V1_GROUP } from '../../olm/v1/model/olm-v1-names';

/** Versions of the APIs. Flux compares only the group. */
const VERSIONS: { readonly [group: string]: string } = { [OLM_V1_GROUP]: 'v1' };
/** OLM also uses the name of an Operator as the name of a label. */
export const MAX_OPERATOR_NAME = 63;

const CSV_API = `${OLM_GROUP}/v1alpha1`;

/**
 * Health checks for the kinds of OLM v0, OLM v1 and RukPak in the Common Expression Language. Without them, Flux considers a Subscription ready as
 * soon as it exists.
 *
 * They return the same verdicts as the health checks for Argo CD: what OLM retries by itself is in progress, and only what needs a change is a
 * failure, which ends the wait.
 *
 * @see https://fluxcd.io/flux/components/kustomize/kustomizations/#health-check-expressions
 */
export class FluxHealthChecks {
  /** Returns the health checks of all kinds, for `healthCheckExprs` of a `FluxKustomization`. */
  public static all(): FluxHealthCheckExpression[] {
    return KNOWN_HEALTH.map((health) => (
      { apiVersion: `${health.group}/${VERSIONS[health.group] ?? 'v1alpha1'}`, kind: health.kind, ...healthCel(health) }
    ));
  }

  /**
   * Returns the health check of one kind.
   *
   * @param kind kind of OLM or RukPak, such as `Subscription`
   * @throws Error if there is none for the kind
   */
  public static ofKind(kind: string): FluxHealthCheckExpression {
    const found = FluxHealthChecks.all().find((check) => check.kind === kind);
    if (found === undefined) {
      throw new Error(`there is no health check for the kind '${kind}'; available: ${suggestNames(kind, KNOWN_HEALTH.map((health) => health.kind))}`);
    }
    return found;
  }

  /**
   * Returns the check that waits for a ClusterServiceVersion: the operator runs in this version. OLM creates the ClusterServiceVersion after the
   * Subscription is approved, so the wait includes the approval.
   *
   * @param name name of the ClusterServiceVersion, such as `hello-operator.v0.2.0`
   * @param namespace namespace of the Subscription
   * @throws Error if a name is invalid
   */
  public static csv(name: string, namespace: string): FluxHealthCheck {
    const problem = [...subdomainErrors(name).map((error) => `name '${name}' must ${error}`), ...labelErrors(namespace).map((error) => `namespace '${namespace}' must ${error}`)][0];
    if (problem !== undefined) {
      throw new Error(`${problem}; pass the name of a ClusterServiceVersion and its namespace`);
    }
    return { apiVersion: CSV_API, kind: 'ClusterServiceVersion', name, namespace };
  }

  /**
   * Returns the check that waits for an operator in any version: OLM's Operator object shows whether its ClusterServiceVersion succeeded.
   *
   * @param packageName package of the Subscription
   * @param namespace namespace of the Subscription
   * @throws Error if the two are too long for the label of OLM, which is the name of the Operator
   */
  public static operator(packageName: string, namespace: string): FluxHealthCheck {
    const name = `${packageName}.${namespace}`;
    if (name.length > MAX_OPERATOR_NAME) {
      throw new Error(`'${name}' has more than ${MAX_OPERATOR_NAME} characters, so OLM does not use it as the name of an Operator; use csv() with the name of the ClusterServiceVersion`);
    }
    return { apiVersion: `${OLM_GROUP}/v1`, kind: 'Operator', name };
  }

  private constructor() {}
}
