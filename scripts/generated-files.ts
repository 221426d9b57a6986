import { join } from 'node:path';
import { cdk8sImport } from './crd-imports/cdk8s-import';
import { splitConversions } from './crd-imports/split-conversions';
import { kubernetesRolesModule } from './kubernetes-roles/kubernetes-roles';
import { kubernetesTypesModule } from './kubernetes-types/generate-types';
import { readKubernetesOpenApi } from './kubernetes-types/kubernetes-module';
import { optionTypesModule } from './option-types/option-types';
import { PICTURES } from './pictures/pictures';
import { explainPicture } from './pictures/terminal';
import { PULUMI_SCHEMA } from './pulumi-schema/schema-file';
import { BUNDLE_CONFIG_SCHEMA, bundleConfigSchema, RESULT_SCHEMA, resultSchema } from './result-schema/result-schema';
import { SAMPLE_BUNDLE, sampleBundleModule } from './sample-bundle/sample-bundle';

/** A generated file of the repository. */
export interface GeneratedFile {
  /** Path relative to the root of the project, with `/`. */
  readonly path: string;
  readonly content: string;
}

/** Generates files of the repository, given its root. The files of earlier generators in the list are up to date. */
export type Generator = (root: string) => Promise<readonly GeneratedFile[]>;

/** The generators of all files, each after those of its sources. Projen generates the configuration files. */
export const generators: readonly Generator[] = [
  one('lib/olm/v0/generated/kubernetes-types.ts', kubernetesTypes),
  one('lib/report/rights/generated/kubernetes-roles.ts', kubernetesRoles),
  crdImports,
  one('lib/formats/options/generated/option-types.ts', (root) => Promise.resolve(optionTypesModule(root))),
  one(SAMPLE_BUNDLE, (root) => Promise.resolve(sampleBundleModule(root))),
  one(PULUMI_SCHEMA, async (root) => (await import('./pulumi-schema/pulumi-schema')).pulumiSchema(root)),
  one(RESULT_SCHEMA, (root) => Promise.resolve(resultSchema(root))),
  one(BUNDLE_CONFIG_SCHEMA, (root) => Promise.resolve(bundleConfigSchema(root))),
  one('docs/reference/releases.md', releases),
  one('docs/reference/validation-rules.md', validationRules),
  one('docs/troubleshooting/causes.md', causes),
  one('docs/troubleshooting/operator-does-not-install.md', troubleshooting),
  one('docs/reference/app-checks.md', appChecks),
  one('docs/reference/risky-rights.md', risks),
  one('docs/reference/parity.md', parity),
  one('docs/reference/commands.md', commands),
  one('docs/reference/conformance.md', conformance),
  pictures,
];

/** Generates a single file. */
function one(path: string, content: (root: string) => Promise<string>): Generator {
  return async (root) => [{ path, content: await content(root) }];
}

/** Uses the version of the API server in the end-to-end tests. */
function kubernetesTypes(root: string): Promise<string> {
  const { version, types } = readKubernetesOpenApi(join(root, 'e2e', 'tools', 'kubernetes', 'go.mod'));
  return Promise.resolve(kubernetesTypesModule(version, types));
}

/** Uses the same version. */
function kubernetesRoles(root: string): Promise<string> {
  return Promise.resolve(kubernetesRolesModule(join(root, 'e2e', 'tools', 'kubernetes', 'go.mod')));
}

/** Imports the CRDs dynamically, because they use types that may just have been written. */
async function crdImports(): Promise<GeneratedFile[]> {
  const { importedCrds } = await import('./crd-imports/imported-crds');
  const groups = await cdk8sImport(importedCrds());
  return splitConversions(groups).map(({ path, content }) => ({ path: `imports/${path}`, content }));
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
async function causes(): Promise<string> {
  const { causesPage } = await import('./causes-page/causes-page');
  return causesPage();
}

/** See above. */
async function troubleshooting(): Promise<string> {
  const { troubleshootingPage } = await import('./causes-page/troubleshooting-page');
  return troubleshootingPage();
}

/** See above. */
async function appChecks(): Promise<string> {
  const { appChecksPage } = await import('./app-checks-page/app-checks-page');
  return appChecksPage();
}

/** See above. */
async function risks(): Promise<string> {
  const { risksPage } = await import('./risks-page/risks-page');
  return risksPage();
}

/** See above. */
async function parity(root: string): Promise<string> {
  const { parityPage } = await import('./parity-page/parity-page');
  return parityPage(root);
}

/** See above. */
async function commands(root: string): Promise<string> {
  const { commandsPage } = await import('./commands-page/commands-page');
  return commandsPage(root);
}

/** See above. Without the sample bundles, the page is not changed. */
async function conformance(root: string): Promise<string> {
  const { conformancePage } = await import('./conformance-page/conformance-page');
  return conformancePage(root);
}

/** The diagrams of the documents, for large screens and for phones, and the terminal of the README. */
function pictures(root: string): Promise<GeneratedFile[]> {
  const diagrams = Object.entries(PICTURES).flatMap(([name, { widePicture, narrowPicture }]) => [
    { path: `docs/pictures/${name}.svg`, content: widePicture() },
    { path: `docs/pictures/${name}-narrow.svg`, content: narrowPicture() },
  ]);
  return Promise.resolve([...diagrams, { path: 'docs/pictures/explain.svg', content: explainPicture(root) }]);
}
