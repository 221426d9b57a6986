import { ClusterView } from '../../waiting/cluster/cluster-view';

/** Returns the function with its last result kept until the view changes: a judgement, its time and its row in a table are based on the same. */
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
