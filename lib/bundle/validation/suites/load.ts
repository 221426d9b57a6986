import type { LoadRule } from '../readers/api-loader';
import type { Rule } from '../rule';
import { FindingSeverity } from '../severity';

const SOURCE = 'https://github.com/operator-framework/api/blob/master/pkg/manifests/bundleloader.go';

/** A rule about loading a bundle. Its faults come from the loader itself, since nothing else can be checked behind them. */
export type LoadingRule = Omit<Rule, 'check'> & { readonly id: LoadRule };

function loading(id: LoadRule, summary: string, remedy: string): LoadingRule {
  return { id, severity: FindingSeverity.ERROR, summary, remedy, source: SOURCE };
}

/** What the loader of operator-sdk refuses a whole bundle for. */
export const LOADING: readonly LoadingRule[] = [
  loading('load-annotations', 'Each file whose name begins with annotations holds a map of annotations.', 'Correct the file, or rename it.'),
  loading('load-crd-type', 'Each field of a CustomResourceDefinition has the type that Kubernetes gives it.', 'Write a value of the right type.'),
  loading(
    'load-crd-version',
    'CustomResourceDefinitions are of apiextensions.k8s.io/v1, or the former v1beta1.',
    'Write the CustomResourceDefinition for apiextensions.k8s.io/v1.',
  ),
  loading('load-csv-missing', 'There is a ClusterServiceVersion in manifests/.', 'Add one, or mend the file that was to be it.'),
  loading('load-csv-several', 'There is one ClusterServiceVersion only.', 'Make a bundle of its own for each.'),
  loading('load-csv-type', 'Each field of the ClusterServiceVersion has the type that OLM gives it.', 'Write a value of the right type.'),
  loading('load-folder', 'There is no folder in manifests/.', 'Move the files up into manifests/.'),
  loading('load-hidden-file', 'No file of manifests/ is hidden.', 'Remove the file, or rename it.'),
  loading('load-object', 'Each file of manifests/ holds a Kubernetes object.', 'Correct the file, or move it out of manifests/.'),
];
