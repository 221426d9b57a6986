import { ExitCode } from '../../../lib/cli/frame/cli-error';
import { FakeCluster, type FakeObject } from '../../pulumi/fake-cluster';
import { manifestFile, runInCluster } from './cluster-command';

jest.mock('../../../lib/cli/frame/cluster', () => ({ ...jest.requireActual<object>('../../../lib/cli/frame/cluster'), connect: jest.fn() }));

/** An operator that runs without OLM, with what surrounds it, as the plain engine renders it. */
const CRD = {
  apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'shops.demo.test' },
  spec: { group: 'demo.test', scope: 'Namespaced', names: { plural: 'shops', kind: 'Shop' }, versions: [{ name: 'v1', served: true, storage: true }] },
};
const DEPLOYMENT = {
  apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'shop-op', namespace: 'team' },
  spec: { replicas: 1, selector: { matchLabels: { app: 'shop-op' } } },
};
const ACCOUNT = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'shop-op', namespace: 'team' } };
const ROLE = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'shop-op' } };
const WEBHOOK = {
  apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration', metadata: { name: 'vshop.demo.test' }, webhooks: [],
};
const PLAIN = [CRD, ACCOUNT, ROLE, DEPLOYMENT, WEBHOOK];
const INSTALLED = { type: 'Installed', status: 'True', reason: 'InstallationSucceeded', message: '' };
const UNPACKED = { type: 'Unpacked', status: 'True', reason: 'UnpackSuccessful', message: '' };
const BUNDLE_DEPLOYMENT = {
  apiVersion: 'core.rukpak.io/v1alpha2', kind: 'BundleDeployment', metadata: { name: 'shop' },
  spec: { installNamespace: 'team', provisionerClassName: 'core-rukpak-io-plain', source: { type: 'image', image: { ref: 'quay.io/demo/shop:v1' } } },
};
const SHOP: FakeObject = { path: '/apis/demo.test/v1/shops', name: 'mine', namespace: 'team' };

let cluster: FakeCluster;

/** Puts manifests into the cluster, with a status. */
function apply(...objects: readonly { readonly apiVersion: string; readonly kind: string; readonly metadata: object }[]): void {
  for (const { apiVersion, kind, metadata, ...fields } of objects) {
    const { name, namespace } = metadata as { readonly name: string; readonly namespace?: string };
    const path = `${apiVersion === 'v1' ? '/api' : '/apis'}/${apiVersion}/${kind.toLowerCase()}s`;
    const place = namespace === undefined ? {} : { namespace };
    cluster.add({ path, name, ...place, metadata: { ...metadata, generation: 1 }, ...fields, status: STATUS[kind] });
  }
}

const STATUS: { readonly [kind: string]: object } = {
  CustomResourceDefinition: { conditions: [{ type: 'NamesAccepted', status: 'True' }, { type: 'Established', status: 'True' }] },
  Deployment: { observedGeneration: 1, replicas: 1, updatedReplicas: 1, availableReplicas: 1, conditions: [{ type: 'Available', status: 'True' }] },
  BundleDeployment: { observedGeneration: 1, conditions: [UNPACKED, INSTALLED] },
};

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
  cluster = new FakeCluster('blue');
});

afterEach(() => jest.useRealTimers());

const deleted = (): string[] => cluster.changes.filter((change) => change.startsWith('DELETE')).map((change) => change.split('/').slice(-2).join('/'));

describe('an operator without OLM', () => {
  test('is waited for: CRDs, Deployments and webhooks', async () => {
    apply(...PLAIN);
    const { exitCode, stdout } = await runInCluster(cluster, ['wait', '-f', manifestFile(...PLAIN)]);
    expect(exitCode).toBe(ExitCode.SUCCESS);
    expect(stdout).toMatch(/operator team\/shop-op +ready +\d s +Deployment shop-op/);
  });

  test('is waited for before it is applied', async () => {
    const waiting = runInCluster(cluster, ['wait', '-f', manifestFile(...PLAIN), '--timeout', '20s']);
    setTimeout(() => apply(...PLAIN), 1000);
    const { exitCode, stderr } = await waiting;
    expect(stderr).toContain('operator team/shop-op: applying, waiting for CustomResourceDefinition shops.demo.test to be created');
    expect(exitCode).toBe(ExitCode.SUCCESS);
  });

  test('is recognized without CRDs, if it was rendered from a bundle', async () => {
    const rendered = { ...DEPLOYMENT, spec: { ...DEPLOYMENT.spec, template: { metadata: { annotations: { 'olm.targetNamespaces': '' } } } } };
    apply(rendered);
    expect(await runInCluster(cluster, ['wait', '-f', manifestFile(rendered)])).toMatchObject({ exitCode: ExitCode.SUCCESS });
  });

  test('does not include a Deployment of something else', async () => {
    const { exitCode, stderr } = await runInCluster(cluster, ['wait', '-f', manifestFile(DEPLOYMENT)]);
    expect(exitCode).toBe(ExitCode.ERROR);
    expect(stderr).toContain('no objects of OLM');
  });

  test('is not removed while there are objects of its APIs', async () => {
    apply(...PLAIN);
    cluster.add(SHOP);
    const { exitCode, stdout } = await runInCluster(cluster, ['remove', '-f', manifestFile(...PLAIN)]);
    expect({ exitCode, deleted: deleted() }).toEqual({ exitCode: ExitCode.FINDINGS, deleted: [] });
    expect(stdout).toContain("the operator's APIs still have one object: Shop team/mine");
  });

  test('is removed in order, and its CRDs stay', async () => {
    apply(...PLAIN);
    const { exitCode, stdout } = await runInCluster(cluster, ['remove', '-f', manifestFile(...PLAIN)]);
    expect(exitCode).toBe(ExitCode.SUCCESS);
    expect(deleted()).toEqual(['validatingwebhookconfigurations/vshop.demo.test', 'deployments/shop-op', 'serviceaccounts/shop-op', 'clusterroles/shop-op']);
    expect(stdout).toContain('CustomResourceDefinition shops.demo.test: CRDs are kept');
  });

  test('is removed with its objects and CRDs on request', async () => {
    apply(...PLAIN);
    cluster.add(SHOP);
    await runInCluster(cluster, ['remove', '-f', manifestFile(...PLAIN), '--operands', 'delete', '--delete-crds']);
    expect(deleted()).toEqual([
      'validatingwebhookconfigurations/vshop.demo.test', 'shops/mine', 'deployments/shop-op', 'serviceaccounts/shop-op',
      'customresourcedefinitions/shops.demo.test', 'clusterroles/shop-op',
    ]);
  });
});

describe('two operators without OLM in one namespace', () => {
  const CONVERSION = { strategy: 'Webhook', webhook: { clientConfig: { service: { namespace: 'team', name: 'cart' } } } };
  const INJECTED = { 'cert-manager.io/inject-ca-from': 'team/cart' };

  interface Applied {
    readonly apiVersion: string;
    readonly kind: string;
    readonly metadata: { readonly name: string; readonly namespace?: string; readonly annotations?: object };
  }

  const of = <Found extends Applied>(operator: string, { metadata, ...fields }: Found): Applied => (
    { ...fields, metadata: { ...metadata, annotations: { ...metadata.annotations, 'olm-constructs/part-of': `PlainOperator/team/${operator}` } } }
  );
  const SHOP_OPERATOR = PLAIN.map((found) => of('shop', found));

  /** Its CRD has a conversion webhook, and there is no cert-manager that adds the CA. */
  const CART_OPERATOR = [
    of('cart', {
      ...CRD, metadata: { name: 'carts.demo.test', annotations: INJECTED },
      spec: { ...CRD.spec, names: { plural: 'carts', kind: 'Cart' }, conversion: CONVERSION },
    }),
    of('cart', { ...DEPLOYMENT, metadata: { name: 'cart-op', namespace: 'team' } }),
  ];
  const BOTH = manifestFile(...SHOP_OPERATOR, ...CART_OPERATOR);

  beforeEach(() => apply(...SHOP_OPERATOR, ...CART_OPERATOR));

  test('are waited for by themselves: one that is broken does not concern the other', async () => {
    const { exitCode, stdout } = await runInCluster(cluster, ['wait', '-f', BOTH]);
    expect(exitCode).toBe(ExitCode.FINDINGS);
    expect(stdout).toMatch(/operator team\/shop +ready +\d s +Deployment shop-op/);
    expect(stdout).toMatch(/operator team\/cart +failed/);
    expect(stdout.match(/carts\.demo\.test has no CA/g)).toHaveLength(1);
  });

  test('are removed by themselves: the operands of one do not stop the removal of the other', async () => {
    cluster.add({ path: '/apis/demo.test/v1/carts', name: 'mine', namespace: 'team' });
    const { exitCode, stdout } = await runInCluster(cluster, ['remove', '-f', BOTH]);
    expect(exitCode).toBe(ExitCode.FINDINGS);
    expect(stdout).toMatch(/removal of operator team\/shop +removed/);
    expect(stdout).toMatch(/removal of operator team\/cart +failed/);
    expect(stdout).toContain("the operator's APIs still have one object: Cart team/mine");
    expect(deleted()).toEqual(['validatingwebhookconfigurations/vshop.demo.test', 'deployments/shop-op', 'serviceaccounts/shop-op', 'clusterroles/shop-op']);
  });

  test('with a Namespace each: that of an operator that cannot be removed stays, and the other goes', async () => {
    const [team, prod] = ['team', 'prod'].map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })) as [Applied, Applied];
    const mark = { annotations: { 'olm-constructs/part-of': 'PlainOperator/prod/pay' } };
    const pay = { ...DEPLOYMENT, metadata: { name: 'pay-op', namespace: 'prod', ...mark } };
    apply(team, prod, pay);
    cluster.add(SHOP);
    const { stdout } = await runInCluster(cluster, ['remove', '-f', manifestFile(team, prod, pay, ...SHOP_OPERATOR)]);
    expect(deleted()).toEqual(['deployments/pay-op', 'namespaces/prod']);
    expect(stdout).toMatch(/removal of operator namespace team +skipped +\d+ s\s+removal of operator team\/shop did not finish/);
  });

  test('are named in each line of a dry run, which is a sentence', async () => {
    const { stderr } = await runInCluster(cluster, ['remove', '-f', BOTH, '--dry-run']);
    expect(stderr.split('\n').filter((line) => line.includes('dry run')).sort()).toEqual([
      'removal of operator team/cart: dry run: deletes the operator (Deployment team/cart-op)',
      'removal of operator team/shop: dry run: deletes a webhook before the operator that serves it, so that the API server does not reject requests (ValidatingWebhookConfiguration vshop.demo.test)',
      'removal of operator team/shop: dry run: deletes an object of the operator (ClusterRole shop-op)',
      'removal of operator team/shop: dry run: deletes an object of the operator (ServiceAccount team/shop-op)',
      'removal of operator team/shop: dry run: deletes the operator (Deployment team/shop-op)',
    ]);
  });

  test('are explained by themselves: the annotation tells which CRDs belong to a Deployment', async () => {
    cluster.add({
      path: '/apis/discovery.k8s.io/v1/endpointslices', name: 'cart-1', namespace: 'team', metadata: { labels: { 'kubernetes.io/service-name': 'cart' } },
      endpoints: [{ addresses: ['10.0.0.1'], conditions: { ready: true } }],
    });
    expect((await runInCluster(cluster, ['explain', 'deployment/shop-op'])).exitCode).toBe(ExitCode.SUCCESS);
    expect((await runInCluster(cluster, ['explain', 'deployment/cart-op'])).stdout).toContain('CustomResourceDefinition carts.demo.test has no CA');
  });

  test.each(['wait', 'remove'])('count as one without the annotation, and `%s` says so', async (command) => {
    const { stderr, stdout } = await runInCluster(cluster, [command, '-f', manifestFile(...PLAIN, { ...DEPLOYMENT, metadata: { name: 'cart-op', namespace: 'team' } })]);
    expect(stderr).toContain('the Deployments shop-op, cart-op in namespace team count as one operator, because nothing shows whether they are several; set the annotation');
    expect(stdout).toContain('operators in namespace team');
  });
});

describe('a BundleDeployment of RukPak', () => {
  const owned = { labels: { 'core.rukpak.io/owner-name': 'shop' } };

  test('is waited for', async () => {
    apply(BUNDLE_DEPLOYMENT);
    const { exitCode, stdout } = await runInCluster(cluster, ['wait', '-f', manifestFile(BUNDLE_DEPLOYMENT)]);
    expect(exitCode).toBe(ExitCode.SUCCESS);
    expect(stdout).toMatch(/bundle deployment shop +ready/);
  });

  test('is not removed while there are objects of its APIs, which RukPak would delete', async () => {
    apply(BUNDLE_DEPLOYMENT, { ...CRD, metadata: { ...CRD.metadata, ...owned } }, { ...DEPLOYMENT, metadata: { ...DEPLOYMENT.metadata, ...owned } });
    cluster.add(SHOP);
    const { exitCode, stdout } = await runInCluster(cluster, ['remove', '-f', manifestFile(BUNDLE_DEPLOYMENT)]);
    expect({ exitCode, deleted: deleted() }).toEqual({ exitCode: ExitCode.FINDINGS, deleted: [] });
    expect(stdout).toContain('RukPak would delete one object together with the CRDs: Shop team/mine');
  });

  test('is removed', async () => {
    apply(BUNDLE_DEPLOYMENT);
    const { exitCode } = await runInCluster(cluster, ['remove', '-f', manifestFile(BUNDLE_DEPLOYMENT)]);
    expect({ exitCode, deleted: deleted() }).toEqual({ exitCode: ExitCode.SUCCESS, deleted: ['bundledeployments/shop'] });
  });

  test('is explained, down to the pods of its Deployment', async () => {
    apply({ ...BUNDLE_DEPLOYMENT }, { ...DEPLOYMENT, metadata: { ...DEPLOYMENT.metadata, ...owned } });
    cluster.add({ path: '/apis/core.rukpak.io/v1alpha2/bundledeployments', name: 'shop', spec: BUNDLE_DEPLOYMENT.spec, metadata: { generation: 1 }, status: {
      observedGeneration: 1, conditions: [{ type: 'Unpacked', status: 'False', reason: 'UnpackFailed', message: 'manifest unknown' }],
    } });
    const { stdout } = await runInCluster(cluster, ['explain', 'bundledeployment/shop']);
    expect(stdout.split('\n').slice(3, 5)).toEqual([
      '✗ BundleDeployment shop      UnpackFailed  <- here', '└ ✓ Deployment team/shop-op  1 of 1 pods available',
    ]);
  });
});
