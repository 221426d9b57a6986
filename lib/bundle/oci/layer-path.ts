import { BundleErrorCode } from '../model/bundle-error';
import { refusal } from '../files/refusal';

/** Whiteout: hides one path, or all content of a folder from lower layers. */
export interface Whiteout {
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
export function whiteoutOf(source: string, layer: string, path: string): Whiteout | 'nothing' | undefined {
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
