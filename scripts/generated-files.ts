import { join } from 'node:path';
import { cdk8sImport } from './crd-imports/cdk8s-import';
import { kubernetesTypesModule } from './kubernetes-types/generate-types';
import { readKubernetesOpenApi } from './kubernetes-types/kubernetes-module';

/** A file of the repository that a script makes and nobody edits. */
export interface GeneratedFile {
  /** Relative to the project's root, with `/`. */
  readonly path: string;
  /** Makes the content. It may rely on the files before this one in the list being up to date. */
  readonly content: (root: string) => Promise<string>;
}

/** Every generated file, after those that it is made from. Configuration is not among them: projen makes it. */
export const generatedFiles: readonly GeneratedFile[] = [
  { path: 'lib/olm/generated/kubernetes-types.ts', content: kubernetesTypes },
  { path: 'imports/operators.coreos.com.ts', content: olmImports },
  { path: 'docs/releases.md', content: releases },
  { path: 'docs/validation-rules.md', content: validationRules },
  { path: 'docs/conformance.md', content: conformance },
];

/** The pin is that of the API server in the end-to-end tests. */
function kubernetesTypes(root: string): Promise<string> {
  const { version, types } = readKubernetesOpenApi(join(root, 'e2e', 'tools', 'kubernetes', 'go.mod'));
  return Promise.resolve(kubernetesTypesModule(version, types));
}

/** Loads the CRDs only now, because they contain the types that may just have been written. */
async function olmImports(): Promise<string> {
  const { OLM_GROUP } = await import('../lib/olm/olm-group');
  const { releaseManifests } = await import('../lib/olm/release');
  return await cdk8sImport(releaseManifests().crds, OLM_GROUP);
}

/** Loads the releases only now, for the same reason. */
async function releases(): Promise<string> {
  const { releasesPage } = await import('./releases-page/releases-page');
  return releasesPage();
}

/** The same. */
async function validationRules(): Promise<string> {
  const { validationRulesPage } = await import('./validation-rules-page/validation-rules-page');
  return validationRulesPage();
}

/** The same; where the sample bundles are absent, the page stays as it is. */
async function conformance(root: string): Promise<string> {
  const { conformancePage } = await import('./conformance-page/conformance-page');
  return conformancePage(root);
}
