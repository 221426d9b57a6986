import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClusterApis } from 'olm-constructs/report';
import { ExitCode } from '../../../lib/cli/frame/cli-error';
import { ApiClient } from '../../../lib/cluster/client/api-client';
import { clientFor } from '../../../lib/cluster/client/clients';
import { Credentials } from '../../../lib/cluster/client/credentials';
import { CLIENT_TIMEOUTS, type Request, type Transport } from '../../../lib/cluster/client/transport';
import { type CommandLineResult, runCommandLine } from '../../builders/command-line';
import { type FakeAnswer, FakeTransport } from '../../cluster/client/fake-transport';

jest.mock('../../../lib/cluster/client/clients', () => ({ ...jest.requireActual<object>('../../../lib/cluster/client/clients'), clientFor: jest.fn() }));

const resource = (name: string, kind: string, namespaced = true, shortNames: string[] = []): object => ({ name, kind, namespaced, shortNames, singularName: '', verbs: ['get'] });

const DISCOVERY: { readonly [path: string]: FakeAnswer } = {
  '/api': { body: { kind: 'APIVersions', versions: ['v1'] } },
  '/apis': { body: { kind: 'APIGroupList', groups: [
    { name: 'monitoring.coreos.com', versions: [{ groupVersion: 'monitoring.coreos.com/v1', version: 'v1' }, { groupVersion: 'monitoring.coreos.com/v1alpha1', version: 'v1alpha1' }] },
  ] } },
  '/api/v1': { body: { resources: [resource('pods', 'Pod', true, ['po']), resource('pods/exec', 'PodExecOptions'), resource('nodes', 'Node', false, ['no'])] } },
  '/apis/monitoring.coreos.com/v1': { body: { resources: [resource('prometheusrules', 'PrometheusRule', true, ['promrule'])] } },
  '/apis/monitoring.coreos.com/v1alpha1': { body: { resources: [resource('alertmanagerconfigs', 'AlertmanagerConfig')] } },
};

const FORBIDDEN: FakeAnswer = { status: 403, body: { kind: 'Status', status: 'Failure', code: 403, reason: 'Forbidden', message: 'no' } };

/** Answers each path. */
function serving(answers: { readonly [path: string]: FakeAnswer }): Transport {
  return {
    connections: 1,
    send: (request: Request) => new FakeTransport(answers[request.path] ?? FORBIDDEN).send(request),
    retire: () => undefined,
    close: () => undefined,
  };
}

describe('olm-constructs apis', () => {
  const folder = mkdtempSync(join(tmpdir(), 'apis-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const kubeconfig = join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, JSON.stringify({
    'apiVersion': 'v1', 'kind': 'Config', 'current-context': 'one', 'contexts': [{ name: 'one', context: { cluster: 'one', user: 'one' } }],
    'clusters': [{ name: 'one', cluster: { server: 'https://example.test' } }], 'users': [{ name: 'one', user: { token: 'some-token' } }],
  }));

  const run = (answers: { readonly [path: string]: FakeAnswer }): Promise<CommandLineResult> => {
    jest.mocked(clientFor).mockImplementation((access, env) => new ApiClient(() => Promise.resolve(serving(answers)), {
      credentials: new Credentials(access, env), server: access.server, random: () => 0.5, timeouts: CLIENT_TIMEOUTS,
    }));
    return runCommandLine(['apis', '--kubeconfig', kubeconfig]);
  };

  it('prints every version as kubectl api-resources does, which ClusterApis reads', async () => {
    const { stdout, stderr, exitCode } = await run(DISCOVERY);
    expect([exitCode, stderr, stdout.split('\n')]).toEqual([ExitCode.SUCCESS, '', [
      'NAME                  SHORTNAMES   APIVERSION                       NAMESPACED   KIND',
      'nodes                 no           v1                               false        Node',
      'pods                  po           v1                               true         Pod',
      'prometheusrules       promrule     monitoring.coreos.com/v1         true         PrometheusRule',
      'alertmanagerconfigs                monitoring.coreos.com/v1alpha1   true         AlertmanagerConfig',
      '',
    ]]);
    const apis = ClusterApis.fromText(stdout);
    expect([['', 'v1', 'Pod'], ['monitoring.coreos.com', 'v1', 'PrometheusRule'], ['monitoring.coreos.com', 'v1alpha1', 'AlertmanagerConfig'], ['', 'v1', 'PodExecOptions']]
      .map(([group, version, kind]) => apis.serves(group!, version!, kind!))).toEqual([true, true, true, false]);
  });

  it('names the APIs whose server does not answer', async () => {
    const { stdout, stderr, exitCode } = await run({ ...DISCOVERY, '/apis/monitoring.coreos.com/v1': FORBIDDEN });
    expect([exitCode, stdout.includes('PrometheusRule'), stdout.includes('AlertmanagerConfig')]).toEqual([ExitCode.FINDINGS, false, true]);
    expect(stderr).toContain('the kinds of monitoring.coreos.com/v1 are unknown: GET /apis/monitoring.coreos.com/v1: no');
  });

  it('fails if the cluster does not list its APIs', async () => {
    const { stderr, exitCode } = await run({});
    expect([exitCode, stderr]).toEqual([ExitCode.ERROR, 'error: the API server does not list its APIs: GET /api: no; bind the account to the ClusterRole system:discovery\n']);
  });
});
