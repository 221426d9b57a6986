/** The files that make up a bundle, wherever they came from. Nothing beyond them is read. */
export interface BundleFiles {
  /** The files directly in manifests/ and metadata/, by path inside the bundle. */
  readonly files: ReadonlyMap<string, Buffer>;

  /** The folders of the bundle, without a slash at the end: `manifests`, `metadata` and the folders in them. */
  readonly folders: ReadonlySet<string>;

  /** Files in folders of manifests/, by path inside the bundle: no tool of OLM looks at them. */
  readonly nested: readonly string[];
}

/** The folders of a bundle that are read. */
export const MANIFESTS = 'manifests';
export const METADATA = 'metadata';

/** Whether a file is meant to be a manifest, by its name; all of OLM's tools would take it for one. */
export function isManifestName(path: string): boolean {
  return /\.(?:ya?ml|json)$/i.test(path) && !isHidden(path);
}

/** Whether a file is hidden: its name begins with a dot. */
export function isHidden(path: string): boolean {
  return path.slice(path.lastIndexOf('/') + 1).startsWith('.');
}
