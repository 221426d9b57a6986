import { BundleErrorCode } from '../../bundle-error';
import type { Budget } from '../budget';
import { refusal } from '../refusal';
import type { TarEntry } from '../tar';
import type { TarHeader } from '../tar-walk';
import { isFile, isFolder, otherKind, walkTar } from '../tar-walk';
import type { Whiteout } from './layer-path';
import { layerPath, whiteoutOf } from './layer-path';

/** What stands at a path of the image: a file, a folder, or something that is refused where it is in the way. */
type Node = { readonly content: Buffer } | 'folder' | { readonly other: string };

/** What a layer says, in the order of its entries; whiteouts count for what is below the layer, wherever in it they stand. */
interface Layer {
  readonly whiteouts: Whiteout[];
  readonly nodes: [path: string, node: Node][];
}

/**
 * The files of some folders of an image, put together from its layers. All else in the image is passed over: the image may be built on
 * another with thousands of files, links and devices.
 */
export class ImageFiles {
  readonly #nodes = new Map<string, Node>();

  /**
   * @param source where the image is read from, for messages
   * @param folders the folders whose files are wanted
   * @param budget counts the entries of all layers, and the bytes of what is wanted
   */
  public constructor(
    private readonly source: string,
    private readonly folders: readonly string[],
    private readonly budget: Budget,
  ) {}

  /**
   * Puts a layer on top of those that are there.
   *
   * @param name what the layer is called in messages
   * @param archive the layer, not compressed
   * @throws BundleError when it is damaged, unsafe, or goes beyond a limit
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
   * The files and folders, when all layers are there.
   *
   * @throws BundleError when there is something among them that is neither
   */
  public entries(): TarEntry[] {
    const entries: TarEntry[] = [];
    for (const [path, node] of this.#nodes) {
      if (node === 'folder') {
        entries.push({ path });
      } else if ('content' in node) {
        if (/[\0-\x1f\\]/.test(path)) {
          const message = `the path ${JSON.stringify(path)} in the image is no plain path; rename the file`;
          throw refusal(this.source, BundleErrorCode.UNSAFE_ENTRY, message);
        }
        entries.push({ path, content: node.content });
      } else {
        const message = `this is ${node.other}; a bundle must consist of plain files and folders`;
        throw refusal(this.source, BundleErrorCode.UNSAFE_ENTRY, message, path);
      }
    }
    return entries.filter(({ path }) => this.#isWanted(path));
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
      return this.#isWanted(path) || this.#isOnTheWay(path) ? this.#take(name, layer, path, header) : undefined;
    });
    return layer;
  }

  #take(name: string, layer: Layer, path: string, header: TarHeader): ((content: Buffer) => void) | undefined {
    if (isFolder(header)) {
      layer.nodes.push([path, 'folder']);
      return undefined;
    }
    if (!isFile(header) || !this.#isWanted(path)) {
      const linked = header.type === 'Link' ? this.#linked(layerPath(this.source, name, header.linkpath), layer) : undefined;
      if (linked !== undefined) {
        this.budget.countBytes(path, linked.length);
      }
      const other = isFile(header) ? 'a file where a folder must be' : otherKind(header);
      layer.nodes.push([path, linked === undefined ? { other } : { content: linked }]);
      return undefined;
    }
    this.budget.countBytes(path, header.size);
    // The entry keeps its place among the others: what comes later in the layer counts.
    const index = layer.nodes.push([path, { content: Buffer.alloc(0) }]) - 1;
    return (content) => {
      layer.nodes[index] = [path, { content }];
    };
  }

  /** What a hard link leads to: a wanted file that came before it in this layer, or else in one below. */
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
        const message = `the image puts something into this, which is ${what} and no folder; build the image anew`;
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

  #isWanted(path: string): boolean {
    return this.folders.some((folder) => folder === '' || path === folder || path.startsWith(`${folder}/`));
  }

  #isOnTheWay(path: string): boolean {
    return path !== '' && this.folders.some((folder) => folder.startsWith(`${path}/`));
  }
}
