import { accessSync, constants } from 'node:fs';
import * as path from 'node:path';
import { builtProgram } from './go-build';
import { ETCD_SERVER, KUBECTL, KUBE_APISERVER, Program } from './program';

/** The executable in a folder of ready programs, as setup-envtest lays them out. */
function fromAssets(folder: string, program: Program): string {
  const file = path.join(folder, program.name);
  try {
    accessSync(file, constants.X_OK);
  } catch (error) {
    throw new Error(`KUBEBUILDER_ASSETS names ${folder}, which has no executable ${program.name}; `
      + 'unset it to build one with Go', { cause: error });
  }
  return file;
}

/** The path of a program: from the folder that KUBEBUILDER_ASSETS names, or built once with Go. */
export function binary(program: Program): Promise<string> {
  const assets = process.env['KUBEBUILDER_ASSETS'];
  return assets === undefined || assets === '' ? builtProgram(program) : Promise.resolve(fromAssets(assets, program));
}

/** All programs of a control plane. Built one after the other: they share packages, which the first build leaves behind. */
export async function controlPlaneBinaries(): Promise<{ kubeApiserver: string; etcd: string; kubectl: string }> {
  const etcd = await binary(ETCD_SERVER);
  const kubeApiserver = await binary(KUBE_APISERVER);
  return { etcd, kubeApiserver, kubectl: await binary(KUBECTL) };
}
