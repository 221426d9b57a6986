import { ProvisionerClass } from './provisioner-class';

const MANIFESTS = 'manifests/';
const ANNOTATIONS = 'metadata/annotations.yaml';

/**
 * Returns why a provisioner cannot install a bundle, as sentences. Only RukPak's own provisioners are known.
 *
 * @param paths paths of the files in the bundle
 * @param provisionerClass name of the class since RukPak 0.9.0
 */
export function layoutProblems(paths: readonly string[], provisionerClass: string): string[] {
  switch (provisionerClass) {
    case ProvisionerClass.HELM.name: return chartProblems(paths);
    case ProvisionerClass.PLAIN.name: return manifestsProblems(paths);
    case ProvisionerClass.REGISTRY.name:
      return [...manifestsProblems(paths), ...(paths.includes(ANNOTATIONS) ? [] : [`it has no file ${ANNOTATIONS}`])];
    default: return [];
  }
}

function manifestsProblems(paths: readonly string[]): string[] {
  const manifests = paths.filter(path => path.startsWith(MANIFESTS));
  const nested = manifests.find(path => path.slice(MANIFESTS.length).includes('/'));
  return [
    ...(manifests.length === 0 ? ['it has no file in manifests/'] : []),
    ...(nested === undefined ? [] : [`'${nested}' is in a folder of manifests/, where only files are allowed`]),
  ];
}

/** A chart is at the root, or in the only top-level folder. */
function chartProblems(paths: readonly string[]): string[] {
  const top = new Set(paths.map(path => path.split('/', 1)[0]!));
  const folder = top.size === 1 ? `${[...top][0]!}/` : '';
  return paths.includes('Chart.yaml') || paths.includes(`${folder}Chart.yaml`) ? [] : ['it has no file Chart.yaml'];
}
