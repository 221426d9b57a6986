import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { gzip } from '../../bundle/files/write-archive';
import { textOf } from '../../formats/json/utf8-text';
import { checkArguments } from '../../formats/options/check-arguments';
import { ContainerResources } from '../../olm/v0/settings/pod-settings';
import { printableMessage } from '../../text/printable';

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
const BUNDLED = ['../../../program/olm-constructs.js.br', '../../../build/program/olm-constructs.js.br'].map(path => join(__dirname, path));

/** Maximum size of a ConfigMap, in bytes, minus some room for its metadata. The API server counts the bytes of `binaryData` before base64. */
const MAX_BYTES = 1_000_000;

/** Name of the program in its folder. */
const FILE = 'olm-constructs.js';

/**
 * Program that decompresses the file beside it and runs it in its own place.
 *
 * @param extension extension of the compressed file
 * @param decompress function of `node:zlib`
 */
function loaderOf(extension: string, decompress: string): string {
  return `module._compile(require('node:zlib').${decompress}(require('node:fs').readFileSync(\`\${__dirname}/${FILE}.${extension}\`)).toString(), __filename);\n`;
}

/** The command line of this library as a single file, which Jobs run in a cluster. */
export class InClusterProgram {
  /**
   * Returns the program of this version of the library, which has all commands.
   *
   * @throws Error when the package does not contain it
   */
  public static bundled(): InClusterProgram {
    const path = BUNDLED.find(each => existsSync(each));
    if (path === undefined) {
      throw new Error('the package lacks program/olm-constructs.js.br, the program that Jobs run; install the package again, or run `npm run build` in a checkout');
    }
    // Compressed when the package is built, because the bytes of brotli differ between versions of Node.js.
    const packed = readFileSync(path);
    return new InClusterProgram(() => textOf(brotliDecompressSync(packed), path), 'br', 'brotliDecompressSync', packed);
  }

  /**
   * Returns the program from a file, such as `olm-constructs.js` of another release.
   *
   * @param path path of a JavaScript file without imports of other packages
   * @throws Error when it cannot be read, or is too large for a ConfigMap when compressed with gzip
   */
  public static fromFile(path: string): InClusterProgram {
    checkArguments('InClusterProgram.fromFile', { path });
    const content = readFileSync(path);
    const packed = gzip(content);
    if (packed.length > MAX_BYTES) {
      throw new Error(printableMessage(`${path}: a ConfigMap cannot contain ${(packed.length / 1e6).toFixed(2)} MB, its size when compressed with gzip; use a file of at most 1 MB compressed`));
    }
    return new InClusterProgram(() => textOf(content, path), 'gz', 'gunzipSync', packed);
  }

  /** The first digits of the SHA-256 of the files that the ConfigMap contains. */
  public readonly digest: string;

  /**
   * Files of the ConfigMap: the loader as text, and the compressed program as base64.
   *
   * @internal
   */
  public readonly _files: { readonly data: { readonly [name: string]: string }; readonly binaryData: { readonly [name: string]: string } };

  private constructor(private readonly source: () => string, extension: string, decompress: string, packed: Uint8Array) {
    const loader = loaderOf(extension, decompress);
    this._files = { data: { [FILE]: loader }, binaryData: { [`${FILE}.${extension}`]: Buffer.from(packed).toString('base64') } };
    this.digest = createHash('sha256').update(loader).update(packed).digest('hex').slice(0, 10);
  }

  /** JavaScript of the program. */
  public get content(): string {
    return this.source();
  }
}
