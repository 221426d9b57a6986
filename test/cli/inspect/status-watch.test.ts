import { ExitCode, Interruption } from '../../../lib/cli/frame/cli-error';
import type { CommandLineResult } from '../../builders/command-line';
import type { FakeCluster } from '../../pulumi/fake-cluster';
import { installedOperator, runInCluster } from '../act/cluster-command';

jest.mock('../../../lib/cli/frame/cluster', () => ({ ...jest.requireActual<object>('../../../lib/cli/frame/cluster'), connect: jest.fn() }));

/** Escape sequences that clear the terminal before each table. */
const CLEAR = '\u001b[2J\u001b[3J\u001b[H';

const SUBSCRIPTION = {
  path: '/apis/operators.coreos.com/v1alpha1/subscriptions', name: 'shop-with-a-rather-long-name', namespace: 'team',
  metadata: { creationTimestamp: '2026-01-30T23:59:00Z' }, spec: { name: 'shop', channel: 'stable', source: 'shop', sourceNamespace: 'olm' },
};

let cluster: FakeCluster;
installedOperator((found) => cluster = found);

/** Called by a command that ends soon. */
const endsSoon = jest.fn();

/** Watches the status while another operator is subscribed to after two seconds, and is interrupted after six. */
function watched(options: { readonly columns?: number } = {}, ...args: readonly string[]): Promise<CommandLineResult> {
  const stopping = new AbortController();
  setTimeout(() => cluster.add(SUBSCRIPTION), 2_000);
  setTimeout(() => stopping.abort(new Interruption(ExitCode.INTERRUPTED)), 6_000);
  return runInCluster(cluster, ['status', '-A', '--watch', ...args], { env: { NO_COLOR: '1' }, signal: stopping.signal, endsSoon, ...options });
}

const frames = ({ stdout }: CommandLineResult): string[] => stdout.split(CLEAR).slice(1);

describe('status --watch', () => {
  it.each([80, 200])('draws the table again after a change, on a terminal of %i columns', async (columns) => {
    const result = await watched({ columns });
    const drawn = frames(result);
    expect(result.exitCode).toBe(ExitCode.INTERRUPTED);
    expect(result.stdout.startsWith(CLEAR)).toBe(true);
    expect(drawn[0]).toMatch(/^team +hello +1\.0\.0 +ready$/m);
    expect(drawn[0]).not.toContain(SUBSCRIPTION.name);
    expect(drawn.at(-1)).toMatch(/^team +hello +1\.0\.0 +ready$/m);
    expect(drawn.at(-1)).toMatch(/^team +shop-with-a-rather-long-name +- +resolving +1m/m);
    drawn.flatMap((frame) => frame.split('\n')).forEach((line) => expect(line.length).toBeLessThanOrEqual(columns));
  });

  it('puts messages below their rows at 80 columns, and beside them at 200', async () => {
    const last = async (columns: number): Promise<string> => frames(await watched({ columns })).at(-1)!;
    expect(await last(80)).toMatch(/^team +shop-with-a-rather-long-name .*\n {4}\S/m);
    cluster.remove(SUBSCRIPTION.name);
    expect(await last(200)).toMatch(/^team +shop-with-a-rather-long-name +- +resolving +1m +waiting for /m);
  });

  it('draws more columns with -o wide', async () => {
    expect(frames(await watched({ columns: 200 }, '-o', 'wide')).at(-1)).toMatch(/^NAMESPACE +NAME +VERSION +STATE +AGE +PACKAGE +CHANNEL +CATALOG/m);
  });

  it('does not report that it ends soon', async () => {
    await watched();
    expect(endsSoon).not.toHaveBeenCalled();
  });

  it('prints a line for each change if the output is not a terminal, without control characters', async () => {
    const { stdout } = await watched();
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toMatch(/^Subscription team\/hello: 1\.0\.0 ready$/m);
    expect(stdout).toMatch(/^Subscription team\/shop-with-a-rather-long-name: - resolving, waiting for /m);
    expect(stdout.match(/^Subscription team\/hello: /gm)).toHaveLength(1);
  });
});
