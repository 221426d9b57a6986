import { bundleOf, crdOf } from '../builders/bundle-of';
import { SAMPLES } from '../catalog/sample-bundles';
import { describeWith, itWith } from '../needed';
import { recordedInstallPlan } from './recorded-install-plan';
import { BundleLimits } from '../../lib/bundle/size';
import { realBundle } from '../remembered/real-bundle';

const RULES = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];

describe('the size of a bundle', () => {
  it('as compact JSON is that of its manifests, without metadata/', () => {
    const bundle = bundleOf({ files: { 'manifests/x.yaml': crdOf('X'), 'metadata/properties.yaml': { properties: [{ type: 'a', value: 'b' }] } } });
    expect(bundle.size.compactJson).toBe(bundle.manifests.reduce((sum, manifest) => sum + Buffer.byteLength(manifest.toJson()), 0));
  });

  it('counts bytes, not characters', () => {
    const [ascii, wide] = [bundleOf({ spec: { description: 'e' } }), bundleOf({ spec: { description: '語' } })];
    expect(wide.size.compactJson - ascii.size.compactJson).toBe(2);
    expect(wide.size.installPlan - ascii.size.installPlan).toBe(2);
  });

  it('as an InstallPlan counts each quote of a manifest twice, because it is escaped', () => {
    const [plain, quoted] = [bundleOf({ annotations: { a: 'xx' } }), bundleOf({ annotations: { a: '""' } })];
    expect(quoted.size.compactJson - plain.size.compactJson).toBe(2);
    expect(quoted.size.installPlan - plain.size.installPlan).toBe(6);
  });

  it('as an InstallPlan counts the RBAC that OLM derives from permissions', () => {
    const install = (spec: object): { spec: { [key: string]: unknown } } => ({ spec: { install: { strategy: 'deployment', spec: { deployments: [], ...spec } } } });
    const none = bundleOf(install({}));
    const one = bundleOf(install({ permissions: [{ serviceAccountName: 'sa', rules: RULES }] }));
    const both = bundleOf(install({ permissions: [{ serviceAccountName: 'sa', rules: RULES }], clusterPermissions: [{ serviceAccountName: 'sa', rules: RULES }] }));
    // An account, a role and a binding each take some hundred bytes, beside the permission in the CSV itself.
    expect(one.size.installPlan - none.size.installPlan).toBeGreaterThan(2000);
    expect(both.size.installPlan - one.size.installPlan).toBeGreaterThan(1500);
    expect(both.size.installPlan - one.size.installPlan).toBeLessThan(one.size.installPlan - none.size.installPlan);
  });

  it('as gzip is that of base64', () => {
    const bundle = bundleOf({ files: { 'manifests/x.yaml': crdOf('X') } });
    expect(bundle.size.gzipConfigMap % 4).toBe(0);
    expect(bundle.size.unpackedImage % 4).toBe(0);
    expect(bundle.size.gzipConfigMap).toBeLessThan(bundle.size.unpackedImage);
  });
});

describe('the InstallPlan of a real OLM', () => {
  const recorded = recordedInstallPlan();

  itWith(recorded)('is no larger than the estimate, which is at most 8 KiB larger', () => {
    const { csv, others, bytes, permissions } = recorded.value;
    expect(permissions).toBeGreaterThan(0);
    const files = Object.fromEntries(others.map((manifest, index) => [`manifests/${index}.yaml`, manifest]));
    const { size } = bundleOf({ package: 'plain', files: { ...files, 'manifests/csv.yaml': csv } });
    expect(size.installPlan).toBeGreaterThanOrEqual(bytes);
    expect(size.installPlan).toBeLessThanOrEqual(bytes + 8 * 1024);
  });
});

describeWith(SAMPLES)('real bundles that were installed with OLM 0.46', () => {
  // Measured: the InstallPlan of the first took 1.08 MB; etcd refused the second, and the API server the third.
  it.each([
    ['victoriametrics-operator@0.73.1', '0.90', '1.09', true],
    ['argocd-operator@0.17.0', '1.62', '1.79', false],
    ['sn-operator@0.19.7', '3.61', '3.91', false],
  ] as const)('%s has %s MB of JSON and an InstallPlan of %s MB', (name, json, plan, fits) => {
    const { size } = realBundle(name);
    expect((size.compactJson / 1e6).toFixed(2)).toBe(json);
    expect((size.installPlan / 1e6).toFixed(2)).toBe(plan);
    expect(size.installPlan <= BundleLimits.INSTALL_PLAN_BYTES).toBe(fits);
  });
});
