import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, App, Chart } from 'cdk8s';
import { BundleDeployment, CatalogRef, InstallerRoles, InstallerSubject, InstallMode, OperatorServiceAccount, OperatorSubscription, PlainEngine, PlainManifests } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { ManifestTreeDiff, OperatorPolicy } from 'olm-constructs/gitops';
import { BundleReport, ForbiddenRight, InstallPermissions, RbacRiskKind } from 'olm-constructs/report';
import { BundleValidation, ValidationSuite } from 'olm-constructs/validation';
import { rightFindings } from '../../../lib/resolve/gates/gained-rights';
import { gateSettings } from '../../../lib/resolve/gates/gate-settings';
import { runCommandLine } from '../../builders/command-line';
import { NAMESPACE, operatorWith, type Road, ROADS, WITHOUT_ROADS } from '../../builders/rights-roads';
import { tarOfFiles } from '../../builders/tar-archive';

/** Every road to more rights, times everything that reviews rights: all see it. */

let folder: string;
beforeEach(() => folder = mkdtempSync(join(tmpdir(), 'rights-')));
afterEach(() => rmSync(folder, { recursive: true }));

const ALL_RIGHTS = Object.values(ForbiddenRight);
const OWN = { installNamespace: NAMESPACE, installMode: InstallMode.ownNamespace() };

/** A reviewer: what it shows of a bundle, and what it shows of the next one that it does not show of the earlier one. */
type Reviewer = (bundle: Bundle) => Promise<string> | string;

/** Returns the lines that the text on the second bundle has and the text on the first does not. */
async function added(reviewer: Reviewer, before: Bundle, after: Bundle): Promise<string> {
  const known = new Set((await reviewer(before)).split('\n'));
  return (await reviewer(after)).split('\n').filter((line) => !known.has(line)).join('\n');
}

function policyText(create: (chart: Chart) => void): string {
  const app = new App();
  create(new Chart(app, 'chart'));
  return new OperatorPolicy({ name: 'platform', forbiddenRights: ALL_RIGHTS }).report(app).findings.map(({ id, message }) => `${id}: ${message}`).join('\n');
}

function objectsOf(create: (chart: Chart) => void): string {
  const chart = new Chart(new App(), 'chart');
  create(chart);
  return (chart.toJson() as object[]).map((object) => JSON.stringify(object)).join('\n');
}

const subscribe = (bundle: Bundle) => (chart: Chart): void => void new OperatorSubscription(chart, 'operator', {
  catalog: CatalogRef.named('catalog', 'olm', { content: Catalog.fromBundles([bundle]) }), namespace: NAMESPACE,
});

function tree(bundle: Bundle): string {
  const path = mkdtempSync(join(folder, 'tree-'));
  writeFileSync(join(path, 'operator.yaml'), PlainManifests.render(bundle, OWN).objects.map((object) => JSON.stringify(object)).join('\n---\n'));
  return path;
}

function archive(bundle: Bundle): Buffer {
  return tarOfFiles({
    ...Object.fromEntries(bundle.manifests.map((manifest) => [manifest.file, Buffer.from(manifest.toJson())])),
    'metadata/annotations.yaml': Buffer.from(JSON.stringify({ annotations: bundle.annotations })),
  });
}

/** Reviewers that look at one bundle. */
const REVIEWERS: { readonly [name: string]: Reviewer } = {
  'report': (bundle) => BundleReport.of(bundle).toText(),
  'report --format json': (bundle) => JSON.stringify(BundleReport.of(bundle).content, undefined, 1),
  'rights': async (bundle) => (await runCommandLine(['rights', '-'], { stdin: archive(bundle) })).stdout,
  'rights --engine plain --format yaml': async (bundle) => (await runCommandLine(['rights', '-', '--engine', 'plain', '--format', 'yaml'], { stdin: archive(bundle) })).stdout,
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
    permissions: [InstallPermissions.of(bundle)], subjects: [InstallerSubject.user('installer')], namespace: NAMESPACE,
  })),
  'a scoped account': (bundle) => objectsOf((chart) => void new OperatorSubscription(chart, 'operator', {
    catalog: CatalogRef.named('catalog', 'olm', { content: Catalog.fromBundles([bundle]) }), namespace: NAMESPACE,
    serviceAccount: OperatorServiceAccount.create({ clusterPermissions: true }),
  })),
};

/** Reviewers that compare two bundles. */
const COMPARISONS: { readonly [name: string]: (before: Bundle, after: Bundle) => string } = {
  'diff': (before, after) => BundleReport.compare(before, after).toText(),
  'the gate of a lock': (before, after) => rightFindings(before, after, gateSettings({}), true).map(({ rule, field, message }) => `${rule} ${field}: ${message}`).join('\n'),
  'tree diff': (before, after) => ManifestTreeDiff.between(tree(before), tree(after)).toText().replace(/\n {2}OBJECTS[^]*$/, ''),
  'InstallPermissions.compare': (before, after) => InstallPermissions.compare(before, after).toText(),
};

/** Without a valid role, an installer needs no right to bind one: the API server refuses the binding. */
const needsNoRight = ({ name }: Road, reviewer: string): boolean => (
  name === 'a binding without roleRef' && /^(InstallPermissions|InstallerRoles|a scoped account)/.test(reviewer)
);

const pairs = (reviewers: object): [reviewer: string, road: string, Road][] => Object.keys(reviewers)
  .flatMap((reviewer) => ROADS.filter((road) => !needsNoRight(road, reviewer)).map((road): [string, string, Road] => [reviewer, road.name, road]));

it.each(pairs(REVIEWERS))('%s shows %s', async (reviewer, _, { bundle, named }) => {
  expect(await added(REVIEWERS[reviewer]!, WITHOUT_ROADS, bundle)).toMatch(named);
});

it.each(Object.keys(REVIEWERS))('%s shows none of them in another version with equal rights', async (reviewer) => {
  const text = await added(REVIEWERS[reviewer]!, WITHOUT_ROADS, operatorWith({}, {}, '2.0.0'));
  ROADS.forEach(({ named }) => expect(text).not.toMatch(named));
});

it.each(pairs(COMPARISONS))('%s shows %s', (reviewer, _, { bundle, named }) => {
  expect(COMPARISONS[reviewer]!(WITHOUT_ROADS, bundle)).toMatch(named);
});

it.each(Object.entries(COMPARISONS))('%s shows nothing between equal rights', (_, compare) => {
  expect(compare(WITHOUT_ROADS, operatorWith({}, {}, '2.0.0'))).not.toMatch(/GAINED|ADDED|right-gained|rights-unknown|through/);
});

describe('unknown rights', () => {
  const unknown = ROADS.filter(({ isUnknown }) => isUnknown);

  it.each(unknown.map((road) => [road.name, road] as const))('by %s are a finding of their own', (_, { bundle }) => {
    expect(BundleReport.of(bundle).content.risks.map(({ kind }) => kind)).toContain(RbacRiskKind.RIGHTS_UNKNOWN);
    expect(BundleValidation.ofBundle(bundle, { suites: [ValidationSuite.OLM_CONSTRUCTS] }).findings.map(({ ruleId }) => ruleId)).toContain('rbac-unknown-rights');
    expect(rightFindings(WITHOUT_ROADS, bundle, gateSettings({}), true).map(({ rule }) => rule)).toEqual(['rights-unknown']);
    expect(policyText(subscribe(bundle))).toMatch(/^policy-unknown-rights: [^\n]*$/);
  });

  it('are accepted by a waiver with a reason', () => {
    const app = new App();
    subscribe(unknown[0]!.bundle)(new Chart(app, 'chart'));
    const policy = new OperatorPolicy({
      name: 'platform', forbiddenRights: [ForbiddenRight.ESCALATION], waivers: [{ id: 'policy-unknown-rights', path: 'chart/operator', reason: 'the role of another team' }],
    });
    const { findings, waived } = policy.report(app);
    expect(findings).toEqual([]);
    expect(waived.map(({ reason }) => reason)).toEqual(['the role of another team']);
  });
});
