import { Testing } from 'cdk8s';
import { InstallerRoles, RbacSubject, InstallMode, PlainManifests } from 'olm-constructs';
import { Bundle, InstallModeType } from 'olm-constructs/bundle';
import { InstallPermissions } from 'olm-constructs/report';
import type { ApiRequest } from '../lib/cluster/client/api-client';
import { clientFor } from '../lib/cluster/client/clients';
import type { ClusterAccess } from '../lib/cluster/client/kubeconfig';
import { findCluster } from '../lib/cluster/client/kubeconfig-source';
import { resourceOfKind } from '../lib/formats/schema/kubernetes-manifest';
import { sampleArchive, SAMPLES } from '../test/catalog/sample-bundles';
import { describeWith, itWith } from '../test/needed';
import { ControlPlane } from './control-plane/control-plane';
import { waitUntil } from './olm/wait-until';
import { FULL_RUN } from './programs/full-run';

/** An account with the rights of an installer can apply, change, read and delete the objects of real operators, and cannot with one rule fewer. */

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly rules?: readonly object[];
}

const NAMESPACE = 'operators';

/** Name of the account in the current test: its own in each, so that no test has the rights of another. */
let account = '';

/** Small bundles without webhooks, since nothing here has the APIs of cert-manager; one watches a namespace besides its own. */
const CHOSEN = ['limitador-operator@0.11.0', 'dns-operator@0.6.0', 'etcd@0.9.4', 'prometheus@0.56.3'];

const { signal } = new AbortController();
let controlPlane: ControlPlane;
let access: ClusterAccess;

beforeAll(async () => {
  controlPlane = await ControlPlane.start();
  access = findCluster({ kubeconfig: controlPlane.kubeconfig }, {});
  for (const name of [NAMESPACE, 'team-a']) {
    await admin({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name } } });
  }
}, 20 * 60_000);
afterAll(() => controlPlane.stop());

function admin(request: ApiRequest): Promise<unknown> {
  return clientFor(access, {}).request(request, signal);
}

/** Performs a request in the name of the account, and returns why it was forbidden, or undefined if it was not. */
async function forbidden(request: ApiRequest): Promise<string | undefined> {
  const client = clientFor({ ...access, user: { ...access.user, impersonate: { user: `system:serviceaccount:${NAMESPACE}:${account}`, groups: [], extra: {} } } }, {});
  try {
    await client.request(request, signal);
    return undefined;
  } catch (error) {
    const { status, message } = error as { status?: number; message: string };
    // For roles and bindings, the API server answers an apply without the right to create with 404.
    if (status === 403 || (status === 404 && request.method === 'PATCH')) {
      return `${request.method} ${request.path}: ${message}`;
    }
    throw error;
  }
}

function listPath({ apiVersion, kind, metadata: { namespace } }: Manifest): string {
  return `${apiVersion.includes('/') ? '/apis' : '/api'}/${apiVersion}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${resourceOfKind(kind)}`;
}

const pathOf = (object: Manifest): string => `${listPath(object)}/${object.metadata.name}`;

function applying(object: Manifest, dryRun = ''): ApiRequest {
  return { method: 'PATCH', path: `${pathOf(object)}?fieldManager=gitops&force=true${dryRun}`, body: object, type: 'application/apply-patch+yaml' };
}

/** Whether RBAC lets the account watch a kind: a watch itself does not end. */
async function mayWatch({ apiVersion, kind, metadata: { namespace = '' } }: Manifest): Promise<boolean> {
  const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : '';
  const review = {
    apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview',
    spec: { user: `system:serviceaccount:${NAMESPACE}:${account}`, resourceAttributes: { verb: 'watch', group, resource: resourceOfKind(kind), namespace } },
  };
  const { status } = await admin({ method: 'POST', path: '/apis/authorization.k8s.io/v1/subjectaccessreviews', body: review }) as { status: { allowed: boolean } };
  return status.allowed;
}

/** Returns what the account may not do with the objects, none of which exists. Nothing is changed. */
async function missing(objects: readonly Manifest[]): Promise<string[]> {
  const found: (string | undefined)[] = [];
  for (const object of objects) {
    found.push(await forbidden(applying(object, '&dryRun=All')));
    for (const request of [{ method: 'GET' as const, path: pathOf(object) }, { method: 'DELETE' as const, path: `${pathOf(object)}?dryRun=All` }]) {
      found.push(await forbidden(request).catch((error: { status?: number }) => {
        if (error.status !== 404) {
          throw error;
        }
        return undefined;
      }));
    }
    found.push(await forbidden({ method: 'GET', path: listPath(object) }), await mayWatch(object) ? undefined : `watch ${listPath(object)}`);
  }
  return found.filter(message => message !== undefined);
}

/** Waits until the API server has noticed a change of a role. */
function waitFor(what: string, check: () => Promise<boolean>): Promise<boolean> {
  return waitUntil(what, 60_000, async () => await check() || new Error('the API server still answers as before'));
}

/**
 * Waits until an object is completely deleted: a CustomResourceDefinition can be applied before that, and is still deleted. If its status changes
 * while its finalizer is removed, the API server tries again only at its next resync, up to five minutes later.
 */
function waitUntilGone(object: Manifest): Promise<boolean> {
  return waitUntil(`deletion of ${pathOf(object)}`, 6 * 60_000, () => admin({ method: 'GET', path: pathOf(object) }).then(
    (found) => {
      const { metadata: { deletionTimestamp, finalizers }, status } = found as { metadata: Record<string, unknown>; status?: object };
      return new Error(`it still exists: ${JSON.stringify({ deletionTimestamp, finalizers, status })}`);
    },
    (error: { status?: number }) => {
      if (error.status !== 404) {
        throw error;
      }
      return true;
    },
  ));
}

describeWith(SAMPLES)('the rights of an installer', () => {
  async function suffice(name: string): Promise<void> {
    account = `installer-of-${name.replace(/[^a-z0-9]+/g, '-')}`;
    const bundle = Bundle.fromArchive(sampleArchive(name));
    const installMode = bundle.supportsInstallMode(InstallModeType.SINGLE_NAMESPACE) ? InstallMode.singleNamespace('team-a') : InstallMode.allNamespaces();
    const manifests = PlainManifests.render(bundle, { installNamespace: NAMESPACE, installMode });
    const objects = manifests.objects as unknown as Manifest[];
    const permissions = InstallPermissions.ofPlain(manifests, { createNamespace: false });
    const roles = new InstallerRoles(Testing.chart(), 'roles', { permissions: [permissions], subjects: [RbacSubject.newServiceAccount(account)], name: account })
      .objects.map(object => object.toJson() as Manifest);
    for (const role of roles) {
      await admin({ method: 'PATCH', path: `${pathOf(role)}?fieldManager=admin&force=true`, body: role, type: 'application/apply-patch+yaml' });
    }
    expect(await waitFor('the roles', async () => await forbidden(applying(objects[0]!, '&dryRun=All')) === undefined)).toBe(true);

    // Bindings need their roles, and a custom resource needs its CustomResourceDefinition, so the objects are not just applied as a dry run.
    for (const object of objects) {
      expect(await forbidden(applying(object))).toBeUndefined();
    }
    for (const object of objects) {
      const current = await admin({ method: 'GET', path: pathOf(object) });
      expect(await forbidden({ method: 'PUT', path: `${pathOf(object)}?dryRun=All`, body: current as object })).toBeUndefined();
    }
    expect(await missing(objects)).toEqual([]);

    const { rules: own, clusterRules, namespaceRules } = permissions;
    const purposes = [...own, ...clusterRules, ...namespaceRules.flatMap(({ rules }) => rules)].map(({ purpose }) => purpose);
    let index = 0;
    for (const role of roles.filter(({ rules }) => rules !== undefined)) {
      for (const rule of role.rules!) {
        const purpose = purposes[index++]!;
        // Several roles of the bundle may grant the same right.
        if (!purpose.startsWith('grant ')) {
          const kind = / of kind (\S+)$/.exec(purpose)?.[1];
          const { namespace } = role.kind === 'Role' ? role.metadata : {};
          const tried = kind === undefined ? objects : objects
            .filter(({ kind: other, metadata }) => other === kind && metadata.namespace === namespace);
          await admin({ method: 'PUT', path: pathOf(role), body: { ...role, rules: role.rules!.filter(other => other !== rule) } });
          // An object that exists is applied without the right to create it.
          if (JSON.stringify(rule).includes('"create"')) {
            await admin({ method: 'DELETE', path: pathOf(tried[0]!) });
            expect(await waitUntilGone(tried[0]!)).toBe(true);
          }
          expect(await waitFor(`the roles without ${JSON.stringify(rule)}`, async () => (await missing(tried)).length > 0)).toBe(true);
          await admin({ method: 'PUT', path: pathOf(role), body: role });
          // The deleted object is created again, since bindings need their roles.
          expect(await waitFor(`the roles with ${JSON.stringify(rule)} again`, async () => (
            await forbidden(applying(tried[0]!)) === undefined && (await missing(tried)).length === 0
          ))).toBe(true);
        }
      }
    }
    for (const object of objects) {
      const refusal = await forbidden({ method: 'DELETE', path: pathOf(object) }).catch((error: { status?: number }) => {
        expect(error.status).toBe(404);
        return undefined;
      });
      expect(refusal).toBeUndefined();
    }
    for (const object of objects) {
      expect(await waitUntilGone(object)).toBe(true);
    }
  }

  const title = 'are sufficient, but not with one rule fewer: %s';
  it.each(CHOSEN.slice(0, 1))(title, suffice, 30 * 60_000);
  itWith(FULL_RUN).each(CHOSEN.slice(1))(title, suffice, 30 * 60_000);
});
