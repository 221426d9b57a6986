import { BundleErrorCode } from '../../bundle-error';
import { refusal } from '../refusal';

/** What a whiteout hides: one thing, or all that lower layers put into a folder. */
export interface Whiteout {
  /** The path that is hidden; for `opaque`, the folder. */
  readonly path: string;

  /** Whether only what is in the folder is hidden, and the folder stays. */
  readonly opaque: boolean;
}

const WHITEOUT = '.wh.';
const OPAQUE = '.wh..wh..opq';
const RESERVED = '.wh..wh.';

/**
 * The path of an entry of a layer as seen from the root of the image, without a slash at either end; empty for the root.
 *
 * @throws BundleError when it leads out of the image
 */
export function layerPath(source: string, layer: string, path: string): string {
  const steps = path.split('/').filter((step) => step !== '.' && step !== '');
  if (steps.includes('..')) {
    const message = `the path ${JSON.stringify(path)} in ${layer} leads out of the image; do not trust this image`;
    throw refusal(source, BundleErrorCode.UNSAFE_ENTRY, message);
  }
  return steps.join('/');
}

/**
 * What an entry hides by its name; undefined when it is no whiteout. Other names that begin with `.wh..wh.` are notes that an old file
 * system kept for itself: they hide nothing and are given as a whiteout of nothing.
 *
 * @throws BundleError when it hides what is no path
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
