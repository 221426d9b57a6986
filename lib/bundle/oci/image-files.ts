import type { Budget } from '../files/read-options';
import { isFile, type TarHeader } from '../../formats/archive/walk-tar';
import { isFolder, otherKind, type TarEntry, walkTar } from '../files/read-tar';
import { refusal } from '../files/refusal';
import { BundleErrorCode } from '../model/bundle-problem';

/** The entry at a path of the image: a file, a folder, or another kind of entry, which is an error if it is requested. */
type Node = { readonly content: Buffer } | 'folder' | { readonly other: string };

/** Entries of a layer in their order; whiteouts apply to lower layers only, regardless of their position in the layer. */
interface Layer {
  readonly whiteouts: Whiteout[];
  readonly nodes: [path: string, node: Node][];
}

/**
 * Files of some folders of an image, assembled from its layers. Everything else in the image is skipped: the image may be based on
 * another with thousands of files, links and devices.
 */
export class ImageFiles {
  readonly #nodes = new Map<string, Node>();

  /**
   * @param source source of the image, for messages
   * @param folders folders to read
   * @param budget counts the entries of all layers, and the bytes of the files to read
   */
  public constructor(
    private readonly source: string,
    private readonly folders: readonly string[],
    private readonly budget: Budget,
  ) {}

  /**
   * Applies a layer on top of the earlier ones.
   *
   * @param name name of the layer in messages
   * @param archive the decompressed layer
   * @throws BundleError if it is damaged, unsafe, or exceeds a limit
   */
  public add(name: string, archive: Buffer): void {
    const { whiteouts, nodes } = this.#read(name, archive);
    for (const whiteout of whiteouts) {
      this.#hide(whiteout.path, whiteout.opaque);
    }
    for (const [path, node] of nodes) {
      this.#put(path, node);
    }
  }

  /**
   * Returns the files and folders, once all layers are applied.
   *
   * @throws BundleError if an entry is neither a file nor a folder
   */
  public entries(): TarEntry[] {
    const entries: TarEntry[] = [];
    for (const [path, node] of this.#nodes) {
      if (node === 'folder') {
        entries.push({ path });
      } else if ('content' in node) {
        if (/[\0-\x1f\\]/.test(path)) {
          const message = `the path ${JSON.stringify(path)} in the image is not a plain path; rename the file`;
          throw refusal(this.source, BundleErrorCode.UNSAFE_ENTRY, message);
        }
        entries.push({ path, content: node.content });
      } else {
        const message = `this is ${node.other}; a bundle may contain only regular files and folders`;
        throw refusal(this.source, BundleErrorCode.UNSAFE_ENTRY, message, path);
      }
    }
    return entries.filter(({ path }) => this.#isRequested(path));
  }

  #read(name: string, archive: Buffer): Layer {
    const layer: Layer = { whiteouts: [], nodes: [] };
    walkTar(this.source, archive, (header) => {
      this.budget.countEntry();
      const path = layerPath(this.source, name, header.path);
      const whiteout = whiteoutOf(this.source, name, path);
      if (whiteout !== undefined) {
        if (whiteout !== 'nothing') {
          layer.whiteouts.push(whiteout);
        }
        return undefined;
      }
      return this.#isRequested(path) || this.#isParent(path) ? this.#take(name, layer, path, header) : undefined;
    });
    return layer;
  }

  #take(name: string, layer: Layer, path: string, header: TarHeader): ((content: Buffer) => void) | undefined {
    if (isFolder(header)) {
      layer.nodes.push([path, 'folder']);
      return undefined;
    }
    if (!isFile(header) || !this.#isRequested(path)) {
      const linked = header.type === 'Link' ? this.#linked(layerPath(this.source, name, header.linkpath), layer) : undefined;
      if (linked !== undefined) {
        this.budget.countBytes(path, linked.length);
      }
      const other = isFile(header) ? 'a file instead of a folder' : otherKind(header);
      layer.nodes.push([path, linked === undefined ? { other } : { content: linked }]);
      return undefined;
    }
    this.budget.countBytes(path, header.size);
    // The entry keeps its position among the others: later entries of the layer win.
    const index = layer.nodes.push([path, { content: Buffer.alloc(0) }]) - 1;
    return (content) => {
      layer.nodes[index] = [path, { content }];
    };
  }

  /** Returns the target of a hard link: an earlier file of this layer, or a file of a lower layer. */
  #linked(target: string, layer: Layer): Buffer | undefined {
    const node = layer.nodes.findLast(([path]) => path === target)?.[1] ?? this.#nodes.get(target);
    return node !== undefined && node !== 'folder' && 'content' in node ? node.content : undefined;
  }

  #put(path: string, node: Node): void {
    for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      const folder = path.slice(0, slash);
      const above = this.#nodes.get(folder);
      if (above !== undefined && above !== 'folder') {
        const what = 'other' in above ? above.other : 'a file';
        const message = `the image adds entries below this path, which is ${what} and not a folder; build the image again`;
        throw refusal(this.source, BundleErrorCode.UNSAFE_ENTRY, message, folder);
      }
      this.#nodes.set(folder, 'folder');
    }
    if (node !== 'folder' && this.#nodes.get(path) === 'folder') {
      this.#hide(path, false);
    }
    this.#nodes.set(path, node);
  }

  #hide(path: string, opaque: boolean): void {
    const prefix = path === '' ? '' : `${path}/`;
    for (const known of [...this.#nodes.keys()]) {
      if (known.startsWith(prefix) || (!opaque && known === path)) {
        this.#nodes.delete(known);
      }
    }
  }

  #isRequested(path: string): boolean {
    return this.folders.some((folder) => folder === '' || path === folder || path.startsWith(`${folder}/`));
  }

  #isParent(path: string): boolean {
    return path !== '' && this.folders.some((folder) => folder.startsWith(`${path}/`));
  }
}

/** Whiteout: hides one path, or all content of a folder from lower layers. */
interface Whiteout {
  /** The hidden path; for `opaque`, the folder. */
  readonly path: string;

  /** Whether only the content of the folder is hidden, and the folder stays. */
  readonly opaque: boolean;
}

const WHITEOUT = '.wh.';
const OPAQUE = '.wh..wh..opq';
const RESERVED = '.wh..wh.';

/**
 * Returns the path of a layer's entry relative to the root of the image, without leading or trailing slashes, or an empty string for the root.
 *
 * @throws BundleError if it leads outside of the image
 */
export function layerPath(source: string, layer: string, path: string): string {
  const steps = path.split('/').filter((step) => step !== '.' && step !== '');
  if (steps.includes('..')) {
    const message = `the path ${JSON.stringify(path)} in ${layer} leads outside the image; do not trust this image`;
    throw refusal(source, BundleErrorCode.UNSAFE_ENTRY, message);
  }
  return steps.join('/');
}

/**
 * Returns what an entry hides according to its name, or undefined if it is not a whiteout. Other names that begin with `.wh..wh.` are metadata of an
 * old file system: they hide nothing, and are returned as a whiteout of nothing.
 *
 * @throws BundleError if it hides something that is not a path
 * @see https://github.com/opencontainers/image-spec/blob/v1.1.1/layer.md#whiteouts
 */
function whiteoutOf(source: string, layer: string, path: string): Whiteout | 'nothing' | undefined {
  const slash = path.lastIndexOf('/');
  const [folder, name] = [path.slice(0, Math.max(slash, 0)), path.slice(slash + 1)];
  if (!name.startsWith(WHITEOUT)) {
    return undefined;
  }
  if (name === OPAQUE) {
    return { path: folder, opaque: true };
  }
  if (name.startsWith(RESERVED)) {
    return 'nothing';
  }
  const hidden = name.slice(WHITEOUT.length);
  if (hidden === '' || hidden === '.' || hidden === '..') {
    const message = `the whiteout ${JSON.stringify(path)} in ${layer} names no file; do not trust this image`;
    throw refusal(source, BundleErrorCode.UNSAFE_ENTRY, message);
  }
  return { path: slash < 0 ? hidden : `${folder}/${hidden}`, opaque: false };
}
