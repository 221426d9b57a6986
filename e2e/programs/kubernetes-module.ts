import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';

/** The folder of the Go modules that pin what is built. */
export const TOOLS = path.resolve(__dirname, '../tools');

/** A Go module of Kubernetes, and the version that it pins, for example `v1.36.3`. */
interface KubernetesModule {
  readonly moduleFolder: string;
  readonly version: string;
}

/** The version of Kubernetes that go.mod of a folder requires. */
function requiredVersion(moduleFolder: string): string {
  const file = path.join(moduleFolder, 'go.mod');
  const line = readFileSync(file, 'utf8').split('\n').find(text => text.startsWith('require k8s.io/kubernetes '));
  const version = line?.split(' ')[2];
  if (version === undefined) {
    throw new Error(`${file} has no line 'require k8s.io/kubernetes VERSION'`);
  }
  return version;
}

/**
 * The module of the version that the environment variable KUBERNETES_VERSION names, in full or in its first numbers
 * (`1.32`); without it the one in the folder `kubernetes`. Those of older versions are in folders named after it.
 *
 * @throws when there is none of that version
 */
function chosenModule(): KubernetesModule {
  const modules = readdirSync(TOOLS).filter(folder => folder.startsWith('kubernetes')).sort().map(folder => {
    const moduleFolder = path.join(TOOLS, folder);
    return { moduleFolder, version: requiredVersion(moduleFolder) };
  });
  const asked = process.env['KUBERNETES_VERSION'] ?? '';
  const found = modules.find(({ version }) => asked === '' || `${version}.`.startsWith(`v${asked.replace(/^v/, '')}.`));
  if (found === undefined) {
    throw new Error(`there is no module of Kubernetes ${asked}, which KUBERNETES_VERSION names, in ${TOOLS}; `
      + `there is ${modules.map(({ version }) => version.slice(1)).join(' and ')}`);
  }
  return found;
}

/** The Kubernetes that is built. */
export const KUBERNETES = chosenModule();
