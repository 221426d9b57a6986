import { readDump } from '../inspection/load';
import type { Dump } from '../inspection/source/dump';

/** Objects of a cluster in files. What can be inspected of a cluster can be inspected of a dump, without access to the cluster. */
export class ClusterDump {
  /**
   * Reads files written with `kubectl get … -o yaml` or `-o json`, and folders of `oc adm must-gather` or `oc adm inspect`.
   *
   * @param paths files and folders; `-` is the standard input
   * @param stdin content of the standard input
   * @throws InspectionError if a path does not exist, a file is neither YAML nor JSON, or none of them has an object of Kubernetes
   */
  public static read(paths: readonly string[], stdin: string = ''): ClusterDump {
    const { dump, skipped } = readDump(paths, stdin);
    return new ClusterDump(dump, skipped);
  }

  /** What is wrong with files of a folder that are left out. */
  public readonly skipped: readonly string[];

  /** When the dump was made: the latest time in it, in milliseconds since 1970; undefined if it has no times. */
  public readonly time: number | undefined;

  /** @internal */
  public readonly dump: Dump;

  private constructor(dump: Dump, skipped: readonly string[]) {
    this.dump = dump;
    this.skipped = skipped;
    this.time = dump.time;
  }
}
