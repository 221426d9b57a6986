import { ValidationSuite } from '../../../lib/validation/model/suite';
import { type Breach, type Passing, testSuite } from '../rule-table';
import { CSV, DEPENDENCIES } from '../valid-bundle';

const POD = 'spec/install/spec/deployments/0/spec/template/spec';
const rule = (apiVersion: string, kind: string): object => ({ apiVersion, kind, metadata: { name: 'a' } });
const RULE = { 'manifests/rule.yaml': rule('monitoring.coreos.com/v1', 'PrometheusRule') };
const AFFINITY = (expressions: object[]): object => (
  { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: expressions }] } } }
);

const BREACHES: readonly Breach[] = [
  { id: 'cluster-api', what: 'an object of a known project', files: RULE, message: 'the Prometheus operator (kube-prometheus) usually installs it', at: 'manifests/rule.yaml kind' },
  {
    id: 'cluster-api', what: 'an object of an unknown project', files: { 'manifests/a.yaml': rule('acme.example/v1', 'Thing') },
    message: 'it is not known which project installs it', at: 'manifests/a.yaml kind',
  },
  { id: 'cluster-api', what: 'a native API', csv: { 'spec/nativeAPIs': [{ group: 'route.openshift.io', version: 'v1', kind: 'Route' }] }, message: 'it is part of OpenShift', at: `${CSV} spec.nativeAPIs` },
  {
    id: 'cluster-api', what: 'an object that no required package is known to provide', message: 'PrometheusRule',
    files: { ...RULE, [DEPENDENCIES]: { dependencies: [{ type: 'olm.package', value: { packageName: 'other', version: '>=1.0.0' } }] } }, at: 'manifests/rule.yaml kind',
  },
  {
    id: 'cluster-node-label', what: 'a node selector', csv: { [`${POD}/nodeSelector`]: { 'node-role.kubernetes.io/worker': '' } }, message: 'node-role.kubernetes.io/worker=',
    at: `${CSV} spec.install.spec.deployments.0`,
  },
  {
    id: 'cluster-node-label', what: 'a node affinity', csv: { [`${POD}/affinity`]: AFFINITY([{ key: 'kubernetes.io/arch', operator: 'In', values: ['s390x'] }]) },
    message: 'kubernetes.io/arch=s390x', at: `${CSV} spec.install.spec.deployments.0`,
  },
  { id: 'cluster-olm-v0-kind', what: 'a PodMonitor', files: { 'manifests/m.yaml': rule('monitoring.coreos.com/v1', 'PodMonitor') }, message: 'PodMonitor', at: 'manifests/m.yaml kind' },
  { id: 'cluster-olm-v0-kind', what: 'an ImageStream', files: { 'manifests/m.yaml': rule('image.openshift.io/v1', 'ImageStream') }, message: 'ImageStream', at: 'manifests/m.yaml kind', severity: 'error' },
  {
    id: 'cluster-olm-v0-kind', what: 'a kind of a later release', files: { 'manifests/m.yaml': rule('networking.k8s.io/v1', 'NetworkPolicy') }, options: { olmVersion: 'v0.31.0' },
    message: 'unlike 0.32.0 and later', at: 'manifests/m.yaml kind', severity: 'error',
  },
];

const PASSING: readonly Passing[] = [
  {
    id: 'cluster-api', what: 'an object whose project is required as a package',
    files: { ...RULE, [DEPENDENCIES]: { dependencies: [{ type: 'olm.package', value: { packageName: 'prometheus', version: '>=0.50.0' } }] } },
  },
  { id: 'cluster-api', what: 'an old API of Kubernetes', files: { 'manifests/a.yaml': rule('policy/v1beta1', 'PodDisruptionBudget') } },
  { id: 'cluster-api', what: 'native APIs of Kubernetes', csv: { 'spec/nativeAPIs': [{ version: 'v1', kind: 'Pod' }, { group: 'apps', version: 'v1', kind: 'Deployment' }] } },
  { id: 'cluster-api', what: 'fields of other types', csv: { 'spec/nativeAPIs': 'none', 'spec/webhookdefinitions': [3] }, files: { [DEPENDENCIES]: { dependencies: [3, { type: 4 }] } } },
  { id: 'cluster-node-label', what: 'labels that every cluster has', csv: { [`${POD}/nodeSelector`]: { 'kubernetes.io/os': 'linux', 'kubernetes.io/arch': 'amd64' } } },
  {
    id: 'cluster-node-label', what: 'an affinity that a common node meets', csv: { [`${POD}/affinity`]: AFFINITY([
      { key: 'kubernetes.io/arch', operator: 'In', values: ['amd64', 'arm64'] }, { key: 'x', operator: 'DoesNotExist' }, { key: 'y', operator: 'NotIn', values: ['a'] },
      { key: 'kubernetes.io/hostname', operator: 'Exists' },
    ]) },
  },
  { id: 'cluster-olm-v0-kind', what: 'a kind of the release', files: { 'manifests/m.yaml': rule('networking.k8s.io/v1', 'NetworkPolicy') }, options: { olmVersion: '0.32.0' } },
  { id: 'cluster-olm-v0-kind', what: 'a kind that OLM v0 installs from any group', files: { 'manifests/m.yaml': rule('acme.example/v1', 'ServiceMonitor') } },
];

describe('suite cluster', () => {
  testSuite(ValidationSuite.CLUSTER, BREACHES, PASSING);
});
