import { readDump } from './inspection/source/dump-files';
import type { Dump } from './inspection/source/dump';

/** Objects of a cluster in files. Everything that can be inspected in a cluster can be inspected in a dump, without access to the cluster. */
export class ClusterDump {
  /**
   * Reads files written with `kubectl get … -o yaml` or `-o json`, and folders of `oc adm must-gather` or `oc adm inspect`.
   *
   * @param paths files and folders; `-` is the standard input
   * @param stdin content of the standard input
   * @throws InspectionError if a path does not exist, a file is neither YAML nor JSON, or none of them contains a Kubernetes object
   */
  public static read(paths: readonly string[], stdin: string = ''): ClusterDump {
    const { dump, skipped } = readDump(paths, stdin);
    return new ClusterDump(dump, skipped);
  }

  /** Problems of those files in a folder that were left out. */
  public readonly skipped: readonly string[];

  /** Time at which the dump was made: the latest time in it, in milliseconds since 1970, or undefined if it contains no times. */
  public readonly time: number | undefined;

  /** @internal */
  public readonly dump: Dump;

  private constructor(dump: Dump, skipped: readonly string[]) {
    this.dump = dump;
    this.skipped = skipped;
    this.time = dump.time;
  }
}
