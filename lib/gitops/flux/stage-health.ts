import { ApiObject, Lazy } from 'cdk8s';
import { FluxHealthChecks } from './flux-health-checks';
import { FluxHealthCheck, FluxHealthCheckExpression } from './flux-kustomization-props';
import { mapField, stringField } from '../../formats/json/json-value';
import { OLM_GROUP } from '../../olm/v0/model/olm-names';

/** Kinds that are ready as soon as they exist. */
const READY_AT_ONCE = new Set([
  'core/ConfigMap', 'core/Namespace', 'core/Secret', 'core/ServiceAccount', 'networking.k8s.io/NetworkPolicy',
  ...['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'].map(kind => `rbac.authorization.k8s.io/${kind}`),
  'scheduling.k8s.io/PriorityClass',
]);

/** Settings for what Flux waits for in a stage. */
export interface StageHealth {
  readonly wait?: boolean;
  readonly healthChecks?: FluxHealthCheck[];
  readonly healthCheckExprs?: FluxHealthCheckExpression[];
}

/**
 * Returns what Flux waits for in a stage: all of its objects, and what OLM creates for them. Flux can wait for all objects that it applies, or for
 * only those in a list; so the list is used if there are objects of OLM.
 *
 * @param created objects that OLM creates
 */
export function stageHealth(objects: readonly ApiObject[], created: readonly FluxHealthCheck[]): StageHealth {
  const kinds = new Set([...objects.map(({ apiGroup, kind }) => `${apiGroup}/${kind}`), ...created.map(({ kind }) => `${OLM_GROUP}/${kind}`)]);
  const expressions = FluxHealthChecks.all().filter(({ apiVersion, kind }) => kinds.has(`${apiVersion.split('/')[0]!}/${kind}`));
  const exprs = expressions.length === 0 ? {} : { healthCheckExprs: expressions };
  if (created.length === 0) {
    return { wait: true, ...exprs };
  }
  const slow = objects.filter(({ apiGroup, kind }) => !READY_AT_ONCE.has(`${apiGroup}/${kind}`));
  const listed = slow.map((object): FluxHealthCheck => {
    // Not that of `object.metadata`, which is the namespace of the chart even for cluster-scoped objects.
    const namespace = stringField(mapField(object.toJson(), 'metadata'), 'namespace');
    return { apiVersion: object.apiVersion, kind: object.kind, name: nameAtSynthesis(object), ...(namespace === undefined ? {} : { namespace }) };
  });
  return { healthChecks: [...listed, ...created], ...exprs };
}

/** Name of an object in its manifest: that of a Job depends on objects that may still change. */
function nameAtSynthesis(object: ApiObject): string {
  return Lazy.any({ produce: () => stringField(mapField(object.toJson(), 'metadata'), 'name') ?? object.name }) as string;
}
