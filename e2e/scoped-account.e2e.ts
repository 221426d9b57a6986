import { Testing } from 'cdk8s';
import { OlmRelease, OperatorRegistry, OperatorServiceAccount, OperatorSubscription } from 'olm-constructs';
import { ControlPlane } from './control-plane/control-plane';
import { waitUntil } from './olm/wait-until';
import type { ApiRequest } from '../lib/cluster/client/api-client';
import { clientFor } from '../lib/cluster/client/clients';
import type { ClusterAccess } from '../lib/cluster/client/kubeconfig';
import { findCluster } from '../lib/cluster/client/kubeconfig-source';
import { bundleOf, podOf } from '../test/builders/bundle-of';

/** The rights of a created ServiceAccount are those of the requests that OLM 0.46 sends in its name, and no others. */

const RBAC = 'rbac.authorization.k8s.io';
const NAMESPACE = 'demo';
const ACCOUNT = `system:serviceaccount:${NAMESPACE}:demo-installer`;
const POD_RULES = [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }];
const NODE_RULES = [{ apiGroups: [''], resources: ['nodes'], verbs: ['get'] }, { nonResourceURLs: ['/metrics'], verbs: ['get'] }];
const SETTINGS = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } };
/** Not a role such as `view`, whose rules a controller would aggregate. */
const VIEW = {
  apiVersion: `${RBAC}/v1`, kind: 'RoleBinding', metadata: { name: 'views' }, roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'system:kube-dns' },
  subjects: [{ kind: 'ServiceAccount', name: 'demo', namespace: NAMESPACE }],
};

const bundle = bundleOf({
  spec: {
    install: {
      strategy: 'deployment',
      spec: {
        deployments: [{ name: 'demo', spec: podOf('example.test/demo:1') }],
        permissions: [{ serviceAccountName: 'demo', rules: POD_RULES }],
        clusterPermissions: [{ serviceAccountName: 'demo', rules: NODE_RULES }],
      },
    },
    webhookdefinitions: [{
      type: 'ValidatingAdmissionWebhook', generateName: 'things.example.test', deploymentName: 'demo', admissionReviewVersions: ['v1'], sideEffects: 'None',
    }],
  },
  files: { 'manifests/settings.yaml': SETTINGS, 'manifests/views.yaml': VIEW },
});

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

interface Role extends Manifest {
  readonly rules: readonly object[];
}

/** Path of the objects of a kind. */
function listPath(apiVersion: string, plural: string, namespace?: string): string {
  return `${apiVersion.includes('/') ? '/apis' : '/api'}/${apiVersion}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${plural}`;
}

const pathOf = ({ apiVersion, kind, metadata: { namespace } }: Manifest): string => listPath(apiVersion, `${kind.toLowerCase()}s`, namespace);

const account = ((): Manifest[] => {
  const chart = Testing.chart();
  const catalog = new OperatorRegistry(chart, 'registry', { bundles: [bundle] });
  const serviceAccount = OperatorServiceAccount.create({ clusterPermissions: true });
  return new OperatorSubscription(chart, 'operator', { catalog, serviceAccount }).serviceAccountObjects.map(object => object.toJson() as Manifest);
})();
const roles = account.filter((object): object is Role => object.kind.endsWith('Role'));

/** Returns the requests of OLM to create an object, and to change one that exists. */
function ensuring(apiVersion: string, plural: string, body: object, namespace?: string, verb: 'PATCH' | 'PUT' = 'PATCH'): ApiRequest[] {
  const path = listPath(apiVersion, plural, namespace);
  const { name } = (body as Manifest).metadata;
  const change: ApiRequest = verb === 'PUT' ? { method: 'PUT', path: `${path}/${name}`, body }
    : { method: 'PATCH', path: `${path}/${name}`, body: { metadata: { labels: { 'olm.managed': 'true' } } }, type: 'application/strategic-merge-patch+json' };
  return [{ method: 'POST', path, body }, { method: 'GET', path: `${path}/${name}` }, change];
}

/** Returns the request of OLM to apply an object. */
function applying(apiVersion: string, plural: string, body: object, namespace?: string): ApiRequest {
  const { name } = (body as Manifest).metadata;
  return { method: 'PATCH', path: `${listPath(apiVersion, plural, namespace)}/${name}?fieldManager=olm.install&force=true`, body, type: 'application/apply-patch+yaml' };
}

const role = (kind: string, name: string, rules: object[]): object => ({ apiVersion: `${RBAC}/v1`, kind, metadata: { name }, rules });
const binding = (kind: string, name: string, to: string, toName = name): object => ({
  apiVersion: `${RBAC}/v1`, kind, metadata: { name }, roleRef: { apiGroup: RBAC, kind: to, name: toName },
  subjects: [{ kind: 'ServiceAccount', name: 'demo', namespace: NAMESPACE }],
});

const rbac = `${RBAC}/v1`;
const cert = { metadata: { name: 'demo-service-cert' } };
const webhook = { metadata: { name: 'things.example.test-abcde' }, apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration', webhooks: [] };
const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'demo' }, spec: podOf('example.test/demo:1') };

/** The requests, in OLM's order. */
const requests: readonly ApiRequest[] = [
  { method: 'POST', path: listPath('operators.coreos.com/v1alpha1', 'clusterserviceversions', NAMESPACE), body: bundle.manifests.find(({ kind }) => kind === 'ClusterServiceVersion')!.content },
  ...ensuring('v1', 'configmaps', SETTINGS, NAMESPACE),
  ...ensuring(rbac, 'rolebindings', VIEW, NAMESPACE),
  ...ensuring('v1', 'serviceaccounts', { metadata: { name: 'demo' } }, NAMESPACE),
  ...ensuring(rbac, 'roles', role('Role', 'demo.v1.0.0-demo-hash', POD_RULES), NAMESPACE),
  ...ensuring(rbac, 'rolebindings', binding('RoleBinding', 'demo.v1.0.0-demo-hash', 'Role'), NAMESPACE),
  ...ensuring(rbac, 'clusterroles', role('ClusterRole', 'demo.v1.0.0-hash', NODE_RULES)),
  ...ensuring(rbac, 'clusterrolebindings', binding('ClusterRoleBinding', 'demo.v1.0.0-hash', 'ClusterRole')),
  applying('v1', 'services', {
    apiVersion: 'v1', kind: 'Service', metadata: { name: 'demo-service' }, spec: { ports: [{ name: '443', port: 443 }], selector: { app: 'demo' } },
  }, NAMESPACE),
  ...ensuring('v1', 'secrets', cert, NAMESPACE),
  ...ensuring(rbac, 'roles', role('Role', cert.metadata.name, [{ apiGroups: [''], resources: ['secrets'], resourceNames: [cert.metadata.name], verbs: ['get'] }]), NAMESPACE),
  ...ensuring(rbac, 'rolebindings', binding('RoleBinding', cert.metadata.name, 'Role'), NAMESPACE),
  applying(rbac, 'clusterrolebindings', binding('ClusterRoleBinding', 'demo-service-system:auth-delegator', 'ClusterRole', 'system:auth-delegator')),
  applying(rbac, 'rolebindings', binding('RoleBinding', 'demo-service-auth-reader', 'Role', 'extension-apiserver-authentication-reader'), 'kube-system'),
  ...ensuring('apps/v1', 'deployments', deployment, NAMESPACE, 'PUT'),
  { method: 'GET', path: `${listPath(webhook.apiVersion, 'validatingwebhookconfigurations')}?labelSelector=olm.owner%3Ddemo` },
  ...ensuring(webhook.apiVersion, 'validatingwebhookconfigurations', webhook, undefined, 'PUT').filter(({ method }) => method === 'POST'),
];

const { signal } = new AbortController();
let controlPlane: ControlPlane;
let access: ClusterAccess;

beforeAll(async () => {
  controlPlane = await ControlPlane.start();
  access = findCluster({ kubeconfig: controlPlane.kubeconfig }, {});
  const crd = OlmRelease.of().objects.find(object => (object as unknown as Manifest).metadata.name === 'clusterserviceversions.operators.coreos.com');
  await admin({ method: 'POST', path: listPath('apiextensions.k8s.io/v1', 'customresourcedefinitions'), body: crd });
  await admin({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: NAMESPACE } } });
  for (const object of account) {
    await admin({ method: 'POST', path: pathOf(object), body: object });
  }
}, 20 * 60_000);
afterAll(() => controlPlane.stop());

function admin(request: ApiRequest): Promise<unknown> {
  return clientFor(access, {}).request(request, signal);
}

/** Returns the messages of the requests that the API server forbids the account, and with `isDryRun` changes nothing. */
async function forbidden(isDryRun: boolean): Promise<string[]> {
  const client = clientFor({ ...access, user: { ...access.user, impersonate: { user: ACCOUNT, groups: [], extra: {} } } }, {});
  const messages: string[] = [];
  for (const request of requests) {
    const dryRun = isDryRun && request.method !== 'GET' ? `${request.path.includes('?') ? '&' : '?'}dryRun=All` : '';
    try {
      await client.request({ ...request, path: `${request.path}${dryRun}` }, signal);
    } catch (error) {
      const { status, message } = error as { status?: number; message: string };
      if (status === 403) {
        messages.push(`${request.method} ${request.path}: ${message}`);
      } else if (status !== 409 && !isDryRun) {
        throw error;
      }
    }
  }
  return messages;
}

/** Waits until the API server has noticed a change of a role. */
function waitUntilForbidden(isForbidden: boolean): Promise<boolean> {
  return waitUntil(isForbidden ? 'a refusal' : 'no refusal', 60_000, async () => {
    const messages = await forbidden(true);
    return messages.length > 0 === isForbidden || new Error(`it forbids: ${messages.join()}`);
  });
}

it('the account may do what OLM does in its name', async () => {
  // The API server takes a moment to notice roles, and to serve a new API.
  await waitUntilForbidden(false);
  expect(await forbidden(false)).toEqual([]);

  // Existing objects are applied without the rights to create them.
  for (const { path } of requests.filter(({ type }) => type === 'application/apply-patch+yaml')) {
    await admin({ method: 'DELETE', path: path.replace(/\?.*$/, '') });
  }
}, 5 * 60_000);

it.each(roles.flatMap(({ kind, metadata, rules }) => rules.map((rule, index) => ({ kind, name: metadata.name, index, rule: JSON.stringify(rule) }))))(
  'the account may not without a rule of $kind $name: $rule', async ({ kind, name, index }) => {
    const changed = roles.find(found => found.kind === kind && found.metadata.name === name)!;
    const path = `${pathOf(changed)}/${name}`;
    await admin({ method: 'PUT', path, body: { ...changed, rules: changed.rules.filter((_, other) => other !== index) } });
    try {
      expect(await waitUntilForbidden(true)).toBe(true);
    } finally {
      await admin({ method: 'PUT', path, body: changed });
    }
    expect(await waitUntilForbidden(false)).toBe(true);
  }, 5 * 60_000);
