import { accessSync, constants } from 'node:fs';
import * as path from 'node:path';
import { builtProgram, findBuiltProgram } from './go-build';
import { ETCD_SERVER, KUBECTL, KUBE_APISERVER, Program } from './program';

/** Path of an executable in a folder of prebuilt programs, laid out as by setup-envtest. */
function fromAssets(folder: string, program: Program): string {
  const file = path.join(folder, program.name);
  try {
    accessSync(file, constants.X_OK);
  } catch (error) {
    throw new Error(`KUBEBUILDER_ASSETS is ${folder}, which has no executable ${program.name}; `
      + 'unset it to build one with Go', { cause: error });
  }
  return file;
}

/** Path of a program: from the folder in KUBEBUILDER_ASSETS, or built once with Go. */
export function binary(program: Program): Promise<string> {
  const assets = process.env['KUBEBUILDER_ASSETS'];
  return assets === undefined || assets === '' ? builtProgram(program) : Promise.resolve(fromAssets(assets, program));
}

/** All programs of a control plane. Built one after the other: they share packages, which the first build caches. */
export async function controlPlaneBinaries(): Promise<{ kubeApiserver: string; etcd: string; kubectl: string }> {
  const etcd = await binary(ETCD_SERVER);
  const kubeApiserver = await binary(KUBE_APISERVER);
  return { etcd, kubeApiserver, kubectl: await binary(KUBECTL) };
}

/** The programs of a control plane, or undefined if they have to be built first. */
export async function builtControlPlane(): Promise<{ kubeApiserver: string; etcd: string; kubectl: string } | undefined> {
  const assets = process.env['KUBEBUILDER_ASSETS'] ?? '';
  const isBuilt = assets !== '' || [ETCD_SERVER, KUBE_APISERVER, KUBECTL].every((program) => findBuiltProgram(program) !== undefined);
  return isBuilt ? controlPlaneBinaries() : undefined;
}
