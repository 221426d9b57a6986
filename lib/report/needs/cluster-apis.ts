import { readFileSync } from 'node:fs';
import { defined } from '../../formats/json/defined';
import { EncodingError, textOf } from '../../formats/json/utf8-text';
import { checkArguments } from '../../formats/options/check-arguments';
import { parseApiList } from './parse-api-list';
import { shell, shellPath } from '../../text/shell';
import { printableMessage } from '../../text/printable';

/** API of a cluster, as far as its source names it. @internal */
export interface ListedApi {
  readonly group: string;

  /** Version, if the source names it. */
  readonly version?: string;

  /** Kind, if the source names it; otherwise all kinds of the group and version. */
  readonly kind?: string;
}

/**
 * APIs that a cluster serves, besides those of Kubernetes, of OLM and of what the app installs: read from a file that `olm-constructs apis` or
 * `kubectl api-resources` wrote, or listed.
 */
export class ClusterApis {
  /**
   * Reads the APIs from a file that `olm-constructs apis`, `kubectl api-resources`, `kubectl api-resources -o wide` or `kubectl api-versions` wrote.
   *
   * @param path path of the file
   * @throws Error when the file cannot be read, or has another format, with its line
   */
  public static fromFile(path: string): ClusterApis {
    checkArguments('ClusterApis.fromFile', { path });
    let content: string;
    try {
      content = textOf(readFileSync(path), path);
    } catch (error) {
      if (error instanceof EncodingError) {
        throw error;
      }
      throw new Error(printableMessage(`${path}: cannot read the APIs of the cluster: ${(error as Error).message}; write the file with \`${shell`olm-constructs apis > ${shellPath(path)}`}\``), { cause: error });
    }
    return ClusterApis.fromText(content, path);
  }

  /**
   * Reads the APIs from the output of `olm-constructs apis`, `kubectl api-resources`, `kubectl api-resources -o wide` or `kubectl api-versions`.
   *
   * @param text the output
   * @param source name of the source in error messages
   * @throws Error when the text has another format, with its line
   */
  public static fromText(text: string, source: string = 'APIs of the cluster'): ClusterApis {
    checkArguments('ClusterApis.fromText', { text, source });
    return new ClusterApis(parseApiList(text, source));
  }

  /**
   * APIs that the cluster has.
   *
   * @param apis API groups such as `monitoring.coreos.com`, their versions such as `monitoring.coreos.com/v1`, or single kinds such as
   * `monitoring.coreos.com/v1/PrometheusRule`
   * @throws Error when an entry has another form
   */
  public static of(...apis: string[]): ClusterApis {
    checkArguments('ClusterApis.of', { apis });
    return new ClusterApis(apis.map(listedApi));
  }

  readonly #listed: readonly ListedApi[];

  private constructor(listed: readonly ListedApi[]) {
    this.#listed = listed;
  }

  /**
   * Whether the cluster serves an API. If the source lists only one version of a kind, as `kubectl api-resources` does, or none, any version counts.
   *
   * @param group API group, or an empty string for the core group
   * @param version version
   * @param kind kind
   */
  public serves(group: string, version: string, kind: string): boolean {
    checkArguments('ClusterApis#serves', { group, version, kind });
    return this.#listed.some((listed) => listed.group === group
      && (listed.kind === undefined ? listed.version === undefined || listed.version === version : listed.kind === kind));
  }

  /** Returns the APIs of both. */
  public including(others: ClusterApis): ClusterApis {
    checkArguments('ClusterApis#including', { others });
    return new ClusterApis([...this.#listed, ...others.#listed]);
  }
}

const API = /^(?<group>[a-z0-9]([-a-z0-9.]*[a-z0-9])?)(?:\/(?<version>v\d+(?:(?:alpha|beta)\d+)?))?(?:\/(?<kind>[A-Z]\w*))?$/;

function listedApi(text: string): ListedApi {
  const { group, version, kind } = (typeof text === 'string' ? API.exec(text)?.groups : undefined) ?? {};
  if (group === undefined || (kind !== undefined && version === undefined)) {
    throw new Error(printableMessage("ClusterApis.of must have API groups such as 'monitoring.coreos.com', 'monitoring.coreos.com/v1' or "
      + `'monitoring.coreos.com/v1/PrometheusRule', got ${JSON.stringify(text)}`));
  }
  return { group, ...defined({ version, kind }) };
}
