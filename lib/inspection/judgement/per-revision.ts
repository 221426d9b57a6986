import { ClusterView } from '../../waiting/cluster/cluster-view';

/** Returns a function that caches its last result until the view changes, so that a judgement, its time and its table row have the same basis. */
export function perRevision<Result>(read: (view: ClusterView) => Result): (view: ClusterView) => Result {
  let last: { readonly view: ClusterView; readonly revision: number; readonly result: Result } | undefined;
  return (view) => {
    const { revision } = view;
    if (last !== undefined && last.view === view && last.revision === revision) {
      return last.result;
    }
    const result = read(view);
    last = revision === undefined ? undefined : { view, revision, result };
    return result;
  };
}
