import { CONTROLLER_BINDING_PREFIX } from '../../../olm/v0/objects/rbac';
import type { RecognizedOlm } from '../../../olm/v0/recognition/recognize-olm';
import { CLUSTER_ROLE_BINDINGS } from '../../waiting/view/api-resource';
import type { ClusterView } from '../../waiting/view/cluster-view';
import type { Interest } from '../../waiting/view/interest';
import { objectsOf, optional } from '../../waiting/view/queries';

/** Interest that `leftOlm` uses to find the remains of an OLM. */
export const BINDINGS: Interest = optional({ resource: CLUSTER_ROLE_BINDINGS });

/**
 * Returns the OLM that an interrupted removal left without CRDs and controllers. It is recognized by the binding of its controllers, which is deleted
 * after them.
 *
 * @returns undefined if there is none, or the account may not list bindings; `unknown` until they are listed
 */
export function leftOlm(view: ClusterView): RecognizedOlm | undefined | 'unknown' {
  const bindings = objectsOf(view, BINDINGS);
  if (bindings === undefined) {
    return view.snapshot(BINDINGS).problem === undefined ? 'unknown' : undefined;
  }
  const namespaces = bindings.map(({ metadata: { name } }) => name).filter((name) => name.startsWith(CONTROLLER_BINDING_PREFIX))
    .map((name) => name.slice(CONTROLLER_BINDING_PREFIX.length));
  return namespaces.length === 0 ? undefined
    : { namespaces: namespaces.sort(), candidates: [], isOpenShift: false, rollingDeployments: [], crds: [] };
}
