import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, App, Chart } from 'cdk8s';
import { BundleDeployment, CatalogRef, InstallerRoles, RbacSubject, InstallMode, OperatorServiceAccount, OperatorSubscription, PlainEngine, PlainManifests } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { ManifestTreeDiff, OperatorPolicy } from 'olm-constructs/gitops';
import { BundleReport, ForbiddenRight, InstallPermissions } from 'olm-constructs/report';
import { BundleValidation, ValidationSuite } from 'olm-constructs/validation';
import { rightFindings } from '../../../lib/resolve/gates/gained-rights';
import { gateSettings } from '../../../lib/resolve/gates/gate-settings';
import { runCommandLine } from '../../builders/command-line';
import { NAMESPACE } from '../../builders/rights-roads';
import { tarOfFiles } from '../../builders/tar-archive';

const ALL_RIGHTS = Object.values(ForbiddenRight);
const OWN = { installNamespace: NAMESPACE, installMode: InstallMode.ownNamespace() };

/** A reviewer: what it shows of a bundle, and what it shows of the next one that it does not show of the earlier one. */
export type Reviewer = (bundle: Bundle) => Promise<string> | string;

/** Returns the lines that the text on the second bundle has and the text on the first does not. */
export async function added(reviewer: Reviewer, before: Bundle, after: Bundle): Promise<string> {
  const known = new Set((await reviewer(before)).split('\n'));
  return (await reviewer(after)).split('\n').filter((line) => !known.has(line)).join('\n');
}

export function policyText(create: (chart: Chart) => void): string {
  const app = new App();
  create(new Chart(app, 'chart'));
  return new OperatorPolicy({ name: 'platform', forbiddenRights: ALL_RIGHTS }).report(app).findings.map(({ id, message }) => `${id}: ${message}`).join('\n');
}

function objectsOf(create: (chart: Chart) => void): string {
  const chart = new Chart(new App(), 'chart');
  create(chart);
  return (chart.toJson() as object[]).map((object) => JSON.stringify(object)).join('\n');
}

export const subscribe = (bundle: Bundle) => (chart: Chart): void => void new OperatorSubscription(chart, 'operator', {
  catalog: CatalogRef.named('catalog', 'olm', { content: Catalog.fromBundles([bundle]) }), namespace: NAMESPACE,
});

/** Compares the trees of two operators without OLM; objects are not listed. */
function treeDiff(before: Bundle, after: Bundle): string {
  const trees = [before, after].map((bundle) => {
    const path = mkdtempSync(join(tmpdir(), 'tree-'));
    writeFileSync(join(path, 'operator.yaml'), PlainManifests.render(bundle, OWN).objects.map((object) => JSON.stringify(object)).join('\n---\n'));
    return path;
  });
  try {
    return ManifestTreeDiff.between(trees[0]!, trees[1]!).toText().replace(/\n {2}OBJECTS[^]*$/, '');
  } finally {
    trees.forEach((path) => rmSync(path, { recursive: true }));
  }
}

function archive(bundle: Bundle): Buffer {
  return tarOfFiles({
    ...Object.fromEntries(bundle.manifests.map((manifest) => [manifest.file, Buffer.from(manifest.toJson())])),
    'metadata/annotations.yaml': Buffer.from(JSON.stringify({ annotations: bundle.annotations })),
  });
}

/** Reviewers that look at one bundle. */
export const REVIEWERS: { readonly [name: string]: Reviewer } = {
  'report': (bundle) => BundleReport.of(bundle).toText(),
  'report -o json': (bundle) => JSON.stringify(BundleReport.of(bundle).content, undefined, 1),
  'rights': async (bundle) => (await runCommandLine(['rights', '-'], { stdin: archive(bundle) })).stdout,
  'rights --engine plain -o yaml': async (bundle) => (await runCommandLine(['rights', '-', '--engine', 'plain', '-o', 'yaml'], { stdin: archive(bundle) })).stdout,
  'validate': (bundle) => BundleValidation.ofBundle(bundle, { suites: [ValidationSuite.OLM_CONSTRUCTS] }).findings
    .filter(({ ruleId }) => ruleId.startsWith('rbac-')).map(({ ruleId, message }) => `${ruleId}: ${message}`).join('\n'),
  'OperatorPolicy, of a Subscription': (bundle) => policyText(subscribe(bundle)),
  'OperatorPolicy, of the engine Plain': (bundle) => policyText((chart) => (
    void new BundleDeployment(chart, 'operator', { bundle, namespace: NAMESPACE, engine: new PlainEngine(), installMode: InstallMode.ownNamespace() })
  )),
  'OperatorPolicy, of objects of the app': (bundle) => policyText((chart) => PlainManifests.render(bundle, OWN).objects.forEach((object, index) => (
    void new ApiObject(chart, `object${index}`, object as unknown as ConstructorParameters<typeof ApiObject>[2])
  ))),
  'InstallPermissions.of': (bundle) => InstallPermissions.of(bundle).toText(),
  'InstallPermissions.ofPlain': (bundle) => InstallPermissions.ofPlain(PlainManifests.render(bundle, OWN)).toText(),
  'InstallPermissions.ofOlmV1': (bundle) => InstallPermissions.ofOlmV1(PlainManifests.render(bundle, { ...OWN, compatible: true }), { extension: 'demo' }).toText(),
  'InstallerRoles': (bundle) => objectsOf((chart) => void new InstallerRoles(chart, 'rights', {
    permissions: [InstallPermissions.of(bundle)], subjects: [RbacSubject.user('installer')], namespace: NAMESPACE,
  })),
  'a scoped account': (bundle) => objectsOf((chart) => void new OperatorSubscription(chart, 'operator', {
    catalog: CatalogRef.named('catalog', 'olm', { content: Catalog.fromBundles([bundle]) }), namespace: NAMESPACE,
    serviceAccount: OperatorServiceAccount.create({ clusterPermissions: true }),
  })),
};

/** Reviewers that compare two bundles. */
export const COMPARISONS: { readonly [name: string]: (before: Bundle, after: Bundle) => string } = {
  'diff': (before, after) => BundleReport.compare(before, after).toText(),
  'the gate of a lock': (before, after) => rightFindings(before, after, gateSettings({}), true).map(({ rule, field, message }) => `${rule} ${field}: ${message}`).join('\n'),
  'tree diff': treeDiff,
  'InstallPermissions.compare': (before, after) => InstallPermissions.compare(before, after).toText(),
};
