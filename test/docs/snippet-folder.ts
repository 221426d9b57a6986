import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { App, Chart } from 'cdk8s';
import { OlmVersion } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { ManifestTree } from 'olm-constructs/gitops';
import { enterCommandFolder } from '../builders/command-folder';
import { planJson } from '../builders/upgrade-plan';
import { madeUpRelease } from '../olm/v0/release/release-files';

const ROOT = resolve(__dirname, '../..');

/**
 * Makes the current folder one with the files that programs and commands in the documents name. A path in a document is one of the
 * repository, such as that of an example, or a made-up one of the reader.
 *
 * @returns a function that removes it
 */
export function enterSnippetFolder(): () => void {
  const leave = enterCommandFolder();
  cpSync(join(ROOT, 'examples'), 'examples', { recursive: true });
  Bundle.fromPath('bundle').toImageLayout().write('build/hello-operator');
  writeFileSync('build/hello-operator/index.json', readFileSync('build/hello-operator/index.json', 'utf8').replace('"hello-operator.v0.1.0"', '"v0.1.0"'));
  cpSync('bundle', 'community-operators/operators/hello-operator/0.1.0', { recursive: true });
  cpSync('bundle/manifests', 'packagemanifests/hello-operator/0.1.0', { recursive: true });
  const release = madeUpRelease(OlmVersion.V0_46_0, 'v0.47.0');
  write({
    'dist/platform.k8s.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: hello-operator\n',
    'packagemanifests/hello-operator/hello-operator.package.yaml': 'packageName: hello-operator\nchannels:\n- name: alpha\n  currentCSV: hello-operator.v0.1.0\n',
    'manifests/olm-0.47.0/crds.yaml': release.crds,
    'manifests/olm-0.47.0/olm.yaml': release.olm,
    'olm.lock.yaml': readFileSync('olm.lock.yaml', 'utf8').replace('namespace: hello\n', 'namespace: hello-operator\n').replaceAll(/(name|catalog): registry/g, '$1: catalog'),
    'olm.plan.json': planJson({ namespace: 'hello-operator', packageName: 'hello-operator', approvals: ['hello-operator.v0.1.0'] }),
  });
  const app = new App();
  new Chart(app, 'platform');
  ManifestTree.of(app).write('base/deploy');
  return leave;
}

function write(files: { readonly [path: string]: string }): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}
