import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toYaml } from '../../../lib/formats/yaml/write';
import { contentAt, dumpedCluster } from '../../cluster/inspection/dumped-cluster';
import type { ClusterEvent } from '../../cluster/waiting/simulated-cluster';

/** Writes the objects of a simulated cluster to a file, as kubectl does, and returns its path. */
export function dumpFile(objects: readonly ClusterEvent[], more: readonly object[] = []): string {
  const items = [...dumpedCluster(contentAt(objects, Infinity)).map(({ object }) => object), ...more];
  const path = join(mkdtempSync(join(tmpdir(), 'dump-')), 'dump.yaml');
  writeFileSync(path, toYaml({ apiVersion: 'v1', kind: 'List', items }));
  return path;
}
