import { spawnSync } from 'node:child_process';
import { loadAll } from 'js-yaml';
import type { Reader } from './reader';

/** What Argo CD and Flux do in the pages after a push: they apply what is in the repository. The suites `argocd-*` and `flux-*` run the real ones. */

/** An object of a manifest. */
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
}

/** A kind of a controller. */
type Kind = readonly [group: string, version: string, kind: string];

const HOOK = 'argocd.argoproj.io/hook';
const WAVE = 'argocd.argoproj.io/sync-wave';

/** Number of times that manifests are applied until all kinds are served. */
const TRIES = 60;

/** Creates kinds of GitOps controllers, with any fields, and their namespace. */
export async function serveKinds(reader: Reader, namespace: string, kinds: readonly Kind[]): Promise<void> {
  const crds = kinds.map(([group, version, kind]) => {
    const plural = kind === 'GitRepository' ? 'gitrepositories' : `${kind.toLowerCase()}s`;
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
    return {
      apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: `${plural}.${group}` },
      spec: { group, scope: 'Namespaced', names: { plural, kind }, versions: [{ name: version, served: true, storage: true, schema }] },
    };
  });
  const objects = [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }, ...crds];
  await apply(reader, objects);
  await succeeded(reader, `kubectl wait --for=condition=Established --timeout=60s ${crds.map(({ metadata }) => `crd/${metadata.name}`).join(' ')}`);
}

/** Applies manifests of the repository in the order of their waves, without hooks, until the kinds of custom resources are served. */
export async function syncArgoCd(reader: Reader, file: string): Promise<void> {
  const objects = committed(reader, file).filter(({ metadata: { annotations } }) => annotations?.[HOOK] === undefined);
  const waveOf = ({ metadata: { annotations } }: Manifest): number => Number(annotations?.[WAVE] ?? '0');
  for (const wave of [...new Set(objects.map(waveOf))].sort((left, right) => left - right)) {
    await applyWhenServed(reader, objects.filter(object => waveOf(object) === wave));
  }
}

/** Applies the stages of the repository, one after the other. */
export async function reconcileFlux(reader: Reader, folder: string): Promise<void> {
  const files = git(reader, 'ls-tree', '-r', '--name-only', 'main', folder).trim().split('\n');
  for (const stage of ['olm', 'catalogs', 'operators', 'operands']) {
    await applyWhenServed(reader, files.filter(file => file.startsWith(`${folder}/${stage}/`)).flatMap(file => committed(reader, file)));
  }
}

/** Installs OLM in the namespaces of OpenShift, with one of its catalogs. */
export async function asOpenShift(reader: Reader): Promise<void> {
  const program = `
    const { App, Chart } = require('cdk8s');
    const { DefaultCatalog, OlmInstallation } = require('olm-constructs');
    const app = new App();
    const crdScope = new Chart(app, 'crds');
    new OlmInstallation(new Chart(app, 'olm'), 'olm', {
      crdScope, namespace: 'openshift-operator-lifecycle-manager', operatorNamespace: 'openshift-operators', defaultCatalog: DefaultCatalog.none(),
    });
    app.synth();`;
  reader.write('openshift/program.cjs', program);
  await succeeded(reader, `cd openshift
    npm init --yes > /dev/null
    npm install ../olm-constructs/dist/js/olm-constructs-*.tgz cdk8s constructs > /dev/null
    node program.cjs
    kubectl apply --server-side -f dist/0000-crds.k8s.yaml
    kubectl wait --for=condition=Established --timeout=60s -f dist/0000-crds.k8s.yaml
    kubectl apply --server-side -f dist/0001-olm.k8s.yaml
    cd ..
    rm -r openshift`);
  await apply(reader, [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'openshift-marketplace' } },
    {
      apiVersion: 'operators.coreos.com/v1alpha1', kind: 'CatalogSource', metadata: { name: 'community-operators', namespace: 'openshift-marketplace' },
      spec: { sourceType: 'grpc', image: 'registry.redhat.io/redhat/community-operator-index:v4.20' },
    },
  ]);
}

async function applyWhenServed(reader: Reader, objects: readonly Manifest[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { exitCode, stderr } = await applied(reader, objects);
    if (exitCode === 0) {
      return;
    }
    if (attempt === TRIES || !/no matches for kind|namespaces "\S+" not found|could not find the requested resource/.test(stderr)) {
      throw new Error(stderr);
    }
    await reader.run('sleep 1');
  }
}

async function apply(reader: Reader, objects: readonly object[]): Promise<void> {
  const { exitCode, stderr } = await applied(reader, objects);
  if (exitCode !== 0) {
    throw new Error(stderr);
  }
}

function applied(reader: Reader, objects: readonly object[]): ReturnType<Reader['run']> {
  return reader.run('kubectl apply --server-side --force-conflicts -f -', JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
}

async function succeeded(reader: Reader, commands: string): Promise<void> {
  const { exitCode, stdout, stderr } = await reader.run(commands);
  if (exitCode !== 0) {
    throw new Error(`${commands}\n${stdout}${stderr}`);
  }
}

function committed(reader: Reader, file: string): Manifest[] {
  return loadAll(git(reader, 'show', `main:${file}`)) as Manifest[];
}

function git(reader: Reader, ...args: readonly string[]): string {
  return spawnSync('git', ['--git-dir', reader.repository, ...args], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).stdout;
}
