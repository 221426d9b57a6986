/** Files of a bundle, independent of their source. Nothing else is read. */
export interface BundleFiles {
  /** Files directly in manifests/ and metadata/, by path inside the bundle. */
  readonly files: ReadonlyMap<string, Buffer>;

  /** Folders of the bundle, without a slash at the end: `manifests`, `metadata` and the folders in them. */
  readonly folders: ReadonlySet<string>;

  /** Files in subfolders of manifests/, by path inside the bundle. None of OLM's tools reads them. */
  readonly nested: readonly string[];
}

/** Folders of a bundle that are read. */
export const MANIFESTS = 'manifests';
export const METADATA = 'metadata';

/** Whether a file is a manifest according to its name, as in all of OLM's tools. */
export function isManifestName(path: string): boolean {
  return /\.(?:ya?ml|json)$/i.test(path) && !isHidden(path);
}

/** Whether a file is hidden: its name begins with a dot. */
export function isHidden(path: string): boolean {
  return path.slice(path.lastIndexOf('/') + 1).startsWith('.');
}
