import { join } from 'node:path';
import { cdk8sImport } from './crd-imports/cdk8s-import';
import { kubernetesTypesModule } from './kubernetes-types/generate-types';
import { readKubernetesOpenApi } from './kubernetes-types/kubernetes-module';

/** A generated file of the repository. */
export interface GeneratedFile {
  /** Path relative to the root of the project, with `/`. */
  readonly path: string;
  /** Returns the content. The files before this one in the list are up to date. */
  readonly content: (root: string) => Promise<string>;
}

/** All generated files, each after its sources. Projen generates the configuration files. */
export const generatedFiles: readonly GeneratedFile[] = [
  { path: 'lib/olm/generated/kubernetes-types.ts', content: kubernetesTypes },
  { path: 'imports/operators.coreos.com.ts', content: olmImports },
  { path: 'docs/releases.md', content: releases },
  { path: 'docs/validation-rules.md', content: validationRules },
  { path: 'docs/parity.md', content: parity },
  { path: 'docs/conformance.md', content: conformance },
];

/** Uses the version of the API server in the end-to-end tests. */
function kubernetesTypes(root: string): Promise<string> {
  const { version, types } = readKubernetesOpenApi(join(root, 'e2e', 'tools', 'kubernetes', 'go.mod'));
  return Promise.resolve(kubernetesTypesModule(version, types));
}

/** Imports the CRDs dynamically, because they contain the types that may just have been written. */
async function olmImports(): Promise<string> {
  const { OLM_GROUP } = await import('../lib/olm/model/olm-names');
  const { releaseManifests } = await import('../lib/olm/release/release');
  return await cdk8sImport(releaseManifests().crds, OLM_GROUP);
}

/** Imports the releases dynamically, for the same reason. */
async function releases(): Promise<string> {
  const { releasesPage } = await import('./releases-page/releases-page');
  return releasesPage();
}

/** See above. */
async function validationRules(): Promise<string> {
  const { validationRulesPage } = await import('./validation-rules-page/validation-rules-page');
  return validationRulesPage();
}

/** See above. */
async function parity(root: string): Promise<string> {
  const { parityPage } = await import('./parity-page/parity-page');
  return parityPage(root);
}

/** See above. Without the sample bundles, the page is not changed. */
async function conformance(root: string): Promise<string> {
  const { conformancePage } = await import('./conformance-page/conformance-page');
  return conformancePage(root);
}
