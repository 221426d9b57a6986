import type { LoadRule } from '../views/manifests-loader';
import type { Rule } from '../model/rule';
import { FindingSeverity } from '../model/severity';

const SOURCE = 'https://github.com/operator-framework/api/blob/master/pkg/manifests/bundleloader.go';

/** A rule about loading a bundle. The loader itself reports its faults, because no other rule can run after them. */
export type LoadingRule = Omit<Rule, 'check'> & { readonly id: LoadRule };

function loading(id: LoadRule, summary: string, remedy: string): LoadingRule {
  return { id, severity: FindingSeverity.ERROR, summary, remedy, source: SOURCE };
}

/** Faults for which operator-sdk refuses to load a bundle. */
export const LOAD_RULES: readonly LoadingRule[] = [
  loading('load-annotations', 'each file whose name starts with annotations contains a map of annotations', 'correct or rename the file'),
  loading('load-crd-type', 'each field of a CRD has the type that Kubernetes defines', 'set a value of the right type'),
  loading(
    'load-crd-version',
    'CRDs have the apiVersion apiextensions.k8s.io/v1 or v1beta1',
    'migrate the CRD to apiextensions.k8s.io/v1',
  ),
  loading('load-csv-missing', 'manifests/ contains a CSV', 'add a CSV, or fix the file that should contain it'),
  loading('load-csv-several', 'manifests/ contains only one CSV', 'create a separate bundle for each CSV'),
  loading('load-csv-type', 'each field of the CSV has the type that OLM defines', 'set a value of the right type'),
  loading('load-folder', 'manifests/ contains no folders', 'move the files to manifests/ itself'),
  loading('load-hidden-file', 'manifests/ contains no hidden files', 'remove or rename the file'),
  loading('load-object', 'each file in manifests/ contains a Kubernetes object', 'correct the file, or move it out of manifests/'),
];
