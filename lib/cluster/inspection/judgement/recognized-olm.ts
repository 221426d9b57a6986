import { RecognizedOlm } from '../../../olm/v0/recognition/recognize-olm';
import { ClusterView } from '../../waiting/view/cluster-view';
import { KubernetesObject } from '../../waiting/view/kubernetes-object';
import { objectsOf } from '../../waiting/view/queries';
import { OLM_TRACES, recognizedIn } from '../../waiting/olm/olm-detection';

/** Result of recognition, with the objects that it is based on. */
interface Recognition {
  readonly objects: readonly KubernetesObject[];
  readonly result: RecognizedOlm | undefined;
}

/** Recognitions by their first object, cached because comparing the CRDs with those of all releases takes longer than comparing the lists. */
const RECOGNITIONS = new WeakMap<KubernetesObject, Recognition>();

/** Returns the OLM in the cluster, undefined if there is none, or `unknown` until everything is listed. Cached while the objects are the same. */
export function recognizedOlm(view: ClusterView): RecognizedOlm | undefined | 'unknown' {
  const lists = OLM_TRACES.map((interest) => objectsOf(view, interest));
  const objects = lists.flatMap((list) => list ?? []);
  const [first] = objects;
  if (lists.includes(undefined) || first === undefined) {
    return recognizedIn(view);
  }
  const known = RECOGNITIONS.get(first);
  if (known !== undefined && known.objects.length === objects.length && known.objects.every((object, index) => object === objects[index])) {
    return known.result;
  }
  const result = recognizedIn(view);
  if (result !== 'unknown') {
    RECOGNITIONS.set(first, { objects, result });
  }
  return result;
}
