import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { healthLua } from './health-lua';
import { KNOWN_HEALTH } from '../health/known-health';
import { checkKeys } from '../../constructs/model/prop-checks';

/** Health check of a kind, for Argo CD. */
export interface ArgoCdHealthCheck {
  /** API group of the kind. */
  readonly group: string;

  /** The kind. */
  readonly kind: string;

  /** Lua script that receives an object as `obj` and returns its status and a message. */
  readonly check: string;
}

/** Properties of the ConfigMap with the health checks. */
export interface ArgoCdHealthChecksProps {
  /**
   * Namespace of Argo CD.
   *
   * @default 'argocd'
   */
  readonly namespace?: string;
}

/**
 * Health checks for all kinds of OLM v0, OLM v1 and RukPak. With them, Argo CD shows why an operator is not ready, and waits in each sync wave until
 * its operators are ready, in the version of the commit. Argo CD itself has one for Subscriptions only, which reports no reason and ignores
 * versions.
 *
 * They also work without the annotations of `ArgoCd.prepare`, but read the wanted version only from these.
 *
 * @see https://argo-cd.readthedocs.io/en/stable/operator-manual/health/#custom-health-checks
 */
export class ArgoCdHealthChecks {
  /** Returns the health checks as data: also the value of `spec.resourceHealthChecks` of an `ArgoCD` of Argo CD Operator (`argoproj.io/v1beta1`). */
  public static all(): ArgoCdHealthCheck[] {
    return KNOWN_HEALTH.map(health => ({ group: health.group, kind: health.kind, check: healthLua(health) }));
  }

  /** Returns the health checks as data of the ConfigMap `argocd-cm`: entries `resource.customizations.health.<group>_<kind>`. */
  public static configMapData(): { [key: string]: string } {
    return Object.fromEntries(ArgoCdHealthChecks.all().map(({ group, kind, check }) => [`resource.customizations.health.${group}_${kind}`, check]));
  }

  /**
   * Adds the ConfigMap `argocd-cm` with the health checks only, to apply server-side next to fields with other owners, or as a Kustomize patch.
   *
   * @param scope scope that owns the object
   * @param id construct ID
   * @param props properties
   * @throws ConstructError when a prop is unknown
   */
  public static configMapPatch(scope: Construct, id: string, props: ArgoCdHealthChecksProps = {}): ApiObject {
    checkKeys(scope, 'props of ArgoCdHealthChecks.configMapPatch', props, { namespace: true });
    return new ApiObject(scope, id, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'argocd-cm', namespace: props.namespace ?? 'argocd', labels: { 'app.kubernetes.io/part-of': 'argocd' } },
      data: ArgoCdHealthChecks.configMapData(),
    });
  }

  private constructor() {}
}
