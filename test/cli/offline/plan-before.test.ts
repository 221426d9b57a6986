import { writeFileSync } from 'node:fs';
import { enterCommandFolder } from '../../builders/command-folder';
import { runCommandLine } from '../../builders/command-line';
import { ExitCode } from '../../../lib/cli/frame/cli-error';

let leave: () => void;
beforeEach(() => leave = enterCommandFolder());
afterEach(() => leave());

const env = { PATH: process.env['PATH'] };

describe('olm-constructs plan', () => {
  it.each<[string[], string]>([
    [[], 'the lock files OLD and NEW are required; with --from-cluster or --from, only NEW'],
    [['olm.lock.yaml'], 'the lock files OLD and NEW are required'],
    [['--from', 'dump.yaml'], 'with --from, specify one lock file: the one to install'],
    [['old.lock.yaml', 'olm.lock.yaml', '--from-cluster'], 'with --from-cluster, specify one lock file'],
    [['olm.lock.yaml', '--from-cluster', '--from', 'dump.yaml'], '--from-cluster and --from contradict each other'],
    [['old.lock.yaml', 'olm.lock.yaml', '--kubeconfig', 'x'], '--kubeconfig and --context select the cluster to plan from; add --from-cluster'],
    [['olm.lock.yaml', '--from', 'dump.yaml', '--context', 'x'], '--from reads files instead of a cluster; omit --kubeconfig and --context'],
  ])('refuses %j', async (args, message) => {
    expect(await runCommandLine(['plan', ...args])).toMatchObject({ exitCode: ExitCode.USAGE, stdout: '', stderr: expect.stringContaining(`error: ${message}`) as string });
  });

  it('begins with what is installed in a dump', async () => {
    expect(await runCommandLine(['plan', 'olm.lock.yaml', '--from', 'dump.yaml'], { env })).toEqual({ exitCode: ExitCode.SUCCESS, stdout: 'no operator changes\n', stderr: '' });
  });

  it('makes no plan while an operator has failed', async () => {
    writeFileSync('failed.json', JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [
      {
        apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name: 'hello-operator', namespace: 'hello' },
        spec: { name: 'hello-operator', channel: 'candidate-v0', source: 'registry', sourceNamespace: 'olm' }, status: { installedCSV: 'hello-operator.v0.1.0' },
      },
      {
        apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion', metadata: { name: 'hello-operator.v0.1.0', namespace: 'hello' },
        status: { phase: 'Failed', message: 'install timeout' },
      },
    ] }));
    expect(await runCommandLine(['plan', 'olm.lock.yaml', '--from', 'failed.json'], { env })).toEqual({
      exitCode: ExitCode.ERROR, stdout: '', stderr: 'error: operator hello/hello-operator: hello-operator.v0.1.0 is in phase Failed (install timeout); resolve that, see '
        + '`olm-constructs explain subscription/hello-operator -n hello`\n',
    });
  });
});
