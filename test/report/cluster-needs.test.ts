import { Bundle } from 'olm-constructs/bundle';
import { ClusterNeeds } from 'olm-constructs/report';
import { bundleOf } from '../builders/bundle-of';
import { withFiles } from '../builders/bundle-files';

const kindsIn = (bundle: Bundle): string[] => ClusterNeeds.of(bundle).content.apis.map(({ group, kind }) => `${kind}.${group}`);

describe('what a bundle needs from a cluster', () => {
  it('is what its objects, its required APIs and its native APIs need', () => {
    expect(kindsIn(bundleOf({
      files: { 'manifests/rule.yaml': { apiVersion: 'monitoring.coreos.com/v1', kind: 'PrometheusRule', metadata: { name: 'alerts' } } },
      spec: {
        nativeAPIs: [{ group: 'route.openshift.io', version: 'v1', kind: 'Route' }],
        customresourcedefinitions: { required: [{ name: 'queues.example.test', version: 'v1', kind: 'Queue' }] },
      },
    }))).toEqual(['PrometheusRule.monitoring.coreos.com', 'Queue.example.test', 'Route.route.openshift.io']);
  });

  it('is nothing for kinds of Kubernetes, for its own CRDs, and for the CSV, whose group OLM does not read', () => {
    const csv = { apiVersion: 'binding.operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion', metadata: { name: 'demo.v1.0.0' }, spec: {
      version: '1.0.0', installModes: [{ type: 'AllNamespaces', supported: true }], install: { strategy: 'deployment', spec: { deployments: [] } },
    } };
    const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'demo' } };
    const prefix = 'operators.operatorframework.io.bundle.';
    const annotations = { [`${prefix}mediatype.v1`]: 'registry+v1', [`${prefix}manifests.v1`]: 'manifests/', [`${prefix}metadata.v1`]: 'metadata/',
      [`${prefix}package.v1`]: 'demo', [`${prefix}channels.v1`]: 'stable' };
    const files = { 'manifests/csv.yaml': csv, 'manifests/config.yaml': config, 'metadata/annotations.yaml': { annotations } };
    const texts = Object.fromEntries(Object.entries(files).map(([path, content]) => [path, JSON.stringify(content)]));
    expect(kindsIn(withFiles(texts, (folder) => Bundle.fromDirectory(folder)))).toEqual([]);
  });
});
