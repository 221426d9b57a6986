import * as path from 'node:path';
import { GENEROUS_MEMORY } from './go-memory';
import { GuardedProcess } from './guarded-process';
import { LOOPBACK } from './ports';

/** Starts an etcd for one control plane. It may lose its data in a crash, which does not matter here. */
export function startEtcd(executable: string, folder: string, clientPort: number, peerPort: number): GuardedProcess {
  const client = etcdUrl(clientPort);
  const peer = etcdUrl(peerPort);
  return new GuardedProcess('etcd', executable, [
    '--name=e2e',
    `--data-dir=${path.join(folder, 'etcd')}`,
    '--unsafe-no-fsync',
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=e2e=${peer}`,
    '--log-level=warn',
  ], path.join(folder, 'etcd.log'), { environment: GENEROUS_MEMORY });
}

/** Address of etcd. */
export function etcdUrl(port: number): string {
  return `http://${LOOPBACK}:${String(port)}`;
}
