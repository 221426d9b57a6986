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
  loading('load-annotations', 'each file whose name begins with annotations holds a map of annotations', 'correct the file, or rename it'),
  loading('load-crd-type', 'each field of a CustomResourceDefinition has the type that Kubernetes gives it', 'write a value of the right type'),
  loading(
    'load-crd-version',
    'CustomResourceDefinitions are of apiextensions.k8s.io/v1, or the former v1beta1',
    'write the CustomResourceDefinition for apiextensions.k8s.io/v1',
  ),
  loading('load-csv-missing', 'there is a ClusterServiceVersion in manifests/', 'add one, or mend the file that was to be it'),
  loading('load-csv-several', 'there is one ClusterServiceVersion only', 'make a bundle of its own for each'),
  loading('load-csv-type', 'each field of the ClusterServiceVersion has the type that OLM gives it', 'write a value of the right type'),
  loading('load-folder', 'there is no folder in manifests/', 'move the files up into manifests/'),
  loading('load-hidden-file', 'no file of manifests/ is hidden', 'remove the file, or rename it'),
  loading('load-object', 'each file of manifests/ holds a Kubernetes object', 'correct the file, or move it out of manifests/'),
];
