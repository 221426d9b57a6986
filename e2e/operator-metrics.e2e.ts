import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Testing } from 'cdk8s';
import { InClusterProgram, OperatorMetrics, type OperatorMetricsProps } from 'olm-constructs/gitops';
import { fieldAt, stringField } from '../lib/formats/json/json-value';
import { buildSingleFile } from '../scripts/package/single-file';
import { ProgramProcess } from './command-line/program-process';
import { type ScriptedCsv, ScriptedOlm } from './waiters/scripted-olm';
import { WaiterCluster } from './waiters/waiter-cluster';

/** Metrics of operators on a real API server: the program has exactly the rights of its account. OLM, the kubelet and Prometheus are simulated. */

const V1: ScriptedCsv = { name: 'plain.v1.0.0', version: '1.0.0' };

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: { readonly template: { readonly spec: { readonly containers: readonly [{ readonly args: readonly string[] }] } } };
}

let cluster: WaiterCluster;
let folder: string;
let programFile: string;
let program: InClusterProgram;
const running: Exporter[] = [];

beforeAll(async () => {
  cluster = await WaiterCluster.start(false);
  folder = mkdtempSync(join(tmpdir(), 'operator-metrics-'));
  programFile = join(folder, 'olm-constructs.js');
  await buildSingleFile(programFile);
  program = InClusterProgram.fromFile(programFile);
  await cluster.send('POST', '/api/v1/namespaces', { metadata: { name: 'monitoring' } });
}, 20 * 60_000);

afterAll(async () => {
  await Promise.all(running.map((exporter) => exporter.stop()));
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The program as a Deployment runs it, listening on loopback. */
class Exporter {
  public static async start(args: readonly string[], kubeconfig: string): Promise<Exporter> {
    const ended = args.indexOf('--port');
    const elsewhere = [...args.slice(0, ended), '--port', '0', '--host', '127.0.0.1', ...args.slice(ended + 2)];
    const exporter = new Exporter(new ProgramProcess(elsewhere, { KUBECONFIG: kubeconfig }, programFile));
    running.push(exporter);
    await exporter.process.lines(/serving metrics on port \d+/);
    return exporter;
  }

  private constructor(public readonly process: ProgramProcess) {}

  public async get(path: string, method = 'GET'): Promise<{ readonly status: number; readonly type: string | null; readonly body: string }> {
    const port = /serving metrics on port (\d+)/.exec(this.process.stderr)![1]!;
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method });
    return { status: answer.status, type: answer.headers.get('content-type'), body: await answer.text() };
  }

  /** Scrapes until the metrics contain some lines. */
  public until(...lines: readonly string[]): Promise<string> {
    return this.#scrape((body) => lines.filter((line) => !body.split('\n').includes(line)).map((line) => `without ${line}`));
  }

  /** Scrapes until the metrics no longer contain a string. */
  public untilGone(text: string): Promise<string> {
    return this.#scrape((body) => body.includes(text) ? [`still with ${text}`] : []);
  }

  async #scrape(faults: (body: string) => readonly string[]): Promise<string> {
    for (let tries = 0; ; tries++) {
      const { body } = await this.get('/metrics');
      const found = faults(body);
      if (found.length === 0) {
        return body;
      }
      if (tries === 100) {
        throw new Error(`${found.join(', ')}:\n${body}\n${this.process.stderr}`);
      }
      await sleep(100);
    }
  }

  public async stop(): Promise<number | null> {
    this.process.kill('SIGTERM');
    return (await this.process.end()).exitCode;
  }
}

/** Creates the objects of the construct, and starts its program with their account. */
async function deployed(props: Omit<OperatorMetricsProps, 'program'>): Promise<{ readonly exporter: Exporter; readonly manifests: readonly Manifest[] }> {
  const chart = Testing.chart();
  new OperatorMetrics(chart, 'metrics', { ...props, program });
  const manifests = Testing.synth(chart) as Manifest[];
  for (const object of manifests) {
    await cluster.send('POST', `${collection(object)}?fieldValidation=Strict`, object, object.kind === 'ConfigMap' ? [409] : []);
  }
  const account = manifests.find(({ kind }) => kind === 'ServiceAccount')!;
  const answer = await cluster.send('POST', `${collection(account)}/${account.metadata.name}/token`, {
    apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {},
  });
  const mounted = join(folder, account.metadata.name);
  mkdirSync(mounted);
  const kubeconfig = join(mounted, 'kubeconfig');
  writeFileSync(kubeconfig, cluster.through(cluster.controlPlane.port, { token: stringField(fieldAt(answer, 'status'), 'token') }));
  const { args } = manifests.find(({ kind }) => kind === 'Deployment')!.spec!.template.spec.containers[0];
  return { manifests, exporter: await Exporter.start(args, kubeconfig) };
}

function collection({ apiVersion, kind, metadata: { namespace } }: Manifest): string {
  const group = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`;
  return `${group}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${kind.toLowerCase()}s`;
}

const may = async (
  account: string, verb: string, group: string, resource: string, namespace?: string,
): Promise<unknown> => fieldAt(await cluster.send(
  'POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', {
    spec: {
      user: `system:serviceaccount:monitoring:${account}`, groups: ['system:serviceaccounts', 'system:authenticated'],
      resourceAttributes: { verb, group, resource, ...(namespace === undefined ? {} : { namespace }) },
    },
  }), 'status', 'allowed');

describe('OperatorMetrics of some namespaces', () => {
  let exporter: Exporter;
  let olm: ScriptedOlm;
  beforeAll(async () => {
    olm = await ScriptedOlm.inNamespace(cluster, 'shop');
    await ScriptedOlm.inNamespace(cluster, 'hidden');
    await olm.subscribe();
    ({ exporter } = await deployed({ namespaces: ['shop'], namespace: 'monitoring' }));
  });

  test('shows an operator that is not installed, and is ready for Prometheus', async () => {
    const body = await exporter.until('olm_operator_ready{namespace="shop",name="plain"} 0', 'olm_catalog_ready{namespace="shop",name="plain"} 1');
    expect(body).not.toContain('hidden');
    expect(await exporter.get('/readyz')).toMatchObject({ status: 200, body: 'ok\n' });
    expect((await exporter.get('/metrics')).type).toBe('text/plain; version=0.0.4; charset=utf-8');
  });

  test('shows what requires approval, what is installed, and what fails, as soon as OLM writes it', async () => {
    await olm.plan('install-1', [V1.name]);
    await exporter.until('olm_subscription_pending_approval{namespace="shop",name="plain"} 1');
    await cluster.merge(olm.path('installplans', 'install-1'), { spec: { approved: true } });
    await olm.carryOut('install-1', V1);
    await exporter.until(
      'olm_operator_ready{namespace="shop",name="plain"} 1', 'olm_subscription_pending_approval{namespace="shop",name="plain"} 0',
      'olm_operator_info{namespace="shop",name="plain",package="plain",channel="stable",catalog="shop/plain",installed_version="1.0.0",wanted_version="1.0.0"} 1',
    );
    await cluster.send('DELETE', olm.path('catalogsources', 'plain'));
    const body = await exporter.untilGone('olm_catalog_ready');
    expect(body).toContain('\nolm_operator_ready{namespace="shop",name="plain"} 1\n');
    expect(body).toMatch(/^olm_constructs_interrupted_watches 0$/m);
    expect(body).toMatch(/^olm_constructs_scrape_errors_total 0$/m);
    expect(exporter.process.stderr).not.toMatch(/forbidden|not allowed|cannot be read/);
  });

  test('may do nothing but what its roles allow', async () => {
    expect(await may('operator-metrics', 'watch', 'operators.coreos.com', 'subscriptions', 'shop')).toBe(true);
    for (const [verb, group, resource, namespace] of [
      ['list', 'operators.coreos.com', 'subscriptions', 'hidden'], ['list', 'operators.coreos.com', 'subscriptions'], ['list', '', 'secrets', 'shop'],
      ['list', '', 'pods', 'shop'], ['list', '', 'namespaces'], ['patch', 'operators.coreos.com', 'installplans', 'shop'],
      ['delete', 'operators.coreos.com', 'subscriptions', 'shop'], ['list', 'apiextensions.k8s.io', 'customresourcedefinitions'],
    ] as const) {
      expect([verb, resource, await may('operator-metrics', verb, group, resource, namespace)]).toEqual([verb, resource, false]);
    }
  });

  test('responds to no other request', async () => {
    expect(await exporter.get('/healthz')).toMatchObject({ status: 200 });
    expect(await exporter.get('/secrets')).toMatchObject({ status: 404 });
    expect(await exporter.get('/metrics', 'POST')).toMatchObject({ status: 405 });
  });

  test('ends at SIGTERM', async () => {
    expect(await exporter.stop()).toBe(143);
  });
});

describe('OperatorMetrics of all namespaces', () => {
  test('reads the whole cluster with rights to read only, in a pod that the Pod Security profile restricted admits', async () => {
    const { exporter, manifests } = await deployed({ allNamespaces: true, namespace: 'monitoring', name: 'all-operators' });
    const body = await exporter.until('olm_catalog_ready{namespace="hidden",name="plain"} 1', 'olm_operator_ready{namespace="shop",name="plain"} 1');
    expect(body).toMatch(/^olm_constructs_scrape_success 1$/m);
    expect(exporter.process.stderr).not.toMatch(/forbidden|not allowed|cannot be read/);
    expect(await may('all-operators', 'list', '', 'secrets', 'shop')).toBe(false);
    expect(await may('all-operators', 'patch', 'operators.coreos.com', 'installplans', 'shop')).toBe(false);

    await cluster.merge('/api/v1/namespaces/monitoring', { metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } } });
    const { spec } = manifests.find(({ kind }) => kind === 'Deployment')!.spec!.template;
    await cluster.send('POST', '/api/v1/namespaces/monitoring/pods?dryRun=All', { metadata: { name: 'pod' }, spec });
  });

  test('counts scrapes for which the cluster cannot be read, and is not ready before it could be', async () => {
    const kubeconfig = join(folder, 'dead.kubeconfig');
    writeFileSync(kubeconfig, cluster.through(1));
    const exporter = await Exporter.start(['metrics', '--port', '8080', '--all-namespaces'], kubeconfig);
    await exporter.until('olm_constructs_scrape_success 0');
    const { body } = await exporter.get('/metrics');
    expect(Number(/^olm_constructs_scrape_errors_total (\d+)$/m.exec(body)![1])).toBeGreaterThan(1);
    expect(body).not.toContain('olm_operator');
    expect(await exporter.get('/readyz')).toMatchObject({ status: 503, body: expect.stringContaining('API server') as string });
    expect(await exporter.get('/healthz')).toMatchObject({ status: 200 });
    await exporter.process.lines(/the cluster cannot be read: the API server does not answer/);
  });
});
