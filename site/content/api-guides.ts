import { isInRepository, readFile, trackedFiles } from './repository';

/** Folder with the programs of types that no guide has a program of. Its files have the names of the types. */
export const EXAMPLES = 'site/api-examples';

const guides = (guide: string, ...types: string[]): [string, string][] => types.map((type) => [type, `docs/guides/${guide}.md`]);

/** The guide of each type that users construct or get from a static method, by its name with that of its submodule. */
export const API_GUIDES: ReadonlyMap<string, string> = new Map([
  ...guides('installing-olm', 'OlmInstallation', 'OlmRelease', 'OlmUpgradePlan', 'OlmVersion', 'DefaultCatalog', 'ServingCertificates'),
  ...guides('subscriptions', 'OperatorSubscription', 'OperatorServiceAccount', 'OperatorGroupRef', 'InstallPlanApprovers', 'InstallMode', 'RbacSubject'),
  ...guides('engines', 'BundleDeployment', 'BundleEngine', 'OlmV0Engine', 'OlmV1Engine', 'PlainEngine', 'MigrationPlan'),
  ...guides('catalogs', 'OperatorRegistry', 'CatalogRef'),
  ...guides('catalog-images', 'ImageCatalog'),
  ...guides('olm-v1', 'ClusterCatalog', 'ClusterExtension', 'OlmV1Version'),
  ...guides('plain-manifests', 'PlainBundleDeployment', 'PlainManifests', 'CertificateProvider', 'bundle.PlainBundle'),
  ...guides('rukpak', 'RukpakEngine', ...['RukpakBundle', 'RukpakBundleDeployment', 'RukpakBundleInstance', 'RukpakSource', 'RukpakVersion', 'ProvisionerClass', 'GitRef'].map((name) => `rukpak.${name}`)),
  ...guides('air-gapped', 'ImageMirror', 'gitops.AppImages', 'report.ImageList'),
  ...guides('many-clusters', 'Cluster', 'Fleet', 'report.ClusterApis'),
  ...guides('locking', 'OperatorLock', 'resolve.OperatorLockFile', 'resolve.OperatorUpgradePlan'),
  ...guides('installer-rights', 'InstallerRoles', 'report.InstallPermissions', 'report.InstallPermissionsComparison'),
  ...guides('bundle-sources', 'bundle.Bundle', 'bundle.Manifest', 'bundle.ClusterServiceVersion'),
  ...guides('bundle-sizes', 'bundle.BundleLimits', 'bundle.BundleSize'),
  ...guides('app-checks', 'bundle.BundleObjects', 'gitops.AppChecks', 'gitops.AppReport', 'report.ClusterNeeds'),
  ...guides('image-layouts', 'bundle.ImageLayout'),
  ...guides('bundle-from-manifests', 'bundle.ManifestSource', 'bundle.ImageDigests'),
  ...guides('catalogs', ...['Catalog', 'CatalogBundle', 'CatalogChannel', 'CatalogDiff', 'CatalogPackage', 'CatalogTemplate', 'UpgradeGraph'].map((name) => `catalog.${name}`)),
  ...guides('upgrading-a-bundle', 'catalog.ChannelPlan', 'report.BundleReport', 'report.BundleComparison', 'report.CrdComparison'),
  ...guides('argocd', ...['ArgoCd', 'ArgoCdApplication', 'ArgoCdApplicationSet', 'ArgoCdGenerator', 'ArgoCdHealthChecks', 'ArgoCdProject'].map((name) => `gitops.${name}`)),
  ...guides('flux', ...['FluxGitRepository', 'FluxHealthChecks', 'FluxKustomization', 'FluxOciRepository', 'FluxSourceRef', 'FluxStages'].map((name) => `gitops.${name}`)),
  ...guides('in-cluster-jobs', 'gitops.OperatorWaitJob', 'gitops.OperatorRemovalJob', 'gitops.InClusterProgram'),
  ...guides('rendered-manifests', 'gitops.ManifestTree', 'gitops.ManifestTreeDiff'),
  ...guides('operator-metrics', 'gitops.OperatorMetrics'),
  ...guides('policies', 'gitops.OperatorPolicy'),
  ...guides('resolution', 'resolve.Resolution'),
  ...guides('validating-bundles', ...['BundleValidation', 'RuleSetting', 'ValidatedBundle', 'ValidationReport'].map((name) => `validation.${name}`)),
]);

/** A program that uses a type. */
export interface ApiExample {
  readonly code: string;
  /** Path of the file that it is from. */
  readonly source: string;
}

/** Returns the guide of a type; the structs of a class have that of the class. */
export function guideOf(type: string): string | undefined {
  return API_GUIDES.get(type) ?? API_GUIDES.get(type.replace(/(?:Props|Options)$/, ''));
}

let programs: readonly ApiExample[] | undefined;

/** Longest program of a guide that is better than a shorter one of its later sections. */
const MAX_LENGTH = 1_000;

/** Returns a program that uses a type: the first of its guide, the one of the folder for what guides lack, or the shortest of another document. */
export function exampleOf(type: string): ApiExample | undefined {
  const file = `${EXAMPLES}/${type}.ts`;
  programs ??= ['README.md', ...trackedFiles('docs').filter((path) => path.endsWith('.md'))].flatMap((source) => (
    [...readFile(source).matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code]) => ({ code: code!.trimEnd(), source }))
  ));
  const guide = API_GUIDES.get(type);
  const found = programs.filter(({ code }) => uses(code, type));
  const shortest = [...found].sort((left, right) => left.code.length - right.code.length);
  const own = isInRepository(file) ? { code: readFile(file).trimEnd(), source: file } : undefined;
  const isOfGuide = ({ source }: ApiExample): boolean => source === guide;
  return found.find((each) => isOfGuide(each) && each.code.length <= MAX_LENGTH) ?? shortest.find(isOfGuide) ?? own ?? shortest[0];
}

/** Whether a program imports a type of the library, not the component of that name, and calls it or one of its static members. */
function uses(code: string, type: string): boolean {
  const [name = '', submodule] = type.split('.').reverse();
  const module = `olm-constructs${submodule === undefined ? '' : `/${submodule}`}`;
  const imports = [...code.matchAll(/import \{([^}]*)\} from '([^']+)'/g)].filter(([, , from]) => from === module).map(([, names]) => names!);
  return imports.some((names) => names.split(',').some((each) => each.trim() === name)) && new RegExp(`new ${name}\\(|\\b${name}\\.\\w`).test(code);
}
