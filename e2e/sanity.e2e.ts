import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { Cluster } from './cluster/cluster';
import { Verdict } from './cluster/kubernetes-client';
import { YamlDocument, yamlDocuments } from './cluster/yaml-documents';
import { KUBERNETES } from './programs/kubernetes-module';

/** The checks of the other suites must be able to fail: here they receive wrong input. */

const ACCEPTED: Verdict = { accepted: true, refusal: '', warnings: [] };

let cluster: Cluster;
let folder: string;

beforeAll(async () => {
  cluster = await Cluster.open();
  folder = mkdtempSync(path.join(tmpdir(), 'olm-constructs-sanity-'));
  const file = path.join(folder, 'namespace.yaml');
  writeFileSync(file, RESTRICTED_NAMESPACE);
  cluster.deleteAtEnd(file);
  await applyAll(RESTRICTED_NAMESPACE);
}, 20 * 60_000);

afterAll(async () => {
  await cluster.close();
  rmSync(folder, { recursive: true, force: true });
});

const RESTRICTED_NAMESPACE = `
apiVersion: v1
kind: Namespace
metadata:
  name: olm-constructs-sanity
  labels:
    pod-security.kubernetes.io/enforce: restricted
    pod-security.kubernetes.io/warn: restricted
`;

const CONFIG_MAP = `
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: olm-constructs-sanity
data:
  key: value
`;

function deployment(podSpec: string): string {
  return `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: pods
  namespace: olm-constructs-sanity
spec:
  selector:
    matchLabels: { app: pods }
  template:
    metadata:
      labels: { app: pods }
    spec: ${podSpec}
`;
}

const UNRESTRICTED_PODS = deployment('{ containers: [{ name: main, image: "registry.k8s.io/pause:3.10" }] }');
const RESTRICTED_PODS = deployment(`
      securityContext: { runAsNonRoot: true, seccompProfile: { type: RuntimeDefault } }
      containers:
        - name: main
          image: registry.k8s.io/pause:3.10
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: [ALL] } }`);

async function applyAll(yaml: string): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const document of yamlDocuments(yaml)) {
    verdicts.push(await cluster.client.apply(document));
  }
  return verdicts;
}

/** Output of `kubectl apply -f` for a file with the given content. */
async function kubectlApply(yaml: string): Promise<{ exitCode: number; stderr: string }> {
  const file = path.join(folder, 'manifest.yaml');
  writeFileSync(file, yaml);
  const { exitCode, stderr } = await cluster.kubectl.apply(file);
  return { exitCode, stderr };
}

describe('the control plane', () => {
  it('is 1.32 or newer, and the pinned version if it was built here', async () => {
    const version = await cluster.client.version();
    if (process.env['KUBECONFIG'] === undefined && process.env['KUBEBUILDER_ASSETS'] === undefined) {
      expect(version).toBe(KUBERNETES.version);
    }
    const [, major, minor] = /^v(\d+)\.(\d+)\./.exec(version) ?? [];
    expect([Number(major), Number(minor) >= 32]).toEqual([1, true]);
  });
});

describe('server-side apply', () => {
  it('accepts valid objects without a warning', async () => {
    expect(await applyAll(`${CONFIG_MAP}---${RESTRICTED_PODS}`)).toEqual([ACCEPTED, ACCEPTED]);
  });

  it.each([
    ['an unknown field', `${CONFIG_MAP}datum: {}\n`, /field not declared in schema|unknown field/],
    ['a number for a field of type string', CONFIG_MAP.replace('key: value', 'key: 1'), /expected string|cannot unmarshal number/],
    ['an invalid name', CONFIG_MAP.replace('name: settings', 'name: Settings!'), /Invalid value: "Settings!"/],
  ])('rejects %s', async (_, yaml, reason) => {
    expect(await applyAll(yaml)).toEqual([{ accepted: false, refusal: expect.stringMatching(reason) as string, warnings: [] }]);
  });

  it('rejects a duplicate field', async () => {
    const [document] = yamlDocuments(CONFIG_MAP) as [YamlDocument];
    expect(await cluster.client.apply({ ...document, content: `${CONFIG_MAP}  key: other\n` }))
      .toEqual({ accepted: false, refusal: expect.stringContaining('key "key" already set') as string, warnings: [] });
  });

  it('rejects a namespaced object without a namespace, and a cluster-scoped one with one, before sending it', async () => {
    await expect(applyAll(CONFIG_MAP.replace('  namespace: olm-constructs-sanity\n', ''))).rejects.toThrow('ConfigMap settings needs a namespace');
    await expect(applyAll(RESTRICTED_NAMESPACE.replace('metadata:', 'metadata:\n  namespace: other')))
      .rejects.toThrow('Namespace olm-constructs-sanity is cluster-scoped and has a namespace');
  });

  it('warns about a pod template that restricted Pod Security would reject', async () => {
    expect(await applyAll(UNRESTRICTED_PODS.replace('name: pods', 'name: unrestricted'))).toEqual([{
      accepted: true,
      refusal: '',
      warnings: [expect.stringContaining('would violate PodSecurity "restricted:latest": allowPrivilegeEscalation != false')],
    }]);
  });
});

describe('kubectl apply', () => {
  it('prints nothing on standard error for valid objects', async () => {
    const yaml = `${CONFIG_MAP}---${RESTRICTED_PODS}`.replaceAll(': settings', ': by-kubectl').replaceAll('name: pods', 'name: by-kubectl');
    expect(await kubectlApply(yaml)).toEqual({ exitCode: 0, stderr: '' });
  });

  it('rejects an unknown field', async () => {
    expect(await kubectlApply(`${CONFIG_MAP}datum: {}\n`)).toEqual({ exitCode: 1, stderr: expect.stringContaining('unknown field "datum"') as string });
  });

  it('prints the warning of Pod Security', async () => {
    expect(await kubectlApply(UNRESTRICTED_PODS.replace('name: pods', 'name: unrestricted-by-kubectl')))
      .toEqual({ exitCode: 0, stderr: expect.stringContaining('Warning: would violate PodSecurity "restricted:latest"') as string });
  });

  it('rejects an object that is too large for its annotation', async () => {
    const yaml = CONFIG_MAP.replace('name: settings', 'name: large').replace('key: value', `key: ${'x'.repeat(262_144)}`);
    expect(await kubectlApply(yaml)).toEqual({ exitCode: 1, stderr: expect.stringContaining('metadata.annotations: Too long') as string });
  });
});
