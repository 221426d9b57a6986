import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KnownCause } from '../../lib/cluster/waiting/explain/known-cause';
import { CauseName, KNOWN_CAUSES } from '../../lib/cluster/waiting/explain/known-causes';
import { causesPage } from '../../scripts/causes-page/causes-page';
import { LITERAL_MESSAGES } from '../../scripts/causes-page/literal-messages';
import { troubleshootingPage } from '../../scripts/causes-page/troubleshooting-page';
import { PRINTED_MESSAGES } from '../../scripts/causes-page/printed-messages';
import { CATALOG_FAILURES } from '../cluster/waiting/olm/catalog-failures';
import { OLM_V1_FAILURES } from '../cluster/waiting/olm-v1/failures';
import { OLM_V1_REMOVAL_FAILURES } from '../cluster/waiting/olm-v1/removal-failures';
import { OLM_FAILURES } from '../cluster/waiting/olm/failures';
import { OBSERVED_CASES } from '../cluster/waiting/observed-cases';
import { FAILURES } from '../cluster/waiting/operator/failures';
import { PLAIN_FAILURES } from '../cluster/waiting/plain/failures';
import { REMOVAL_FAILURES } from '../cluster/waiting/removal/failures';
import { RUKPAK_FAILURES } from '../cluster/waiting/rukpak/failures';
import { RULE_CASES } from '../cluster/waiting/rules/rule-cases';
import { BAD_PROGRAMS } from '../pulumi/bad-programs';

/** The page of causes has each finding beside its remedy, and the guide on failures shows and explains what is printed. */

const ROOT = join(__dirname, '..', '..');
const read = (page: string): string => readFileSync(join(ROOT, 'docs/troubleshooting', page), 'utf8');
const PAGE = read('causes.md');
const GUIDES = ['failures.md', 'program-errors.md', 'olm-failures.md', 'engine-failures.md'].map(read);
const GUIDE = GUIDES.join('\n');
const BLOCKS = [...GUIDE.matchAll(/^```text\n([^]*?)\n```$/gm)].map(([, block]) => block!);

/** The known causes with the patterns of what they print. */
const CAUSES = (Object.entries(PRINTED_MESSAGES) as [CauseName, readonly string[]][])
  .map(([cause, patterns]) => ({ ...KNOWN_CAUSES[cause], patterns }));

/** The patterns that the guide has more to say about: the first cells of its tables of what is printed. */
const EXPLAINED_PATTERNS = [...GUIDE.matchAll(/^\| printed \|.*\n\| ---.*\n((?:\|.*\n)+)/gm)]
  .flatMap(([, rows]) => rows!.trimEnd().split('\n'))
  .flatMap((row) => [...row.split(' | ')[0]!.matchAll(/`(.*?)`/g)].map(([, pattern]) => pattern!));

function source(pattern: string): string {
  return pattern.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*');
}

function matches(pattern: string, message: string): boolean {
  return new RegExp(`^${source(pattern)}(?:[:;, ].*)?$`, 's').test(message);
}

/** Whether a printed remedy is that of a cause; some end with a part that depends on the engine. */
function isRemedyOf({ remedy, completedBy }: KnownCause, printed: string): boolean {
  return printed === remedy || completedBy !== undefined && printed.startsWith(remedy) && /^(?::| in) /.test(printed.slice(remedy.length));
}

interface Printed {
  readonly message: string;
  readonly remedy: string;
}

/** The findings of an explanation; consecutive ones share a remedy. */
function findingsIn(explanation: readonly string[]): Printed[] {
  return explanation.flatMap((line, index) => (line.startsWith('  - ') ? [{
    message: line.slice('  - '.length), remedy: explanation.slice(index).find((next) => next.startsWith('    remedy: '))!.slice('    remedy: '.length),
  }] : []));
}

/** Findings whose remedy names a project or the objects of a plan, and so is not that of the page. */
const WITH_NAMES = /: the cluster does not serve the API \w+ of |^InstallPlan \S+ (?:failed|cannot proceed)/;

const EXPLAINED = [
  ...FAILURES, ...CATALOG_FAILURES, ...OLM_FAILURES, ...REMOVAL_FAILURES, ...OLM_V1_FAILURES,
  ...OLM_V1_REMOVAL_FAILURES, ...PLAIN_FAILURES, ...RUKPAK_FAILURES,
];

/** Beginning of the finding whose remedy is the rules that are missing. */
const WITH_RULES = 'the account system:serviceaccount:ci:up is not allowed to list and watch';

/** Findings of waiters, which no rule and no failure above prints. */
const OTHERS: readonly string[] = [
  "the kubeconfig's user has no credentials, so the API server treats it as system:anonymous",
  'the API server cannot answer right now: GET /apis: storage is starting',
  'the API server refused to delete pods a: no',
  'no object in the cluster explains why',
  'no object in the dump explains why',
  'CustomResourceDefinition plains.demo.test does not exist',
  'Deployment plain-op of plain.v0.1.0 does not exist',
  'Deployment olm/packageserver has no container packageserver',
  "OperatorGroup demo/og exists, and 'plain' would be a second one in the namespace",
  'InstallPlan demo/install-a would install plain.v0.2.0; it belongs to Subscription other, so it is not approved here',
  'InstallPlan demo/install-a would install plain.v0.2.0 and other.v1.0.0; not in olm.plan.json: other.v1.0.0',
  'InstallPlan demo/install-a would install plain.v0.3.0; by olm.plan.json, plain.v0.3.0 follows plain.v0.2.0, and plain.v0.1.0 is installed',
  'InstallPlan demo/install-a would install plain.v0.3.0; by olm.plan.json, cache.v2.0.0 comes before that',
  'InstallPlan demo/install-b in this namespace requires approval and is not owned by this Subscription',
  'InstallPlan demo/install-a would install plain.v0.2.0 and requires approval, because its approval is Manual',
  'package plain is installed more than once in namespace demo: plain.v0.1.0 and plain.v0.2.0',
  'Subscription demo/by-hand already subscribes to package plain and has plain.v0.1.0 installed; a namespace can have only one Subscription per package',
  'Subscription demo/plain is for package other, not for plain',
  'ClusterServiceVersion plain.v0.1.0 is being deleted',
  'Plain demo/shop is being deleted but still exists',
  'plains.demo.test cannot be listed, because the conversion webhook of this CustomResourceDefinition fails: service "plain-service" not found',
  'no OLM is installed in the cluster',
  'no OLM runs in the cluster, which has CustomResourceDefinitions of OLM 0.46.0 without olm-operator',
  'the cluster already has OLM 0.31.0 in namespace olm, installed by operator-sdk',
  'the cluster has more than one OLM: olm-operator is in the namespaces another, olm',
  'the cluster has the OLM of OpenShift in namespace openshift-operator-lifecycle-manager, which OpenShift manages: it would revert every change',
  'Deployments olm/olm-operator have the strategy RollingUpdate, which an adoption cannot change to Recreate, that of OLM 0.46.0',
  'cannot downgrade from OLM 0.46.0 to 0.19.1: it lacks v1 of olmconfigs.operators.coreos.com, in which objects are stored',
  "the cluster has OLM 0.46.0 in namespace lifecycle, but namespace is 'olm' instead of 'lifecycle'",
];

const FINDINGS: readonly Printed[] = [
  ...EXPLAINED.flatMap(({ explanation }) => findingsIn(explanation)),
  ...RULE_CASES.flatMap(({ expected }) => expected.map(({ cause, message }) => ({ message, remedy: KNOWN_CAUSES[cause].remedy }))),
];

const MESSAGES = [...FINDINGS.map(({ message }) => message), ...OTHERS, ...OBSERVED_CASES.flatMap(({ message = [] }) => message)];

describe('the page of causes', () => {
  it('is what `npm run generate` writes', () => {
    expect(PAGE).toBe(causesPage());
  });

  it('has each cause once', () => {
    expect([...PAGE.matchAll(/^### ([a-z0-9-]+)$/gm)].map(([, cause]) => cause).sort()).toEqual(Object.keys(KNOWN_CAUSES).sort());
  });

  it.each(FINDINGS.map(({ message, remedy }) => [message, remedy]))('has the finding in the row of its remedy: %s', (message, remedy) => {
    const ofRemedy = message.startsWith(WITH_RULES) || WITH_NAMES.test(message) ? CAUSES : CAUSES.filter((cause) => isRemedyOf(cause, remedy));
    expect(ofRemedy.flatMap(({ patterns }) => patterns).filter((pattern) => matches(pattern, message))).not.toEqual([]);
  });

  it.each(OTHERS)('has the finding of a waiter: %s', (message) => {
    expect(CAUSES.flatMap(({ patterns }) => patterns).filter((pattern) => matches(pattern, message))).not.toEqual([]);
  });

  it('has no pattern that nothing prints', () => {
    const patterns = CAUSES.flatMap((cause) => cause.patterns);
    expect(patterns.filter((pattern) => !MESSAGES.some((message) => matches(pattern, message)))).toEqual([]);
  });
});

describe('the page on troubleshooting', () => {
  const page = readFileSync(join(ROOT, 'docs/troubleshooting/operator-does-not-install.md'), 'utf8');

  it('is what `npm run generate` writes', () => {
    expect(page).toBe(troubleshootingPage());
  });

  it('has each message of OLM, Kubernetes, Argo CD, Flux and Pulumi, with a link to its cause', () => {
    const rows = new Set(page.split('\n'));
    for (const [cause, messages] of Object.entries(LITERAL_MESSAGES)) {
      const written = messages.map(({ message }) => `| \`${message.replaceAll('|', '&#124;')}\` | `);
      expect(written.filter((begin) => ![...rows].some((row) => row.startsWith(begin) && row.endsWith(` | [${cause}](causes.md#${cause}) |`)))).toEqual([]);
    }
  });

  it('links only to causes that exist', () => {
    const linked = [...page.matchAll(/causes\.md#([a-z0-9-]+)/g)].map(([, anchor]) => anchor!).filter((anchor) => anchor !== 'pods');
    expect(linked.filter((cause) => !(cause in KNOWN_CAUSES))).toEqual([]);
  });
});

describe('the guides to failures', () => {
  it('explains only what is printed', () => {
    const printed = [...MESSAGES, ...BAD_PROGRAMS.map(({ error }) => error)];
    expect(EXPLAINED_PATTERNS.length).toBeGreaterThan(25);
    expect(EXPLAINED_PATTERNS.filter((pattern) => !printed.some((message) => new RegExp(source(pattern)).test(message)))).toEqual([]);
  });

  it('shows failures only as they are printed', () => {
    const printed = EXPLAINED.map(({ explanation }) => explanation.join('\n'));
    expect(BLOCKS.length).toBeGreaterThan(1);
    expect(BLOCKS.filter((block) => !printed.includes(block))).toEqual([]);
  });

  it.each(GUIDES)('links to sections that exist', (guide) => {
    const sections = [...guide.matchAll(/^## (.*)$/gm)].map(([, section]) => section!.toLowerCase().replace(/ /g, '-'));
    const links = [...guide.matchAll(/\]\(#([^)]*)\)/g)].map(([, link]) => link!);
    expect(links.filter((link) => !sections.includes(link))).toEqual([]);
  });
});

test('the page on permissions also shows what is printed', () => {
  const guide = readFileSync(join(ROOT, 'docs', 'reference', 'waiter-permissions.md'), 'utf8');
  const [, shown] = /^```text\n([^]*?)\n```$/m.exec(guide)!;
  expect(EXPLAINED.map(({ explanation }) => explanation.join('\n'))).toContain(shown);
});
