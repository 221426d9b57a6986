import { App, Chart, Testing } from 'cdk8s';
import {
  BundleDeployment, CertificateProvider, Cluster, ClusterProps, OlmInstallation, OlmVersion, PlainEngine,
} from 'olm-constructs';
import { Bundle, BundleObjects } from 'olm-constructs/bundle';
import { AppChecks, AppChecksOptions } from 'olm-constructs/gitops';
import { BundleReport, ClusterApis } from 'olm-constructs/report';
import { BundleValidation } from 'olm-constructs/validation';
import { explanation } from '../../../lib/cluster/waiting/explain/explanation';
import { planFindings } from '../../../lib/cluster/waiting/rules/plans';
import { bundleOf, crdOf, podOf } from '../../builders/bundle-of';
import { operator, plainSubscription } from '../../builders/operator-objects';
import { plan } from '../../cluster/waiting/objects';

/** A kind that bundles of the community's catalog contain, and that not every cluster serves. */
interface NeededKind {
  readonly apiVersion: string;
  readonly kind: string;
  /** Part of every message that says whose the API is. */
  readonly origin: string;
  /** Whether OLM v0 installs objects of the kind. */
  readonly inOlmV0: boolean;
}

const needed = (apiVersion: string, kind: string, origin: string, inOlmV0 = true): NeededKind => ({ apiVersion, kind, origin, inOlmV0 });

const PROMETHEUS = 'the Prometheus operator (kube-prometheus) usually installs it';

const KINDS: readonly NeededKind[] = [
  needed('monitoring.coreos.com/v1', 'PrometheusRule', PROMETHEUS),
  needed('monitoring.coreos.com/v1', 'ServiceMonitor', PROMETHEUS),
  needed('monitoring.coreos.com/v1', 'PodMonitor', PROMETHEUS, false),
  needed('console.openshift.io/v1', 'ConsolePlugin', 'it is part of OpenShift'),
  needed('console.openshift.io/v1', 'ConsoleQuickStart', 'it is part of OpenShift'),
  needed('security.openshift.io/v1', 'SecurityContextConstraints', 'it is part of OpenShift', false),
  needed('route.openshift.io/v1', 'Route', 'it is part of OpenShift', false),
  needed('image.openshift.io/v1', 'ImageStream', 'it is part of OpenShift', false),
  needed('autoscaling.k8s.io/v1', 'VerticalPodAutoscaler', 'the VerticalPodAutoscaler usually installs it'),
  needed('cert-manager.io/v1', 'Certificate', 'cert-manager usually installs it', false),
  needed('networking.istio.io/v1', 'VirtualService', 'Istio usually installs it', false),
  needed('gateway.networking.k8s.io/v1', 'Gateway', 'the Gateway API usually installs it', false),
  needed('snapshot.storage.k8s.io/v1', 'VolumeSnapshotClass', 'the CSI snapshot controller usually installs it', false),
  needed('serving.knative.dev/v1', 'Service', 'Knative usually installs it'),
  needed('acme.example/v1', 'PrometheusRule', 'it is not known which project installs it'),
];

const manifestOf = ({ apiVersion, kind }: NeededKind): object => ({ apiVersion, kind, metadata: { name: 'thing' } });

const bundleWith = (kind: NeededKind): Bundle => operator('cache', 'Cache', { files: { 'manifests/thing.yaml': manifestOf(kind) } });

/** Returns the findings about APIs of an app with one operator, as `id: message`. */
function findingsOf(create: (chart: Chart) => void, options: AppChecksOptions = {}, cluster: ClusterProps = {}): string[] {
  const app = new App();
  create(new Chart(new Cluster(app, 'prod', cluster), 'chart'));
  return AppChecks.report(app, options).findings.filter(({ id }) => id === 'cluster-api-missing' || id === 'kind-unknown').map(({ id, message }) => `${id}: ${message}`);
}

/** Kinds that a bundle may contain with any engine, so that a rendering without OLM has them. */
const RENDERED = ['PrometheusRule', 'ServiceMonitor', 'PodMonitor', 'ConsolePlugin', 'ConsoleQuickStart', 'VerticalPodAutoscaler', 'Service'];

describe.each(KINDS.map((kind) => [`${kind.apiVersion} ${kind.kind}`, kind] as const))('a bundle with the kind %s', (_, kind) => {
  const bundle = bundleWith(kind);
  const deployed = (chart: Chart): void => void new BundleDeployment(chart, 'cache', { bundle, engine: new PlainEngine() });
  const renders = RENDERED.includes(kind.kind);
  const inOlm = (chart: Chart): void => void new BundleDeployment(chart, 'cache', { bundle });

  it('has the need in its report, as data and as text', () => {
    const report = BundleReport.of(bundle);
    const [group, version] = kind.apiVersion.split('/');
    expect(report.content.needs.apis).toEqual([{
      group, version, kind: kind.kind, reasons: ['object'], objects: ['thing'], origin: kind.origin, kubernetesReleases: '', fromDependency: false,
    }]);
    expect(report.toText().replace(/\s+/g, ' ')).toContain(`NEEDS FROM THE CLUSTER API ${kind.kind} ${version} ${group}, for thing; ${kind.origin}`);
  });

  it('is validated with a warning, also by default', () => {
    const { findings, passed } = BundleValidation.ofBundle(bundle);
    const found = findings.filter(({ ruleId }) => ruleId === 'cluster-api');
    expect(found.map(({ severity, message }) => ({ severity, message }))).toEqual([{
      severity: 'warning',
      message: `the ${kind.kind} 'thing' is of ${kind.apiVersion}, which not every cluster serves (${kind.origin}); without it, nothing of the bundle is installed`,
    }]);
    expect(found[0]!.remedy).toContain(`BundleObjects.ofKind('${kind.kind}')`);
    expect([passed, findings.some(({ ruleId }) => ruleId === 'cluster-olm-v0-kind')]).toEqual([passed, !kind.inOlmV0]);
  });

  it('fails the checks of an app once, whatever installs it', () => {
    const message = `cluster-api-missing: bundle 'cache.v1.0.0' has ${kind.kind} 'thing' of ${kind.apiVersion}, which nothing provides; ${kind.origin}`;
    expect(findingsOf(inOlm)).toEqual([message]);
    expect(renders ? findingsOf(deployed) : [message]).toEqual([message]);
  });

  it('passes the checks if the app, an operator of it, or the cluster provides the API', () => {
    const [group, version] = kind.apiVersion.split('/') as [string, string];
    const crd = crdOf(kind.kind) as { readonly spec: object };
    const ofGroup = { ...crd, metadata: { name: `${kind.kind.toLowerCase()}s.${group}` }, spec: { ...crd.spec, group } };
    const provider = operator('provider', 'Other', {
      spec: { customresourcedefinitions: { owned: [
        { name: 'others.example.test', version: 'v1', kind: 'Other' }, { name: `${kind.kind.toLowerCase()}s.${group}`, version, kind: kind.kind },
      ] } },
      files: { 'manifests/other.yaml': ofGroup },
    });
    const kubectl = `NAME      SHORTNAMES   APIVERSION   NAMESPACED   KIND\n${kind.kind.toLowerCase()}s                ${kind.apiVersion}       true         ${kind.kind}\n`;
    expect([
      findingsOf((chart) => {
        inOlm(chart);
        new BundleDeployment(chart, 'provider', { bundle: provider });
      }),
      findingsOf(inOlm, {}, { apis: ClusterApis.of(kind.apiVersion) }),
      findingsOf(inOlm, {}, { apis: ClusterApis.of(`${kind.apiVersion}/${kind.kind}`) }),
      findingsOf(inOlm, {}, { apis: ClusterApis.fromText(kubectl) }),
      findingsOf(inOlm, { apis: ClusterApis.of(group) }),
      findingsOf(inOlm, { existingApiGroups: [group] }),
    ]).toEqual([[], [], [], [], [], []]);
    expect(findingsOf(inOlm, {}, { apis: ClusterApis.of('other.example/v1') })).toHaveLength(1);
  });

  it('passes on OpenShift if OpenShift has the API', () => {
    expect(findingsOf(inOlm, {}, { openShift: true })).toHaveLength(/openshift|monitoring|snapshot/.test(kind.apiVersion) ? 0 : 1);
  });

  it('is served without the object, which the report and the comparison show', () => {
    const app = Testing.app();
    const deployment = new BundleDeployment(new Chart(app, 'chart'), 'cache', { bundle, omit: [BundleObjects.ofKind(kind.kind)] });
    const thing = { apiVersion: kind.apiVersion, kind: kind.kind, name: 'thing' };
    expect(deployment.olmV0.registry.catalog.bundles[0]!.content!.manifests.map((manifest) => manifest.kind)).toEqual(['CustomResourceDefinition', 'ClusterServiceVersion']);
    expect(deployment.olmV0.registry.omitted).toEqual([`cache.v1.0.0: left out ${kind.kind} 'thing'`]);
    expect(AppChecks.report(app).findings).toEqual([]);
    expect(BundleReport.of(deployment.bundle).content.omitted).toEqual([thing]);
    expect(BundleReport.of(deployment.bundle).toText()).toContain(`LEFT OUT\n  ${kind.kind}  ${kind.apiVersion}  thing`);
    const { content } = BundleReport.compare(bundle, deployment.bundle);
    expect([content.omissionsGained, content.needsLost.map((need) => need.kind)]).toEqual([[thing], [kind.kind]]);
  });

  it('is rendered without the object', () => {
    const { objects } = new BundleDeployment(Testing.chart(), 'cache', { bundle, engine: new PlainEngine(), omit: [BundleObjects.named(kind.kind, 'thing')] }).plain;
    expect(objects.map((object) => object.kind)).not.toContain(kind.kind);
  });

  it('is refused at synthesis if OLM v0 never installs the kind', () => {
    const app = Testing.app();
    new BundleDeployment(new Chart(app, 'chart'), 'cache', { bundle });
    const refusals = AppChecks.report(app).findings.filter(({ id }) => id === 'construct-refused');
    expect(refusals.map(({ message, remedy }) => `${message}; ${remedy}`)).toEqual(kind.inOlmV0 ? [] : [
      `bundle 'cache.v1.0.0' contains ${kind.kind} 'thing', and OLM v0 installs no bundle with an object of this kind; leave it out: \`omit: [BundleObjects.ofKind('${kind.kind}')]\``,
    ]);
  });

  it('is explained by the wait, with both ways out', () => {
    const error = `api-server resource not found installing ${kind.kind} thing: GroupVersionKind ${kind.apiVersion}, Kind=${kind.kind} not found on the cluster. This API may have been`;
    for (const phase of ['Installing', 'Failed']) {
      const [finding] = explanation('', false, planFindings(plan('install-a', ['cache.v1.0.0'], phase, { status: { message: error } }))).findings;
      expect(finding!.message).toContain(`the cluster does not serve the API ${kind.kind} of ${kind.apiVersion}, which the object 'thing' of the bundle has; ${kind.origin}`);
      expect(finding!.remedy).toMatch(/^(?:install|use) .+; or leave the object out of the bundle: `omit: \[BundleObjects.ofKind\('/);
    }
  });
});

describe('the need of an API', () => {
  it('is not one if an operator that the bundle requires provides it', () => {
    const rule = { 'manifests/rule.yaml': manifestOf(KINDS[0]!) };
    const dependency = (entry: object): Bundle => operator('cache', 'Cache', { files: { ...rule, 'metadata/dependencies.yaml': { dependencies: [entry] } } });
    const apis = [
      dependency({ type: 'olm.package', value: { packageName: 'prometheus', version: '>=0.56.0' } }),
      dependency({ type: 'olm.gvk', value: { group: 'monitoring.coreos.com', version: 'v1', kind: 'PrometheusRule' } }),
      dependency({ type: 'olm.gvk', value: { group: 'monitoring.coreos.com', version: 'v1', kind: 'Prometheus' } }),
      dependency({ type: 'olm.package', value: { packageName: 'unrelated', version: '>=0.56.0' } }),
    ].map((bundle) => [BundleReport.of(bundle).content.needs.apis[0]!.fromDependency, BundleValidation.ofBundle(bundle).findings.filter(({ ruleId }) => ruleId === 'cluster-api').length]);
    expect(apis).toEqual([[true, 0], [true, 0], [true, 0], [false, 1]]);
  });

  it.each([
    ['a kind of Kubernetes', 'v1', 'ConfigMap'], ['a kind that old clusters have', 'policy/v1beta1', 'PodDisruptionBudget'], ['a kind of OLM', 'operators.coreos.com/v1', 'OperatorGroup'],
    ['the own kind of the bundle', 'example.test/v1', 'Cache'],
  ])('is not reported for %s', (_, apiVersion, kind) => {
    const bundle = operator('cache', 'Cache', { files: { 'manifests/thing.yaml': { apiVersion, kind, metadata: { name: 'thing' } } } });
    expect(BundleValidation.ofBundle(bundle).findings.filter(({ ruleId }) => ruleId === 'cluster-api')).toEqual([]);
    expect(findingsOf((chart) => void new BundleDeployment(chart, 'cache', { bundle }))).toEqual([]);
  });

  it('is one of Kubernetes if the cluster has another release', () => {
    const bundle = operator('cache', 'Cache', { files: { 'manifests/b.yaml': { apiVersion: 'policy/v1beta1', kind: 'PodDisruptionBudget', metadata: { name: 'b' } } } });
    const create = (chart: Chart): void => void new BundleDeployment(chart, 'cache', { bundle });
    expect(BundleReport.of(bundle).content.needs.apis.map(({ origin }) => origin)).toEqual(['Kubernetes 1.24 or earlier serves it']);
    expect([findingsOf(create, {}, { kubernetesVersion: '1.24' }), findingsOf(create, {}, { kubernetesVersion: '1.33' })]).toEqual([[], [
      "cluster-api-missing: bundle 'cache.v1.0.0' has PodDisruptionBudget 'b' of policy/v1beta1, which nothing provides; Kubernetes 1.24 or earlier serves it, and the cluster has 1.33",
    ]]);
  });

  it('includes native APIs', () => {
    const bundle = operator('cache', 'Cache', { spec: { nativeAPIs: [{ group: 'route.openshift.io', version: 'v1', kind: 'Route' }, { group: '', version: 'v1', kind: 'Pod' }] } });
    const create = (chart: Chart): void => void new BundleDeployment(chart, 'cache', { bundle });
    expect([findingsOf(create), findingsOf(create, {}, { openShift: true })]).toEqual([[
      "cluster-api-missing: bundle 'cache.v1.0.0' requires the native API Route of route.openshift.io/v1, which nothing provides; it is part of OpenShift",
    ], []]);
    expect(BundleValidation.ofBundle(bundle).findings.filter(({ ruleId }) => ruleId === 'cluster-api').map(({ path }) => path)).toEqual(['spec.nativeAPIs']);
  });

  it('includes those of the certificates that the engine PlainEngine creates', () => {
    const webhook = { type: 'ValidatingAdmissionWebhook', generateName: 'v.example.test', deploymentName: 'demo', admissionReviewVersions: ['v1'], sideEffects: 'None', containerPort: 443 };
    const bundle = operator('cache', 'Cache', { spec: { webhookdefinitions: [webhook] } });
    const create = (chart: Chart): void => void new BundleDeployment(chart, 'cache', { bundle, engine: new PlainEngine({ certificates: CertificateProvider.certManager() }) });
    expect(findingsOf(create).map((finding) => finding.slice(0, finding.indexOf(' of cert-manager.io')))).toEqual([
      "cluster-api-missing: bundle 'cache.v1.0.0' needs Issuer 'demo-service-cert-selfsigned-issuer'", "cluster-api-missing: bundle 'cache.v1.0.0' needs Certificate 'demo-service-cert'",
    ]);
    expect(findingsOf(create, {}, { apis: ClusterApis.of('cert-manager.io') })).toEqual([]);
  });

  it('is met by an operator whose bundle is unknown if its package is that of the project', () => {
    const create = (packageName: string) => (chart: Chart): void => {
      new BundleDeployment(chart, 'cache', { bundle: bundleWith(KINDS[0]!) });
      plainSubscription(chart, 'other', packageName);
    };
    expect([findingsOf(create('prometheus')), findingsOf(create('other')).length]).toEqual([[], 1]);
  });
});

describe('names that OLM v0 derives', () => {
  it('are refused at synthesis if the API server would refuse them', () => {
    const name = 'd'.repeat(56);
    const webhook = { type: 'ValidatingAdmissionWebhook', generateName: 'demo.test', deploymentName: name, containerPort: 443, sideEffects: 'None', admissionReviewVersions: ['v1'], rules: [] };
    const install = { strategy: 'deployment', spec: { deployments: [{ name, spec: podOf('example.test/demo:1') }] } };
    const app = Testing.app();
    new BundleDeployment(new Chart(app, 'chart'), 'demo', { bundle: bundleOf({ spec: { install, webhookdefinitions: [webhook] } }) });
    const refusals = AppChecks.report(app).findings.filter(({ id }) => id === 'construct-refused').map(({ message }) => message);
    expect(refusals).toEqual([
      expect.stringContaining('generateName of a webhook must have at least 3 parts'), expect.stringContaining(`the Service "${name}-service" for this deployment, and its name must have at most 63`),
    ]);
  });

  it('and kinds of a later OLM than that of the cluster, too', () => {
    const bundle = bundleOf({ files: { 'manifests/policy.yaml': { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'a' }, spec: { podSelector: {} } } } });
    const refusals = [OlmVersion.V0_31_0, OlmVersion.V0_32_0].map((version) => {
      const app = Testing.app();
      new OlmInstallation(new Chart(app, 'olm'), 'olm', { version });
      new BundleDeployment(new Chart(app, 'chart'), 'demo', { bundle });
      return AppChecks.report(app).findings.filter(({ id }) => id === 'construct-refused').map(({ message }) => message);
    });
    expect(refusals).toEqual([[expect.stringContaining("contains NetworkPolicy 'a', and OLM 0.31.0 of this cluster, unlike 0.32.0 and later, installs no bundle")], []]);
  });
});
