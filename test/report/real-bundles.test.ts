import { readdirSync } from 'node:fs';
import { type CrdChange, CrdChangeKind, CrdVerdict } from '../../lib/formats/schema/changes/crd-change';
import { ImageMirroring } from '../../lib/report/bundle-images';
import { BundleReport } from '../../lib/report/bundle-report';
import { type BundleComparisonContent, BundleUpgradeEdge } from '../../lib/report/build-comparison';
import { InstallPermissions } from '../../lib/report/install-permissions';
import type { InstallRule } from '../../lib/report/install-rule';
import { RiskSeverity } from '../../lib/report/rights/rbac-rule';
import { sampleNames, SAMPLES } from '../catalog/sample-bundles';
import { describeWith, itWith } from '../needed';
import { realBundle } from '../remembered/real-bundle';

const compared = (previous: string, next: string): BundleComparisonContent => BundleReport.compare(realBundle(previous), realBundle(next)).content;

itWith(SAMPLES)('there are 32 samples', () => {
  expect(readdirSync(SAMPLES.value)).toHaveLength(32);
});

/** Counts unsafe changes as the checker does: all unhandled changes of a field are one. */
function unsafeCount(changes: readonly CrdChange[]): number {
  return new Set(changes.filter(({ verdict }) => verdict !== CrdVerdict.ALLOWED).map(({ version, servedBeside, path, rule, keyword, verdict }) => (
    JSON.stringify([version, servedBeside, path, ...(verdict === CrdVerdict.UNHANDLED ? [] : [rule, keyword])])
  ))).size;
}

// The numbers of unsafe changes were measured with the checker of OLM v1.11.0 on the same pairs.
const PAIRS: [previous: string, next: string, edge: BundleUpgradeEdge, unsafe: { [crd: string]: number }][] = [
  ['dns-operator@0.2.0', 'dns-operator@0.6.0', BundleUpgradeEdge.NONE, { 'dnsrecords.kuadrant.io': 13 }],
  ['grafana-operator@5.22.0', 'grafana-operator@5.22.2', BundleUpgradeEdge.SKIPS, {
    'grafanamanifests.grafana.integreatly.org': 1, 'grafananotificationpolicies.grafana.integreatly.org': 1, 'grafanas.grafana.integreatly.org': 20,
  }],
  ['grafana-operator@5.22.2', 'grafana-operator@5.24.0', BundleUpgradeEdge.SKIPS, {}],
  ['prometheus@0.47.0', 'prometheus@0.56.3', BundleUpgradeEdge.REPLACES, {
    'alertmanagerconfigs.monitoring.coreos.com': 2,
    'alertmanagers.monitoring.coreos.com': 2,
    'podmonitors.monitoring.coreos.com': 8,
    'probes.monitoring.coreos.com': 8,
    'prometheuses.monitoring.coreos.com': 18,
    'servicemonitors.monitoring.coreos.com': 8,
    'thanosrulers.monitoring.coreos.com': 2,
  }],
  ['rabbitmq-cluster-operator@2.22.2', 'rabbitmq-cluster-operator@2.22.3', BundleUpgradeEdge.REPLACES, {}],
  ['rabbitmq-messaging-topology-operator@1.19.2', 'rabbitmq-messaging-topology-operator@1.19.3', BundleUpgradeEdge.REPLACES, {}],
  ['authorino-operator@0.15.1', 'authorino-operator@0.16.0', BundleUpgradeEdge.REPLACES, { 'authconfigs.authorino.kuadrant.io': 40 }],
  ['limitador-operator@0.10.0', 'limitador-operator@0.11.0', BundleUpgradeEdge.NONE, {}],
  ['etcd@0.9.2-clusterwide', 'etcd@0.9.4-clusterwide', BundleUpgradeEdge.REPLACES, {}],
];

for (const [previous, next, edge, unsafe] of PAIRS) {
  itWith(SAMPLES)(`${next} upgrades ${previous} by ${edge}, with these unsafe changes: ${JSON.stringify(unsafe)}`, () => {
    const content = compared(previous, next);
    expect(content.edge).toBe(edge);
    const counts = content.crdChanges.map(({ name, changes }) => [name, unsafeCount(changes)] as const);
    expect(Object.fromEntries(counts.filter(([, count]) => count !== 0))).toEqual(unsafe);
  });
}

describeWith(SAMPLES)('between real bundles', () => {
  it('dns-operator 0.6.0 loses ManagedZones, and requires more fields of DNSRecords', () => {
    const content = compared('dns-operator@0.2.0', 'dns-operator@0.6.0');
    expect(content.apisLost.map(({ kind }) => kind)).toEqual(['ManagedZone']);
    expect(content.crdsLost).toEqual(['managedzones.kuadrant.io']);
    expect(content.rbacGained).toEqual([]);
    expect(content.rbacLost.map(({ resources }) => resources)).toEqual([['managedzones'], ['managedzones/finalizers'], ['managedzones/status']]);
    const [records] = content.crdChanges;
    expect(records?.changes.filter(({ rule }) => rule === CrdChangeKind.FIELD_REMOVED).map(({ path }) => path)).toEqual(['spec.managedZone']);
    expect(records?.changes.find(({ rule }) => rule === CrdChangeKind.REQUIRED_ADDED)?.message).toBe('is now required: providerRef, rootHost');
  });

  it('rabbitmq-cluster-operator 2.22.3 only changes an image', () => {
    const { previous: _p, next: _n, edge: _e, imageChanges, ...rest } = compared('rabbitmq-cluster-operator@2.22.2', 'rabbitmq-cluster-operator@2.22.3');
    expect(imageChanges.map(({ before, after }) => [before, after])).toEqual([
      ['quay.io/rabbitmqoperator/cluster-operator:2.22.2', 'quay.io/rabbitmqoperator/cluster-operator:2.22.3'],
    ]);
    expect(Object.values(rest).flat()).toEqual([]);
  });

  it('etcd 0.9.4 watches one namespace, its cluster-wide variant all', () => {
    const content = compared('etcd@0.9.4-clusterwide', 'etcd@0.9.4');
    expect([content.installModesGained, content.installModesLost]).toEqual([['SingleNamespace'], ['AllNamespaces']]);
    expect(new Set(content.rbacGained.map(({ scope }) => scope))).toEqual(new Set(['watched-namespaces']));
    expect(new Set(content.rbacLost.map(({ scope }) => scope))).toEqual(new Set(['cluster']));
  });

  it('OLM v1 refuses authorino 0.16.0 because of changed descriptions', () => {
    const [config] = compared('authorino-operator@0.15.1', 'authorino-operator@0.16.0').crdChanges;
    expect(new Set(config?.changes.map(({ rule }) => rule))).toEqual(new Set([CrdChangeKind.INNER_SCHEMA, CrdChangeKind.FIELD_ADDED]));
  });
});

describeWith(SAMPLES)('of real bundles', () => {
  const missed = (name: string): string[] => BundleReport.of(realBundle(name)).content.images
    .filter(({ mirroring }) => mirroring === ImageMirroring.MISSED).map(({ image }) => image);

  it('include some with images that mirroring misses', () => {
    expect(missed('cert-manager@1.16.1')).toEqual(['quay.io/jetstack/cert-manager-acmesolver:v1.16.1']);
    expect(missed('prometheus@0.56.3')).toEqual(['quay.io/prometheus-operator/prometheus-config-reloader:v0.56.3']);
    expect(missed('eclipse-che@7.121.0')).toEqual(['quay.io/che-incubator/che-idea-dev-server:next']);
    expect(missed('grafana-operator@5.24.0')).toEqual([]);
    expect(missed('self-node-remediation@0.13.0')).toEqual([]);
  });

  it.each<[string, string[]]>([
    ['argocd-operator@0.17.0', ['impersonate', 'secrets-read', 'wildcard-resources', 'escalate', 'bind', 'workload-writes']],
    ['dns-operator@0.6.0', ['secrets-read']],
    ['kubedb-installer@2026.2.26', [
      'wildcard-resources', 'service-account-tokens', 'secrets-read', 'pods-exec', 'nodes-proxy', 'webhook-writes', 'api-service-writes',
      'certificate-approval', 'escalate', 'bind', 'impersonate', 'ephemeral-containers', 'node-configuration-writes', 'operator-writes',
      'persistent-volume-writes', 'security-context-constraints', 'workload-writes',
    ]],
    ['cert-manager@1.16.1', ['secrets-read', 'secrets-read', 'webhook-writes', 'api-service-writes', 'workload-writes']],
    ['mercury-operator@1.0.2', ['workload-writes']],
    ['rabbitmq-messaging-topology-operator@1.19.3', ['secrets-read']],
  ])('%s requests rights with high risks: %s', (name, kinds) => {
    const { risks } = BundleReport.of(realBundle(name)).content;
    expect(risks.filter(({ severity }) => severity === RiskSeverity.HIGH).map(({ kind }) => kind).sort()).toEqual([...kinds].sort());
  });

  it('have deterministic text reports of at most 100 columns, except single long words', () => {
    for (const name of sampleNames()) {
      const text = BundleReport.of(realBundle(name)).toText();
      expect(text.split('\n').filter((line) => line.length > 100 && line.trim().split(/ {2,}/).at(-1)!.includes(' '))).toEqual([]);
      expect(BundleReport.of(realBundle(name)).toText()).toBe(text);
    }
  });
});

describeWith(SAMPLES).each(sampleNames())('the rights to install %s', (name) => {
  const rightsOf = ({ verbs, apiGroups, resources, resourceNames, nonResourceUrls }: Omit<InstallRule, 'purpose'>): object => (
    { verbs, apiGroups, resources, resourceNames, nonResourceUrls }
  );

  it('contain those that its CSV grants', () => {
    const { csv } = realBundle(name);
    const permissions = InstallPermissions.of(realBundle(name));
    const [own, cluster] = [permissions.rules, permissions.clusterRules].map((rules) => rules.map(rightsOf));
    expect(own).toEqual(expect.arrayContaining(csv.permissions.flatMap(({ rules }) => rules.map(rightsOf))));
    expect(cluster).toEqual(expect.arrayContaining(csv.clusterPermissions.flatMap(({ rules }) => rules.map(rightsOf))));
    expect(permissions.toText()).toContain('to create the CSV');
  });

  it('do not change from the bundle to itself', () => {
    const { added, removed } = InstallPermissions.compare(realBundle(name), realBundle(name));
    expect([added, removed]).toEqual(Array(2).fill({ rules: [], clusterRules: [], kubeSystemRules: [], namespaceRules: [] }));
  });
});
