import { writeFileSync } from 'node:fs';
import { enterCommandFolder } from '../../builders/command-folder';
import { runCommandLine } from '../../builders/command-line';
import { ExitCode } from '../../../lib/cli/frame/cli-error';
import { toYaml } from '../../../lib/formats/yaml/write';

let leave: () => void;
beforeEach(() => leave = enterCommandFolder());
afterEach(() => leave());

const V1ALPHA1 = 'operators.coreos.com/v1alpha1';
const SUBSCRIPTION = {
  apiVersion: V1ALPHA1, kind: 'Subscription', metadata: { name: 'hello-operator', namespace: 'hello' },
  spec: { name: 'hello-operator', channel: 'candidate-v0', source: 'registry', sourceNamespace: 'olm', startingCSV: 'hello-operator.v0.1.0', installPlanApproval: 'Manual' },
  status: { currentCSV: 'hello-operator.v0.2.0', installedCSV: 'hello-operator.v0.2.0' },
};
const CSV = {
  apiVersion: V1ALPHA1, kind: 'ClusterServiceVersion', metadata: { name: 'hello-operator.v0.2.0', namespace: 'hello' }, spec: { version: '0.2.0' },
  status: { phase: 'Succeeded' },
};

const dump = (...items: object[]): void => writeFileSync('dump.yaml', toYaml({ apiVersion: 'v1', kind: 'List', items }));

describe('olm-constructs lock --from', () => {
  it('finds nothing in a cluster that has what is locked', async () => {
    expect(await runCommandLine(['lock', '--from', 'dump.yaml'])).toEqual({
      exitCode: ExitCode.SUCCESS, stdout: 'the cluster matches the lock\n', stderr: '',
    });
  });

  it('prints what differs, in each format, and warns about what was not compared', async () => {
    dump(SUBSCRIPTION, CSV);
    const found = await runCommandLine(['lock', '--from', 'dump.yaml', '--file', 'old.lock.yaml']);
    expect(found).toEqual({
      exitCode: ExitCode.FINDINGS,
      stdout: [
        'OBJECT                         DIFFERENCE  LOCKED',
        '  IN THE CLUSTER',
        'operator hello/hello-operator  version     hello-operator.v0.1.0',
        '  hello-operator.v0.2.0',
        '',
        'operator hello/hello-operator',
        '  - hello-operator.v0.2.0 is installed instead of hello-operator.v0.1.0; OLM',
        '    installs no older version: run `olm-constructs lock --update',
        '    hello-operator`, or remove the operator and install it again',
        '',
      ].join('\n'),
      stderr: 'warning: these kinds are not in the dump, so their objects are not known: '
        + '`kubectl get catalogsources.operators.coreos.com,installplans.operators.coreos.com -A -o yaml` dumps them\n',
    });
    const json = await runCommandLine(['lock', '--from', 'dump.yaml', '-o', 'json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      operators: [{ packageName: 'hello-operator', lockedVersion: '0.1.0', installedVersion: '0.2.0', differences: [{ kind: 'version' }] }], catalogs: [],
    });
    const { stdout } = await runCommandLine(['lock', '--from', 'dump.yaml', '-o', 'markdown']);
    expect(stdout).toContain('| operator hello/hello-operator | version | hello-operator.v0.1.0 | hello-operator.v0.2.0 |\n');
  });

  it('compares one namespace on request', async () => {
    dump(SUBSCRIPTION, CSV);
    expect(await runCommandLine(['lock', '--from', 'dump.yaml', '-n', 'elsewhere'])).toMatchObject({ exitCode: ExitCode.SUCCESS });
  });

  it('refuses a dump that lacks what has to be compared', async () => {
    dump(SUBSCRIPTION);
    expect(await runCommandLine(['lock', '--from', 'dump.yaml'])).toEqual({
      exitCode: ExitCode.ERROR, stdout: '', stderr: 'error: the files contain no ClusterServiceVersion; also dump these kinds, with '
        + '`kubectl get subscriptions.operators.coreos.com,clusterserviceversions.operators.coreos.com,installplans.operators.coreos.com,catalogsources.operators.coreos.com -A -o yaml`\n',
    });
  });

  it('refuses a lock file that does not exist, and one that is invalid', async () => {
    expect(await runCommandLine(['lock', '--from', 'dump.yaml', '--file', 'none.yaml'])).toMatchObject({
      exitCode: ExitCode.ERROR, stderr: expect.stringMatching(/^error: none\.yaml: the lock file does not exist; /) as string,
    });
    writeFileSync('odd.yaml', 'lockVersion: 7\n');
    expect(await runCommandLine(['lock', '--from', 'dump.yaml', '--file', 'odd.yaml'])).toMatchObject({
      exitCode: ExitCode.ERROR, stderr: expect.stringContaining('odd.yaml:1: lockVersion is 7') as string,
    });
  });

  it.each<[string[], string]>([
    [['--from', 'dump.yaml', '--check'], '--check has no meaning when the lock file is compared with a cluster or a dump; omit it'],
    [['--against-cluster', '--update', 'x'], '--update has no meaning'],
    [['--against-cluster', '--update-all'], '--update-all has no meaning'],
    [['--against-cluster', '--app', 'node app'], '--app has no meaning'],
    [['--against-cluster', '--from', 'dump.yaml'], '--against-cluster has no meaning'],
    [['--file', 'x.yaml'], '--file is for the comparison with a cluster; add --against-cluster or --from'],
    [['-n', 'demo'], '--namespace is for the comparison with a cluster'],
    [['--kubeconfig', 'x'], '--kubeconfig is for the comparison'],
    [['--from', 'dump.yaml', '--context', 'x'], '--from reads files instead of a cluster'],
    [['-o', 'markdown'], '-o markdown is for the difference from a cluster'],
  ])('refuses %j', async (args, message) => {
    expect(await runCommandLine(['lock', ...args])).toMatchObject({ exitCode: ExitCode.USAGE, stdout: '', stderr: expect.stringContaining(`error: ${message}`) as string });
  });
});
