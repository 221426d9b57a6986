import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import { Bundle, InstallModeType, ManifestSource } from '../../../lib/bundle';
import { BundleReport } from '../../../lib/report';
import { BundleValidation, FindingSeverity, ValidationSuite } from '../../../lib/validation';
import { fieldAt } from '../../../lib/formats/json/json-value';
import { bindingOf, bundleOfObjects, crdOf, decisionsOf, deploymentOf, notesOf, type PlainObject, roleOf, serviceOf, webhookOf } from './operator-objects';

const installSpec = (bundle: Bundle): unknown => fieldAt(bundle.csv.manifest.content, 'spec', 'install', 'spec');
const podOf = (bundle: Bundle): PlainObject => fieldAt(bundle.csv.deployments[0]!.spec, 'template', 'spec') as PlainObject;

/** A binding of the role `users` to people. */
const USERS = { ...bindingOf('ClusterRoleBinding', { kind: 'ClusterRole', metadata: { name: 'users' } }, []), subjects: [{ kind: 'Group', name: 'developers' }] };

describe('permissions', () => {
  it('has the rules of an aggregated ClusterRole, also through another one', () => {
    const selector = (label: string): object => ({ rules: [], aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [label]: 'true' } }] } });
    const manager = roleOf('ClusterRole', 'manager', [], selector('outer'));
    const bundle = bundleOfObjects([
      deploymentOf(), manager, roleOf('ClusterRole', 'inner', [], selector('inner'), { labels: { outer: 'true' } }), roleOf('ClusterRole', 'pods', ['pods'], {}, { labels: { inner: 'true' } }),
      roleOf('ClusterRole', 'nodes', ['nodes'], {}, { labels: { outer: 'true', inner: 'true' } }), bindingOf('ClusterRoleBinding', manager, ['op']),
    ]);
    expect(bundle.csv.clusterPermissions).toMatchObject([{ serviceAccountName: 'op', rules: [{ resources: ['pods'] }, { resources: ['nodes'] }] }]);
    expect(decisionsOf(bundle)).toEqual([]);
    expect(notesOf(bundle)).toContainEqual(expect.stringMatching(/^unknown-role: ClusterRole "manager" is aggregated, so the bundle has the rules of "inner", "nodes"/));
  });

  it('ends with ClusterRoles that aggregate each other', () => {
    const selector = { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] } };
    const [first, second] = ['first', 'second'].map((name) => roleOf('ClusterRole', name, [], selector, { labels: { a: 'b' } }));
    const bundle = bundleOfObjects([deploymentOf(), first!, second!, bindingOf('ClusterRoleBinding', first!, ['op'])]);
    expect(bundle.csv.clusterPermissions).toEqual([{ serviceAccountName: 'op', rules: [] }]);
  });

  it('has the rules of an account once, though two Deployments use it and two bindings grant them', () => {
    const role = roleOf('Role', 'reader', ['pods']);
    const bundle = bundleOfObjects([
      deploymentOf(), deploymentOf({ name: 'other' }), role, bindingOf('RoleBinding', role, ['op']), bindingOf('RoleBinding', role, ['op'], { name: 'again' }),
    ]);
    expect(bundle.csv.permissions).toMatchObject([{ serviceAccountName: 'op', rules: [{ resources: ['pods'] }] }]);
    expect(bundle.csv.deployments.map(({ name }) => name)).toEqual(['op', 'other']);
  });

  it('has the rules of further accounts, and of the default account', () => {
    const role = roleOf('ClusterRole', 'reader', ['pods']);
    const bundle = bundleOfObjects([deploymentOf({ account: undefined, pod: { serviceAccountName: undefined } }), role, bindingOf('ClusterRoleBinding', role, ['default', 'operand'])], { extraServiceAccounts: ['operand'] });
    expect(bundle.csv.clusterPermissions.map(({ serviceAccountName }) => serviceAccountName)).toEqual(['default', 'operand']);
    expect(bundle.otherManifests).toEqual([]);
  });

  it('takes the account of another namespace for another one', () => {
    const role = roleOf('ClusterRole', 'reader', ['pods']);
    const bundle = bundleOfObjects([deploymentOf({ namespace: 'ops' }), role, bindingOf('ClusterRoleBinding', role, ['elsewhere/op'])]);
    expect(bundle.csv.clusterPermissions).toEqual([]);
    expect(decisionsOf(bundle)).toEqual([expect.stringMatching(/^unmatched-subject: ClusterRoleBinding "reader-binding" .*"op" of namespace "elsewhere", which no Deployment uses/)]);
  });

  it.each<[string, readonly PlainObject[]]>([
    ['a role of the cluster', []],
    ['one for users', [roleOf('ClusterRole', 'users', [], { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { mine: 'true' } }] } }), USERS]],
    ['one that another one for users aggregates', [
      roleOf('ClusterRole', 'users', [], { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { inner: 'true' } }] } }), USERS,
      roleOf('ClusterRole', 'inner', [], { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { mine: 'true' } }] } }, { labels: { inner: 'true' } }),
      bindingOf('ClusterRoleBinding', { kind: 'ClusterRole', metadata: { name: 'inner' } }, ['op']),
    ]],
  ])('keeps a role of an account as a manifest, too, if it is aggregated by %s', (_, others) => {
    const role = roleOf('ClusterRole', 'things', ['pods'], {}, { labels: others.length === 0 ? { 'rbac.authorization.k8s.io/aggregate-to-admin': 'true' } : { mine: 'true' } });
    const bundle = bundleOfObjects([deploymentOf(), role, bindingOf('ClusterRoleBinding', role, ['op']), ...others]);
    expect(bundle.csv.clusterPermissions).toMatchObject([{ rules: [{ resources: ['pods'] }] }]);
    expect(bundle.otherManifests.filter(({ kind }) => kind === 'ClusterRole').map(({ name }) => name)).toEqual(expect.arrayContaining(['things', ...others.length > 2 ? ['inner'] : []]));
    expect(bundle.otherManifests.map(({ name }) => name)).not.toContain('things-binding');
  });

  it('takes the user of an account for the account', () => {
    const role = roleOf('ClusterRole', 'reader', ['pods']);
    const binding = { ...bindingOf('ClusterRoleBinding', role, []), subjects: [{ kind: 'User', name: 'system:serviceaccount:ops:op' }] };
    const bundle = bundleOfObjects([deploymentOf({ namespace: 'ops' }), role, binding]);
    expect(bundle.csv.clusterPermissions).toMatchObject([{ serviceAccountName: 'op', rules: [{ resources: ['pods'] }] }]);
    expect(bundle.otherManifests).toEqual([]);
  });

  it.each([['ops', 1], ['openshift-monitoring', 0]])('notes the accounts of a namespace only if it is that of the Deployments: %s', (namespace, count) => {
    const role = roleOf('ClusterRole', 'reader', ['pods']);
    const binding = { ...bindingOf('ClusterRoleBinding', role, []), subjects: [{ kind: 'Group', name: `system:serviceaccounts:${namespace}` }] };
    const note = expect.stringMatching(/^namespace: ClusterRoleBinding "reader-binding" is in the bundle as it is, and binds the service accounts of the namespace "ops"; install the operator there, or/) as string;
    expect(decisionsOf(bundleOfObjects([deploymentOf({ namespace: 'ops' }), role, binding]))).toEqual(Array.from({ length: count }, () => note));
  });

  it('tells two Roles with one name in two namespaces apart', () => {
    const [own, other] = ['ops', 'kube-system'].map((namespace, index) => roleOf('Role', 'reader', [index === 0 ? 'pods' : 'secrets'], {}, { namespace }));
    const bundle = bundleOfObjects([deploymentOf({ namespace: 'ops' }), own!, other!, bindingOf('RoleBinding', own!, ['op'], { namespace: 'ops' }), bindingOf('RoleBinding', other!, ['ops/op'], { namespace: 'kube-system', name: 'kube' })]);
    expect(bundle.csv.permissions).toMatchObject([{ rules: [{ resources: ['pods'] }, { resources: ['secrets'] }] }]);
    expect(decisionsOf(bundle)).toEqual([expect.stringMatching(/^namespace: RoleBinding "kube" grants the Role "reader" in the namespace "kube-system", and OLM grants it in the namespaces that the operator watches/)]);
  });

  it('lets OLM create an account that has no rules', () => {
    const bundle = bundleOfObjects([deploymentOf(), { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'op' } }]);
    expect(installSpec(bundle)).toMatchObject({ permissions: [{ serviceAccountName: 'op', rules: [] }] });
    expect(bundle.otherManifests).toEqual([]);
  });
});

describe('webhooks', () => {
  const client = { service: { name: 'webhooks', namespace: 'ops', path: '/validate' } };
  const service = serviceOf('webhooks', [{ port: 443, targetPort: 9443 }]);

  it('are definitions, without what OLM creates for them', () => {
    const certificate = { apiVersion: 'cert-manager.io/v1', kind: 'Certificate', metadata: { name: 'serving' }, spec: { secretName: 'certs', dnsNames: ['webhooks.ops.svc'], issuerRef: { kind: 'Issuer', name: 'own' } } };
    const issuer = { apiVersion: 'cert-manager.io/v1', kind: 'Issuer', metadata: { name: 'own' }, spec: { selfSigned: {} } };
    const mounts = [{ name: 'cert', mountPath: '/tmp/k8s-webhook-server/serving-certs' }, { name: 'data', mountPath: '/data' }];
    const volumes = [{ name: 'cert', secret: { secretName: 'certs' } }, { name: 'data', emptyDir: {} }];
    const bundle = bundleOfObjects([deploymentOf({ container: { volumeMounts: mounts }, pod: { volumes } }), service, webhookOf('Validating', 'v.example.com', client), certificate, issuer]);
    expect(bundle.csv.webhookDefinitions).toMatchObject([{ generateName: 'v.example.com', deploymentName: 'op', containerPort: 443, content: { targetPort: 9443, webhookPath: '/validate' } }]);
    expect(bundle.otherManifests).toEqual([]);
    expect(podOf(bundle)).toMatchObject({ volumes: [{ name: 'data' }], containers: [{ volumeMounts: [{ name: 'data' }] }] });
    expect(decisionsOf(bundle)).toEqual([]);
    expect(notesOf(bundle)).toEqual(expect.arrayContaining([
      'webhook: Service "webhooks" is left out: OLM creates a Service for the webhooks', 'cert-manager: Certificate "serving" is left out: OLM creates the certificates of webhooks',
      'cert-manager: Issuer "own" is left out: OLM creates the certificates of webhooks',
    ]));
  });

  it('keep a Service that has other ports', () => {
    const both = serviceOf('webhooks', [{ port: 443, targetPort: 9443 }, { port: 8443 }]);
    expect(bundleOfObjects([deploymentOf(), both, webhookOf('Validating', 'v.example.com', client)]).otherManifests.map(({ name }) => name)).toEqual(['webhooks']);
  });

  it('have one definition for all CRDs that are converted at the same place', () => {
    const conversion = { conversion: { strategy: 'Webhook', webhook: { clientConfig: { service: { name: 'webhooks', path: '/convert' } }, conversionReviewVersions: ['v1'] } } };
    const bundle = bundleOfObjects([
      deploymentOf(), service, crdOf('Zebra', [{ name: 'v1' }], conversion, { annotations: { 'cert-manager.io/inject-ca-from': 'ops/serving', 'own': 'kept' } }), crdOf('Ant', [{ name: 'v1' }], conversion),
    ]);
    expect(bundle.csv.webhookDefinitions).toMatchObject([{
      type: 'ConversionWebhook', generateName: 'cantszebras.kb.io', conversionCrds: ['ants.example.com', 'zebras.example.com'], content: { webhookPath: '/convert', admissionReviewVersions: ['v1'] },
    }]);
    expect(bundle.installModes).toEqual([InstallModeType.ALL_NAMESPACES]);
    expect(bundle.crds.map(({ content }) => fieldAt(content, 'metadata', 'annotations'))).toEqual([undefined, { own: 'kept' }]);
  });

  it('have names of their own, also for CRDs that have the same plural and are converted at different places', () => {
    const converted = (group: string, path: string): PlainObject => {
      const conversion = { strategy: 'Webhook', webhook: { clientConfig: { service: { name: 'webhooks', path } }, conversionReviewVersions: ['v1'] } };
      return crdOf('Ant', [{ name: 'v1' }], { conversion, group }, { name: `ants.${group}` });
    };
    const bundle = bundleOfObjects([deploymentOf(), service, converted('a.example.com', '/a'), converted('b.example.com', '/b')]);
    expect(bundle.csv.webhookDefinitions.map(({ generateName }) => generateName)).toEqual(['cants-b-example-com.kb.io', 'cants.kb.io']);
  });

  it.each([
    ['nothing in the configuration', { ...webhookOf('Mutating', 'm.example.com', client), webhooks: undefined }, [service], /^webhook: MutatingWebhookConfiguration "mutating-webhooks" is left out, because it has no webhooks/],
    ['an empty list in the configuration', { ...webhookOf('Validating', 'v.example.com', client), webhooks: [] }, [], /is left out, because it has no webhooks that OLM could set up; if the operator/],
    ['a URL', webhookOf('Validating', 'v.example.com', { url: 'https://example.com' }), [], /loses the webhook "v.example.com": it has a URL instead of a Service/],
    ['a Service that is not there', webhookOf('Validating', 'v.example.com', client), [], /its Service "webhooks" is not among the manifests/],
    ['a Service without pods', webhookOf('Validating', 'v.example.com', client), [serviceOf('webhooks', [{ port: 443 }], { app: 'no' })], /its Service "webhooks" selects no Deployment/],
    ['namespaces', webhookOf('Validating', 'v.example.com', client, { namespaceSelector: { matchLabels: { a: 'b' } } }), [service], /with namespaceSelector, which bundles do not have: OLM selects/],
    ['conditions', webhookOf('Mutating', 'm.example.com', client, { matchConditions: [{ name: 'a', expression: 'true' }] }), [service], /with matchConditions, which bundles do not have/],
  ])('with %s are noted', (_, configuration, services, message) => {
    expect(decisionsOf(bundleOfObjects([deploymentOf(), ...services, configuration]))).toEqual([expect.stringMatching(message)]);
  });

  it('note a certificate that OLM mounts elsewhere', () => {
    const certificate = { apiVersion: 'cert-manager.io/v1', kind: 'Certificate', metadata: { name: 'serving' }, spec: { secretName: 'certs', dnsNames: ['webhooks.ops.svc'] } };
    const pod = { volumes: [{ name: 'cert', secret: { secretName: 'certs' } }] };
    const bundle = bundleOfObjects([deploymentOf({ container: { volumeMounts: [{ name: 'cert', mountPath: '/certs' }] }, pod }), service, webhookOf('Validating', 'v.example.com', client), certificate]);
    expect(podOf(bundle)).not.toHaveProperty('volumes');
    expect(decisionsOf(bundle)).toEqual([expect.stringMatching(/mounts the certificate of its webhooks at "\/certs", and OLM mounts the one that it creates at "\/tmp\/k8s-webhook-server\/serving-certs"/)]);
  });

  it.each<[string, PlainObject, PlainObject]>([
    ['a volume', deploymentOf({ name: 'api', labels: { app: 'api' }, pod: { volumes: [{ name: 'cert', secret: { secretName: 'certs' } }] } }), deploymentOf()],
    ['a variable', deploymentOf({ name: 'api', labels: { app: 'api' }, container: { env: [{ name: 'CA', valueFrom: { secretKeyRef: { name: 'certs', key: 'ca.crt' } } }] } }), deploymentOf()],
    ['a variable of the Deployment that serves them', deploymentOf({ name: 'api', container: { envFrom: [{ secretRef: { name: 'certs' } }] } }), deploymentOf({ name: 'second', labels: { app: 'second' } })],
  ])('ask about a certificate that is still needed for %s', (_, needing, other) => {
    const spec = { secretName: 'certs', dnsNames: ['webhooks.ops.svc'], issuerRef: { kind: 'Issuer', name: 'own' } };
    const certificate = { apiVersion: 'cert-manager.io/v1', kind: 'Certificate', metadata: { name: 'serving' }, spec };
    const issuer = { apiVersion: 'cert-manager.io/v1', kind: 'Issuer', metadata: { name: 'own' }, spec: { selfSigned: {} } };
    const objects = [needing, other, service, webhookOf('Validating', 'v.example.com', client), certificate, issuer];
    expect(decisionsOf(bundleOfObjects(objects))).toEqual([
      expect.stringMatching(/^cert-manager: Certificate "serving" is left out: OLM creates another certificate for the webhooks, and nothing creates the Secret "certs", which the pods of "api" still need; create/),
      expect.stringMatching(/^cert-manager: Issuer "own" is left out, because OLM does not install objects of cert-manager; create it beside the operator/),
    ]);
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'certs' } };
    const bundle = bundleOfObjects([...objects, secret]);
    expect(bundle.otherManifests.map(({ name }) => name)).toEqual(['certs']);
    expect(decisionsOf(bundle)).toEqual([]);
  });

  describe('with a certificate of the manifests', () => {
    const secret = { apiVersion: 'v1', kind: 'Secret', type: 'kubernetes.io/tls', metadata: { name: 'certs' }, data: { 'tls.crt': 'YQ==', 'tls.key': 'YQ==' } };
    const trusted = (caBundle: string): PlainObject => webhookOf('Validating', 'v.example.com', { ...client, caBundle });
    const mounting = (mountPath: string, container: object = {}): PlainObject => (
      deploymentOf({ container: { volumeMounts: [{ name: 'cert', mountPath }], ...container }, pod: { volumes: [{ name: 'cert', secret: { secretName: 'certs' } }] } })
    );
    const served = '/tmp/k8s-webhook-server/serving-certs';

    it('leave out the Secret, which OLM replaces', () => {
      const bundle = bundleOfObjects([mounting(served), service, trusted('YQ=='), secret]);
      expect(bundle.otherManifests).toEqual([]);
      expect(podOf(bundle)).not.toHaveProperty('volumes');
      expect(decisionsOf(bundle)).toEqual([]);
      expect(notesOf(bundle)).toContain('cert-manager: Secret "certs" is left out: OLM creates the certificates of webhooks');
    });

    it('keep a Secret that something else uses', () => {
      const env = [{ name: 'KEY', valueFrom: { secretKeyRef: { name: 'certs', key: 'tls.key' } } }];
      expect(bundleOfObjects([mounting(served, { env }), service, trusted(''), secret]).otherManifests.map(({ name }) => name)).toEqual(['certs']);
    });

    it('note one that is mounted elsewhere, because the API server will trust that of OLM', () => {
      for (const objects of [[mounting('/certs'), secret], [mounting('/certs')]]) {
        const bundle = bundleOfObjects([...objects, service, trusted('YQ==')]);
        expect(bundle.otherManifests.map(({ name }) => name)).toEqual(objects.slice(1).map(() => 'certs'));
        expect(decisionsOf(bundle)).toEqual([expect.stringMatching(/^webhook: Deployment "op" serves webhooks, and mounts the Secret "certs": if that is their certificate, the API server will not trust it, because OLM creates another one, and mounts it at "\/tmp\/k8s-webhook-server\/serving-certs"; let/)]);
      }
    });
  });
});

describe('custom resources', () => {
  const schema = {
    type: 'object', description: ' A thing.\n',
    properties: { spec: { type: 'object', properties: { size: { type: 'integer', description: 'How many.' }, isPublic: { type: 'boolean' }, mode: { enum: ['a', 'b'] }, dnsName: { type: 'string' }, list: { type: 'array' } } } },
  };

  it('may be missing in the output of helm template, which is noted', () => {
    const note = expect.stringContaining('no CustomResourceDefinition is among the manifests of the Helm chart; if it has some, add --include-crds to') as string;
    const chart = deploymentOf({ metadata: { labels: { 'app.kubernetes.io/managed-by': 'Helm' } } });
    expect(notesOf(bundleOfObjects([chart], { strict: true }))).toContainEqual(note);
    expect(notesOf(bundleOfObjects([chart, crdOf('Thing', [{ name: 'v1' }])]))).not.toContainEqual(note);
    expect(notesOf(bundleOfObjects([deploymentOf()]))).not.toContainEqual(note);
  });

  it('are owned with the words of the schema, and without versions that are not served', () => {
    const bundle = bundleOfObjects([deploymentOf(), crdOf('NodeHealthCheck', [{ name: 'v1', schema }, { name: 'v1alpha1', served: false }])]);
    expect(bundle.csv.ownedCrds).toEqual([{ name: 'nodehealthchecks.example.com', version: 'v1', kind: 'NodeHealthCheck', displayName: 'Node Health Check', description: 'A thing.' }]);
    expect(notesOf(bundle)).toContain('crd: CustomResourceDefinition "nodehealthchecks.example.com" has the version "v1alpha1", which is not served, so the operator does not own it');
  });

  it('have descriptors on request', () => {
    const bundle = bundleOfObjects([deploymentOf(), crdOf('Thing', [{ name: 'v1', schema }])], { specDescriptors: true });
    expect(fieldAt(bundle.csv.manifest.content, 'spec', 'customresourcedefinitions', 'owned')).toMatchObject([{ specDescriptors: [
      { path: 'size', displayName: 'Size', description: 'How many.', 'x-descriptors': ['urn:alm:descriptor:com.tectonic.ui:number'] },
      { path: 'isPublic', displayName: 'Is Public', 'x-descriptors': ['urn:alm:descriptor:com.tectonic.ui:booleanSwitch'] },
      { path: 'mode', 'x-descriptors': ['urn:alm:descriptor:com.tectonic.ui:select:a', 'urn:alm:descriptor:com.tectonic.ui:select:b'] },
      { path: 'dnsName', displayName: 'Dns Name' }, { path: 'list', displayName: 'List' },
    ] }]);
  });

  it('are examples, as JSON that Go writes', () => {
    const bundle = bundleOfObjects([deploymentOf(), crdOf('Thing', [{ name: 'v1' }]), { kind: 'Thing', apiVersion: 'example.com/v1', metadata: { name: 'a' }, spec: { z: 'a & b', a: [], n: 12345678901234567890n } }]);
    expect(bundle.csv.annotations['alm-examples']).toBe(`[
  {
    "apiVersion": "example.com/v1",
    "kind": "Thing",
    "metadata": {
      "name": "a"
    },
    "spec": {
      "a": [],
      "n": 12345678901234567890,
      "z": "a \\u0026 b"
    }
  }
]`);
    expect(notesOf(bundle)).toContainEqual('examples: 1 custom resource became examples in alm-examples, which consoles show and OLM does not create: Thing a');
  });
});

describe('values of manifests', () => {
  const metadata = { name: 'a', labels: { v: 1, b: true, s: 'x', n: null }, annotations: { on: false } };
  const strings = { labels: { v: '1', b: 'true', s: 'x', n: '' }, annotations: { on: 'false' } };

  it.each<[string, PlainObject, object]>([
    ['a ConfigMap', { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { port: 8080, big: 12345678901234567890n, nothing: null } }, { data: { port: '8080', big: '12345678901234567890', nothing: '' } }],
    ['a Secret', { apiVersion: 'v1', kind: 'Secret', metadata, data: { a: 1234 }, stringData: { b: 1.5 } }, { data: { a: '1234' }, stringData: { b: '1.5' } }],
    ['a Service', { apiVersion: 'v1', kind: 'Service', metadata, spec: { selector: { app: 'op', v: 1 }, ports: [{ port: 80 }] } }, { spec: { selector: { app: 'op', v: '1' }, ports: [{ port: 80 }] } }],
    ['a PodDisruptionBudget', { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata, spec: { selector: { matchLabels: { v: 1 } } } }, { spec: { selector: { matchLabels: { v: '1' } } } }],
  ])('are strings where Kubernetes has strings: %s', (_, object, expected) => {
    const bundle = bundleOfObjects([deploymentOf(), object]);
    expect(bundle.otherManifests.map(({ content }) => content)).toMatchObject([{ metadata: strings, ...expected }]);
    expect(decisionsOf(bundle)).toEqual([expect.stringMatching(/^fields: \w+ "a" has values that YAML does not read as strings \(v: 1, b: true, on: false.*\), and that are strings in the bundle; put them in quotes$/)]);
  });

  it('are strings in Deployments, whose labels are kept', () => {
    const container = { env: [{ name: 'A', value: 1 }, { name: 'B', valueFrom: {} }], args: [true] };
    const bundle = bundleOfObjects([deploymentOf({ metadata: { labels: { app: 'op', ver: 1 } }, container })]);
    expect(installSpec(bundle)).toMatchObject({ deployments: [{ label: { app: 'op', ver: '1' } }] });
    expect(podOf(bundle)).toMatchObject({ containers: [{ env: [{ name: 'A', value: '1' }, { name: 'B', valueFrom: {} }], args: ['true'] }] });
  });

  it('are strings in annotations of service accounts, which are noted', () => {
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'op', annotations: { foo: true } } };
    expect(decisionsOf(bundleOfObjects([deploymentOf(), account])).at(-1)).toMatch(/^service-account: ServiceAccount "op" is created by OLM, without its annotation "foo"/);
  });

  describe('that a cluster has set', () => {
    const ofCluster = { uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z', generation: 2, managedFields: [{ manager: 'a' }], ownerReferences: [{ uid: 'o' }], selfLink: '/a' };

    it.each<[string, PlainObject, object, string]>([
      ['a ConfigMap', { apiVersion: 'v1', kind: 'ConfigMap', data: { a: 'b' } }, { data: { a: 'b' } }, ''],
      ['a Service', { apiVersion: 'v1', kind: 'Service', spec: { clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1'], ports: [] }, status: { loadBalancer: {} } }, { spec: { ports: [] } }, ', spec.clusterIP, spec.clusterIPs, status'],
      ['a Service without an address', { apiVersion: 'v1', kind: 'Service', spec: { clusterIP: 'None', clusterIPs: ['None'] } }, { spec: { clusterIP: 'None', clusterIPs: ['None'] } }, ''],
    ])('are left out of %s', (_, object, kept, more) => {
      const bundle = bundleOfObjects([deploymentOf(), { ...object, metadata: { name: 'a', labels: { own: 'kept' }, ...ofCluster } }]);
      expect(bundle.otherManifests.map(({ content }) => content)).toEqual([{ apiVersion: 'v1', kind: object['kind'], metadata: { name: 'a', labels: { own: 'kept' } }, ...kept }]);
      const fields = 'metadata.creationTimestamp, metadata.uid, metadata.resourceVersion, metadata.generation, metadata.managedFields, metadata.selfLink, metadata.ownerReferences';
      expect(notesOf(bundle)).toContain(`fields: ${object['kind'] as string} "a" has fields that a cluster has set, and that are left out: ${fields}${more}`);
      expect(decisionsOf(bundle)).toEqual([]);
    });

    it('are left out of examples', () => {
      const bundle = bundleOfObjects([deploymentOf(), crdOf('Thing', [{ name: 'v1' }]), { kind: 'Thing', apiVersion: 'example.com/v1', metadata: { name: 'a', ...ofCluster }, status: { a: 1 } }]);
      expect(JSON.parse(bundle.csv.annotations['alm-examples']!)).toEqual([{ apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'a' } }]);
    });

    it('may be in a manifest that is not from a cluster', () => {
      const bundle = bundleOfObjects([deploymentOf(), { apiVersion: 'v1', kind: 'Service', metadata: { name: 'a', creationTimestamp: null }, spec: { clusterIP: '10.96.0.10' }, status: { loadBalancer: {} } }]);
      expect(bundle.otherManifests.map(({ content }) => content)).toMatchObject([{ spec: { clusterIP: '10.96.0.10' }, status: {} }]);
      expect(notesOf(bundle).join()).not.toContain('fields:');
    });
  });
});

describe('install modes', () => {
  const role = roleOf('Role', 'reader', ['pods']);
  const clusterRole = roleOf('ClusterRole', 'reader', ['pods']);
  const watching = { env: [{ name: 'WATCH_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } }] };

  it.each<[string, readonly PlainObject[], readonly InstallModeType[]]>([
    ['roles in its namespace only', [deploymentOf(), role, bindingOf('RoleBinding', role, ['op'])], [InstallModeType.OWN_NAMESPACE]],
    ['cluster roles', [deploymentOf(), clusterRole, bindingOf('ClusterRoleBinding', clusterRole, ['op'])], [InstallModeType.ALL_NAMESPACES]],
    ['WATCH_NAMESPACE', [deploymentOf({ container: watching })], [InstallModeType.OWN_NAMESPACE, InstallModeType.SINGLE_NAMESPACE, InstallModeType.ALL_NAMESPACES]],
  ])('are proposed for an operator with %s', (_, objects, modes) => {
    const bundle = bundleOfObjects(objects);
    expect(bundle.installModes).toEqual(modes);
    expect(notesOf(bundle)).toContainEqual(expect.stringMatching(/^install-modes: proposed install modes: .*, because .*; set installModes to decide yourself$/));
  });

  it('are those of the options without a proposal', () => {
    const bundle = bundleOfObjects([deploymentOf()], { installModes: [InstallModeType.MULTI_NAMESPACE] });
    expect(bundle.csv.installModes).toMatchObject([{ supported: false }, { supported: false }, { type: 'MultiNamespace', supported: true }, { supported: false }]);
    expect(notesOf(bundle).join()).not.toContain('install-modes');
  });

  it('follow the OperatorGroup, also in init containers', () => {
    const bundle = bundleOfObjects([deploymentOf({ container: watching, pod: { initContainers: [{ name: 'first', image: 'i', ...watching }] } })]);
    const followed = { env: [{ name: 'WATCH_NAMESPACE', valueFrom: { fieldRef: { fieldPath: "metadata.annotations['olm.targetNamespaces']" } } }] };
    expect(podOf(bundle)).toMatchObject({ containers: [followed], initContainers: [followed] });
  });
});

describe('what people edit by sed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'generation-'));
  writeFileSync(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'README.md'), '# Sample\n');
  const container = { env: [{ name: 'RELATED_IMAGE_DB', value: 'example.com/db:1' }, { name: 'OTHER', value: 'example.com/db:1' }] };

  it('is an option', () => {
    const bundle = bundleOfObjects([deploymentOf({ container })], {
      version: 'v1.2.0', name: 'sample.v1.2.0-1', channels: ['stable', 'fast'], defaultChannel: 'fast', displayName: 'A Sample', descriptionFile: join(folder, 'README.md'), icon: join(folder, 'icon.svg'),
      provider: { name: 'Example' }, maintainers: [{ name: 'Ann', email: 'ann@example.com' }], links: [{ name: 'Home', url: 'https://example.com' }], keywords: ['sample'], maturity: 'stable',
      capabilities: 'Full Lifecycle', categories: ['Database', 'Storage'], containerImage: 'example.com/op:1', createdAt: '2026-01-31T12:00:00Z', suggestedNamespace: 'samples',
      architectures: ['amd64', 'arm64'], minKubeVersion: '1.28.0', replaces: 'sample.v1.1.0', skips: ['sample.v1.1.1'], skipRange: '>=1.0.0 <1.2.0',
      dependencies: [{ type: 'olm.package', value: { packageName: 'other', version: '>=1.0.0' } }], annotations: { own: 'a' }, labels: { mine: 'b' }, bundleAnnotations: { 'com.redhat.openshift.versions': 'v4.14' },
      relatedImages: [{ name: 'tool', image: 'example.com/tool:1' }], images: { 'example.com/op:1': `mirror.example.com/op@sha256:${'a'.repeat(64)}`, 'example.com/db:1': 'mirror.example.com/db:1' },
    });
    const { csv } = bundle;
    expect([bundle.name, bundle.version, bundle.channels, bundle.defaultChannel]).toEqual(['sample.v1.2.0-1', '1.2.0', ['stable', 'fast'], 'fast']);
    expect([csv.displayName, csv.description, csv.icons, csv.maturity, csv.minKubeVersion, csv.replaces, csv.skips, csv.skipRange]).toEqual([
      'A Sample', '# Sample\n', [{ mediaType: 'image/svg+xml', base64data: 'PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=' }], 'stable', '1.28.0', 'sample.v1.1.0', ['sample.v1.1.1'], '>=1.0.0 <1.2.0',
    ]);
    expect(csv.annotations).toEqual({
      'alm-examples': '[]', 'capabilities': 'Full Lifecycle', 'categories': 'Database, Storage', 'containerImage': `mirror.example.com/op@sha256:${'a'.repeat(64)}`, 'createdAt': '2026-01-31T12:00:00Z',
      'olm.skipRange': '>=1.0.0 <1.2.0', 'operatorframework.io/suggested-namespace': 'samples', 'own': 'a',
    });
    expect(csv.labels).toEqual({ 'mine': 'b', 'operatorframework.io/arch.amd64': 'supported', 'operatorframework.io/arch.arm64': 'supported' });
    expect(bundle.annotations).toMatchObject({ 'com.redhat.openshift.versions': 'v4.14' });
    expect(bundle.dependencies).toEqual([{ type: 'olm.package', value: { packageName: 'other', version: '>=1.0.0' } }]);
    expect(bundle.relatedImages).toEqual([{ name: 'tool', image: 'example.com/tool:1' }, { name: 'db', image: 'mirror.example.com/db:1' }]);
    expect(podOf(bundle)).toMatchObject({ containers: [{ image: `mirror.example.com/op@sha256:${'a'.repeat(64)}`, env: [{ value: 'mirror.example.com/db:1' }, { value: 'example.com/db:1' }] }] });
  });

  it('has no time, no placeholder and no default but what OLM needs', () => {
    const { csv } = bundleOfObjects([deploymentOf()]);
    expect(csv.annotations).toEqual({ 'alm-examples': '[]', 'capabilities': 'Basic Install' });
    expect(Object.keys(fieldAt(csv.manifest.content, 'spec') as object)).toEqual(['apiservicedefinitions', 'customresourcedefinitions', 'displayName', 'install', 'installModes', 'version']);
  });
});

describe('a base', () => {
  const base: PlainObject = {
    apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion',
    metadata: { name: 'sample.v0.0.0', namespace: 'placeholder', annotations: { 'createdAt': '2020-01-01', 'alm-examples': '[{"kind":"Thing"}]' } },
    spec: {
      displayname: 'From The Base', version: '0.0.0', relatedImages: [{ name: 'db', image: 'example.com/db:1' }], icon: [{ base64data: '', mediatype: '' }],
      installModes: [{ type: 'AllNamespaces', supported: true }], provider: { name: 'Example' },
      webhookdefinitions: [{ type: 'ValidatingAdmissionWebhook', generateName: 'old.example.com' }],
      customresourcedefinitions: { owned: [{ name: 'olds.example.com', version: 'v1', kind: 'Old' }], required: [{ name: 'certs.example.org', version: 'v1', kind: 'Cert' }] },
      install: { strategy: 'deployment', spec: { deployments: [{ name: 'gone' }], permissions: [{ serviceAccountName: 'op', rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }] }] } },
    },
  };

  it('keeps its fields, and notes what it loses', () => {
    const bundle = bundleOfObjects([deploymentOf(), base]);
    expect(bundle.csv).toMatchObject({ name: 'sample.v1.0.0', displayName: 'From The Base', provider: { name: 'Example' }, relatedImages: [{ name: 'db' }], icons: [], requiredCrds: [{ name: 'certs.example.org' }] });
    expect(bundle.csv.annotations).toMatchObject({ 'createdAt': '2020-01-01', 'alm-examples': '[{"kind":"Thing"}]' });
    expect(decisionsOf(bundle)).toEqual([
      'base: the base owns "olds.example.com" v1 (Old), which is left out: there is no such CRD among the manifests; add it, or remove it from the base',
      'base: the base has the Deployment "gone", which is left out, because it is not among the manifests; add it to them, or remove it from the base',
      'base: the base has 1 rule in permissions of the service account "op" that no role among the manifests has, and that is left out: get of secrets; add a role and a binding, or set keepPermissions',
      expect.stringMatching(/^base: the base has the webhook "old.example.com", which is left out/),
    ]);
  });

  it('keeps its permissions on request', () => {
    expect(bundleOfObjects([deploymentOf(), base], { keepPermissions: true }).csv.permissions).toMatchObject([{ serviceAccountName: 'op', rules: [{ resources: ['secrets'] }] }]);
  });

  it('is the file of the option before one among the manifests', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'base-')), 'base.yaml');
    writeFileSync(path, JSON.stringify({ ...base, spec: { ...base['spec'] as object, displayname: 'From A File' } }));
    const bundle = bundleOfObjects([deploymentOf(), base], { base: path });
    expect(bundle.csv.displayName).toBe('From A File');
    expect(decisionsOf(bundle)).toContainEqual('base: ClusterServiceVersion "sample.v0.0.0" is left out: a bundle has one ClusterServiceVersion, and another one is the base; remove it');
  });
});

describe('the result', () => {
  it('is valid by every suite', () => {
    const role = roleOf('ClusterRole', 'reader', ['pods']);
    const bundle = bundleOfObjects([
      deploymentOf({ container: { resources: { requests: { cpu: '1m' } } } }), role, bindingOf('ClusterRoleBinding', role, ['op']), crdOf('Thing', [{ name: 'v1' }]),
      serviceOf('webhooks', [{ port: 443, targetPort: 9443 }]), webhookOf('Validating', 'v.example.com', { service: { name: 'webhooks' } }),
    ], { provider: { name: 'Example' }, maintainers: [{ name: 'Ann', email: 'ann@example.com' }], links: [{ name: 'Home', url: 'https://example.com' }], description: 'A sample.' });
    const folder = join(mkdtempSync(join(tmpdir(), 'bundle-')), 'bundle');
    bundle.writeDirectory(folder);
    const report = BundleValidation.ofDirectory(folder, { suites: Object.values(ValidationSuite) });
    expect(report.findings.filter(({ severity }) => severity === FindingSeverity.ERROR)).toEqual([]);
    expect(Bundle.fromDirectory(folder).toImageLayout().digest).toBe(bundle.toImageLayout().digest);
    expect(BundleReport.of(bundle).toText()).toContain('sample.v1.0.0');
  });

  it('is not written where other files would become part of it', () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'bundle-')), 'bundle');
    bundleOfObjects([deploymentOf(), serviceOf('metrics', [{ port: 8443 }])]).writeDirectory(folder);
    const next = bundleOfObjects([deploymentOf()]);
    expect(() => next.writeDirectory(folder)).toThrow(/the folder has manifests\/metrics_v1_service\.yaml, which this bundle does not have, and which would become part of it; nothing was written/);
    next.writeDirectory(folder, { prune: true });
    expect(Bundle.fromDirectory(folder).otherManifests).toEqual([]);
  });

  it('is made of a chart as of its manifests', () => {
    class Operator extends Chart {
      public override toJson(): PlainObject[] {
        return [deploymentOf()];
      }
    }
    const bundle = Bundle.fromChart(new Operator(new App(), 'operator'), { packageName: 'sample', version: '1.0.0' });
    expect(bundle.toImageLayout().digest).toBe(bundleOfObjects([deploymentOf()]).toImageLayout().digest);
    expect(bundle.source).toBe('chart operator');
  });

  it('is made of the items of lists among the objects, as cdk8s includes them', () => {
    const list = { apiVersion: 'v1', kind: 'List', metadata: { name: 'c-list' }, items: [deploymentOf()] };
    expect(bundleOfObjects([list]).toImageLayout().digest).toBe(bundleOfObjects([deploymentOf()]).toImageLayout().digest);
  });

  it('does not freeze the objects that it is made of', () => {
    const object = deploymentOf();
    Bundle.fromManifests(ManifestSource.fromObjects([object]), { packageName: 'sample', version: '1.0.0' });
    expect(Object.isFrozen(object['spec'])).toBe(false);
  });
});

describe('lists of objects', () => {
  const objects = [deploymentOf(), roleOf('Role', 'reader', ['pods']), { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } }];
  const list = (...items: unknown[]): PlainObject => ({ apiVersion: 'v1', kind: 'List', items });

  it.each<[string, PlainObject[]]>([
    ['a list', [list(...objects)]],
    ['lists beside an object', [objects[0]!, { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleList', items: [objects[1]] }, list(objects[2])]],
    ['a list in a list', [list(objects[0], list(objects[1], objects[2]))]], ['an empty list', [...objects, list()]],
  ])('are read as their items from values, as from a file: %s', (_, values) => {
    const manifestsOf = (source: ManifestSource): unknown => Bundle.fromManifests(source, { packageName: 'sample', version: '1.0.0' }).manifests.map(({ content }) => content);
    const expected = bundleOfObjects(objects).manifests.map(({ content }) => content);
    expect(manifestsOf(ManifestSource.fromObjects(values))).toEqual(expected);
    expect(manifestsOf(ManifestSource.fromString(values.map((value) => JSON.stringify(value)).join('\n---\n')))).toEqual(expected);
  });

  it('have objects as items, whose place is that of the list', () => {
    expect(() => bundleOfObjects([deploymentOf(), list({ kind: 'ConfigMap' })])).toThrow('objects:2: item 1 of the list is not a Kubernetes object: it must have apiVersion and kind');
    const { generationNotes } = bundleOfObjects([deploymentOf(), list({ apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'x' } })]);
    expect(generationNotes).toContainEqual(expect.objectContaining({ code: 'unsupported-kind', file: 'objects', line: 2 }));
  });

  it('are copied when the source is created', () => {
    const value = list(...structuredClone(objects));
    const source = ManifestSource.fromObjects([value]);
    (value['items'] as unknown[]).length = 0;
    expect(Bundle.fromManifests(source, { packageName: 'sample', version: '1.0.0' }).csv.deployments).toHaveLength(1);
  });
});
