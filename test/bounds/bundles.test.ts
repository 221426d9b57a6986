import { Bundle } from '../../lib/bundle/bundle';
import { ManifestSource } from '../../lib/bundle/generate/manifest-source';
import { BundleError } from '../../lib/bundle/model/bundle-error';
import { BundleValidation } from '../../lib/validation/bundle-validation';
import { ValidationSuite } from '../../lib/validation/model/suite';
import { type BundleFacts, bundleOf, crdOf, podOf } from '../builders/bundle-of';
import { expectLinear, expectLinearWithNew, many } from './growth';

const entries = (size: number, value: (index: number) => unknown): { [key: string]: unknown } => Object.fromEntries(many(size, (index) => [`k${index}`, value(index)]));

/** A name that differs from others of its length in case only. */
const variant = (name: string, index: number): string => [...name].map((letter, at) => ((index >> at) % 2 === 1 ? letter.toUpperCase() : letter)).join('');

const rule = (index: number): object => ({ apiGroups: [`g${index}.test`], resources: ['things'], verbs: ['get'] });

/** Files of bundles with many of one thing. */
const BUNDLES: { readonly [what: string]: (size: number) => BundleFacts } = {
  'channels': (size) => ({ channels: many(size, (index) => `c${index}`).join(',') }),
  'the same channel': (size) => ({ channels: 'stable,'.repeat(size) }),
  'skips': (size) => ({ skips: many(size, (index) => `demo.v0.${index}.0`) }),
  'annotations': (size) => ({ annotations: entries(size, () => 'v') as { [key: string]: string } }),
  'labels': (size) => ({ labels: entries(size, () => 'v') as { [key: string]: string } }),
  'categories': (size) => ({ annotations: { categories: 'Database,'.repeat(size) } }),
  'terms of a skipRange': (size) => ({ skipRange: many(size, (index) => `>${index}.0.0`).join(' || ') }),
  'spaces in a skipRange': (size) => ({ skipRange: `>${' '.repeat(size)}1.0.0` }),
  'digits in a version': (size) => ({ version: `1.0.0-${'1'.repeat(size)}x` }),
  'identifiers in a version': (size) => ({ version: `1.0.0-${'1.'.repeat(size)}x` }),
  'examples': (size) => ({ annotations: { 'alm-examples': JSON.stringify(many(size, () => ({ apiVersion: 'example.test/v1', kind: 'Thing', metadata: { name: 'a' } }))) } }),
  'examples that are no JSON': (size) => ({ annotations: { 'alm-examples': `[${'{"a":1},'.repeat(size)}` } }),
  'suggested namespaces of a template': (size) => ({ annotations: { 'operatorframework.io/suggested-namespace-template': JSON.stringify({ metadata: { annotations: entries(size, () => 'v') } }) } }),
  'keywords': (size) => ({ spec: { keywords: many(size, (index) => `w${index}`) } }),
  'maintainers': (size) => ({ spec: { maintainers: many(size, (index) => ({ name: `n${index}`, email: `n${index}@example.test` })) } }),
  'characters in a mail address': (size) => ({ spec: { maintainers: [{ name: 'n', email: `${'a.'.repeat(size)}@x` }] } }),
  'comments in a mail address': (size) => ({ spec: { maintainers: [{ name: 'n', email: `${'(a)'.repeat(size)}x` }] } }),
  'links': (size) => ({ spec: { links: many(size, (index) => ({ name: `n${index}`, url: `https://example.test/${index}` })) } }),
  'slashes in a link': (size) => ({ spec: { links: [{ name: 'n', url: `https://${'/'.repeat(size)}` }] } }),
  'a long description': (size) => ({ spec: { description: '# a `b` [c](d)\n'.repeat(size) } }),
  'a large icon': (size) => ({ spec: { icon: [{ base64data: 'AAAA'.repeat(size), mediatype: 'image/png' }] } }),
  'related images': (size) => ({ spec: { relatedImages: many(size, (index) => ({ name: `i${index}`, image: `example.test/i:${index}` })) } }),
  'characters in an image': (size) => ({ spec: { relatedImages: [{ name: 'i', image: `example.test/${'a-'.repeat(size)}` }] } }),
  'deployments': (size) => ({ spec: { install: { strategy: 'deployment', spec: { deployments: many(size, (index) => ({ name: `d${index}`, spec: podOf('example.test/demo:1') })) } } } }),
  'containers': (size) => ({ spec: { install: { strategy: 'deployment', spec: { deployments: [{ name: 'd', spec: {
    selector: { matchLabels: { app: 'demo' } },
    template: { metadata: { labels: { app: 'demo' } }, spec: { containers: many(size, (index) => ({ name: `c${index}`, image: 'example.test/demo:1' })) } },
  } }] } } } }),
  'environment variables': (size) => ({ spec: { install: { strategy: 'deployment', spec: { deployments: [{ name: 'd', spec: {
    selector: { matchLabels: { app: 'demo' } },
    template: { metadata: { labels: { app: 'demo' } }, spec: { containers: [{ name: 'c', image: 'example.test/demo:1', env: many(size, (index) => ({ name: `RELATED_IMAGE_${index}`, value: `example.test/i:${index}` })) }] } },
  } }] } } } }),
  'permissions': (size) => ({ spec: { install: { strategy: 'deployment', spec: {
    deployments: [{ name: 'd', spec: podOf('example.test/demo:1') }], clusterPermissions: many(size, (index) => ({ serviceAccountName: `s${index}`, rules: [rule(index)] })),
  } } } }),
  'rules': (size) => ({ spec: { install: { strategy: 'deployment', spec: {
    deployments: [{ name: 'd', spec: podOf('example.test/demo:1') }], clusterPermissions: [{ serviceAccountName: 's', rules: many(size, rule) }],
  } } } }),
  'equal rules': (size) => ({ spec: { install: { strategy: 'deployment', spec: {
    deployments: [{ name: 'd', spec: podOf('example.test/demo:1') }], permissions: [{ serviceAccountName: 's', rules: many(size, () => rule(0)) }],
  } } } }),
  'verbs of a rule': (size) => ({ spec: { install: { strategy: 'deployment', spec: {
    deployments: [{ name: 'd', spec: podOf('example.test/demo:1') }],
    clusterPermissions: [{ serviceAccountName: 's', rules: [{ apiGroups: [''], resources: ['pods'], verbs: many(size, (index) => `v${index}`) }] }],
  } } } }),
  'owned APIs': (size) => ({ spec: { customresourcedefinitions: { owned: many(size, (index) => ({ name: `t${index}s.example.test`, version: 'v1', kind: `T${index}` })) } } }),
  'required APIs': (size) => ({ spec: { customresourcedefinitions: { required: many(size, (index) => ({ name: `t${index}s.example.test`, version: 'v1', kind: `T${index}` })) } } }),
  'webhooks': (size) => ({ spec: { webhookdefinitions: many(size, (index) => ({
    type: 'ValidatingAdmissionWebhook', generateName: `w${index}.example.test`, deploymentName: 'demo', admissionReviewVersions: ['v1'], sideEffects: 'None', failurePolicy: 'Fail', containerPort: 443,
  })) } }),
  'install modes': (size) => ({ spec: { installModes: many(size, () => ({ type: 'AllNamespaces', supported: true })) } }),
  'keys that differ in case': (size) => ({ spec: Object.fromEntries(many(size, (index) => [variant('customresourcedefinitions', index), { [`k${index}`]: [] }])) }),
  'unknown fields': (size) => ({ spec: entries(size, () => 1) }),
  'values of the wrong type': (size) => ({ spec: { keywords: many(size, () => ({})) } }),
  'CRDs': (size) => ({ files: Object.fromEntries(many(size, (index) => [`manifests/crd${index}.yaml`, crdOf(`T${index}`)])) }),
  'versions of a CRD': (size) => ({ files: { 'manifests/crd.yaml': crdOf('Thing', { type: 'object' }, many(size, (index) => `v${index + 1}`)) } }),
  'fields of a CRD': (size) => ({ files: { 'manifests/crd.yaml': crdOf('Thing', { type: 'object', properties: entries(size, () => ({ type: 'string' })) }) } }),
  'required fields of a CRD': (size) => ({ files: { 'manifests/crd.yaml': crdOf('Thing', { type: 'object', required: many(size, (index) => `k${index}`) }) } }),
  'values of an enum of a CRD': (size) => ({ files: { 'manifests/crd.yaml': crdOf('Thing', { type: 'object', properties: { a: { type: 'string', enum: many(size, (index) => `e${index}`) } } }) } }),
  'ConfigMaps': (size) => ({ files: Object.fromEntries(many(size, (index) => [`manifests/cm${index}.yaml`, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `c${index}` } }])) }),
  'roles and bindings': (size) => ({ files: Object.fromEntries(many(size, (index) => [`manifests/r${index}.yaml`, index % 2 === 0
    ? { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: `r${index}` }, rules: [rule(index)] }
    : { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', metadata: { name: `r${index}` }, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: `r${index - 1}` }, subjects: [{ kind: 'ServiceAccount', name: 'default', namespace: 'x' }] }])) }),
  'properties': (size) => ({ files: { 'metadata/properties.yaml': { properties: many(size, (index) => ({ type: 'my.own', value: index })) } } }),
  'dependencies': (size) => ({ files: { 'metadata/dependencies.yaml': { dependencies: many(size, (index) => ({ type: 'olm.package', value: { packageName: `p${index}`, version: '>=1.0.0' } })) } } }),
  'other annotations of the bundle': (size) => ({ files: { 'metadata/other.yaml': { annotations: entries(size, () => 'v') } } }),
  'files that are no manifests': (size) => ({ files: Object.fromEntries(many(size, (index) => [`manifests/f${index}.txt`, 'x'])) }),
};

const SUITES = Object.values(ValidationSuite);

/** Returns the bundle, or undefined if it is refused. */
function read(facts: BundleFacts): Bundle | undefined {
  try {
    return bundleOf(facts);
  } catch (error) {
    if (error instanceof BundleError) {
      return undefined;
    }
    throw error;
  }
}

describe.each(Object.entries(BUNDLES))('a bundle with many or long: %s', (_what, make) => {
  it('is read in linear time', () => {
    expectLinear(make, read, 60);
  });

  it('is validated in linear time', () => {
    expectLinear((size) => read(make(size)), (bundle) => bundle && BundleValidation.ofBundle(bundle, { suites: SUITES }), 60);
  });
});

const RBAC = 'rbac.authorization.k8s.io';
const clusterRole = (index: number, more: object = {}): object => (
  { apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name: `r${index}`, labels: { aggregated: 'yes' } }, rules: [rule(index)], ...more }
);
const bindingOf = (index: number, account: string): object => ({
  apiVersion: `${RBAC}/v1`, kind: 'ClusterRoleBinding', metadata: { name: `b${index}` }, roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: `r${index}` },
  subjects: [{ kind: 'ServiceAccount', name: account, namespace: 'demo' }],
});

/** An operator, with environment variables. */
function operator(env: readonly object[] = [], { name = 'demo', namespace = 'demo', volumes = [] as readonly object[] } = {}): object {
  const containers = [{ name: 'demo', image: 'example.test/demo:1', env }];
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace }, spec: {
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { serviceAccountName: name, containers, volumes } },
  } };
}

const numbered = (index: number, more: { readonly namespace?: string; readonly volumes?: readonly object[] } = {}): object => (
  operator([], { name: `d${index}`, ...more })
);
const service = (index: number, selector: object = { app: `d${index}` }): object => (
  { apiVersion: 'v1', kind: 'Service', metadata: { name: `w${index}`, namespace: 'demo' }, spec: { selector, ports: [{ port: 443, targetPort: 9443 }] } }
);
const calling = (index: number): object => ({ service: { namespace: 'demo', name: `w${index}`, port: 443 } });
const webhooksOf = (webhooks: readonly object[]): object => (
  { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration', metadata: { name: 'demo' }, webhooks }
);
const webhook = (index: number, of = index): object => ({ name: `w${index}.example.test`, clientConfig: calling(of), admissionReviewVersions: ['v1'], sideEffects: 'None', rules: [] });
const converted = (index: number): object => {
  const crd = crdOf(`T${index}`) as { readonly spec: object };
  return { ...crd, spec: { ...crd.spec, conversion: { strategy: 'Webhook', webhook: { clientConfig: calling(index), conversionReviewVersions: ['v1'] } } } };
};
const certificate = (index: number, more: object = {}): object => ({
  apiVersion: 'cert-manager.io/v1', kind: 'Certificate', metadata: { name: `c${index}`, namespace: 'demo' },
  spec: { secretName: `s${index}`, dnsNames: [`w${index}.demo.svc`], issuerRef: { kind: 'Issuer', name: `i${index}` }, ...more },
});
const issuer = (index: number): object => ({ apiVersion: 'cert-manager.io/v1', kind: 'Issuer', metadata: { name: `i${index}`, namespace: 'demo' }, spec: { selfSigned: {} } });
const secret = (index: number): object => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name: `s${index}`, namespace: 'demo' } });
const mounting = (index: number): object => numbered(index, { volumes: [{ name: 'cert', secret: { secretName: `s${index}` } }] });
const aggregating = (labels: object): object => ({ aggregationRule: { clusterRoleSelectors: [{ matchLabels: labels }] }, rules: [] });
const base = (rules: readonly object[]): object => ({
  apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion', metadata: { name: 'demo.v0.0.0' },
  spec: { install: { strategy: 'deployment', spec: { clusterPermissions: [{ serviceAccountName: 'demo', rules }] } } },
});

/** Manifests with many of one thing, of which bundles are made. */
const MANIFESTS: { readonly [what: string]: (size: number) => readonly object[] } = {
  'roles of the operator': (size) => [operator(), ...many(size, clusterRole), ...many(size, (index) => bindingOf(index, 'demo'))],
  'roles of others': (size) => [operator(), ...many(size, clusterRole), ...many(size, (index) => bindingOf(index, `other-${index}`))],
  'roles that another one aggregates': (size) => [
    operator(), ...many(size, clusterRole), bindingOf(size, 'demo'),
    clusterRole(size, { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { aggregated: 'yes' } }] }, rules: [] }),
  ],
  'roles that aggregate each other': (size) => [
    operator(), ...many(size, (index) => clusterRole(index, aggregating({ aggregated: 'yes' }))), clusterRole(size), bindingOf(0, 'demo'),
  ],
  'rules of a base': (size) => [operator(), clusterRole(0, { rules: many(size, rule) }), bindingOf(0, 'demo'), base(many(2 * size, rule))],
  'namespaces': (size) => [
    ...many(size, (index) => numbered(index, { namespace: `n${index}` })), ...many(size, clusterRole), ...many(size, (index) => bindingOf(index, `d${index}`)),
    ...many(size, (index) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `m${index}`, namespace: `m${index}` } })),
  ],
  'webhooks, Services and Deployments': (size) => [...many(size, numbered), ...many(size, service), webhooksOf(many(size, (index) => webhook(index)))],
  'webhooks of one Service': (size) => [...many(size, numbered), service(0), webhooksOf(many(size, (index) => webhook(index, 0)))],
  'webhooks and Services that select nothing': (size) => [
    ...many(size, numbered), ...many(size, (index) => service(index, { app: `x${index}` })), webhooksOf(many(size, (index) => webhook(index))),
  ],
  'CRDs that a webhook converts': (size) => [...many(size, numbered), ...many(size, service), ...many(size, converted)],
  'certificates of webhooks': (size) => [
    ...many(size, mounting), ...many(size, service), ...many(size, certificate), ...many(size, issuer), ...many(size, secret),
    webhooksOf(many(size, (index) => webhook(index))),
  ],
  'certificates of others': (size) => [
    ...many(size, mounting), service(0), ...many(size, (index) => certificate(index, { dnsNames: [] })), ...many(size, issuer), ...many(size, secret),
    webhooksOf([webhook(0)]),
  ],
  'images': (size) => [operator(many(size, (index) => ({ name: `RELATED_IMAGE_${index}`, value: `example.test/i:${index}` })))],
};

it.each(Object.entries(MANIFESTS))('a bundle is made in linear time of many: %s', (_what, make) => {
  const options = { packageName: 'demo', version: '1.0.0' };
  expectLinearWithNew((size) => ManifestSource.fromObjects(make(size) as { [key: string]: unknown }[], 'mine'), (source) => Bundle.fromManifests(source, options), 60);
});
