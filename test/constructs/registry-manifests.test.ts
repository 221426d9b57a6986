import { Testing } from 'cdk8s';
import { OperatorRegistry } from 'olm-constructs';
import { sampleBundle } from '../builders/sample-bundle';
import { one, synth } from '../builders/synthesized';

const NAME = 'sample-operator-catalog';
const SELECTOR = { 'app.kubernetes.io/name': 'operator-registry', 'app.kubernetes.io/instance': NAME };
const METADATA = { name: NAME, namespace: 'olm', labels: SELECTOR, annotations: { 'olm-constructs/part-of': `CatalogSource/olm/${NAME}` } };
const RESTRICTED = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, readOnlyRootFilesystem: true };
const RESOURCES = { requests: { cpu: '10m', memory: '50Mi' } };

const chart = Testing.chart();
const registry = new OperatorRegistry(chart, 'registry', { bundles: [sampleBundle()], replicas: 2, image: 'mirror.example.com/opm:1' });
const manifests = synth(chart);

describe('the manifests of an OperatorRegistry', () => {
  test('Deployment', () => {
    const container = { image: 'mirror.example.com/opm:1', imagePullPolicy: 'IfNotPresent', resources: RESOURCES, securityContext: RESTRICTED };
    const probe = { grpc: { port: 50051 }, timeoutSeconds: 5 };
    expect(one(manifests, 'Deployment')).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: METADATA,
      spec: {
        replicas: 2,
        revisionHistoryLimit: 3,
        selector: { matchLabels: SELECTOR },
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
        template: {
          metadata: { labels: SELECTOR },
          spec: {
            automountServiceAccountToken: false,
            enableServiceLinks: false,
            securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
            nodeSelector: { 'kubernetes.io/os': 'linux' },
            initContainers: [{
              ...container,
              name: 'unpack',
              command: ['/busybox/sh', '-c', 'cat /parts/* | gzip -dc > /configs/catalog.json'],
              terminationMessagePolicy: 'FallbackToLogsOnError',
              volumeMounts: [{ name: 'parts', mountPath: '/parts', readOnly: true }, { name: 'configs', mountPath: '/configs' }],
            }],
            containers: [{
              ...container,
              name: 'registry',
              command: ['/bin/opm'],
              args: ['serve', '/configs', '--port=50051', '--pprof-addr='],
              ports: [{ name: 'grpc', containerPort: 50051, protocol: 'TCP' }],
              startupProbe: { ...probe, periodSeconds: 2, failureThreshold: 75 },
              readinessProbe: { ...probe, periodSeconds: 5 },
              livenessProbe: { ...probe, periodSeconds: 20 },
              terminationMessagePolicy: 'FallbackToLogsOnError',
              volumeMounts: [{ name: 'configs', mountPath: '/configs', readOnly: true }, { name: 'tmp', mountPath: '/tmp' }],
            }],
            volumes: [
              { name: 'parts', projected: { sources: registry.configMaps.map(({ name }) => ({ configMap: { name } })) } },
              { name: 'configs', emptyDir: {} },
              { name: 'tmp', emptyDir: {} },
            ],
          },
        },
      },
    });
  });

  test('Service', () => {
    expect(one(manifests, 'Service')).toEqual({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: METADATA,
      spec: { type: 'ClusterIP', selector: SELECTOR, ports: [{ name: 'grpc', port: 50051, targetPort: 'grpc', protocol: 'TCP' }] },
    });
  });

  test('NetworkPolicy', () => {
    expect(one(manifests, 'NetworkPolicy')).toEqual({
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: METADATA,
      spec: { podSelector: { matchLabels: SELECTOR }, policyTypes: ['Ingress', 'Egress'], ingress: [{ ports: [{ port: 50051, protocol: 'TCP' }] }] },
    });
  });

  test('PodDisruptionBudget', () => {
    expect(one(manifests, 'PodDisruptionBudget')).toEqual({
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: METADATA,
      spec: { maxUnavailable: 1, selector: { matchLabels: SELECTOR } },
    });
  });

  test('ConfigMap', () => {
    const { binaryData, ...rest } = one(manifests, 'ConfigMap');
    expect(rest).toEqual({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { ...METADATA, name: registry.configMaps[0]!.name }, immutable: true });
    expect(Object.keys(binaryData as object)).toHaveLength(1);
    expect(registry.configMaps[0]!.name).toMatch(new RegExp(`^${NAME}-`));
  });
});
