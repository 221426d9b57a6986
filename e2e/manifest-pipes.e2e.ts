import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { Bundle } from 'olm-constructs/bundle';
import { BundleValidation, FindingSeverity, ValidationSuite } from 'olm-constructs/validation';
import { describeWith } from '../test/needed';
import { PROGRAM } from './command-line/program-process';
import { neededProgram } from './programs/found-program';
import { builtProgram } from './programs/go-build';
import { KUBECTL } from './programs/program';

/** What `helm template` and `kustomize build` write, through a pipe of the shell into `olm-constructs bundle create -`. */

const ROOT = path.resolve(__dirname, '..');
const CHART = path.join(__dirname, 'manifest-pipes/chart');
const PROJECT = path.join(__dirname, 'manifest-pipes/kubebuilder');
const TEST_MILLISECONDS = 5 * 60_000;

const helm = neededProgram('helm');
const kustomize = neededProgram('kustomize');
const folder = mkdtempSync(path.join(tmpdir(), 'manifest-pipes-'));
let kubectl: string;
let count = 0;

beforeAll(async () => {
  const assets = process.env['KUBEBUILDER_ASSETS'] ?? '';
  kubectl = assets === '' ? await builtProgram(KUBECTL) : path.join(assets, 'kubectl');
}, 20 * 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

interface Created {
  readonly exitCode: number | null;
  readonly stderr: string;

  /** The bundle, if one was written. */
  readonly bundle: Bundle | undefined;

  /** Notes as `code: message`, those that need a decision with a `!` before them. */
  readonly notes: readonly string[];
}

/** Runs a command line of the shell that ends in a pipe, with `bundle create` at its end. */
function created(producer: string, args: string, environment: NodeJS.ProcessEnv = {}): Created {
  const out = path.join(folder, String(count++));
  const program = `'${PROGRAM}'`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', `${producer} | "$NODE" ${program} bundle create - --out "$OUT" -o json ${args}`], {
    cwd: ROOT, encoding: 'utf8', env: { ...process.env, NODE: process.execPath, OUT: out, CHART, PROJECT, HOME: folder, ...environment },
  });
  const { notes = [] } = (stdout === '' ? {} : JSON.parse(stdout)) as { readonly notes?: readonly { readonly code: string; readonly message: string; readonly needsDecision: boolean }[] };
  return {
    exitCode: status, stderr, bundle: existsSync(out) ? Bundle.fromDirectory(out) : undefined,
    notes: notes.map(({ code, message, needsDecision }) => `${needsDecision ? '!' : ''}${code}: ${message}`),
  };
}

/** Returns the errors of all suites of validation, but for what the manifests do not tell. */
function errorsOf({ source }: Bundle): string[] {
  return BundleValidation.ofDirectory(source, { suites: Object.values(ValidationSuite) }).findings
    .filter(({ severity, message }) => severity === FindingSeverity.ERROR && !/provider|maintainers|links/.test(message)).map(({ message }) => message);
}

describeWith(helm)('the output of helm template', () => {
  const template = (options = ''): string => `"$HELM" template tea "$CHART" --namespace tea ${options}`;
  const create = (producer: string, args = ''): Created => created(producer, `--package kettle-operator --version 1.7.0 ${args}`, { HELM: helm.value });

  it('becomes a bundle, without what Helm does itself and what OLM creates', () => {
    const { exitCode, stderr, bundle, notes } = create(template('--include-crds'));
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const { csv, crds, otherManifests, relatedImages } = bundle!;
    expect([crds.map(({ name }) => name), otherManifests]).toEqual([['kettles.kettle.example.com'], []]);
    expect(csv.ownedCrds).toMatchObject([{ kind: 'Kettle', displayName: 'Kettle', description: 'A kettle that boils water.' }]);
    expect(csv.permissions).toMatchObject([{ serviceAccountName: 'tea-kettle-operator', rules: [{ resources: ['leases'] }] }]);
    expect(csv.clusterPermissions).toMatchObject([{ serviceAccountName: 'tea-kettle-operator', rules: [{ resources: ['kettles', 'kettles/status'] }, { resources: ['deployments'] }] }]);
    expect(csv.webhookDefinitions).toMatchObject([{ generateName: 'kettles.kettle.example.com', deploymentName: 'tea-kettle-operator', containerPort: 443 }]);
    expect(csv.deployments[0]!.spec).toMatchObject({
      template: { spec: { containers: [{ image: 'registry.example.com/kettle/operator:1.7.0', env: [{ valueFrom: { fieldRef: { fieldPath: "metadata.annotations['olm.targetNamespaces']" } } }, {}] }] } },
    });
    expect(JSON.stringify(csv.deployments[0]!.spec)).not.toContain('volume');
    expect(relatedImages).toEqual([{ name: 'kettle', image: 'registry.example.com/kettle/kettle:1.7.0' }]);
    expect(JSON.parse(csv.annotations['alm-examples']!)).toEqual([{ apiVersion: 'kettle.example.com/v1', kind: 'Kettle', metadata: { name: 'first', namespace: 'tea' }, spec: { liters: 2 } }]);
    expect(notes).toEqual([
      'helm-hook: Pod "tea-kettle-operator-test" is a test of the Helm chart, and left out',
      expect.stringMatching(/^!helm-hook: Job "tea-kettle-operator-upgrade" is a hook of Helm \(pre-upgrade, post-install\), and left out/),
      'webhook: Service "tea-kettle-operator-webhook" is left out: OLM creates a Service for the webhooks',
      'cert-manager: Certificate "tea-kettle-operator-serving" is left out: OLM creates the certificates of webhooks',
      'cert-manager: Issuer "tea-kettle-operator-own" is left out: OLM creates the certificates of webhooks',
      'fields: OLM creates ClusterRole "tea-kettle-operator", ServiceAccount "tea-kettle-operator" with its own labels instead of "helm.sh/chart", "app.kubernetes.io/name", '
      + '"app.kubernetes.io/instance", "app.kubernetes.io/managed-by"',
      expect.stringMatching(/^examples: 1 custom resource became examples/),
      expect.stringMatching(/^install-modes: proposed install modes: OwnNamespace, SingleNamespace, AllNamespaces/),
    ]);
    expect(errorsOf(bundle!)).toEqual([]);
  }, TEST_MILLISECONDS);

  it('becomes the same bundle at each run, also where the chart makes a certificate', () => {
    const options = '--include-crds --set certificates.certManager=false,serviceMonitor.enabled=true';
    const [first, second] = [create(template(options)), create(template(options))];
    expect(first.bundle!.otherManifests.map(({ kind }) => kind)).toEqual(['ServiceMonitor']);
    expect(second.bundle!.toImageLayout().digest).toBe(first.bundle!.toImageLayout().digest);
    expect(first.notes).toContain('cert-manager: Secret "tea-kettle-operator-certificates" is left out: OLM creates the certificates of webhooks');
  }, TEST_MILLISECONDS);

  it('is refused with --strict until each decision is accepted', () => {
    const options = '--include-crds --set database.enabled=true';
    const refused = create(template(options), '--strict');
    expect([refused.exitCode, refused.bundle]).toEqual([1, undefined]);
    expect(refused.notes.filter(note => note.startsWith('!'))).toEqual([
      expect.stringMatching(/^!helm-hook: Job/), expect.stringMatching(/^!unsupported-kind: StatefulSet "tea-kettle-operator-database" \(apps\/v1\) is left out/),
    ]);
    expect(create(template(options), '--strict --accept helm-hook --accept unsupported-kind').exitCode).toBe(0);
  }, TEST_MILLISECONDS);

  it('says which option is missing without the CRDs of the chart', () => {
    const { exitCode, notes } = create(template());
    expect(exitCode).toBe(0);
    expect(notes).toContainEqual(expect.stringMatching(/^crd: no CustomResourceDefinition is among the manifests of the Helm chart; .*add --include-crds to `helm template` .*$/));
    expect(notes).toContainEqual(expect.stringMatching(/^!unsupported-kind: Kettle "first" \(kettle\.example\.com\/v1\) is left out/));
  }, TEST_MILLISECONDS);

  it('of the chart that helm create makes becomes a bundle', () => {
    const { exitCode, stderr, bundle, notes } = create('(cd "$HOME" && "$HELM" create scaffold > /dev/null); "$HELM" template hello "$HOME/scaffold"');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(bundle!.csv.deployments.map(({ name }) => name)).toEqual(['hello-scaffold']);
    expect(bundle!.otherManifests.map(({ kind }) => kind)).toEqual(['Service']);
    expect(notes).toContain('helm-hook: Pod "hello-scaffold-test-connection" is a test of the Helm chart, and left out');
    expect(errorsOf(bundle!)).toEqual([]);
  }, TEST_MILLISECONDS);

  it('is an error without it: files of the chart, and the output of a command that fails', () => {
    expect(create('cat "$CHART"/templates/*.yaml')).toMatchObject({ exitCode: 4, bundle: undefined, stderr: expect.stringContaining('use the output of `helm template`') as string });
    const failed = create('"$HELM" template "$CHART/missing" 2> /dev/null');
    expect(failed).toMatchObject({ exitCode: 4, bundle: undefined, stderr: expect.stringContaining('the manifests have no Deployment') as string });
  }, TEST_MILLISECONDS);
});

/** Checks the bundle of the project, and returns its digest. */
function expectProject({ exitCode, stderr, bundle, notes }: Created): string {
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const { csv, otherManifests } = bundle!;
  expect(csv.deployments.map(({ name }) => name)).toEqual(['teapot-controller-manager']);
  expect(csv.deployments[0]!.spec).toMatchObject({ template: { spec: { containers: [{ image: 'registry.example.com/teapot/operator:v0.4.0' }] } } });
  expect(csv.webhookDefinitions).toMatchObject([{ generateName: 'vteapot-v1.kb.io', deploymentName: 'teapot-controller-manager' }]);
  expect([csv.permissions, csv.clusterPermissions].flat()).toMatchObject([{ serviceAccountName: 'teapot-controller-manager' }, { serviceAccountName: 'teapot-controller-manager' }]);
  expect(otherManifests.map(({ kind }) => kind)).toEqual(['Service', 'ClusterRole']);
  expect(notes.filter(note => note.startsWith('!'))).toEqual([expect.stringMatching(/^!unbound-role: ClusterRole "teapot-teapot-editor-role"/)]);
  expect(notes).toContain('cert-manager: Certificate "teapot-serving-cert" is left out: OLM creates the certificates of webhooks');
  expect(errorsOf(bundle!)).toEqual([]);
  return bundle!.toImageLayout().digest;
}

describe('the output of kustomize', () => {
  const ARGS = '--package teapot-operator --version 0.4.0';
  const build = (): Created => created('"$KUBECTL" kustomize "$PROJECT/config/default"', ARGS, { KUBECTL: kubectl });

  it('in kubectl becomes a bundle, the same at each run', () => {
    expect(expectProject(build())).toBe(expectProject(build()));
  }, TEST_MILLISECONDS);

  describeWith(kustomize)('itself', () => {
    it('becomes the same bundle', () => {
      expect(expectProject(created('"$KUSTOMIZE" build "$PROJECT/config/default"', ARGS, { KUSTOMIZE: kustomize.value }))).toBe(expectProject(build()));
    }, TEST_MILLISECONDS);
  });

  it('is an error if the command fails', () => {
    const failed = created('"$KUBECTL" kustomize "$PROJECT/missing" 2> /dev/null', ARGS, { KUBECTL: kubectl });
    expect(failed).toMatchObject({ exitCode: 4, bundle: undefined, stderr: expect.stringContaining('the manifests have no Deployment') as string });
  }, TEST_MILLISECONDS);
});
