import { compareUtf8 } from '../../formats/json/go-json';
import type { Budget } from '../files/read-options';
import { isFile, type PathLimits, type TarHeader } from '../../formats/archive/walk-tar';
import { isFolder, otherKind, type TarEntry, walkTar } from '../files/read-tar';
import { refusal } from '../files/refusal';
import { BundleErrorCode } from '../model/bundle-problem';

/** An entry of the image that is not a folder: a file, or another kind of entry, which is an error if it is requested. */
type Leaf = { readonly content: Buffer } | { readonly other: string };

/** Entry of a layer: also a hard link to a file of a lower layer. */
type LayerEntry = Leaf | 'folder' | { readonly target: string };

/** Entries of a layer in their order; whiteouts apply to lower layers only, regardless of their position in the layer. */
export interface Layer {
  readonly whiteouts: readonly Whiteout[];
  readonly entries: readonly (readonly [path: string, entry: LayerEntry])[];
}

/** A folder of the image, by the names of its entries. */
type Folder = Map<string, Folder | Leaf>;

/**
 * Files of some folders of an image, assembled from its layers. Everything else in the image is skipped: the image may be based on
 * another with thousands of files, links and devices.
 */
export class ImageFiles {
  readonly #root: Folder = new Map();

  /**
   * @param source source of the image, for messages
   * @param folders folders to read
   * @param budget counts the entries of all layers, and the bytes of the files to read
   * @param limits limits of the paths
   */
  public constructor(
    private readonly source: string,
    private readonly folders: readonly string[],
    private readonly budget: Budget,
    private readonly limits: PathLimits,
  ) {}

  /**
   * Reads a layer.
   *
   * @param name name of the layer in messages
   * @param archive the decompressed layer, or undefined if it is empty
   * @throws BundleError if it is damaged, unsafe, or exceeds a limit
   */
  public read(name: string, archive: Buffer | undefined): Layer {
    const whiteouts: Whiteout[] = [];
    const entries: [path: string, entry: LayerEntry][] = [];
    const latest = new Map<string, LayerEntry>();
    const add = (path: string, entry: LayerEntry): void => {
      entries.push([path, entry]);
      latest.set(path, entry);
    };
    if (archive === undefined) {
      return { whiteouts, entries };
    }
    walkTar(this.source, archive, this.limits, (header) => {
      this.budget.countEntry();
      const path = layerPath(this.source, name, header.path);
      const whiteout = whiteoutOf(this.source, name, path);
      if (whiteout !== undefined) {
        if (whiteout !== 'nothing') {
          whiteouts.push(whiteout);
        }
        return undefined;
      }
      if (!this.#isRequested(path) && !this.#isParent(path)) {
        return undefined;
      }
      if (isFile(header) && this.#isRequested(path)) {
        this.budget.countBytes(path, header.size);
        return (content) => add(path, { content });
      }
      add(path, isFolder(header) ? 'folder' : this.#otherEntry(name, header, latest));
      return undefined;
    });
    return { whiteouts, entries };
  }

  /**
   * Applies a layer on top of the earlier ones.
   *
   * @throws BundleError if it adds entries below something that is not a folder, or exceeds a limit
   */
  public apply({ whiteouts, entries }: Layer): void {
    // Hard links are resolved first: they refer to the lower layers as they are without this one.
    const found = entries.map(([path, entry]) => [path, typeof entry === 'object' && 'target' in entry ? this.#linked(path, entry.target) : entry] as const);
    for (const { path, opaque } of whiteouts) {
      this.#hide(path, opaque);
    }
    for (const [path, entry] of found) {
      this.#put(path, entry);
    }
  }

  /**
   * Returns the files and folders, once all layers are applied.
   *
   * @throws BundleError if an entry is neither a file nor a folder
   */
  public entries(): TarEntry[] {
    const entries: TarEntry[] = [];
    const pending: (readonly [path: string, node: Folder | Leaf])[] = [...this.#root];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [path, node] = next;
      if (node instanceof Map) {
        entries.push({ path });
        node.forEach((child, name) => pending.push([`${path}/${name}`, child]));
      } else {
        entries.push({ path, content: this.#contentOf(path, node) });
      }
    }
    return entries.filter(({ path }) => this.#isRequested(path)).sort((one, other) => compareUtf8(one.path, other.path));
  }

  #contentOf(path: string, leaf: Leaf): Buffer {
    if ('other' in leaf) {
      throw refusal(this.source, BundleErrorCode.UNSAFE_ENTRY, `this is ${leaf.other}; a bundle may contain only regular files and folders`, path);
    }
    if (/[\0-\x1f\\]/.test(path)) {
      throw refusal(this.source, BundleErrorCode.UNSAFE_ENTRY, `the path ${JSON.stringify(path)} in the image is not a plain path; rename the file`);
    }
    return leaf.content;
  }

  /** Returns an entry that is neither a folder nor a requested file; a hard link is an earlier file of the layer, or one of a lower layer. */
  #otherEntry(name: string, header: TarHeader, latest: ReadonlyMap<string, LayerEntry>): LayerEntry {
    if (header.type === 'Link') {
      const target = layerPath(this.source, name, header.linkpath);
      const entry = latest.get(target);
      if (entry === undefined) {
        return { target };
      }
      if (typeof entry === 'object' && !('other' in entry)) {
        this.budget.countBytes(header.path, 'content' in entry ? entry.content.length : 0);
        return entry;
      }
    }
    return { other: isFile(header) ? 'a file instead of a folder' : otherKind(header) };
  }

  #linked(path: string, target: string): Leaf {
    const steps = target.split('/');
    const node = this.#folderAt(steps.slice(0, -1))?.get(steps.at(-1)!);
    if (node === undefined || node instanceof Map || 'other' in node) {
      return { other: 'a hard link' };
    }
    this.budget.countBytes(path, node.content.length);
    return node;
  }

  #folderAt(steps: readonly string[]): Folder | undefined {
    let folder: Folder | Leaf | undefined = this.#root;
    for (const step of steps) {
      folder = folder instanceof Map ? folder.get(step) : undefined;
    }
    return folder instanceof Map ? folder : undefined;
  }

  #put(path: string, entry: Leaf | 'folder'): void {
    if (path === '') {
      return;
    }
    const steps = path.split('/');
    let parent = this.#root;
    steps.slice(0, -1).forEach((step, index) => {
      const above = parent.get(step) ?? new Map<string, Folder | Leaf>();
      if (!(above instanceof Map)) {
        const what = 'other' in above ? above.other : 'a file';
        const message = `the image adds entries below this path, which is ${what} and not a folder; build the image again`;
        throw refusal(this.source, BundleErrorCode.UNSAFE_ENTRY, message, steps.slice(0, index + 1).join('/'));
      }
      parent.set(step, above);
      parent = above;
    });
    const name = steps.at(-1)!;
    if (entry !== 'folder') {
      parent.set(name, entry);
    } else if (!(parent.get(name) instanceof Map)) {
      parent.set(name, new Map());
    }
  }

  #hide(path: string, opaque: boolean): void {
    const steps = path === '' ? [] : path.split('/');
    if (opaque) {
      this.#folderAt(steps)?.clear();
    } else {
      this.#folderAt(steps.slice(0, -1))?.delete(steps.at(-1)!);
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
