/** Error in manifests: a file that cannot be read, or has unexpected content. The message names the file. */
export class ManifestError extends Error {
  public constructor(message: string) {
    super(message);
    this.name = 'ManifestError';
  }
}
