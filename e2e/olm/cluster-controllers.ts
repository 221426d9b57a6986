import * as path from 'node:path';
import { ControlPlane } from '../control-plane/control-plane';
import { GuardedProcess } from '../control-plane/guarded-process';
import { freePorts, LOOPBACK } from '../control-plane/ports';
import { ClusterPrograms } from './olm-programs';

const STAGES = path.join(__dirname, 'pod-stages.yaml');

/** Starts the controller manager, the scheduler, and kwok in place of kubelets. */
export async function startClusterControllers(programs: ClusterPrograms, controlPlane: ControlPlane, folder: string): Promise<GuardedProcess[]> {
  const [managerPort, schedulerPort, nodePort] = await freePorts(3) as [number, number, number];
  const log = (name: string): string => path.join(folder, `${name}.log`);
  const { kubeconfig } = controlPlane;
  const serving = (port: number): string[] => [
    `--bind-address=${LOOPBACK}`, `--secure-port=${String(port)}`, '--authentication-skip-lookup=true', '--leader-elect=false',
  ];
  return [
    new GuardedProcess('kube-controller-manager', programs.controllerManager, [
      `--kubeconfig=${kubeconfig}`,
      ...serving(managerPort),
      `--service-account-private-key-file=${controlPlane.serviceAccountKeyFile}`,
      `--root-ca-file=${controlPlane.certificateAuthorityFile}`,
      '--use-service-account-credentials=true',
    ], log('kube-controller-manager')),
    new GuardedProcess('kube-scheduler', programs.scheduler, [`--kubeconfig=${kubeconfig}`, ...serving(schedulerPort)], log('kube-scheduler')),
    new GuardedProcess('kwok', programs.kwok, [
      `--kubeconfig=${kubeconfig}`,
      `--config=${STAGES}`,
      '--manage-all-nodes=true',
      '--node-lease-duration-seconds=40',
      `--node-ip=${LOOPBACK}`,
      `--node-port=${String(nodePort)}`,
      `--server-address=${LOOPBACK}:${String(nodePort)}`,
    ], log('kwok')),
  ];
}

/** A node that any pod may run on. */
export const NODE = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'simulated', labels: { 'kubernetes.io/os': 'linux', 'kubernetes.io/arch': 'amd64', 'kubernetes.io/hostname': 'simulated' } },
};
