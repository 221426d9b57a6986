import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { checkArguments } from '../../formats/options/check-arguments';
import { hasLineSeparators } from '../../formats/yaml/go-syntax';
import { ContainerResources } from '../../olm/v0/settings/pod-settings';

/** Properties of everything that runs the command line in a cluster. */
export interface InClusterProgramProps {
  /**
   * The program to run.
   *
   * @default - the program of this version of the library
   */
  readonly program?: InClusterProgram;

  /**
   * Image with Node 20.19 or later as `node` on the path.
   *
   * @default docker.io/library/node:22.19.0-alpine3.22, from the mirror of the cluster if there is one
   */
  readonly image?: string;

  /**
   * Names of Secrets with credentials for the registry of the image.
   *
   * @default - none
   */
  readonly imagePullSecrets?: string[];

  /**
   * Uid of the process; 0 for a uid that the cluster assigns, which OpenShift requires.
   *
   * @default 1000, the user of the official image
   */
  readonly runAsUser?: number;

  /**
   * Resources of the container.
   *
   * @default - requests of 50m CPU and 96Mi memory, a limit of 256Mi memory
   */
  readonly resources?: ContainerResources;

  /**
   * Labels for every object.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations for every object.
   *
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}

/** Path of the built program, relative to the compiled file and to its source. */
const BUNDLED = ['../../../program/olm-constructs.js.gz', '../../../build/program/olm-constructs.js.gz'].map(path => join(__dirname, path));

/** Maximum size of a ConfigMap in etcd, in bytes, minus some room for its metadata. */
const MAX_BYTES = 1_000_000;

/** The command line of this library as a single file, which Jobs run in a cluster. */
export class InClusterProgram {
  /**
   * Returns the program of this version of the library.
   *
   * @throws Error when the package does not contain it
   */
  public static bundled(): InClusterProgram {
    const path = BUNDLED.find(each => existsSync(each));
    if (path === undefined) {
      throw new Error('the package lacks program/olm-constructs.js.gz, the program that Jobs run; install the package again, or run `npm run build` in a checkout');
    }
    return new InClusterProgram(gunzipSync(readFileSync(path)).toString());
  }

  /**
   * Returns the program from a file, such as that of another version of the library.
   *
   * @param path path of a JavaScript file without imports of other packages
   * @throws Error when it cannot be read, is too large for a ConfigMap, or has characters that kubectl would change
   */
  public static fromFile(path: string): InClusterProgram {
    checkArguments('InClusterProgram.fromFile', { path });
    const program = new InClusterProgram(readFileSync(path, 'utf8'));
    const size = Buffer.byteLength(program.content);
    if (size > MAX_BYTES) {
      throw new Error(`${path}: a ConfigMap cannot contain ${(size / 1e6).toFixed(2)} MB; use a file of at most 1 MB`);
    }
    if (hasLineSeparators(program.content)) {
      throw new Error(`${path}: Go's YAML readers, kubectl's among them, change the characters U+0085, U+2028 and U+2029; write them as escapes, such as \\u0085`);
    }
    return program;
  }

  /** JavaScript of the program. */
  public readonly content: string;

  /** The first digits of the SHA-256 of the content. */
  public readonly digest: string;

  private constructor(content: string) {
    this.content = content;
    this.digest = createHash('sha256').update(content).digest('hex').slice(0, 10);
  }
}
