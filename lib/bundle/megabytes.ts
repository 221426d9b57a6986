/** A number of bytes for messages, in millions. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(2)} MB`;
}
