import * as path from 'node:path';
import { mountInitContainer, pathIn, podSpecOf, runInitContainer } from './init-container';
import { KubernetesObject } from '../cluster/kubernetes-object';
import { GuardedProcess } from '../control-plane/guarded-process';
import { freePorts } from '../control-plane/ports';

/** A registry that runs on this machine. */
export interface OpmServer {
  readonly process: GuardedProcess;
  /** Its port, on all addresses: opm cannot be restricted. */
  readonly port: number;
}

/**
 * Does for the pod of a registry what a kubelet would: runs its init container, and then opm with the container's arguments.
 *
 * @param opm path of opm
 * @param objects the registry's objects
 * @param root empty folder that stands in for the file system of the pod
 */
export async function startOpm(opm: string, objects: readonly KubernetesObject[], root: string): Promise<OpmServer> {
  mountInitContainer(objects, root);
  const { exitCode, stderr } = runInitContainer(objects, root, ['sh']);
  if (exitCode !== 0 || stderr !== '') {
    throw new Error(`the init container ended with code ${String(exitCode)}: ${stderr}`);
  }
  const [port] = await freePorts(1) as [number];
  const args = (podSpecOf(objects).containers[0]?.args ?? [])
    .map(argument => argument.startsWith('/') ? pathIn(root, argument) : argument.replace(/^--port=\d+$/, `--port=${String(port)}`));
  return { process: new GuardedProcess('opm', opm, args, path.join(root, 'opm.log')), port };
}
