/** Error in manifests: a file that cannot be read, or is not what it should be. The message names the file. */
export class ManifestError extends Error {
  public constructor(message: string) {
    super(message);
    this.name = 'ManifestError';
  }
}
