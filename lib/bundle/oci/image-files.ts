import type { Budget } from '../files/budget';
import { refusal } from '../files/refusal';
import type { TarEntry } from '../files/tar';
import { isFile, isFolder, otherKind, type TarHeader, walkTar } from '../files/tar-walk';
import { BundleErrorCode } from '../model/bundle-error';
import { layerPath, type Whiteout, whiteoutOf } from './layer-path';

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
