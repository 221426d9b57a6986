import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CATALOG_FAILURES } from '../waiting/catalog/failures';
import { OLM_V1_FAILURES } from '../waiting/olm-v1/failures';
import { OLM_V1_REMOVAL_FAILURES } from '../waiting/olm-v1/removal-failures';
import { OLM_FAILURES } from '../waiting/olm/failures';
import { FAILURES } from '../waiting/operator/failures';
import { PLAIN_FAILURES } from '../waiting/plain/failures';
import { REMOVAL_FAILURES } from '../waiting/removal/failures';
import { RUKPAK_FAILURES } from '../waiting/rukpak/failures';
import { RULE_CASES } from '../waiting/rules/rule-cases';
import { BAD_PROGRAMS } from '../pulumi/bad-programs';
import { operatorReady } from '../../lib/pulumi/waiters';
import { GracePeriod } from '../../lib/waiting/causes/known-cause';
import { KNOWN_CAUSES } from '../../lib/waiting/causes/known-causes';

/** The guide on failures has each finding in the table of its cause, and shows some failures as they are printed. */

const GUIDE = readFileSync(join(__dirname, '..', '..', 'docs', 'guides', 'failures.md'), 'utf8');
const BLOCKS = [...GUIDE.matchAll(/^```text\n([^]*?)\n```$/gm)].map(([, block]) => block!);

const ENDS: { readonly [grace in GracePeriod]: string } = { none: 'at once', terminal: 'soon', transient: 'late', timeout: 'at the end' };

/** A row of the tables of causes. In its patterns, `…` is a name or a message; a message at the end is left out. */
interface Row {
  readonly patterns: readonly string[];
  readonly cause: string;
  readonly rest: string;
}

const ROWS = [...GUIDE.matchAll(/^\| (`.*`) \| ([a-z0-9-]+(?: \*)?) \| (.*) \|$/gm)].map(([, printed, cause, rest]): Row => (
  { patterns: [...printed!.matchAll(/`(.*?)`(?:<br>|$)/g)].map(([, pattern]) => pattern!), cause: cause!.replace(' *', ''), rest: `${cause!} | ${rest!}` }
));

function matches(pattern: string, message: string): boolean {
  const parts = pattern.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}(?:[:;, ].*)?$`, 's').test(message);
}

/** Whether a printed remedy is that of a row; some end with a part that depends on the engine. */
function isRemedyOf(rest: string, remedy: string): boolean {
  const [, general = ''] = /.* \| (.*)$/.exec(rest) ?? [];
  return remedy === general || /^(?::| in) /.test(remedy.slice(general.length)) && remedy.startsWith(general);
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

const EXPLAINED = [
  ...FAILURES, ...CATALOG_FAILURES, ...OLM_FAILURES, ...REMOVAL_FAILURES, ...OLM_V1_FAILURES,
  ...OLM_V1_REMOVAL_FAILURES, ...PLAIN_FAILURES, ...RUKPAK_FAILURES,
];
const WITH_RULES = 'the account system:serviceaccount:ci:up is not allowed to list and watch';

/** Findings of waiters, which no rule and no failure above prints. */
const OTHERS: readonly Printed[] = [
  "the kubeconfig's user has no credentials, so the API server treats it as system:anonymous",
  'the API server cannot answer right now: GET /apis: storage is starting',
  'the API server refused to delete pods a: no',
  'no object in the cluster explains why',
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
].map((message) => ({ message, remedy: '' }));

const FINDINGS: readonly Printed[] = [
  ...EXPLAINED.flatMap(({ explanation }) => findingsIn(explanation)),
  ...RULE_CASES.flatMap(({ expected }) => expected.map(({ cause, message }) => ({ message, remedy: KNOWN_CAUSES[cause].remedy }))),
];

/** Unusable kubeconfigs. The guide shows what is printed for them. */
const KUBECONFIGS: readonly { readonly kubeconfig: string; readonly context?: string }[] = [
  { kubeconfig: '/home/me/.kube/prod' },
  { kubeconfig: 'contexts:\n  - name: dev\n  - name: prod\n', context: 'prd' },
  { kubeconfig: 'contexts:\n  - name: dev\n  - name: prod\n' },
  { kubeconfig: 'a\n  b: [' },
  { kubeconfig: Buffer.from('apiVersion: v1\nkind: Config\nclusters: []').toString('base64') },
];

describe('the guide on failures', () => {
  it('has each cause once, with when it ends the wait and its remedy', () => {
    expect(ROWS.map(({ rest }) => rest).sort()).toEqual(Object.entries(KNOWN_CAUSES).map(([name, { grace, remedy, recoverable }]) => (
      `${name}${recoverable === true ? ' *' : ''} | ${ENDS[grace]} | ${remedy}`
    )).sort());
  });

  it.each(FINDINGS.map(({ message, remedy }) => [message, remedy]))('has the finding in the row of its remedy: %s', (message, remedy) => {
    if (message.startsWith(WITH_RULES)) {
      expect(BLOCKS.some((block) => block.includes(`  - ${message}\n    remedy: ${remedy}`))).toBe(true);
    } else {
      const found = ROWS.filter(({ rest, patterns }) => isRemedyOf(rest, remedy) && patterns.some((pattern) => matches(pattern, message)));
      expect(found.length).toBeGreaterThan(0);
    }
  });

  it('has no pattern that nothing prints', () => {
    const messages = [...FINDINGS, ...OTHERS].map(({ message }) => message);
    const unused = ROWS.flatMap(({ patterns }) => patterns).filter((pattern) => !messages.some((message) => matches(pattern, message)));
    expect(unused).toEqual([]);
  });

  it.each(OTHERS.map(({ message }) => [message]))('has the finding of a waiter: %s', (message) => {
    expect(ROWS.filter(({ patterns }) => patterns.some((pattern) => matches(pattern, message)))).not.toEqual([]);
  });

  it.each(BAD_PROGRAMS.map(({ title, error }) => [title, error]))('has the error of %s', (_, error) => {
    expect(GUIDE).toContain(`| ${error.includes('`') ? `\`\` ${error} \`\`` : `\`${error}\``} | `);
  });

  it('shows failures only as they are printed', async () => {
    const rejected = await Promise.all(KUBECONFIGS.map((choice) => operatorReady.create({ namespace: 'demo', subscription: 'plain', ...choice }).then(
      () => 'ready', (error: Error) => error.message,
    )));
    expect(BLOCKS).toContain(rejected.join('\n'));
    const printed = [rejected.join('\n'), ...EXPLAINED.map(({ explanation }) => explanation.join('\n'))];
    expect(BLOCKS.filter((block) => !printed.includes(block))).toEqual([]);
  });

  it('links to sections that exist', () => {
    const sections = [...GUIDE.matchAll(/^## (.*)$/gm)].map(([, section]) => section!.toLowerCase().replace(/ /g, '-'));
    const links = [...GUIDE.matchAll(/\]\(#([^)]*)\)/g)].map(([, link]) => link!);
    expect(links.filter((link) => !sections.includes(link))).toEqual([]);
  });
});

test('the guide on permissions also shows what is printed', () => {
  const guide = readFileSync(join(__dirname, '..', '..', 'docs', 'guides', 'pulumi-rights.md'), 'utf8');
  const [, shown] = /^```text\n([^]*?)\n```$/m.exec(guide)!;
  expect(EXPLAINED.map(({ explanation }) => explanation.join('\n'))).toContain(shown);
});
