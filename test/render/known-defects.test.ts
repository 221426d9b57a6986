import { InstallMode } from 'olm-constructs';
import { crdOf } from '../builders/bundle-of';
import { CONVERTER, deployment, objectsOf, only, type OperatorParts, type PlainObject, problemsOf, titles, webhook } from './operator-bundle';

/** Returns what a function finds in the objects of an operator: with the defects of OLM v1, and without. */
function both<Found>(parts: OperatorParts, find: (objects: PlainObject[]) => Found): { readonly compatible: Found; readonly fixed: Found } {
  return { compatible: find(objectsOf(parts, { compatible: true })), fixed: find(objectsOf(parts)) };
}

const RULE = { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get'] };
const LONG = 'd'.repeat(56);

describe('a known defect of OLM v1\'s renderer is reproduced with `compatible`, and fixed otherwise:', () => {
  it('webhook configurations have a namespace, although they are cluster-scoped', () => {
    expect(both({ webhooks: [webhook()] }, (objects) => only(objects, 'ValidatingWebhookConfiguration').metadata.namespace))
      .toEqual({ compatible: 'operators', fixed: undefined });
  });

  it('the API server calls webhooks without a containerPort at port 0, although the Service has 443', () => {
    const parts = { webhooks: [webhook({ containerPort: undefined })] };
    expect(both(parts, (objects) => only(objects, 'ValidatingWebhookConfiguration').webhooks[0]!.clientConfig.service.port))
      .toEqual({ compatible: 0, fixed: 443 });
    expect(both(parts, (objects) => only(objects, 'Service').spec.ports[0]!.port)).toEqual({ compatible: 443, fixed: 443 });
  });

  it('the API server converts objects at port 0', () => {
    const parts = { ...CONVERTER, webhooks: [{ ...CONVERTER.webhooks![0], containerPort: undefined }] };
    expect(both(parts, (objects) => only(objects, 'CustomResourceDefinition').spec.conversion.webhook.clientConfig.service.port))
      .toEqual({ compatible: 0, fixed: 443 });
  });

  it('the name of a Service has 64 characters, one more than the API server accepts', () => {
    const parts = { deployments: [deployment(LONG)], webhooks: [webhook({ deploymentName: LONG })] };
    expect(both(parts, (objects) => only(objects, 'Service').metadata.name)).toEqual({ compatible: `${LONG}-service`, fixed: `${LONG.slice(1)}-service` });
  });

  it('the name of a Service starts with a digit, which the API server refuses', () => {
    const parts = { deployments: [deployment('3scale')], webhooks: [webhook({ deploymentName: '3scale' })] };
    expect(both(parts, (objects) => [only(objects, 'Service').metadata.name, only(objects, 'Certificate').metadata.name])).toEqual({
      compatible: ['3scale-service', '3scale-service-cert'], fixed: ['svc-3scale-service', 'svc-3scale-service-cert'],
    });
  });

  it('the Services of two deployments have the same name, and one replaces the other', () => {
    const parts = {
      deployments: [deployment('a.b'), deployment('a-b')],
      webhooks: [webhook({ deploymentName: 'a.b' }), webhook({ deploymentName: 'a-b', generateName: 'w.example.test' })],
    };
    const namesOf = (objects: PlainObject[]): unknown => [
      objects.filter(({ kind }) => kind === 'Service').map(({ metadata }) => metadata.name),
      objects.filter(({ kind }) => kind === 'Certificate').map(({ metadata }) => metadata.name),
      objects.flatMap(({ webhooks = [] }) => webhooks.map(({ clientConfig }) => (clientConfig.service as { readonly name?: string }).name)),
    ];
    expect(both(parts, namesOf)).toEqual({
      compatible: [['a-b-service', 'a-b-service'], ['a-b-service-cert', 'a-b-service-cert'], ['a-b-service', 'a-b-service']],
      fixed: [['a-b-2-service', 'a-b-service'], ['a-b-service-cert', 'a-b-2-service-cert'], ['a-b-2-service', 'a-b-service']],
    });
  });

  it('a Service of the bundle has the same name as that of a deployment', () => {
    const files = { 'manifests/s.yaml': { apiVersion: 'v1', kind: 'Service', metadata: { name: 'demo-service' }, spec: { ports: [{ port: 8080 }] } } };
    expect(both({ files, webhooks: [webhook()] }, (objects) => objects.filter(({ kind }) => kind === 'Service').map(({ metadata }) => metadata.name))).toEqual({
      compatible: ['demo-service', 'demo-service'], fixed: ['demo-service', 'demo-2-service'],
    });
  });

  it('the common name of a certificate is longer than 64 characters, which cert-manager refuses', () => {
    const parts = { deployments: [deployment(LONG)], webhooks: [webhook({ deploymentName: LONG })] };
    expect(both(parts, (objects) => only(objects, 'Certificate').spec.commonName))
      .toEqual({ compatible: `${LONG}-service.operators`, fixed: undefined });
  });

  it('two equal permissions result in two objects of the same name', () => {
    const permission = { serviceAccountName: 'demo', rules: [RULE] };
    const parts = { clusterPermissions: [permission, permission] };
    expect(both(parts, (objects) => objects.filter(({ kind }) => kind.startsWith('ClusterRole')).length)).toEqual({ compatible: 4, fixed: 2 });
  });

  it('the service account of a deployment without permissions is missing, so that its pods cannot start', () => {
    expect(both({ deployments: [deployment('demo', { serviceAccountName: 'demo' })] }, titles)).toEqual({
      compatible: ['Deployment operators/demo'],
      fixed: ['ServiceAccount operators/demo', 'Deployment operators/demo'],
    });
  });

  it('a service account in the bundle occurs twice', () => {
    const parts = {
      permissions: [{ serviceAccountName: 'demo', rules: [RULE] }],
      files: { 'manifests/account.yaml': { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'demo', labels: { from: 'bundle' } } } },
    };
    expect(both(parts, (objects) => objects.filter(({ kind }) => kind === 'ServiceAccount').map(({ metadata }) => metadata))).toEqual({
      compatible: [{ name: 'demo', namespace: 'operators' }, { name: 'demo', namespace: 'operators', labels: { from: 'bundle' } }],
      fixed: [{ name: 'demo', namespace: 'operators', labels: { from: 'bundle' } }],
    });
  });

  it('a VerticalPodAutoscaler is not in the namespace of the operator', () => {
    const files = { 'manifests/v.yaml': { apiVersion: 'autoscaling.k8s.io/v1', kind: 'VerticalPodAutoscaler', metadata: { name: 'v' } } };
    expect(both({ files }, (objects) => only(objects, 'VerticalPodAutoscaler').metadata.namespace)).toEqual({ compatible: undefined, fixed: 'operators' });
  });

  it('init containers keep mounts of a volume that is replaced, which makes the pod invalid', () => {
    const volumeMounts = [{ name: 'cert', mountPath: '/tmp/k8s-webhook-server/serving-certs' }, { name: 'data', mountPath: '/data' }];
    const pod = {
      volumes: [{ name: 'cert', secret: { secretName: 'old' } }, { name: 'data', emptyDir: {} }],
      containers: [{ name: 'demo', volumeMounts }],
      initContainers: [{ name: 'init', volumeMounts }, { name: 'other' }],
    };
    const parts = { deployments: [deployment('demo', pod)], webhooks: [webhook()] };
    const mountsOf = (objects: PlainObject[]): unknown => {
      const spec = only(objects, 'Deployment').spec.template.spec as { initContainers: { volumeMounts?: { name: string }[] }[]; volumes: { name: string }[] };
      return [spec.volumes.map(({ name }) => name), ...spec.initContainers.map((container) => container.volumeMounts?.map(({ name }) => name))];
    };
    expect(both(parts, mountsOf)).toEqual({
      compatible: [['data', 'webhook-cert', 'apiservice-cert'], ['cert', 'data'], undefined],
      fixed: [['data', 'webhook-cert', 'apiservice-cert'], ['webhook-cert', 'data'], undefined],
    });
  });

  it('annotations of pods exceed what the API server accepts', () => {
    const annotations = { 'alm-examples': 'e'.repeat(200_000), 'other': 'o'.repeat(70_000), 'small': 's' };
    const keysOf = (objects: PlainObject[]): string[] => Object.keys(only(objects, 'Deployment').spec.template.metadata.annotations);
    const required = ['olm.targetNamespaces', 'olm.operatorNamespace'];
    expect(both({ annotations }, keysOf)).toEqual({
      compatible: ['alm-examples', 'other', 'small', ...required],
      fixed: ['other', 'small', ...required],
    });
  });

  it('Deployments, Services and certificates have a status', () => {
    expect(both({ webhooks: [webhook()] }, (objects) => objects.filter((object) => object.status !== undefined).map(({ kind }) => kind)))
      .toEqual({ compatible: ['Deployment', 'Service', 'Issuer', 'Certificate'], fixed: [] });
  });

  it('an integer that is too large for its field is truncated', () => {
    const large = { ...deployment(), spec: { replicas: 2 ** 31, selector: {}, template: {} } };
    const [object] = objectsOf({ deployments: [large] }, { compatible: true });
    expect(object!.spec.replicas).toBe(-(2 ** 31));
    expect(problemsOf({ deployments: [large] })).toEqual([
      'manifest: spec.install.spec.deployments[0].spec.replicas must be a 32-bit integer, got the number 2147483648',
    ]);
  });

  it('a webhook whose name ends with a dash is refused, although the dash would be removed', () => {
    const parts = { webhooks: [webhook({ generateName: 'vthing.example.test-' })] };
    expect(problemsOf(parts, { compatible: true })).toEqual([expect.stringContaining('got "vthing.example.test-"; rename it')]);
    expect(only(objectsOf(parts), 'ValidatingWebhookConfiguration').metadata.name).toBe('vthing.example.test');
  });

  it('two webhooks that differ only in the dash result in two objects of the same name', () => {
    expect(problemsOf({ webhooks: [webhook(), webhook({ generateName: 'vthing.example.test-' })] })).toEqual([
      'webhook: another webhook of type ValidatingAdmissionWebhook is also named "vthing.example.test-"; give each its own name',
    ]);
  });

  it('an operator that watches only its own namespace requires the install mode', () => {
    const parts = { installModes: ['OwnNamespace'] };
    expect(problemsOf(parts, { compatible: true })).toEqual([expect.stringContaining('the namespaces to watch are not specified')]);
    expect(problemsOf(parts)).toEqual([]);
    expect(objectsOf(parts, { compatible: true, installMode: InstallMode.ownNamespace() })).toHaveLength(1);
  });

  it.each<[string, OperatorParts, string]>([
    ['CRDs of apiextensions.k8s.io/v1beta1', { files: { 'manifests/a.yaml': { ...crdOf('Thing'), apiVersion: 'apiextensions.k8s.io/v1beta1' } } }, 'crd'],
    ['objects without a name', { files: { 'manifests/a.yaml': { apiVersion: 'v1', kind: 'Secret' } } }, 'manifest'],
    ['webhooks of an unknown type', { webhooks: [webhook({ type: 'Other' })] }, 'webhook'],
    ['ports beyond 65535', { webhooks: [webhook({ containerPort: 70_000 })] }, 'webhook'],
    ['ports of a Service that differ only in their target', { webhooks: [webhook(), webhook({ generateName: 'b', targetPort: 1 })] }, 'webhook'],
  ])('%s are accepted, although the API server refuses them', (_, parts, code) => {
    expect(problemsOf(parts, { compatible: true })).toEqual([]);
    expect(problemsOf(parts)).toEqual([expect.stringMatching(new RegExp(`^${code}: `))]);
  });
});
