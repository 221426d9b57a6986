import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DefaultCatalog, OlmRelease, OlmVersion } from 'olm-constructs';
import { KubernetesClient } from './cluster/kubernetes-client';
import type { KubernetesObject } from './cluster/kubernetes-object';
import { ControlPlane } from './control-plane/control-plane';
import { readKubeconfig } from './control-plane/kubeconfig';
import { SilentServer } from './faults/silent-server';
import { waitUntil } from './olm/wait-until';
import { installPackage } from './package/installed-package';
import { binary } from './programs/binaries';
import { KUBECTL } from './programs/program';
import { BAD_INPUTS } from './pulumi/bad-inputs';
import { LeftByOlm, PACKAGE_MANIFESTS } from './pulumi/left-by-olm';
import { InitFailed, ProviderProcess } from './pulumi/provider-process';
import type { Values } from './pulumi/provider-process';
import { providerText } from '../lib/pulumi/dynamic/waiter-resource';
import type { WaiterName } from '../lib/pulumi/dynamic/waiter-resource';
import { selfSigned } from '../test/bundle/read/registry/certificate';

/**
 * What goes wrong before an operator can get ready, as Pulumi's own process for dynamic resources tells it, against a real API server: each
 * ends within seconds, with its cause and what to do. What OLM would do is written by hand: its reaction stands in the objects.
 */

const OLM = OlmRelease.of({ version: OlmVersion.V0_46_0, defaultCatalog: DefaultCatalog.none() });
/** Those that wait for something; the others look once, or only remove. */
type Waiting = Exclude<WaiterName, 'operatorAdoption' | 'operatorPlace'>;

const WAITERS: readonly Waiting[] = ['operatorReady', 'catalogReady', 'olmReady'];
const HEADLINES: { readonly [waiter in Waiting]: string } = {
  operatorReady: 'operator demo/plain did not get ready', catalogReady: 'catalog demo/cat did not get ready', olmReady: 'OLM did not get ready',
};

/** Between what a waiter takes by default, 10 seconds, or 20 to connect, and the shortest of all its timeouts, a minute; in milliseconds. */
const SOON = 50_000;

/** As soon as the answers are there, and so before the 10 seconds are over that a waiter takes by default. */
const AT_ONCE = /given up (?:at once|after \d s) /;

const CHECK_CLUSTER = '    remedy: check that the cluster runs, that kubeconfig and context name it, and that network, VPN, proxy and firewall let you through';
const NEW_CREDENTIALS = '    remedy: renew the credentials, or check that kubeconfig and context name the cluster you mean';

interface Kubeconfig {
  contexts: readonly { readonly name: string; readonly context: object }[];
  readonly clusters: { readonly cluster: { 'server': string; 'certificate-authority-data'?: string } }[];
  readonly users: { user: object }[];
}

let controlPlane: ControlPlane;
let client: KubernetesClient;
let kubeconfig: string;
let folder: string;
/** That of the tests, and that of what goes on beside them. */
let provider: ProviderProcess;
let patient: ProviderProcess;
const beginnings: (() => void)[] = [];

beforeAll(async () => {
  controlPlane = await ControlPlane.start();
  kubeconfig = readFileSync(controlPlane.kubeconfig, 'utf8');
  client = new KubernetesClient(readKubeconfig(await binary(KUBECTL), controlPlane.kubeconfig));
  folder = mkdtempSync(join(tmpdir(), 'olm-constructs-bad-input-'));
  await installPackage(folder);
  provider = await ProviderProcess.start(folder);
  patient = await ProviderProcess.start(folder);
  beginnings.forEach((begin) => begin());
}, 20 * 60_000);

afterAll(async () => {
  await Promise.all([provider, patient].map((started) => started.kill()));
  client.close();
  await controlPlane.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What takes its time begins before the first test, and goes on beside all of them; its own test asks how it ended. */
function meanwhile<Ending>(work: () => Promise<Ending>): () => Promise<Ending> {
  let ending: Promise<Ending>;
  beginnings.push(() => {
    ending = work();
    // Whoever asks is told; that nobody has asked yet is no error.
    ending.catch(() => undefined);
  });
  return () => ending;
}

/** The kubeconfig of the control plane with something wrong in it. */
function broken(change: (config: Kubeconfig) => void): string {
  const config = JSON.parse(kubeconfig) as Kubeconfig;
  change(config);
  return JSON.stringify(config);
}

const at = (server: string): string => broken((config) => {
  config.clusters[0]!.cluster.server = server;
});

const as = (user: object): string => broken((config) => {
  config.users[0]!.user = user;
});

/** The inputs of each kind of waiter, with others put over them. */
function inputs(values: Values, waiter: Waiting = 'operatorReady'): Values {
  const own: { readonly [name in Waiting]: Values } = {
    operatorReady: { namespace: 'demo', subscription: 'plain', package: 'plain' },
    catalogReady: { namespace: 'demo', name: 'cat' },
    olmReady: { parts: { crds: ['subscriptions.operators.coreos.com'], deployments: [], csvs: [], apiServices: [] }, removal: [] },
  };
  return { __provider: providerText(waiter), kubeconfig, ...own[waiter], ...values };
}

/** What a waiter says when it gives up, a line each. It does so soon, and leaves a resource that the next run goes on with. */
async function told(values: Values, waiter: Waiting = 'operatorReady', process = provider): Promise<readonly string[]> {
  const start = performance.now();
  const error: unknown = await process.create(inputs(values, waiter)).then(() => undefined, (found: unknown) => found);
  expect(performance.now() - start).toBeLessThan(SOON);
  expect(error).toBeInstanceOf(InitFailed);
  const { reasons, properties } = error as InitFailed;
  expect(properties).toMatchObject({ ready: false });
  return reasons.join('\n').split('\n');
}

/** The whole of an answer in one line, for what is said in one. */
async function sentence(values: Values): Promise<string> {
  const lines = await told(values);
  expect(lines).toHaveLength(1);
  return lines[0]!.replace(`${HEADLINES.operatorReady}: `, '');
}

describe('no way to the cluster', () => {
  const SHORT = { timeouts: { short: 1 } };

  test.each(WAITERS.map((waiter) => [
    waiter, meanwhile(() => told({ kubeconfig: at('https://127.0.0.1:1') }, waiter, patient)),
  ] as const))('is told by %s, in the time that holds by default, when nothing listens', async (waiter, ending) => {
    const [headline, ...lines] = await ending();
    expect(headline).toMatch(new RegExp(`^${HEADLINES[waiter]}: given up after 1\\d s (?:while|in phase) `));
    expect(lines).toEqual(['  - the API server does not answer: nothing listens at https://127.0.0.1:1 (ECONNREFUSED)', CHECK_CLUSTER]);
  });

  test('is told when its host has no address', async () => {
    // A machine without name service does not know that it has none.
    expect((await told({ ...SHORT, kubeconfig: at('https://no-such-host.invalid:6443') })).join('\n'))
      .toMatch(/the host of https:\/\/no-such-host\.invalid:6443 is not known; check|https:\/\/no-such-host\.invalid:6443 cannot be reached \(EAI_AGAIN\)/);
  });

  const unheard = meanwhile(async () => {
    const server = await SilentServer.start();
    const address = `https://127.0.0.1:${server.port}`;
    const lines = await told({ kubeconfig: at(address) }, 'operatorReady', patient);
    await server.close();
    return lines.map((line) => line.replace(address, 'ADDRESS'));
  });

  test('is told when it takes a connection and never says anything', async () => {
    expect((await unheard()).slice(1)).toEqual(['  - the API server does not answer: no connection to ADDRESS within 20 s', CHECK_CLUSTER]);
  });

  test('is told when its certificate is of another authority', async () => {
    const other = Buffer.from(selfSigned().cert).toString('base64');
    expect(await sentence({ kubeconfig: broken((config) => {
      config.clusters[0]!.cluster['certificate-authority-data'] = other;
    }) })).toMatch(/^the certificates of https:\/\/127\.0\.0\.1:\d+ and of the kubeconfig do not fit \([A-Z_]+\); renew the kubeconfig, or correct its /);
  });

  test.each((['read', 'delete'] as const).map((call) => [
    call, meanwhile<unknown>(() => patient[call]('id', inputs({ ...SHORT, kubeconfig: at('https://127.0.0.1:1') }))),
  ] as const))('is told by %s', async (_, ending) => {
    await expect(ending())
      .rejects.toThrow(/given up after 1?\d s while looking\n {2}- the API server does not answer: nothing listens at https:\/\/127\.0\.0\.1:1/);
  });
});

describe('a kubeconfig', () => {
  const CONTEXTS = ['prod', 'stage', ...Array.from({ length: 20 }, (_, index) => `dev-${index}`)];
  const many = (): string => broken((config) => {
    config.contexts = CONTEXTS.map((name) => ({ name, context: { cluster: 'e2e', user: 'e2e' } }));
  });

  test.each<[string, () => Values, string]>([
    ['without the context', () => ({ context: 'e2f' }), "the kubeconfig has no context 'e2f'; it has 'e2e'"],
    ['of many contexts, without the one', () => ({ context: 'prd', kubeconfig: many() }), "the kubeconfig has no context 'prd'; it has 22, and the nearest is 'prod'"],
    ['without contexts', () => ({ kubeconfig: 'apiVersion: v1\nkind: Config\n' }), 'the kubeconfig has no contexts; give the text or the path of another one'],
    ['that is not there', () => ({ kubeconfig: '/no/such/file' }), "the kubeconfig '/no/such/file' cannot be read; correct the path, or give the text of a kubeconfig"],
    ['that is no YAML', () => ({ kubeconfig: 'apiVersion: v1\n  kind: [' }),
      'the kubeconfig is neither YAML nor JSON; write it anew, for instance with kubectl config view --raw'],
    ['in base64', () => ({ kubeconfig: Buffer.from('apiVersion: v1\nkind: Config\nclusters: []').toString('base64') }), 'the kubeconfig is in base64; decode it first'],
    ['that nobody gave', () => ({ kubeconfig: '' }),
      'there is no kubeconfig: KUBECONFIG is not set and ~/.kube/config does not exist, and this is no pod; give `kubeconfig`'],
    ['whose login program is not there', () => ({ kubeconfig: as({ exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'no-such-login' } }) }),
      "'no-such-login', which gives the credentials of the kubeconfig, is not there; install it, or put it on the PATH"],
  ])('%s', async (_, values, text) => {
    expect(await sentence(values())).toBe(text);
  });
});

describe('credentials', () => {
  test.each(WAITERS)('that have expired are told by %s at once', async (waiter) => {
    const [headline, ...lines] = await told({ kubeconfig: as({ token: 'a-secret-that-has-expired' }) }, waiter);
    expect(headline).toMatch(new RegExp(`^${HEADLINES[waiter]}: ${AT_ONCE.source}`));
    expect(lines).toEqual([expect.stringMatching(/^ {2}- https:\/\/127\.0\.0\.1:\d+ does not accept the credentials of the kubeconfig: they are wrong or have expired$/), NEW_CREDENTIALS]);
    expect(provider.lines.join('\n')).not.toContain('a-secret-that-has-expired');
  });

  test('that are not there are told', async () => {
    expect((await told({ kubeconfig: as({}) })).slice(1)).toEqual([
      '  - the kubeconfig\'s user has no credentials, so that the API server takes it for system:anonymous', NEW_CREDENTIALS,
    ]);
  });
});

describe('a cluster without OLM', () => {
  test.each((['operatorReady', 'catalogReady'] as const).map((waiter) => [
    waiter, meanwhile(() => told({}, waiter, patient)),
  ] as const))('is told by %s, in the time that holds by default', async (waiter, ending) => {
    const [headline, ...lines] = await ending();
    expect(headline).toMatch(new RegExp(`^${HEADLINES[waiter]}: given up after 1\\d s while `));
    expect(lines).toEqual([
      '  - the cluster does not serve the API operators.coreos.com: OLM is not installed in it',
      '    remedy: install OLM first, for example with OlmInstallation, and let what needs it depend on that; or name the cluster that has it, by kubeconfig '
      + 'and context',
    ]);
  });

  test('is told by olmReady, whose OLM the provider may have made in another one', async () => {
    expect(await told({ timeouts: { short: 1 } }, 'olmReady')).toEqual([
      expect.stringMatching(/^OLM did not get ready: given up after \d s in phase crds$/),
      '  - CustomResourceDefinition subscriptions.operators.coreos.com is not there',
      '    remedy: run again to create it; if it is there, the kubeconfig or context that is given for waiting names another cluster than the provider',
    ]);
  });
});

describe('a cluster with OLM', () => {
  const KINDS = [
    ...['Subscription', 'InstallPlan', 'ClusterServiceVersion', 'CatalogSource'].map((kind) => ['operators.coreos.com/v1alpha1', kind] as const),
    ['operators.coreos.com/v1', 'OperatorGroup'], ['packages.operators.coreos.com/v1', 'PackageManifest'],
  ] as const;

  beforeAll(async () => {
    const crds = [...OLM.objects as unknown as readonly KubernetesObject[], PACKAGE_MANIFESTS].filter(({ kind }) => kind === 'CustomResourceDefinition');
    for (const crd of crds) {
      expect(await client.apply({ text: JSON.stringify(crd), object: crd })).toMatchObject({ refusal: '' });
    }
    for (const crd of crds) {
      await client.waitUntilEstablished(crd);
    }
    // A kind that has just come is served before it can be listed.
    for (const [apiVersion, kind] of KINDS) {
      await waitUntil(`the lists of ${kind}`, 60_000, () => client.list(apiVersion, kind).catch((error: Error) => error));
    }
    await client.apply({ text: JSON.stringify(ACCOUNT), object: ACCOUNT });
  });

  const ACCOUNT: KubernetesObject = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'up', namespace: 'default' } };
  const OF_OLM = 'apiGroups: [operators.coreos.com], resources:';

  test.each<[Waiting, string, string]>([
    ['operatorReady',
      'subscriptions.operators.coreos.com, operatorgroups.operators.coreos.com, installplans.operators.coreos.com, clusterserviceversions.operators.coreos.com '
      + 'and deployments.apps in namespace demo',
      `a Role of namespace demo with { ${OF_OLM} [subscriptions, operatorgroups, installplans, clusterserviceversions], verbs: [list, watch] } and `
      + '{ apiGroups: [apps], resources: [deployments], verbs: [list, watch] }'],
    ['catalogReady', 'catalogsources.operators.coreos.com cat in namespace demo', `a Role of namespace demo with { ${OF_OLM} [catalogsources], verbs: [list, watch] }`],
    ['olmReady', 'customresourcedefinitions.apiextensions.k8s.io subscriptions.operators.coreos.com',
      'a ClusterRole with { apiGroups: [apiextensions.k8s.io], resources: [customresourcedefinitions], verbs: [list, watch] }'],
  ])('and no rights for %s: at once, as the rules that are missing', async (waiter, lacking, role) => {
    const token = await client.serviceAccountToken('default', 'up');
    const [headline, ...lines] = await told({ kubeconfig: as({ token }) }, waiter);
    expect(headline).toMatch(AT_ONCE);
    expect(lines.slice(0, 2)).toEqual([
      `  - the account system:serviceaccount:default:up may not list and watch ${lacking}`,
      `    remedy: bind it to ${role}; the guide "What the waiters may do" has the least role`,
    ]);
  });

  test('and no such namespace', async () => {
    expect((await told({ namespace: 'nowhere', timeouts: { short: 1 } })).slice(1)).toEqual([
      '  - there is no namespace nowhere', '    remedy: create the Namespace first, or let the component own it',
    ]);
  });

  test.each(BAD_INPUTS.map((input, index) => [input.title, input, `demo-${index}`] as const))('and %s', async (_, { left, values = {}, told: lines }, namespace) => {
    await left(await LeftByOlm.namespace(client, namespace));
    const [headline, ...rest] = (await told({ namespace, timeouts: { short: 1 }, ...values })).map((line) => line.replaceAll(namespace, 'demo'));
    expect(headline).toMatch(/^operator demo\/plain did not get ready: given up (?:at once|after \d s) while /);
    expect(rest).toEqual(lines);
  });
});
