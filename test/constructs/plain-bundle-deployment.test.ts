import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chart, Testing } from 'cdk8s';
import { _child_process } from 'cdk8s/lib/_child_process';
import { PlainBundleDeployment, PlainBundleDeploymentProps } from 'olm-constructs';
import { PlainBundle } from 'olm-constructs/bundle';
import { withFiles } from '../builders/bundle-files';
import { crdOf, podOf } from '../builders/bundle-of';
import { Manifest, synth } from '../builders/synthesized';

const object = (apiVersion: string, kind: string, name: string, fields: object = {}): object => ({ apiVersion, kind, metadata: { name }, ...fields });

/** Objects in an order in which they cannot be applied. */
const OBJECTS = [
  object('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', 'hook'),
  object('apps/v1', 'Deployment', 'demo', { spec: podOf('example.test/demo:1') }),
  object('example.test/v1', 'Thing', 'first'),
  object('example.com/v1', 'Unknown', 'other'),
  object('rbac.authorization.k8s.io/v1', 'ClusterRole', 'demo'),
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'elsewhere', namespace: 'kube-public' } },
  object('v1', 'Namespace', 'extra'),
  crdOf('Thing'),
];

function bundleWith(objects: readonly object[]): PlainBundle {
  const files = Object.fromEntries(objects.map((manifest, index) => [`manifests/${String(index).padStart(2, '0')}.json`, JSON.stringify(manifest)]));
  return withFiles(files, (folder) => PlainBundle.fromDirectory(folder));
}

const bundle = bundleWith(OBJECTS);

function deploy(props: Partial<PlainBundleDeploymentProps> = {}, chart: Chart = Testing.chart()): Manifest[] {
  new PlainBundleDeployment(chart, 'demo', { bundle, namespace: 'demo', ...props });
  return synth(chart);
}

/** Kind, namespace and name of each object. */
function idsOf(manifests: readonly Manifest[]): string[] {
  return manifests.map(({ kind, metadata: { namespace, name } }) => [kind, namespace, name].filter((part) => part !== undefined).join(' '));
}

describe('a plain+v0 bundle', () => {
  it('is created in an order in which it can be applied, with a namespace where one is missing', () => {
    expect(idsOf(deploy())).toEqual([
      'CustomResourceDefinition things.example.test', 'Namespace demo', 'Namespace extra', 'Thing demo first', 'Unknown demo other', 'ClusterRole demo',
      'ConfigMap kube-public elsewhere', 'Deployment demo demo', 'ValidatingWebhookConfiguration hook',
    ]);
  });

  it('has its objects unchanged, except for the common labels and annotations', () => {
    const manifests = deploy({ labels: { team: 'a' }, annotations: { note: 'b' } });
    expect(manifests.find(({ kind }) => kind === 'Deployment')).toEqual({
      apiVersion: 'apps/v1', kind: 'Deployment',
      metadata: {
        name: 'demo', namespace: 'demo', labels: { team: 'a' },
        annotations: { 'note': 'b', 'olm-constructs/part-of': expect.stringMatching(/^PlainOperator\/demo\/test-demo-[0-9a-f]+$/) as unknown },
      },
      spec: podOf('example.test/demo:1'),
    });
  });

  it('creates a Namespace once, even if the bundle contains it', () => {
    const namespaces = (props: Partial<PlainBundleDeploymentProps>): string[] => idsOf(deploy(props)).filter((id) => id.startsWith('Namespace'));
    expect(namespaces({ namespace: 'extra' })).toEqual(['Namespace extra']);
    expect(namespaces({ namespace: 'extra', createNamespace: false })).toEqual(['Namespace extra']);
    expect(namespaces({ createNamespace: false })).toEqual(['Namespace extra']);
  });

  it('keeps custom resources of cluster-scoped CRDs of the bundle cluster-scoped', () => {
    const crd = crdOf('Thing') as { spec: object };
    const ids = idsOf(deploy({ bundle: bundleWith([{ ...crd, spec: { ...crd.spec, scope: 'Cluster' } }, object('example.test/v1', 'Thing', 'first')]) }));
    expect(ids).toContain('Thing first');
  });

  it('puts the CRDs into a separate chart', () => {
    const app = Testing.app();
    const [crds, chart] = [new Chart(app, 'crds'), new Chart(app, 'chart')];
    const deployment = new PlainBundleDeployment(chart, 'demo', { bundle, namespace: 'demo', crdScope: crds });
    expect(idsOf(synth(crds))).toEqual(['CustomResourceDefinition things.example.test']);
    expect(deployment.crds.map(({ name }) => name)).toEqual(['things.example.test']);
    expect(deployment.objects.map(({ kind }) => kind)).toEqual(idsOf(synth(chart)).map((id) => id.split(' ')[0]));
    expect(chart.node.dependencies).toEqual([crds]);
  });

  it('takes the namespace of the chart', () => {
    const chart = new Chart(Testing.app(), 'chart', { namespace: 'ours' });
    expect(new PlainBundleDeployment(chart, 'demo', { bundle }).namespace).toBe('ours');
    expect(idsOf(synth(chart))).toContain('Deployment ours demo');
  });

  it.each<[string, Partial<PlainBundleDeploymentProps>, string]>([
    ['a missing namespace', { namespace: undefined as never }, "namespace is required: set 'namespace', or that of the chart"],
    ['an invalid namespace', { namespace: 'Demo' }, "namespace 'Demo'"],
    ['values', { values: { replicas: 2 } }, "'values' is for Helm charts, and the bundle"],
    ['a release name', { releaseName: 'demo' }, "'releaseName' is for Helm charts, and the bundle"],
    ['an unknown prop', { value: {} } as object, "unknown key 'value' in props of PlainBundleDeployment; known keys: "],
  ])('refuses %s', (_, props, message) => {
    expect(() => deploy(props)).toThrow(message);
  });

  it('is refused if it is deployed twice in a cluster', () => {
    const chart = Testing.chart();
    new PlainBundleDeployment(chart, 'one', { bundle, namespace: 'demo' });
    new PlainBundleDeployment(chart, 'two', { bundle, namespace: 'demo' });
    expect(() => synth(chart)).toThrow('install the bundle once in a cluster');
  });
});

const CHART = {
  'Chart.yaml': 'apiVersion: v2\nname: demo\nversion: 1.0.0\n',
  'values.yaml': 'replicas: 1\n',
  'crds/things.yaml': JSON.stringify(crdOf('Thing')),
  'templates/demo.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}
spec:
  replicas: {{ required "replicas must be set" .Values.replicas }}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: {{ .Release.Namespace }}
`,
  'templates/test.yaml': 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: test\n  annotations: {"helm.sh/hook": test}\n',
};

describe('a helm+v3 bundle', () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'helm-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Returns a program in place of helm that runs a script. */
  function helmOf(script: string): string {
    const path = join(folder, 'helm');
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return path;
  }

  function deployChart(props: Partial<PlainBundleDeploymentProps>, chart: Chart = Testing.chart()): Manifest[] {
    return withFiles(CHART, (path) => deploy({ bundle: PlainBundle.fromDirectory(path), ...props }, chart));
  }

  it('consists of what helm renders from the chart and the values', () => {
    const helm = helmOf('echo "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {args: \\"$*\\"}"; sed "s/^/# /" "$3"');
    const manifests = deployChart({ helmExecutable: helm, values: { replicas: 2 }, releaseName: 'ours' });
    expect(idsOf(manifests)).toEqual(['Namespace demo', 'ConfigMap demo settings']);
    expect((manifests[1]!['data'] as { args: string }).args)
      .toMatch(/^template -f \S+\.yaml --namespace demo --include-crds --skip-tests ours \S+$/);
  });

  it('is rendered by the helm of the search path by default', () => {
    helmOf('echo "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: found}"');
    // A test file has a copy of the environment, which programs that it starts do not get.
    const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
    const started = jest.spyOn(_child_process, 'spawnSync').mockImplementation((command: string, args?: unknown, options?: object) => (
      spawnSync(command, args as readonly string[], { ...options, env })));
    try {
      expect(idsOf(deployChart({}))).toEqual(['Namespace demo', 'ConfigMap demo found']);
    } finally {
      started.mockRestore();
    }
  });

  it.each<[string, string, RegExp]>([
    ['a chart that helm refuses', 'echo "Error: replicas must be set" >&2; exit 1', /Helm cannot render the chart '.*': replicas must be set; fix the chart, or set other 'values'$/],
    ['a missing helm', '', /'\S+missing' was not found, which renders the chart '.*'; install Helm \(https:\/\/helm\.sh\/docs\/intro\/install\/\), or set 'helmExecutable' to its path$/],
  ])('is refused with %s', (name, script, message) => {
    const helmExecutable = name === 'a missing helm' ? join(folder, 'missing') : helmOf(script);
    expect(() => deployChart({ helmExecutable })).toThrow(message);
  });

  it.each(['Demo', 'a'.repeat(54), ''])('is refused with the release name %p', (releaseName) => {
    expect(() => deployChart({ releaseName })).toThrow(`'${releaseName}' is not the name of a Helm release; set 'releaseName'`);
  });

  const hasHelm = spawnSync('helm', ['version']).status === 0;
  it(hasHelm ? 'is rendered by helm, with its CRDs and without its tests' : 'is not rendered, because helm is missing', () => {
    if (!hasHelm) {
      return;
    }
    const manifests = deployChart({ values: { replicas: 3 } });
    expect(idsOf(manifests)).toEqual(['CustomResourceDefinition things.example.test', 'Namespace demo', 'ConfigMap demo settings', 'Deployment demo demo']);
    expect(manifests[3]!.spec).toEqual({ replicas: 3 });
    expect(() => deployChart({ values: { replicas: null } })).toThrow('replicas must be set');
  });
});
