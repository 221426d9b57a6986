import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { Cluster } from './cluster/cluster';
import { Verdict } from './cluster/kubernetes-client';
import { YamlDocument, yamlDocuments } from './cluster/yaml-documents';
import { KUBERNETES } from './programs/kubernetes-module';

/** The checks of the other suites must be able to fail: here they are given what is wrong. */

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

async function applyAll(text: string): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const document of yamlDocuments(text)) {
    verdicts.push(await cluster.client.apply(document));
  }
  return verdicts;
}

/** What `kubectl apply -f` says to a file of that text. */
async function kubectlApply(text: string): Promise<{ exitCode: number; stderr: string }> {
  const file = path.join(folder, 'manifest.yaml');
  writeFileSync(file, text);
  const { exitCode, stderr } = await cluster.kubectl.apply(file);
  return { exitCode, stderr };
}

describe('the control plane', () => {
  it('is 1.32 or newer, and the one that is pinned where it was built here', async () => {
    const version = await cluster.client.version();
    if (process.env['KUBECONFIG'] === undefined && process.env['KUBEBUILDER_ASSETS'] === undefined) {
      expect(version).toBe(KUBERNETES.version);
    }
    const [, major, minor] = /^v(\d+)\.(\d+)\./.exec(version) ?? [];
    expect([Number(major), Number(minor) >= 32]).toEqual([1, true]);
  });
});

describe('server-side apply', () => {
  it('accepts what is right, without a warning', async () => {
    expect(await applyAll(`${CONFIG_MAP}---${RESTRICTED_PODS}`)).toEqual([ACCEPTED, ACCEPTED]);
  });

  it.each([
    ['an unknown field', `${CONFIG_MAP}datum: {}\n`, /field not declared in schema|unknown field/],
    ['a number where text is asked for', CONFIG_MAP.replace('key: value', 'key: 1'), /expected string|cannot unmarshal number/],
    ['a name that is none', CONFIG_MAP.replace('name: settings', 'name: Settings!'), /Invalid value: "Settings!"/],
  ])('refuses %s', async (_, text, reason) => {
    expect(await applyAll(text)).toEqual([{ accepted: false, refusal: expect.stringMatching(reason) as string, warnings: [] }]);
  });

  it('refuses a field that stands twice', async () => {
    const [document] = yamlDocuments(CONFIG_MAP) as [YamlDocument];
    expect(await cluster.client.apply({ ...document, text: `${CONFIG_MAP}  key: other\n` }))
      .toEqual({ accepted: false, refusal: expect.stringContaining('key "key" already set') as string, warnings: [] });
  });

  it('refuses a namespaced object without a namespace, and a cluster-scoped one with one, before it is sent', async () => {
    await expect(applyAll(CONFIG_MAP.replace('  namespace: olm-constructs-sanity\n', ''))).rejects.toThrow('ConfigMap settings needs a namespace');
    await expect(applyAll(RESTRICTED_NAMESPACE.replace('metadata:', 'metadata:\n  namespace: other')))
      .rejects.toThrow('Namespace olm-constructs-sanity is cluster-scoped and has a namespace');
  });

  it('warns of a pod template that restricted Pod Security would refuse', async () => {
    expect(await applyAll(UNRESTRICTED_PODS.replace('name: pods', 'name: unrestricted'))).toEqual([{
      accepted: true,
      refusal: '',
      warnings: [expect.stringContaining('would violate PodSecurity "restricted:latest": allowPrivilegeEscalation != false')],
    }]);
  });
});

describe('kubectl apply', () => {
  it('says nothing on standard error to what is right', async () => {
    const text = `${CONFIG_MAP}---${RESTRICTED_PODS}`.replaceAll(': settings', ': by-kubectl').replaceAll('name: pods', 'name: by-kubectl');
    expect(await kubectlApply(text)).toEqual({ exitCode: 0, stderr: '' });
  });

  it('refuses an unknown field', async () => {
    expect(await kubectlApply(`${CONFIG_MAP}datum: {}\n`)).toEqual({ exitCode: 1, stderr: expect.stringContaining('unknown field "datum"') as string });
  });

  it('passes the warning of Pod Security on', async () => {
    expect(await kubectlApply(UNRESTRICTED_PODS.replace('name: pods', 'name: unrestricted-by-kubectl')))
      .toEqual({ exitCode: 0, stderr: expect.stringContaining('Warning: would violate PodSecurity "restricted:latest"') as string });
  });

  it('refuses an object that is too large for its annotation', async () => {
    const text = CONFIG_MAP.replace('name: settings', 'name: large').replace('key: value', `key: ${'x'.repeat(262_144)}`);
    expect(await kubectlApply(text)).toEqual({ exitCode: 1, stderr: expect.stringContaining('metadata.annotations: Too long') as string });
  });
});
