import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DefaultCatalog, OlmRelease, OlmVersion } from 'olm-constructs';
import { providerCode, type WaiterName } from '../lib/pulumi/resources/waiter-resource';
import { selfSigned } from '../test/bundle/registry/certificate';
import { withoutAddresses } from '../test/builders/explanation-lines';
import { KubernetesClient } from './cluster/kubernetes-client';
import type { KubernetesObject } from './cluster/kubernetes-object';
import { ControlPlane } from './control-plane/control-plane';
import { readKubeconfig } from './control-plane/kubeconfig';
import { SilentServer } from './faults/silent-server';
import { waitUntil } from './olm/wait-until';
import { installPackage } from './package/installed-package';
import { binary } from './programs/binaries';
import { KUBECTL } from './programs/program';
import { BAD_INPUTS } from './waiters/bad-inputs';
import { LeftByOlm, PACKAGE_MANIFESTS } from './waiters/left-by-olm';
import { InitFailed, ProviderProcess, type Values } from './waiters/provider-process';
import { FULL_RUN } from './programs/full-run';
import { describeWith } from '../test/needed';

/**
 * Problems before an operator can become ready, as Pulumi's own process for dynamic resources reports them, against a real API server: each
 * ends within seconds, with its cause and remedy. OLM's reaction is written into the objects by hand.
 */

const OLM = OlmRelease.of({ version: OlmVersion.V0_46_0, defaultCatalog: DefaultCatalog.none() });
/** Waiters that wait for something; the others only check once, or only remove. */
type Waiting = Exclude<WaiterName, 'olmDetection' | 'operatorAdoption' | 'operatorPlace'>;

const HEADLINES: { readonly [waiter in Waiting]: string } = {
  operatorReady: 'operator demo/plain did not become ready', catalogReady: 'catalog demo/cat did not become ready', olmReady: 'OLM did not become ready',
  clusterCatalogReady: 'cluster catalog cat did not become ready', clusterExtensionReady: 'cluster extension plain did not become ready',
  plainReady: 'operator demo/plain did not become ready', rukpakReady: 'bundle deployment plain did not become ready',
};
const WAITERS = Object.keys(HEADLINES) as readonly Waiting[];

/** Between a waiter's default of 10 seconds (20 to connect) and the shortest timeout, a minute; in milliseconds. */
const SOON = 50_000;

/** Matches a waiter that gives up as soon as it has the responses, before its default of 10 seconds. */
const AT_ONCE = /gave up (?:immediately|after \d s) /;

const CHECK_CLUSTER = '    remedy: check that the cluster is running, that the kubeconfig and context select it, and that network, VPN, proxy and firewall allow the connection';
const NEW_CREDENTIALS = '    remedy: renew the credentials, or check that the kubeconfig and context select the right cluster';

interface Kubeconfig {
  contexts: readonly { readonly name: string; readonly context: object }[];
  readonly clusters: { readonly cluster: { 'server': string; 'certificate-authority-data'?: string } }[];
  readonly users: { user: object }[];
}

let controlPlane: ControlPlane;
let client: KubernetesClient;
let kubeconfig: string;
let folder: string;
/** The process for the tests, and the one for the slow cases that run beside them. */
let provider: ProviderProcess;
let slowProvider: ProviderProcess;
const beginnings: (() => void)[] = [];

beforeAll(async () => {
  controlPlane = await ControlPlane.start();
  kubeconfig = readFileSync(controlPlane.kubeconfig, 'utf8');
  client = new KubernetesClient(readKubeconfig(await binary(KUBECTL), controlPlane.kubeconfig));
  folder = mkdtempSync(join(tmpdir(), 'olm-constructs-bad-input-'));
  await installPackage(folder);
  provider = await ProviderProcess.start(folder);
  slowProvider = await ProviderProcess.start(folder);
  beginnings.forEach((begin) => begin());
}, 20 * 60_000);

afterAll(async () => {
  await Promise.all([provider, slowProvider].map((started) => started.kill()));
  client.close();
  await controlPlane.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Slow cases start before the first test and run beside all of them; their own tests check how they ended. */
function meanwhile<Ending>(work: () => Promise<Ending>): () => Promise<Ending> {
  let ending: Promise<Ending>;
  beginnings.push(() => {
    ending = work();
    // The awaiting test sees the error; not having been awaited yet is fine.
    ending.catch(() => undefined);
  });
  return () => ending;
}

/** Kubeconfig of the control plane with one thing wrong in it. */
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

/** Inputs of each kind of waiter, with overrides. */
function inputs(values: Values, waiter: Waiting = 'operatorReady'): Values {
  const own: { readonly [name in Waiting]: Values } = {
    operatorReady: { namespace: 'demo', subscription: 'plain', package: 'plain' },
    catalogReady: { namespace: 'demo', name: 'cat' },
    olmReady: { parts: { crds: ['subscriptions.operators.coreos.com'], deployments: [], csvs: [], apiServices: [] }, removal: [] },
    clusterCatalogReady: { name: 'cat' },
    clusterExtensionReady: { name: 'plain' },
    plainReady: { name: 'plain', namespace: 'demo', objects: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'plain', namespace: 'demo' }] },
    rukpakReady: { kind: 'BundleDeployment', name: 'plain' },
  };
  return { __provider: providerCode(waiter), kubeconfig, ...own[waiter], ...values };
}

/** Returns the lines of a waiter that gives up, without addresses. It does so soon, and leaves a resource with which the next run continues. */
async function failureLines(values: Values, waiter: Waiting = 'operatorReady', process = provider): Promise<readonly string[]> {
  const start = performance.now();
  const error: unknown = await process.create(inputs(values, waiter)).then(() => undefined, (found: unknown) => found);
  expect(performance.now() - start).toBeLessThan(SOON);
  expect(error).toBeInstanceOf(InitFailed);
  const { reasons, properties } = error as InitFailed;
  expect(properties).toMatchObject({ ready: false });
  return withoutAddresses(reasons.join('\n').split('\n'));
}

/** Returns the message of a waiter that gives up with a single line. */
async function failureMessage(values: Values): Promise<string> {
  const lines = await failureLines(values);
  expect(lines).toHaveLength(1);
  return lines[0]!.replace(`${HEADLINES.operatorReady}: `, '');
}

describeWith(FULL_RUN)('a cluster that cannot be reached', () => {
  const SHORT = { timeouts: { terminalGrace: 1 } };

  test.each(WAITERS.map((waiter) => [
    waiter, meanwhile(() => failureLines({ kubeconfig: at('https://127.0.0.1:1') }, waiter, slowProvider)),
  ] as const))('is reported by %s within its default grace period when nothing listens', async (waiter, ending) => {
    const [headline, ...lines] = await ending();
    expect(headline).toMatch(new RegExp(`^${HEADLINES[waiter]}: gave up after 1\\d s (?:while|in phase) `));
    expect(lines).toEqual(['  - the API server does not answer: nothing is listening at https://127.0.0.1:1 (ECONNREFUSED)', CHECK_CLUSTER]);
  });

  test('is reported when its host cannot be resolved', async () => {
    // A machine without name resolution reports another error.
    expect((await failureLines({ ...SHORT, kubeconfig: at('https://no-such-host.invalid:6443') })).join('\n'))
      .toMatch(/the host of https:\/\/no-such-host\.invalid:6443 cannot be resolved; check|https:\/\/no-such-host\.invalid:6443 cannot be reached \(EAI_AGAIN\)/);
  });

  const silentServer = meanwhile(async () => {
    const server = await SilentServer.start();
    const address = `https://127.0.0.1:${server.port}`;
    const lines = await failureLines({ kubeconfig: at(address) }, 'operatorReady', slowProvider);
    await server.close();
    return lines.map((line) => line.replace(address, 'ADDRESS'));
  });

  test('is reported when it accepts connections but never responds', async () => {
    expect((await silentServer()).slice(1)).toEqual(['  - the API server does not answer: no connection to ADDRESS within 20 s', CHECK_CLUSTER]);
  });

  test('is reported when another authority signed its certificate', async () => {
    const other = Buffer.from(selfSigned().cert).toString('base64');
    expect(await failureMessage({ kubeconfig: broken((config) => {
      config.clusters[0]!.cluster['certificate-authority-data'] = other;
    }) })).toMatch(/^the certificates of https:\/\/127\.0\.0\.1:\d+ and of the kubeconfig do not match \([A-Z_]+\); renew the kubeconfig, or correct its /);
  });

  test.each((['read', 'delete'] as const).map((call) => [
    call, meanwhile<unknown>(() => slowProvider[call]('id', inputs({ ...SHORT, kubeconfig: at('https://127.0.0.1:1') }))),
  ] as const))('is reported by %s', async (_, ending) => {
    await expect(ending())
      .rejects.toThrow(/gave up after 1?\d s while inspecting\n {2}- the API server does not answer: nothing is listening at https:\/\/127\.0\.0\.1:1/);
  });
});

describeWith(FULL_RUN)('a kubeconfig', () => {
  const CONTEXTS = ['prod', 'stage', ...Array.from({ length: 20 }, (_, index) => `dev-${index}`)];
  const many = (): string => broken((config) => {
    config.contexts = CONTEXTS.map((name) => ({ name, context: { cluster: 'e2e', user: 'e2e' } }));
  });

  test.each<[string, () => Values, string]>([
    ['without the requested context', () => ({ context: 'e2f' }), "the kubeconfig has no context 'e2f'; it has 'e2e'"],
    ['with many contexts, but without the requested one', () => ({ context: 'prd', kubeconfig: many() }), "the kubeconfig has no context 'prd'; it has 22, and the nearest is 'prod'"],
    ['without contexts', () => ({ kubeconfig: 'apiVersion: v1\nkind: Config\n' }), 'the kubeconfig has no contexts; specify another one'],
    ['that does not exist', () => ({ kubeconfig: '/no/such/file' }), "the kubeconfig '/no/such/file' cannot be read; correct the path, or specify another kubeconfig"],
    ['that is not YAML', () => ({ kubeconfig: 'apiVersion: v1\n  kind: [' }),
      'the kubeconfig is neither YAML nor JSON; regenerate it, for example with kubectl config view --raw'],
    ['in base64', () => ({ kubeconfig: Buffer.from('apiVersion: v1\nkind: Config\nclusters: []').toString('base64') }), 'the kubeconfig is base64-encoded; decode it first'],
    ['that is empty', () => ({ kubeconfig: '' }), '`kubeconfig` is empty; set it to the content or the path of a kubeconfig, or omit it to use the kubeconfig of kubectl'],
    ['whose credential plugin does not exist', () => ({ kubeconfig: as({ exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'no-such-login' } }) }),
      "'no-such-login', the credential plugin of the kubeconfig, was not found; install it, or add it to the PATH"],
  ])('%s', async (_, values, message) => {
    expect(await failureMessage(values())).toBe(message);
  });
});

describeWith(FULL_RUN)('credentials', () => {
  test.each(WAITERS)('that have expired are reported by %s at once', async (waiter) => {
    const [headline, ...lines] = await failureLines({ kubeconfig: as({ token: 'a-secret-that-has-expired' }) }, waiter);
    expect(headline).toMatch(new RegExp(`^${HEADLINES[waiter]}: ${AT_ONCE.source}`));
    expect(lines).toEqual([expect.stringMatching(/^ {2}- https:\/\/127\.0\.0\.1:\d+ rejected the credentials of the kubeconfig: they are wrong or have expired$/), NEW_CREDENTIALS]);
    expect(provider.lines.join('\n')).not.toContain('a-secret-that-has-expired');
  });

  test('that are missing are reported', async () => {
    expect((await failureLines({ kubeconfig: as({}) })).slice(1)).toEqual([
      '  - the kubeconfig\'s user has no credentials, so the API server treats it as system:anonymous', NEW_CREDENTIALS,
    ]);
  });
});

describeWith(FULL_RUN)('a cluster without OLM', () => {
  const WITHOUT_OLM = [
    '  - the cluster does not serve the API operators.coreos.com: OLM is not installed',
    '    remedy: install OLM first, for example with OlmInstallation, and make everything that needs it depend on it; or select the cluster that runs OLM with kubeconfig '
    + 'and context',
  ];
  const WITHOUT_OLM_V1 = [
    '  - the cluster does not serve the API olm.operatorframework.io: OLM v1 is not installed',
    '    remedy: install OLM v1 (catalogd and operator-controller) first, and make everything that needs it depend on it; or select the cluster that runs it with kubeconfig '
    + 'and context',
  ];
  const MISSING: { readonly [waiter in Exclude<Waiting, 'olmReady' | 'plainReady'>]: readonly string[] } = {
    operatorReady: WITHOUT_OLM,
    catalogReady: WITHOUT_OLM,
    clusterCatalogReady: WITHOUT_OLM_V1,
    clusterExtensionReady: WITHOUT_OLM_V1,
    rukpakReady: [
      '  - the cluster does not serve the API core.rukpak.io/v1alpha2: RukPak is not installed, or in another release',
      '    remedy: install RukPak first, in the release that the object is for; or select the cluster that runs it with kubeconfig and context',
    ],
  };

  test.each(Object.entries(MISSING).map(([waiter, expected]) => [
    waiter as Waiting, expected, meanwhile(() => failureLines({}, waiter as Waiting, slowProvider)),
  ] as const))('is reported by %s within its default grace period', async (waiter, expected, ending) => {
    const [headline, ...lines] = await ending();
    expect(headline).toMatch(new RegExp(`^${HEADLINES[waiter]}: gave up after 1\\d s (?:while|in phase) `));
    expect(lines).toEqual(expected);
  });

  test('is reported by olmReady, as the provider may have created OLM in another cluster', async () => {
    expect(await failureLines({ timeouts: { terminalGrace: 1 } }, 'olmReady')).toEqual([
      expect.stringMatching(/^OLM did not become ready: gave up after \d s in phase crds$/),
      '  - CustomResourceDefinition subscriptions.operators.coreos.com does not exist',
      '    remedy: run `pulumi up --refresh` to create it again; if it exists, the kubeconfig or context set for waiting selects another cluster than the provider',
    ]);
  });
});

describeWith(FULL_RUN)('an operator without OLM', () => {
  const ending = meanwhile(() => failureLines({}, 'plainReady', slowProvider));

  test('in another cluster is reported by plainReady within its default grace period', async () => {
    expect((await ending()).slice(1)).toEqual([
      '  - namespace demo does not exist', '    remedy: create the Namespace first, or let the component create it',
      '  - Deployment demo/plain does not exist',
      '    remedy: run `pulumi up --refresh` to create it again; if it exists, the kubeconfig or context set for waiting selects another cluster than the provider',
    ]);
  });
});

describeWith(FULL_RUN)('a cluster with OLM', () => {
  const KINDS = [
    ...['Subscription', 'InstallPlan', 'ClusterServiceVersion', 'CatalogSource'].map((kind) => ['operators.coreos.com/v1alpha1', kind] as const),
    ['operators.coreos.com/v1', 'OperatorGroup'], ['packages.operators.coreos.com/v1', 'PackageManifest'],
  ] as const;

  beforeAll(async () => {
    const crds = [...OLM.objects as unknown as readonly KubernetesObject[], PACKAGE_MANIFESTS].filter(({ kind }) => kind === 'CustomResourceDefinition');
    for (const crd of crds) {
      expect(await client.apply({ content: JSON.stringify(crd), object: crd })).toMatchObject({ refusal: '' });
    }
    for (const crd of crds) {
      await client.waitUntilEstablished(crd);
    }
    // A new kind is served before it can be listed.
    for (const [apiVersion, kind] of KINDS) {
      await waitUntil(`the lists of ${kind}`, 60_000, () => client.list(apiVersion, kind).catch((error: Error) => error));
    }
    await client.apply({ content: JSON.stringify(ACCOUNT), object: ACCOUNT });
  });

  const ACCOUNT: KubernetesObject = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'up', namespace: 'default' } };
  const OF_OLM = 'apiGroups: [operators.coreos.com], resources:';

  test.each<[Waiting, string, string]>([
    ['operatorReady',
      'subscriptions.operators.coreos.com, operatorgroups.operators.coreos.com, installplans.operators.coreos.com, clusterserviceversions.operators.coreos.com '
      + 'and deployments.apps in namespace demo',
      `a Role in namespace demo with { ${OF_OLM} [subscriptions, operatorgroups, installplans, clusterserviceversions], verbs: [list, watch] } and `
      + '{ apiGroups: [apps], resources: [deployments], verbs: [list, watch] }'],
    ['catalogReady', 'catalogsources.operators.coreos.com cat in namespace demo', `a Role in namespace demo with { ${OF_OLM} [catalogsources], verbs: [list, watch] }`],
    ['olmReady', 'customresourcedefinitions.apiextensions.k8s.io subscriptions.operators.coreos.com',
      'a ClusterRole with { apiGroups: [apiextensions.k8s.io], resources: [customresourcedefinitions], verbs: [list, watch] }'],
  ])('without permissions for %s: reported at once, with the missing rules', async (waiter, lacking, role) => {
    const token = await client.serviceAccountToken('default', 'up');
    const [headline, ...lines] = await failureLines({ kubeconfig: as({ token }) }, waiter);
    expect(headline).toMatch(AT_ONCE);
    expect(lines.slice(0, 2)).toEqual([
      `  - the account system:serviceaccount:default:up is not allowed to list and watch ${lacking}`,
      `    remedy: bind it to ${role}; the page "Permissions of waiters" lists the minimal role`,
    ]);
  });

  test('without the namespace', async () => {
    expect((await failureLines({ namespace: 'nowhere', timeouts: { terminalGrace: 1 } })).slice(1)).toEqual([
      '  - namespace nowhere does not exist', '    remedy: create the Namespace first, or let the component create it',
    ]);
  });

  test.each(BAD_INPUTS.map((input, index) => [input.title, input, `demo-${index}`] as const))('and %s', async (_, { left, values = {}, lines }, namespace) => {
    await left(await LeftByOlm.namespace(client, namespace));
    const [headline, ...rest] = (await failureLines({ namespace, timeouts: { terminalGrace: 1 }, ...values })).map((line) => line.replaceAll(namespace, 'demo'));
    expect(headline).toMatch(/^operator demo\/plain did not become ready: gave up (?:immediately|after \d s) while /);
    expect(rest).toEqual(lines);
  });
});
