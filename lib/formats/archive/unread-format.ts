/** First bytes of formats that are not read, with what a file in such a format is. */
const UNREAD: readonly (readonly [start: string, format: string])[] = [
  ['28b52ffd', 'compressed with zstd'],
  ['fd377a585a', 'compressed with xz'],
  ['425a68', 'compressed with bzip2'],
  ['377abcaf271c', 'a 7z archive'],
  ['526172211a07', 'a rar archive'],
];

/** Describes a file in a known format of archives or of compression that is not read, such as `compressed with xz`; undefined for any other file. */
export function unreadFormat(content: Buffer): string | undefined {
  const start = content.toString('hex', 0, 6);
  return UNREAD.find(([magic]) => start.startsWith(magic))?.[1];
}
