import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';

/** Folder of the Go modules that pin what is built. */
export const TOOLS = path.resolve(__dirname, '../tools');

/** A Go module of Kubernetes, and the version it pins, for example `v1.36.3`. */
interface KubernetesModule {
  readonly moduleFolder: string;
  readonly version: string;
}

/** The version of Kubernetes that the go.mod of a folder requires. */
function requiredVersion(moduleFolder: string): string {
  const file = path.join(moduleFolder, 'go.mod');
  const line = readFileSync(file, 'utf8').split('\n').find(line => line.startsWith('require k8s.io/kubernetes '));
  const version = line?.split(' ')[2];
  if (version === undefined) {
    throw new Error(`${file} has no line 'require k8s.io/kubernetes VERSION'`);
  }
  return version;
}

/**
 * The module of the version in the environment variable KUBERNETES_VERSION, in full or abbreviated
 * (`1.32`); without it the one in the folder `kubernetes`. Folders of older versions are named after them.
 *
 * @throws if there is no module of that version
 */
function chosenModule(): KubernetesModule {
  const modules = readdirSync(TOOLS).filter(folder => folder.startsWith('kubernetes')).sort().map(folder => {
    const moduleFolder = path.join(TOOLS, folder);
    return { moduleFolder, version: requiredVersion(moduleFolder) };
  });
  const asked = process.env['KUBERNETES_VERSION'] ?? '';
  const found = modules.find(({ version }) => asked === '' || `${version}.`.startsWith(`v${asked.replace(/^v/, '')}.`));
  if (found === undefined) {
    throw new Error(`KUBERNETES_VERSION is ${asked}, but ${TOOLS} has no module of that version; `
      + `available: ${modules.map(({ version }) => version.slice(1)).join(', ')}`);
  }
  return found;
}

/** The Kubernetes that is built. */
export const KUBERNETES = chosenModule();
