import { Chart, Testing } from 'cdk8s';
import { InstallPlanApprovers, OlmInstallation, RbacSubject } from 'olm-constructs';
import type { ApiRequest } from '../lib/cluster/client/api-client';
import { clientFor } from '../lib/cluster/client/clients';
import type { ClusterAccess, Impersonation } from '../lib/cluster/client/kubeconfig';
import { findCluster } from '../lib/cluster/client/kubeconfig-source';
import { resourceOfKind } from '../lib/formats/schema/kubernetes-manifest';
import { ControlPlane } from './control-plane/control-plane';
import { waitUntil } from './olm/wait-until';

/** People, groups and accounts approve InstallPlans on a real API server, and can do nothing else. */

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

const OLM = '/apis/operators.coreos.com/v1alpha1';
const NAMESPACES = ['hello', 'shop', 'other'];

const person = (user: string, ...groups: string[]): Impersonation => ({ user, groups: ['system:authenticated', ...groups], extra: {} });

/** Approves everything in two namespaces. */
const ANN = person('ann');
/** Approve the plans of hello-operator in one namespace. */
const TEAM = person('tom', 'hello-team');
const BOT = person('system:serviceaccount:hello:approver', 'system:serviceaccounts', 'system:serviceaccounts:hello');
/** Is in the same group, and administrates the cluster. */
const ADMIN_OF_TEAM = person('ada', 'hello-team', 'system:masters');
/** Has no rights. */
const STRANGER = person('sam');

const { signal } = new AbortController();
let controlPlane: ControlPlane;
let access: ClusterAccess;
let count = 0;

beforeAll(async () => {
  controlPlane = await ControlPlane.start();
  access = findCluster({ kubeconfig: controlPlane.kubeconfig }, {});
  const chart = Testing.chart();
  new OlmInstallation(chart, 'olm');
  const crds = (Testing.synth(chart) as Manifest[])
    .filter(({ kind, metadata: { name } }) => kind === 'CustomResourceDefinition' && /^(installplans|subscriptions|clusterserviceversions)\./.test(name));
  await Promise.all(crds.map(applied));
  for (const name of NAMESPACES) {
    await admin({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name } } });
  }
  for (const object of approvers()) {
    await applied(object);
  }
  await waitUntil('InstallPlans', 60_000, () => admin({ method: 'GET', path: `${OLM}/installplans` }).then(() => true, (error: Error) => error));
  // The API server reads roles and policies from its caches: wait until both are in effect.
  await waitUntil('the rights', 60_000, async () => await attempt(ANN, 'shop', { spec: { approval: 'Automatic' } }) === CHANGED || new Error('not yet'));
  await waitUntil('the rights of the team', 60_000, async () => await attempt(TEAM, 'hello', { spec: { approval: 'Automatic' } }) === CHANGED || new Error('not yet'));
}, 20 * 60_000);
afterAll(() => controlPlane.stop());

function approvers(): Manifest[] {
  const chart: Chart = Testing.chart();
  new InstallPlanApprovers(chart, 'all', { subjects: [RbacSubject.user('ann')], namespaces: ['hello', 'shop'] });
  new InstallPlanApprovers(chart, 'hello', {
    name: 'hello-approvers', namespaces: ['hello'], operators: ['hello-operator', 'cache'],
    subjects: [RbacSubject.group('hello-team'), RbacSubject.newServiceAccount('approver')],
  });
  return Testing.synth(chart) as Manifest[];
}

function applied(object: Manifest): Promise<unknown> {
  const { apiVersion, kind, metadata: { name, namespace } } = object;
  const group = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const path = `${group}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${resourceOfKind(kind)}/${name}`;
  return admin({ method: 'PATCH', path: `${path}?fieldManager=admin&force=true&fieldValidation=Strict`, body: object, type: 'application/apply-patch+yaml' });
}

function admin(request: ApiRequest): Promise<unknown> {
  return clientFor(access, {}).request(request, signal);
}

/** Returns why a request in the name of a subject is refused, or undefined. */
async function refusal(impersonate: Impersonation, request: ApiRequest): Promise<string | undefined> {
  try {
    await clientFor({ ...access, user: { ...access.user, impersonate } }, {}).request(request, signal);
    return undefined;
  } catch (error) {
    const { status, message } = error as { status?: number; message: string };
    expect({ status, message }).toMatchObject({ status: 403 });
    return message;
  }
}

const plans = (namespace: string): string => `${OLM}/namespaces/${namespace}/installplans`;

/** Creates an InstallPlan, and returns its path. */
async function planFor(namespace: string, csvs: readonly string[] = ['hello-operator.v1.0.0'], phase = 'RequiresApproval'): Promise<string> {
  const name = `install-${count++}`;
  await admin({ method: 'POST', path: plans(namespace), body: {
    apiVersion: 'operators.coreos.com/v1alpha1', kind: 'InstallPlan', metadata: { name, labels: { a: 'b' } },
    spec: { approval: 'Manual', approved: false, clusterServiceVersionNames: csvs, generation: 1 },
  } });
  if (phase !== '') {
    await admin({ method: 'PATCH', path: `${plans(namespace)}/${name}/status`, type: 'application/merge-patch+json', body: { status: { phase, catalogSources: [] } } });
  }
  return `${plans(namespace)}/${name}`;
}

const patch = (path: string, body: object): ApiRequest => ({ method: 'PATCH', path, body, type: 'application/merge-patch+json' });
const APPROVE = { spec: { approved: true } };

/** Patches a new InstallPlan in the name of a subject, and returns why it is refused. */
async function attempt(
  subject: Impersonation, namespace: string, body: object, csvs?: readonly string[], phase?: string,
): Promise<string | undefined> {
  const message = await refusal(subject, patch(await planFor(namespace, csvs, phase), body));
  return message === undefined || !message.includes('approve') ? message : /(?:approvers|these approvers|OLM does not) .*$/.exec(message)?.[0] ?? message;
}

const CHANGED = 'approvers change nothing of an InstallPlan but spec.approved';
const NAMED = 'these approvers approve only InstallPlans that install nothing but versions of hello-operator, cache';

describe('an approver', () => {
  it.each<[string, Impersonation, string, string[]]>([
    ['a person approves every plan of a namespace', ANN, 'hello', ['any.v1.0.0', 'other.v2.0.0']],
    ['a person approves every plan of another namespace', ANN, 'shop', ['any.v1.0.0']],
    ['a member of a group approves a plan of the operator', TEAM, 'hello', ['hello-operator.v1.2.3-rc.1']],
    ['an account approves a plan of two of its operators', BOT, 'hello', ['cache.v1.0.0', 'hello-operator.v1.0.0']],
  ])('%s', async (_, subject, namespace, csvs) => {
    const path = await planFor(namespace, csvs);
    expect(await refusal(subject, { method: 'GET', path })).toBeUndefined();
    expect(await refusal(subject, patch(path, APPROVE))).toBeUndefined();
    const plan = await admin({ method: 'GET', path }) as { spec: object };
    expect(plan.spec).toEqual({ approval: 'Manual', approved: true, clusterServiceVersionNames: csvs, generation: 1 });
    // A second approval changes nothing.
    expect(await refusal(subject, patch(path, APPROVE))).toBeUndefined();
    expect(await refusal(subject, patch(path, { spec: { approved: false } }))).toContain('approvers cannot withdraw an approval');
  });

  it('approves with an update of the whole object and with a server-side apply, too', async () => {
    const path = await planFor('hello');
    const plan = await admin({ method: 'GET', path }) as { spec: object };
    expect(await refusal(TEAM, { method: 'PUT', path, body: { ...plan, spec: { ...plan.spec, approved: true } } })).toBeUndefined();
    const other = await planFor('hello');
    const body = { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'InstallPlan', metadata: { name: other.split('/').at(-1) }, spec: { approved: true } };
    expect(await refusal(TEAM, { method: 'PATCH', path: `${other}?fieldManager=tom&force=true`, body, type: 'application/apply-patch+yaml' })).toBeUndefined();
  });

  it.each<[string, Impersonation, string[], string | undefined]>([
    ['of another operator', TEAM, ['other.v1.0.0'], NAMED],
    ['of another operator, as an account', BOT, ['other.v1.0.0'], NAMED],
    ['that installs something else, too', TEAM, ['hello-operator.v1.0.0', 'other.v1.0.0'], NAMED],
    ['of an operator whose name starts the same', TEAM, ['hello-operator-evil.v1.0.0'], NAMED],
    ['of an operator whose name ends the same', TEAM, ['my-hello-operator.v1.0.0'], NAMED],
    ['that installs nothing', TEAM, [], NAMED],
  ])('cannot approve a plan %s', async (_, subject, csvs, reason) => {
    expect(await attempt(subject, 'hello', APPROVE, csvs)).toBe(reason);
  });

  it.each([['', 'a plan without a status'], ['Planning', 'a plan that OLM resolves'], ['Failed', 'a plan that failed']])('cannot approve in the phase %j: %s', async (phase) => {
    expect(await attempt(TEAM, 'hello', APPROVE, undefined, phase))
      .toBe('OLM does not wait for the approval of this InstallPlan yet, or no longer; approve it in the phase RequiresApproval');
  });

  it.each<[string, object]>([
    ['another field with the approval', { spec: { approved: true, approval: 'Automatic' } }],
    ['another field', { spec: { generation: 2 } }],
    ['a field that is added', { spec: { source: 'other' } }],
    ['a field that is removed', { spec: { generation: null } }],
    ['the versions', { spec: { approved: true, clusterServiceVersionNames: ['hello-operator.v9.9.9'] } }],
    ['a label', { metadata: { labels: { c: 'd' } } }],
    ['all labels', { metadata: { labels: null } }],
    ['an annotation', { metadata: { annotations: { c: 'd' } } }],
    ['a finalizer', { metadata: { finalizers: ['a.example/b'] } }],
    ['an owner', { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'b' }] } }],
  ])('cannot change %s', async (_, body) => {
    for (const subject of [ANN, TEAM, BOT]) {
      expect(await attempt(subject, 'hello', body)).toBe(CHANGED);
    }
  });

  it('cannot approve in other namespaces', async () => {
    for (const [subject, namespaces] of [[ANN, ['other']], [TEAM, ['shop', 'other']], [BOT, ['shop', 'other']], [STRANGER, NAMESPACES]] as const) {
      for (const namespace of namespaces) {
        expect(await refusal(subject, patch(await planFor(namespace), APPROVE))).toContain('is not allowed to patch installplans.operators.coreos.com');
      }
    }
  });

  it('can do nothing else', async () => {
    const path = await planFor('hello');
    const collection = `${OLM}/namespaces/hello`;
    for (const subject of [ANN, TEAM, BOT]) {
      const denied: ApiRequest[] = [
        { method: 'DELETE', path }, { method: 'DELETE', path: plans('hello') },
        { method: 'POST', path: plans('hello'), body: { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'InstallPlan', metadata: { name: 'mine' }, spec: {} } },
        patch(`${path}/status`, { status: { phase: 'Complete' } }),
        { method: 'GET', path: '/api/v1/namespaces/hello/secrets' }, { method: 'GET', path: '/api/v1/namespaces/hello/configmaps' },
        { method: 'GET', path: `${OLM}/installplans` },
        patch(`${collection}/subscriptions/hello`, { spec: { startingCSV: 'a' } }), patch(`${collection}/clusterserviceversions/hello`, { spec: {} }),
        { method: 'POST', path: `${collection}/subscriptions`, body: {} },
      ];
      for (const request of denied) {
        expect([request.path, await refusal(subject, request)]).toEqual([request.path, expect.stringContaining('is not allowed to ')]);
      }
      for (const resource of ['installplans', 'subscriptions', 'clusterserviceversions']) {
        expect(await refusal(subject, { method: 'GET', path: `${collection}/${resource}` })).toBeUndefined();
      }
    }
  });

  it('has no rights but these', async () => {
    const review = await clientFor({ ...access, user: { ...access.user, impersonate: BOT } }, {}).request({
      method: 'POST', path: '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews',
      body: { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectRulesReview', spec: { namespace: 'hello' } },
    }, signal) as { status: { resourceRules: { apiGroups: string[]; resources: string[]; verbs: string[] }[] } };
    // Kubernetes itself lets everyone ask what it may do.
    const rules = review.status.resourceRules.filter(({ apiGroups }) => !apiGroups.every((group) => ['authorization.k8s.io', 'authentication.k8s.io'].includes(group)));
    expect(rules.flatMap(({ apiGroups, resources, verbs }) => resources.map((resource) => `${[...verbs].sort().join(',')} ${resource}.${apiGroups.join()}`)).sort()).toEqual([
      'get,list,patch,update,watch installplans.operators.coreos.com', 'get,list,watch clusterserviceversions.operators.coreos.com',
      'get,list,watch subscriptions.operators.coreos.com',
    ]);
  });

  it('does not limit a member with more rights from other roles, nor anyone else', async () => {
    expect(await attempt(ADMIN_OF_TEAM, 'hello', { metadata: { labels: { c: 'd' } } }, ['other.v1.0.0'])).toBeUndefined();
    expect(await admin(patch(await planFor('hello'), { metadata: { labels: { c: 'd' } } }))).toBeDefined();
  });
});
