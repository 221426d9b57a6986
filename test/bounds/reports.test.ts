import { Testing } from 'cdk8s';
import type { Bundle } from '../../lib/bundle/bundle';
import { BundleDeployment } from '../../lib/constructs/bundle-deployment';
import { PlainEngine } from '../../lib/constructs/engines/plain-engine';
import { RenderError } from '../../lib/render/model/render-error';
import { PlainManifests } from '../../lib/render/plain-manifests';
import { BundleReport } from '../../lib/report/bundle-report';
import { ImageList } from '../../lib/report/image-list';
import { InstallPermissions } from '../../lib/report/install-permissions';
import { rightFindings } from '../../lib/resolve/gates/gained-rights';
import { ForbiddenRight } from '../../lib/report/rights/forbidden-rights';
import { BundleValidation } from '../../lib/validation/bundle-validation';
import { ValidationSuite } from '../../lib/validation/model/suite';
import { type BundleFacts, bundleOf, podOf } from '../builders/bundle-of';
import { expectLinearWithNew, many } from './growth';

const files = (size: number, name: string, file: (index: number) => unknown): { [path: string]: unknown } => (
  Object.fromEntries(many(size, (index) => [`manifests/${name}${index}.yaml`, file(index)]))
);

const RBAC = 'rbac.authorization.k8s.io';
const rule = (index: number): object => ({ apiGroups: [`g${index}.test`], resources: ['things'], verbs: ['get'] });
const role = (name: string, rules: readonly object[], more: object = {}): object => ({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name, ...more }, rules });
const binding = (name: string, to: string, subjects: readonly object[]): object => (
  { apiVersion: `${RBAC}/v1`, kind: 'ClusterRoleBinding', metadata: { name }, roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: to }, subjects }
);

const deployments = (size: number): object[] => many(size, (index) => ({ name: `d${index}`, spec: podOf(`example.test/i:${index}`) }));
const accounts = (size: number, rules: (index: number) => readonly object[] = (index) => [rule(index)]): object[] => (
  many(size, (index) => ({ serviceAccountName: `s${index}`, rules: rules(index) }))
);
const install = (spec: object): object => ({ strategy: 'deployment', spec: { deployments: deployments(1), ...spec } });
const webhook = (index: number, more: object): object => ({
  type: 'ValidatingAdmissionWebhook', generateName: `w${index}.example.test`, deploymentName: 'd0', admissionReviewVersions: ['v1'], sideEffects: 'None',
  failurePolicy: 'Fail', containerPort: 443, rules: [{ apiGroups: ['a'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['x'] }], ...more,
});
const ownedCrds = (size: number): object => ({ owned: many(size, (index) => ({ name: `t${index}s.example.test`, version: 'v1', kind: `T${index}` })) });
const ALL_NAMESPACES = [{ type: 'AllNamespaces', supported: true }];

/** Bundles in which two lists grow together, so that looking through one for each item of the other is noticed. */
const BUNDLES: { readonly [what: string]: (size: number) => BundleFacts } = {
  'accounts': (size) => ({ spec: { install: install({ clusterPermissions: accounts(size) }) } }),
  'accounts, and bindings to accounts': (size) => ({
    spec: { install: install({ clusterPermissions: accounts(size) }) },
    files: { ...files(size, 'r', (index) => role(`r${index}`, [rule(index)])), ...files(size, 'b', (index) => binding(`b${index}`, `r${index}`, [{ kind: 'ServiceAccount', name: `s${index}` }])) },
  }),
  'accounts, and bindings to roles that the bundle lacks': (size) => ({
    spec: { install: install({ clusterPermissions: accounts(size, (index) => [{ ...rule(index), resources: [`t${index}`] }]) }) },
    files: files(size, 'b', (index) => binding(`b${index}`, `r${index}`, [{ kind: 'ServiceAccount', name: `s${index}` }])),
  }),
  'bindings to roles that the bundle lacks': (size) => ({
    files: files(size, 'b', (index) => binding(`b${index}`, `r${index}`, [{ kind: 'ServiceAccount', name: `s${index}` }])),
  }),
  'deployments and their webhooks': (size) => ({ spec: {
    installModes: ALL_NAMESPACES, install: install({ deployments: deployments(size) }),
    webhookdefinitions: many(size, (index) => webhook(index, { deploymentName: `d${size - 1 - index}` })),
  } }),
  'deployments, and webhooks of others': (size) => ({ spec: {
    installModes: ALL_NAMESPACES, install: install({ deployments: deployments(size) }), webhookdefinitions: many(size, (index) => webhook(index, { deploymentName: `x${index}` })),
  } }),
  'deployments and their accounts': (size) => ({ spec: { install: install({
    clusterPermissions: accounts(size),
    deployments: many(size, (index) => {
      const pod = podOf('example.test/i:1') as { template: { spec: object } };
      return { name: `d${index}`, spec: { ...pod, template: { ...pod.template, spec: { ...pod.template.spec, serviceAccountName: `s${size - 1 - index}` } } } };
    }),
  }) } }),
  'owned CRDs, and CRDs that a webhook converts': (size) => ({ spec: {
    installModes: ALL_NAMESPACES, install: install({}), customresourcedefinitions: ownedCrds(size),
    webhookdefinitions: [webhook(0, { type: 'ConversionWebhook', conversionCRDs: many(size, (index) => `x${index}s.example.test`) })],
  } }),
};

const SMALL = bundleOf();
const GATES = { forbiddenRights: Object.values(ForbiddenRight), requireManifests: true, singleNamespaces: [], allowDowngrade: false };

/** Does with a bundle what commands do; it may be refused. */
function use(bundle: Bundle): void {
  BundleValidation.ofBundle(bundle, { suites: Object.values(ValidationSuite) });
  BundleReport.of(bundle).toText();
  BundleReport.compare(SMALL, bundle).toText();
  ImageList.ofBundle(bundle).toText();
  InstallPermissions.of(bundle).toText();
  rightFindings(SMALL, bundle, GATES, false);
  try {
    PlainManifests.render(bundle, { installNamespace: 'demo' });
  } catch (error) {
    expect(error).toBeInstanceOf(RenderError);
  }
}

describe('a bundle is validated, reported, compared, listed and rendered in linear time', () => {
  it.each(Object.entries(BUNDLES))('with many: %s', (_what, make) => {
    expectLinearWithNew((size) => bundleOf(make(size)), use, 60);
  });
});

it('an operator without OLM is synthesized in linear time with many: deployments and accounts', () => {
  const spec = (size: number): NonNullable<BundleFacts['spec']> => (
    { installModes: ALL_NAMESPACES, install: install({ deployments: deployments(size), clusterPermissions: accounts(size) }) }
  );
  expectLinearWithNew((size) => bundleOf({ spec: spec(size) }), (bundle) => {
    const chart = Testing.chart();
    new BundleDeployment(chart, 'operator', { bundle, namespace: 'shop', engine: new PlainEngine() });
    expect(Testing.synth(chart).length).toBeGreaterThan(0);
  }, 40);
});
