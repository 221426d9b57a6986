import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bundle } from '../../../lib/bundle';
import { Catalog } from '../../../lib/catalog';
import { readManifestText } from '../../../lib/formats/manifests/read-manifests';
import { sameJson, stringMapField } from '../../../lib/formats/json/json-value';
import { BundleValidation, FindingSeverity, ValidationSuite } from '../../../lib/validation';
import { describeWith } from '../../needed';
import { GENERATED, GENERATED_CASES, type GeneratedCase, generatedBundle, generatedCase, leavesOf, parsedFiles } from './generated-bundles';

/** A kind of difference from what operator-sdk makes of the same manifests, with the reason for it. */
interface Difference {
  readonly reason: string;

  /** Paths of values that differ: the file, and the path in it. */
  readonly path: RegExp;

  /** Side that has the value; by default one of them, or both. */
  readonly only?: 'operator-sdk' | 'this';

  /** Values of operator-sdk, or of this library where only it has them; by default any. */
  readonly values?: readonly unknown[];
}

const CSV = '^manifests/[^/]+\\.clusterserviceversion\\.yaml/';
const csv = (path: string): RegExp => new RegExp(`${CSV}${path}`);

const DIFFERENCES: readonly Difference[] = [
  { reason: 'zero values that Go writes for structs say nothing, and the status belongs to the cluster', path: /\/(creationTimestamp|status\/.*|strategy|resources|provider)$/, only: 'operator-sdk', values: [null, '', {}] },
  { reason: 'Go leaves out empty lists', path: csv('spec/install/spec/deployments/\\d/.*/env$'), only: 'this', values: [[]] },
  { reason: 'a time in a generated file changes at each run; it is an option (operator-sdk issue 6285)', path: csv('metadata/annotations/createdAt$') },
  { reason: 'the bundle was not made by operator-sdk, nor in a project of it', path: csv('metadata/annotations/operators.operatorframework.io/(builder|project_layout)$') },
  { reason: 'objects of a bundle have no namespace', path: csv('metadata/namespace$'), only: 'operator-sdk' },
  { reason: 'ClusterServiceVersions have one version, and the base of awx another one, which no API server has', path: csv('apiVersion$'), values: ['operators.coreos.com/v1beta1'] },
  { reason: 'a text that somebody must replace is not for users; what is missing, validation reports', path: csv('spec/(description|icon/0/.*|keywords/0|links/0/.*|maintainers/0/.*|maturity|provider/.*)$'), only: 'operator-sdk',
    values: ['Acme Operator description. TODO.', '', 'acme-operator', 'Acme Operator', 'https://acme-operator.domain', 'your@email.com', 'Maintainer Name', 'alpha', 'Provider Name', 'https://your.domain'] },
  { reason: 'titles and descriptions of CRDs that the base does not describe come from their schemas', path: csv('spec/customresourcedefinitions/owned/\\d+/(displayName|description)$'), only: 'this' },
  { reason: 'OLM creates the Service of webhooks', path: /^manifests\/([a-z-]+-)?webhook-service_v1_service\.yaml\//, only: 'operator-sdk' },
  { reason: 'OLM mounts the certificate of webhooks', path: csv('spec/install/spec/deployments/0/spec/template/spec/(containers/0/volumeMounts|volumes)/'), only: 'operator-sdk' },
  { reason: 'OLM creates only the service accounts that have permissions, so that the pods could not start', path: csv('spec/install/spec/permissions/0:op-sa/(rules|serviceAccountName)$'), only: 'this' },
  { reason: 'related images of the base are kept', path: csv('spec/relatedImages/0/(name|image)$'), only: 'this', values: ['hand', 'q.io/hand:1'] },
  { reason: 'a binding that others have too needs its role', path: /^manifests\/shared_rbac\.authorization\.k8s\.io_v1_clusterrole\.yaml\//, only: 'this' },
  { reason: 'an operator that reads WATCH_NAMESPACE can watch single namespaces', path: csv('spec/installModes/[01]:(Own|Single)Namespace/supported$'), values: [false] },
];

/** Annotations of metadata/annotations.yaml that only operator-sdk writes: what made the bundle, and the configuration of its scorecard. */
const OTHER_ANNOTATIONS = /^operators\.operatorframework\.io\.(metrics|test)\./;

const OTHER_FILES_REASON = 'images are built without a Dockerfile, and tests are not part of a bundle';

/** Files that only operator-sdk writes. */
const OTHER_FILES = /^(bundle\.Dockerfile|tests\/scorecard\/config\.yaml)$/;

const MADE = new Map<string, { readonly found: GeneratedCase; readonly bundle: Bundle }>();

/** Returns a case and its bundle, which is made once. */
function made(name: string): { readonly found: GeneratedCase; readonly bundle: Bundle } {
  const known = MADE.get(name);
  if (known !== undefined) {
    return known;
  }
  const found = generatedCase(name);
  const both = { found, bundle: generatedBundle(found) };
  MADE.set(name, both);
  return both;
}

/** Returns the differences of a case that no entry of the table explains, and the entries that explain one. */
function differencesOf(name: string): { readonly unexplained: readonly string[]; readonly explained: ReadonlySet<Difference> } {
  const { found, bundle } = made(name);
  const expected = leavesOf(parsedFiles(found.expected));
  const actual = leavesOf(Object.fromEntries(bundle.manifests.map(({ file, content }) => [file, content])));
  const explained = new Set<Difference>();
  const unexplained: string[] = [];
  for (const path of new Set([...expected.keys(), ...actual.keys()])) {
    const [theirs, ours] = [expected.get(path), actual.get(path)];
    if (expected.has(path) && actual.has(path) && sameJson(theirs, ours)) {
      continue;
    }
    const side = !actual.has(path) ? 'operator-sdk' : !expected.has(path) ? 'this' : undefined;
    const value = expected.has(path) ? theirs : ours;
    const difference = DIFFERENCES.find((candidate) => candidate.path.test(path) && (candidate.only === undefined || candidate.only === side)
      && (candidate.values === undefined || candidate.values.some((one) => sameJson(one, value))));
    if (difference === undefined) {
      unexplained.push(`${path}: operator-sdk ${JSON.stringify(theirs)}, this ${JSON.stringify(ours)}`);
    } else {
      explained.add(difference);
    }
  }
  return { unexplained, explained };
}

describeWith(GENERATED)('a bundle of the manifests that operator-sdk made one of', () => {
  const explained = new Set<Difference>();

  it.each(GENERATED_CASES)('%s is the same but for argued differences', (name) => {
    const differences = differencesOf(name);
    differences.explained.forEach((difference) => explained.add(difference));
    expect(differences.unexplained).toEqual([]);
  });

  it('has each difference of the table in one of the cases', () => {
    expect(DIFFERENCES.filter((difference) => !explained.has(difference)).map(({ reason }) => reason)).toEqual([]);
  });

  it('has the reason for each difference in the documentation, and no other', () => {
    const [, section = ''] = readFileSync(join(__dirname, '../../../docs/decisions/bundle.md'), 'utf8').split("## A bundle of manifests equals operator-sdk's but for argued differences\n");
    const documented = section.split('\n## ')[0]!.split('\n').filter((line) => line.startsWith('| ')).map((line) => line.split(' | ')[1]!.replace(/ \|$/, ''));
    const reasons = [...DIFFERENCES.map(({ reason }) => reason), OTHER_FILES_REASON];
    expect(documented.filter((text) => text !== 'because' && text !== '---').sort()).toEqual(reasons.sort());
  });

  it.each(GENERATED_CASES)('%s has the same annotations and files', (name) => {
    const { found, bundle } = made(name);
    const [document] = readManifestText(`apiVersion: v1\nkind: Annotations\n${found.expected['metadata/annotations.yaml']!}`, name).objects;
    const annotations = stringMapField(document!.object, 'annotations');
    expect(bundle.annotations).toEqual(Object.fromEntries(Object.entries(annotations).filter(([key]) => !OTHER_ANNOTATIONS.test(key))));
    const files = Object.keys(found.expected).filter((path) => !path.startsWith('manifests/') && path !== 'metadata/annotations.yaml');
    expect(files.filter((path) => !OTHER_FILES.test(path))).toEqual([]);
  });

  it.each(GENERATED_CASES)('%s is valid by every suite, but for what the manifests do not tell', (name) => {
    const folder = join(mkdtempSync(join(tmpdir(), 'generated-bundle-')), 'bundle');
    made(name).bundle.writeDirectory(folder);
    const { findings } = BundleValidation.ofDirectory(folder, { suites: Object.values(ValidationSuite) });
    const errors = findings.filter(({ severity }) => severity === FindingSeverity.ERROR).map(({ message }) => message);
    expect(errors).toEqual(name.startsWith('made-') ? ['spec.provider.name is missing'] : []);
  });

  it.each(GENERATED_CASES.filter((name) => name !== 'awx' && name !== 'grafana'))('%s is the same at each run, and a bundle like others', (name) => {
    const found = generatedCase(name);
    const [first, second] = [made(name).bundle, generatedBundle(found)];
    expect(second.toImageLayout().digest).toBe(first.toImageLayout().digest);
    expect(second.generationNotes).toEqual(first.generationNotes);
    expect(Catalog.fromBundles([first]).bundleNames).toEqual([`${found.options.package}.v${found.options.version}`]);
  });
});
