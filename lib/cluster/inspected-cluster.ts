import { checkArguments } from '../formats/options/check-arguments';
import { checkOptions } from '../formats/options/check-options';
import { ClusterConnection } from './cluster-connection';
import type { Dump } from './inspection/source/dump';
import { type DumpFiles, readDump } from './inspection/source/dump-files';
import { LiveCluster } from './inspection/source/live-cluster';
import type { ObjectSource } from './inspection/source/object-source';

/** Options of `ClusterDump.read`. */
export interface DumpReadOptions {
  /**
   * Maximum decompressed size of all files and archives together, in bytes.
   *
   * @default 2147483648 (2 GiB)
   */
  readonly maxUnpackedBytes?: number;
}

/** Objects of a cluster in files. Everything that can be inspected in a cluster can be inspected in a dump, without access to the cluster. */
export class ClusterDump {
  /**
   * Reads files written with `kubectl get … -o yaml` or `-o json`, and folders of `oc adm must-gather` or `oc adm inspect`. Files may be compressed
   * with gzip, and folders may be archives: tar, tar with gzip, or zip.
   *
   * @param paths files, archives and folders; `-` is the standard input
   * @param stdin content of the standard input
   * @param options options
   * @throws InspectionError if a path does not exist, a file is neither YAML nor JSON, none of them contains a Kubernetes object, or a limit is
   * exceeded
   */
  public static read(paths: readonly string[], stdin: string | Uint8Array = '', options: DumpReadOptions = {}): ClusterDump {
    checkArguments('ClusterDump.read', { paths, stdin });
    checkOptions('options of ClusterDump.read', 'DumpReadOptions', options);
    return new ClusterDump(readDump(paths, stdin, options.maxUnpackedBytes));
  }

  /** Problems of those files in a folder or an archive that were left out, because they are not dumps. */
  public readonly skipped: readonly string[];

  /**
   * Problems of objects that are malformed, with file and line, and of files of a folder that cannot be read: what is concluded from the rest may be
   * incomplete.
   */
  public readonly malformed: readonly string[];

  /** Archives that may be cut off: nothing marks their end, and there is no proof that anything is missing. */
  public readonly notes: readonly string[];

  /** Time at which the dump was made: the latest time in it, in milliseconds since 1970, or undefined if it contains no times. */
  public readonly time: number | undefined;

  /** @internal */
  public readonly dump: Dump;

  private constructor({ dump, skipped, malformed, notes }: DumpFiles) {
    this.dump = dump;
    this.skipped = skipped;
    this.malformed = malformed;
    this.notes = notes;
    this.time = dump.time;
  }
}

/** Source of an inspection: a cluster, or files with its objects. */
export type InspectedCluster = ClusterConnection | ClusterDump;

/** Options of all inspections. */
export interface InspectOptions {
  /** Ends the inspection, which then throws the reason of the signal. @default - it ends by itself */
  readonly signal?: AbortSignal;

  /** Time for ages and verdicts, in milliseconds since 1970. @default - now; for a dump, the time at which it was made */
  readonly now?: number;
}

/**
 * Objects to inspect, and the time of their state.
 *
 * @internal
 */
export interface OpenedSource {
  readonly source: ObjectSource;
  readonly now: number;
}

/**
 * Returns the objects of a cluster or of a dump.
 *
 * @internal
 */
export function openedSource(cluster: InspectedCluster, { signal = new AbortController().signal, now }: InspectOptions): OpenedSource {
  return cluster instanceof ClusterConnection ? { source: new LiveCluster({ client: cluster.client, signal }), now: now ?? Date.now() }
    : { source: cluster.dump.source(), now: now ?? cluster.time ?? Date.now() };
}
