import { InstallMode, PlainManifests } from 'olm-constructs';
import { crdOf } from '../builders/bundle-of';
import { CONVERTER, deployment, objectsOf, only, operatorBundle, type PlainObject, titles, webhook } from './operator-bundle';

const RULE = { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get'] };
const READ = { apiGroups: [''], resources: ['pods'], verbs: ['list'] };

describe('the objects of an operator', () => {
  it('are those that OLM v1 creates, in its order', () => {
    const objects = objectsOf({
      permissions: [{ serviceAccountName: 'demo', rules: [RULE] }],
      clusterPermissions: [{ serviceAccountName: 'demo', rules: [READ] }],
      webhooks: [webhook(), webhook({ type: 'MutatingAdmissionWebhook', generateName: 'mthing.example.test' })],
      files: {
        'manifests/config.yaml': { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: { a: 'b' } },
        'manifests/things.yaml': crdOf('Thing'),
      },
    });
    expect(titles(objects)).toEqual([
      'ServiceAccount operators/demo',
      'ClusterRole demo.v1.0.0-demo-2290ch507bp53xd8cds48v3v6tcgxf9k87hnc4r5dsjb',
      'ClusterRoleBinding demo.v1.0.0-demo-2290ch507bp53xd8cds48v3v6tcgxf9k87hnc4r5dsjb',
      'ClusterRole demo.v1.0.0-demo-2ua3dpuic6gouwh87d4i6mmxy7j9vqckrrujeojqjq1',
      'ClusterRoleBinding demo.v1.0.0-demo-2ua3dpuic6gouwh87d4i6mmxy7j9vqckrrujeojqjq1',
      'CustomResourceDefinition things.example.test',
      'ConfigMap operators/settings',
      'Deployment operators/demo',
      'ValidatingWebhookConfiguration vthing.example.test',
      'MutatingWebhookConfiguration mthing.example.test',
      'Service operators/demo-service',
      'Issuer operators/demo-service-cert-selfsigned-issuer',
      'Certificate operators/demo-service-cert',
    ]);
  });

  it('leave out what only the API server sets', () => {
    const objects = objectsOf({
      files: { 'manifests/s.yaml': { apiVersion: 'v1', kind: 'Service', metadata: { name: 's', creationTimestamp: null }, spec: {}, status: { loadBalancer: {} } } },
    });
    expect(only(objects, 'Service')).toEqual({ apiVersion: 'v1', kind: 'Service', metadata: { name: 's', namespace: 'operators' }, spec: {} });
    expect(only(objects, 'Deployment')).not.toHaveProperty('status');
  });

  it('include those of a List', () => {
    const items = ['a', 'b'].map((name) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } }));
    const objects = objectsOf({ files: { 'manifests/list.yaml': { apiVersion: 'v1', kind: 'ConfigMapList', items } } });
    expect(titles(objects)).toEqual(['ConfigMap operators/a', 'ConfigMap operators/b', 'Deployment operators/demo']);
  });

  it('keep cluster-scoped objects out of the namespace', () => {
    const objects = objectsOf({ files: { 'manifests/p.yaml': { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'high' }, value: 1 } } });
    expect(titles(objects)).toContain('PriorityClass high');
  });

  it('do not change the bundle', () => {
    const bundle = operatorBundle(CONVERTER);
    const before = bundle.manifests.map((manifest) => manifest.toJson());
    PlainManifests.render(bundle, { installNamespace: 'operators', certificates: { provide: () => ({}) } });
    expect(bundle.manifests.map((manifest) => manifest.toJson())).toEqual(before);
  });
});

describe('the namespaces to watch', () => {
  const permissions = [{ serviceAccountName: 'demo', rules: [RULE] }];
  const targets = (installModes: readonly string[], installMode?: InstallMode): string[] =>
    PlainManifests.render(operatorBundle({ installModes }), { installNamespace: 'operators', ...(installMode === undefined ? {} : { installMode }) }).targetNamespaces;

  it('are all namespaces by default', () => {
    expect(targets(['OwnNamespace', 'AllNamespaces'])).toEqual([]);
  });

  it('are the operator\'s own by default, if it does not support all', () => {
    expect(targets(['OwnNamespace', 'SingleNamespace'])).toEqual(['operators']);
  });

  it.each([
    ['its own', InstallMode.ownNamespace(), ['operators']],
    ['one other', InstallMode.singleNamespace('a'), ['a']],
    ['several', InstallMode.multiNamespace(['a', 'operators']), ['a', 'operators']],
    ['all', InstallMode.allNamespaces(), []],
  ])('can be %s', (_, installMode, expected) => {
    expect(targets(['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'], installMode)).toEqual(expected);
  });

  it('have a role each', () => {
    const objects = objectsOf({ permissions }, { installMode: InstallMode.multiNamespace(['a', 'b']) });
    const roles = objects.filter(({ kind }) => kind === 'Role');
    expect(roles.map(({ metadata, rules }) => [metadata.namespace, rules])).toEqual([['a', [RULE]], ['b', [RULE]]]);
    const [binding] = objects.filter(({ kind }) => kind === 'RoleBinding');
    expect(binding).toEqual({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { name: roles[0]!.metadata.name, namespace: 'a' },
      subjects: [{ kind: 'ServiceAccount', name: 'demo', namespace: 'operators' }],
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: roles[0]!.metadata.name },
    });
  });

  it('have a ClusterRole if they are all, which may list namespaces', () => {
    const objects = objectsOf({ permissions });
    expect(titles(objects).filter((title) => title.startsWith('Role'))).toEqual([]);
    expect(only(objects, 'ClusterRole').rules).toEqual([RULE, { verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['namespaces'] }]);
  });

  it.each([
    ['all', InstallMode.allNamespaces(), ''],
    ['several', InstallMode.multiNamespace(['a', 'b']), 'a,b'],
  ])('are an annotation of the pods: %s', (_, installMode, expected) => {
    const annotations = only(objectsOf({ annotations: { support: 'us' } }, { installMode }), 'Deployment').spec.template.metadata.annotations;
    expect(annotations).toEqual({ 'support': 'us', 'olm.targetNamespaces': expected, 'olm.operatorNamespace': 'operators' });
  });

  it('limit the webhooks', () => {
    const selector = (installMode: InstallMode): unknown =>
      only(objectsOf({ webhooks: [webhook()] }, { installMode }), 'ValidatingWebhookConfiguration').webhooks[0]!.namespaceSelector;
    expect(selector(InstallMode.allNamespaces())).toBeUndefined();
    expect(selector(InstallMode.singleNamespace('a'))).toEqual({ matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values: ['a'] }] });
  });
});

describe('a Deployment', () => {
  const deploymentOf = (pod: object): PlainObject => only(objectsOf({ deployments: [deployment('demo', pod)] }), 'Deployment');

  it('keeps one old revision, as with OLM v0', () => {
    expect(deploymentOf({}).spec.revisionHistoryLimit).toBe(1);
  });

  it('has its labels', () => {
    const objects = objectsOf({ deployments: [{ ...deployment(), label: { team: 'a' } }] });
    expect(only(objects, 'Deployment').metadata).toEqual({ name: 'demo', namespace: 'operators', labels: { team: 'a' } });
  });

  it('has the annotations of its own pods rather than those of the ClusterServiceVersion', () => {
    const own = { name: 'demo', spec: { selector: {}, template: { metadata: { annotations: { a: 'pod' } }, spec: { containers: [] } } } };
    const objects = objectsOf({ annotations: { a: 'csv', b: 'csv' }, deployments: [own] });
    expect(only(objects, 'Deployment').spec.template.metadata.annotations).toMatchObject({ a: 'pod', b: 'csv' });
  });

  it('is written as Go writes it: canonical quantities, no unknown fields, no empty ones', () => {
    const container = { name: 'c', resources: { limits: { cpu: '0.5', memory: '1024Mi' } }, tty: false, unknown: 1, env: [{ name: 'E', value: '' }] };
    expect(deploymentOf({ containers: [container], hostNetwork: false, terminationGracePeriodSeconds: 0 }).spec.template.spec).toEqual({
      containers: [{ name: 'c', resources: { limits: { cpu: '500m', memory: '1Gi' } }, env: [{ name: 'E' }] }],
      terminationGracePeriodSeconds: 0,
    });
  });

  it('has the properties of the bundle in an annotation', () => {
    const objects = objectsOf({
      annotations: { 'olm.properties': '[{"type":"a","value":{"z":1,"b":"<"}}]' },
      files: { 'metadata/properties.yaml': { properties: [{ type: 'b', value: { z: 1, a: 2 } }] } },
    });
    expect(only(objects, 'Deployment').spec.template.metadata.annotations['olm.properties'])
      .toBe('[{"type":"a","value":{"z":1,"b":"\\u003c"}},{"type":"b","value":{"a":2,"z":1}}]');
  });

  // As printed by Go's json.Marshal after json.Unmarshal into a list of operator-registry's Property.
  it.each([
    [
      '[{"type":"own","value":{"b":1.0,"10":1e2,"9":12345678901234567890123,"s":"\\u003c<\\/&>"}}]',
      '{"type":"own","value":{"b":1.0,"10":1e2,"9":12345678901234567890123,"s":"\\u003c\\u003c\\/\\u0026\\u003e"}}',
    ],
    [
      '[{"type":"a<b","value":1},{"Type":"x","TYPE":null,"value":[ 1 , -0, 1E5 ]}]',
      '{"type":"a\\u003cb","value":1},{"type":"x","value":[1,-0,1E5]}',
    ],
    ['[{"type":"x","value":1,"Value":2}]', '{"type":"x","value":2}'],
    ['[{"Value":2,"value":1,"type":"x","Type":"y"}]', '{"type":"y","value":1}'],
    ['[{"value":1,"VALUE":2,"type":"x","value":3}]', '{"type":"x","value":3}'],
    ['[{"type":"x","value":"\u2028\\ud800é"}]', '{"type":"x","value":"\\u2028\\ud800é"}'],
    ['[{"type":"x","value":1,"Value":null}]', '{"type":"x","value":null}'],
  ])('keeps the bytes of the properties %s in that annotation', (annotation, own) => {
    const objects = objectsOf({
      annotations: { 'olm.properties': annotation }, files: { 'metadata/properties.yaml': { properties: [{ type: 'b', value: { z: 1, a: '<' } }] } },
    });
    expect(only(objects, 'Deployment').spec.template.metadata.annotations['olm.properties']).toBe(`[${own},{"type":"b","value":{"a":"\\u003c","z":1}}]`);
  });
});

describe('a CustomResourceDefinition', () => {
  it('keeps its schema, with defaults of every type', () => {
    const schema = {
      type: 'object',
      properties: {
        text: { 'type': 'string', 'default': '', 'example': 'a', 'maxLength': 0, 'x-kubernetes-validations': [{ rule: 'true' }] },
        number: { type: 'integer', default: 0, minimum: 0, maximum: 9007199254740991 },
        flag: { type: 'boolean', default: false },
        list: { 'type': 'array', 'default': [], 'items': { type: 'string', enum: ['', null] }, 'x-kubernetes-list-type': 'set' },
        map: { type: 'object', default: {}, additionalProperties: { type: 'object', properties: { a: { 'x-kubernetes-int-or-string': true } } } },
        closed: { type: 'object', additionalProperties: false },
        open: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    };
    const crd = only(objectsOf({ files: { 'manifests/things.yaml': crdOf('Thing', schema) } }), 'CustomResourceDefinition');
    expect(crd.spec.versions[0]!.schema.openAPIV3Schema).toEqual(schema);
  });
});

describe('webhooks', () => {
  it('are called through a Service, at the port of their container', () => {
    const objects = objectsOf({ webhooks: [webhook(), webhook({ generateName: 'other.example.test', containerPort: 8443, targetPort: 'https' })] });
    expect(only(objects, 'Service').spec).toEqual({
      ports: [{ name: '443', port: 443, targetPort: 9443 }, { name: '8443', port: 8443, targetPort: 'https' }],
      selector: { app: 'demo' },
    });
    const [configuration] = objects.filter(({ kind }) => kind === 'ValidatingWebhookConfiguration');
    expect(configuration).toMatchObject({
      metadata: { name: 'vthing.example.test' },
      webhooks: [{
        name: 'vthing.example.test',
        clientConfig: { service: { namespace: 'operators', name: 'demo-service', path: '/validate', port: 443 } },
        failurePolicy: 'Fail',
        sideEffects: 'None',
      }],
    });
  });

  it('can convert CustomResourceDefinitions', () => {
    const crd = only(objectsOf(CONVERTER), 'CustomResourceDefinition');
    expect(crd.spec.conversion).toEqual({
      strategy: 'Webhook',
      webhook: {
        clientConfig: { service: { namespace: 'operators', name: 'demo-service', path: '/convert', port: 443 } },
        conversionReviewVersions: ['v1'],
      },
    });
    expect(crd.metadata.annotations).toEqual({ 'cert-manager.io/inject-ca-from': 'operators/demo-service-cert' });
  });

  it('of a deployment with dots in its name have a Service without', () => {
    const objects = objectsOf({ deployments: [deployment('demo.example')], webhooks: [webhook({ deploymentName: 'demo.example' })] });
    expect(titles(objects)).toContain('Service operators/demo-example-service');
  });
});
