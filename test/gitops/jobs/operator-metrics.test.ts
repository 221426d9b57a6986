import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chart, Duration, Testing } from 'cdk8s';
import { CatalogRef, OperatorSubscription } from 'olm-constructs';
import { InClusterProgram, OperatorMetrics, OperatorMetricsProps, OperatorWaitJob } from 'olm-constructs/gitops';
import { kindsOf, Manifest, namesOf, one, synth } from '../../builders/synthesized';

const folder = mkdtempSync(join(tmpdir(), 'olm-constructs-metrics-'));
const path = join(folder, 'program.js');
writeFileSync(path, 'console.log("metrics")');
const program = InClusterProgram.fromFile(path);

afterAll(() => rmSync(folder, { recursive: true }));

function subscribe(chart: Chart): OperatorSubscription {
  return new OperatorSubscription(chart, 'hello', { catalog: CatalogRef.named('operatorhubio-catalog', 'olm'), packageName: 'hello', channel: 'stable', namespace: 'team' });
}

function metricsOf(props: OperatorMetricsProps): Manifest[] {
  const chart = Testing.chart();
  new OperatorMetrics(chart, 'metrics', { program, ...props });
  return synth(chart);
}

interface Pod {
  readonly containers: readonly [{ readonly [field: string]: unknown }];
  readonly securityContext: object;
}

const podOf = (manifests: readonly Manifest[]): Pod => (
  (one(manifests, 'Deployment').spec['template'] as { spec: never }).spec
);

describe('OperatorMetrics', () => {
  test('observes the namespaces of operators and of their catalogs', () => {
    const chart = Testing.chart();
    const metrics = new OperatorMetrics(chart, 'metrics', { observe: [subscribe(chart)], namespaces: ['shop'], namespace: 'monitoring', program });
    const manifests = synth(chart);

    expect(metrics.observedNamespaces).toEqual(['olm', 'shop', 'team']);
    expect(podOf(manifests).containers[0]['args']).toEqual([
      'metrics', '--port', '8080', '--namespace', 'olm', '--namespace', 'shop', '--namespace', 'team',
    ]);
    expect(manifests.filter(({ kind }) => kind === 'Role').map(({ metadata }) => [metadata.namespace, metadata.name])).toEqual([
      ['olm', 'monitoring.operator-metrics'], ['shop', 'monitoring.operator-metrics'], ['team', 'monitoring.operator-metrics'],
    ]);
    expect(manifests.filter(({ kind }) => ['ServiceAccount', 'Deployment', 'Service', 'ConfigMap'].includes(kind)).map(({ metadata }) => metadata.namespace))
      .toEqual(Array<string>(4).fill('monitoring'));
  });

  test('may only list and watch, and has no right in the whole cluster unless it observes all namespaces', () => {
    const one = metricsOf({ namespaces: ['team'] });
    expect(kindsOf(one)).not.toContain('ClusterRole');
    const all = metricsOf({ allNamespaces: true, namespace: 'monitoring' });
    expect(kindsOf(all)).not.toContain('Role');
    const rules = [...one, ...all].flatMap(object => (object['rules'] ?? []) as { readonly verbs: string[]; readonly resources: string[] }[]);
    expect(new Set(rules.flatMap(({ verbs }) => verbs))).toEqual(new Set(['list', 'watch']));
    expect(rules.flatMap(({ resources }) => resources)).not.toEqual(expect.arrayContaining(['secrets']));
    expect(podOf(all).containers[0]['args']).toEqual(['metrics', '--port', '8080', '--all-namespaces']);
  });

  test('has probes, a Service, and a pod that meets the Pod Security profile restricted', () => {
    const manifests = metricsOf({ namespaces: ['team'], port: 9090 });
    const [container] = podOf(manifests).containers;

    expect(container).toMatchObject({
      ports: [{ name: 'metrics', containerPort: 9090 }],
      livenessProbe: { httpGet: { path: '/healthz', port: 'metrics' } },
      readinessProbe: { httpGet: { path: '/readyz', port: 'metrics' } },
      securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, readOnlyRootFilesystem: true },
    });
    expect(podOf(manifests).securityContext).toEqual({ runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } });
    const { selector, ports } = one(manifests, 'Service').spec as { selector: object; ports: object[] };
    expect(ports).toEqual([{ name: 'metrics', port: 9090, targetPort: 'metrics' }]);
    const { template, ...deployment } = one(manifests, 'Deployment').spec as { selector: object; template: { metadata: { labels: object } } };
    expect(deployment.selector).toEqual({ matchLabels: selector });
    expect(template.metadata.labels).toMatchObject(selector);
  });

  test('has a ServiceMonitor on request, which keeps the namespace of the operators', () => {
    expect(kindsOf(metricsOf({ namespaces: ['team'] }))).not.toContain('ServiceMonitor');
    const monitor = one(metricsOf({ namespaces: ['team'], serviceMonitor: { interval: Duration.minutes(1), labels: { release: 'prometheus' } } }), 'ServiceMonitor');

    expect(monitor.metadata.labels).toMatchObject({ release: 'prometheus' });
    expect(monitor.spec['endpoints']).toEqual([{ port: 'metrics', interval: '60s', honorLabels: true }]);
  });

  test('shares the program with the Jobs of its chart', () => {
    const chart = Testing.chart();
    const operator = subscribe(chart);
    new OperatorWaitJob(chart, 'wait', { waitFor: [operator], program });
    new OperatorMetrics(chart, 'metrics', { namespaces: ['team'], program });

    expect(namesOf(synth(chart), 'ConfigMap').filter(name => name === `olm-constructs-${program.digest}`)).toHaveLength(1);
  });

  test.each<[string, OperatorMetricsProps, string]>([
    ['empty props', {}, 'nothing to observe; set observe to constructs with Subscriptions or CatalogSources, namespaces, or allNamespaces: true'],
    ['both all namespaces and some', { allNamespaces: true, namespaces: ['a'] }, 'allNamespaces includes everything; omit observe and namespaces'],
    ['a missing namespace for its own objects', { allNamespaces: true }, "namespace is required with allNamespaces; set 'namespace' to that of the Deployment"],
    ['several namespaces without one for its own objects', { namespaces: ['b', 'a'] }, "namespace is required, since several are observed, 'a', 'b'; set 'namespace'"],
    ['an invalid namespace', { namespaces: ['A'] }, "namespaces 'A'"],
    ['a privileged port', { namespaces: ['a'], port: 80 }, 'port must be a whole number from 1024 to 65535; got 80'],
    ['a name that is too long', { namespaces: ['a'], name: 'x'.repeat(49) }, 'is longer than 48 characters'],
    ['an unknown prop', { namespaces: ['a'], prot: 80 } as OperatorMetricsProps, "'prot'"],
  ])('refuses %s', (_, props, message) => {
    expect(() => metricsOf(props)).toThrow(message);
  });
});
