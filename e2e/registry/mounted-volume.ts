import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { KubernetesObject } from '../cluster/kubernetes-object';

/** The part of a pod's volume that the registry uses. */
export interface Volume {
  readonly name: string;
  readonly emptyDir?: object;
  readonly projected?: { readonly sources: readonly { readonly configMap: { readonly name: string } }[] };
}

/**
 * Writes the files of ConfigMaps into a folder as the kubelet does: into a timestamped folder, with the link `..data` to it,
 * and each file as a link through `..data`.
 */
function projectConfigMaps(configMaps: readonly KubernetesObject[], folder: string): void {
  const stamped = '..2026_01_01_00_00_00.000000001';
  mkdirSync(path.join(folder, stamped), { recursive: true });
  symlinkSync(stamped, path.join(folder, '..data'));
  for (const { binaryData } of configMaps) {
    for (const [key, base64] of Object.entries(binaryData as Record<string, string>)) {
      writeFileSync(path.join(folder, stamped, key), Buffer.from(base64, 'base64'), { flag: 'wx' });
      symlinkSync(path.join('..data', key), path.join(folder, key));
    }
  }
}

/** Creates the content of a volume at its mount path. */
export function mountVolume(volume: Volume, objects: readonly KubernetesObject[], folder: string): void {
  mkdirSync(folder, { recursive: true });
  if (volume.emptyDir !== undefined) {
    return;
  }
  if (volume.projected === undefined) {
    throw new Error(`volume ${volume.name} is neither emptyDir nor projected`);
  }
  projectConfigMaps(volume.projected.sources.map(({ configMap: { name } }) => {
    const found = objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name);
    if (found === undefined) {
      throw new Error(`volume ${volume.name} refers to ConfigMap ${name}, which does not exist`);
    }
    return found;
  }), folder);
}
