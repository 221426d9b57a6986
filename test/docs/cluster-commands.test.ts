import { ExitCode } from '../../lib/cli/frame/cli-error';
import { wordsOf } from '../builders/command-words';
import { installedOperator, manifestFile, runInCluster } from '../cli/act/cluster-command';
import type { FakeCluster } from '../pulumi/fake-cluster';
import { documentBlocks } from './documents';

jest.mock('../../lib/cli/frame/cluster', () => ({ ...jest.requireActual<object>('../../lib/cli/frame/cluster'), connect: jest.fn() }));

/**
 * Command lines of pages that need a cluster run on one in memory, with the names of the operator that it has. Suites in e2e/ run the same
 * commands on real clusters.
 */
const PAGES = [
  'docs/coming-from/helm.md', 'docs/coming-from/installed-by-hand.md', 'docs/coming-from/operator-sdk.md', 'docs/coming-from/yaml.md',
  'docs/guides/command-line-removal.md', 'docs/guides/gitops-removal.md', 'docs/project/support.md', 'docs/start/quickstart.md',
  'docs/troubleshooting/operator-does-not-install.md',
];

/** Commands that need a cluster, other than `run` and `install`, whose own tests play OLM. */
const NEEDS_CLUSTER = /^olm-constructs (?:explain (?!.*--from )|list|remove|status|uninstall|wait)\b/;

const SUBSCRIPTION = {
  apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name: 'hello', namespace: 'team' },
  spec: { name: 'hello', channel: 'stable', source: 'shop', sourceNamespace: 'olm', installPlanApproval: 'Manual' },
};

const lines = documentBlocks().filter(({ file, info }) => info === 'sh' && PAGES.includes(file))
  .flatMap(({ file, code }) => code.replace(/\\\n\s*/g, '').split('\n').map((line) => ({ file, line: line.trim().replace(/^npx /, '') })))
  .filter(({ line }) => NEEDS_CLUSTER.test(line));

/** Returns the arguments of a line, with the names of what is in the cluster of the test. */
function argumentsOf(line: string): string[] {
  const own = line
    .replace(/ subscription\/\S+/, ' subscription/hello').replace(/ -n \S+/, ' -n team').replace(/ catalogsource\/\S+ -n team/, ' catalogsource/shop -n olm')
    .replace(/ -f \S+/, ` -f ${manifestFile(SUBSCRIPTION)}`).replace(/--delete-crds=\S+/, '--delete-crds=Hello.demo.test');
  return wordsOf(own).slice(1);
}

let cluster: FakeCluster;
installedOperator((found) => cluster = found);

const deleted = (): string[] => cluster.changes.filter((change) => change.startsWith('DELETE')).map((change) => change.split('/').slice(-2).join('/'));

/** What a line deletes, as its options say. */
function deletedBy(line: string): string[] {
  if (!line.startsWith('olm-constructs remove') || line.includes('--dry-run')) {
    return [];
  }
  return line.includes('catalogsource/') ? ['catalogsources/shop'] : [
    'subscriptions/hello', ...(line.includes('--operands delete') ? ['hellos/first'] : []), 'clusterserviceversions/hello.v1.0.0',
    ...(line.includes('--delete-crds') ? ['customresourcedefinitions/hellos.demo.test'] : []),
  ];
}

describe('a command of a page that needs a cluster', () => {
  it.each(PAGES)('is on %s', (page) => {
    expect(lines.filter(({ file }) => file === page)).not.toEqual([]);
  });

  it.each(lines)('does what its options say: $file, $line', async ({ line }) => {
    if (line.includes('--operands')) {
      cluster.add({ path: '/apis/demo.test/v1/hellos', name: 'first', namespace: 'team' });
    }
    const { exitCode, stdout, stderr } = await runInCluster(cluster, argumentsOf(line));
    // OLM is kept while it manages an operator, and the one in memory has not all of its objects.
    const expected = /uninstall|status/.test(line) ? ExitCode.FINDINGS : ExitCode.SUCCESS;
    expect({ exitCode, stderr }).toEqual({ exitCode: expected, stderr: expect.not.stringMatching(/^error: /m) as string });
    expect(stdout).toMatch(line.includes('-o json') ? /^\{/ : /hello|shop/);
    expect(deleted()).toEqual(deletedBy(line));
  });
});
