import { Zip, ZipDeflate, ZipPassThrough, zipSync } from 'fflate';

/** Returns a zip archive of files, compressed unless `level` is 0. */
export function zipOf(files: { readonly [path: string]: string | Buffer }, level: 0 | 6 = 6): Buffer {
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([path, content]) => [path, Buffer.from(content as string)])), { level }));
}

/** Returns a zip archive whose headers state neither sizes nor checksums: they follow the content, as in what a program writes to a pipe. */
export function pipedZipOf(files: { readonly [path: string]: string }): Buffer {
  const parts: Uint8Array[] = [];
  const zip = new Zip((_, part) => parts.push(part));
  Object.entries(files).forEach(([path, content], index) => {
    const entry = index % 2 === 0 ? new ZipDeflate(path) : new ZipPassThrough(path);
    zip.add(entry);
    entry.push(Buffer.from(content), true);
  });
  zip.end();
  return Buffer.concat(parts);
}

/** Returns a zip archive with its numbers in records of zip64, as programs write it for large archives. */
export function wideZipOf(files: { readonly [path: string]: string | Buffer }): Buffer {
  const zip = zipOf(files);
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const [count, start] = [zip.readUInt16LE(end + 10), zip.readUInt32LE(end + 16)];
  const records: Buffer[] = [];
  for (let at = start; at < end;) {
    const [nameBytes, extraBytes] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)];
    const record = Buffer.from(zip.subarray(at, at + 46 + nameBytes));
    const extra = Buffer.alloc(28);
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(24, 2);
    [24, 20, 42].forEach((field, index) => {
      extra.writeBigUInt64LE(BigInt(zip.readUInt32LE(at + field)), 4 + 8 * index);
      record.writeUInt32LE(0xffff_ffff, field);
    });
    record.writeUInt16LE(extra.length, 30);
    records.push(record, extra);
    at += 46 + nameBytes + extraBytes;
  }
  const directory = Buffer.concat(records);
  const wideEnd = Buffer.alloc(56);
  wideEnd.write('PK\x06\x06', 'latin1');
  wideEnd.writeBigUInt64LE(44n, 4);
  [[24, count], [32, count], [40, directory.length], [48, start]].forEach(([field, value]) => wideEnd.writeBigUInt64LE(BigInt(value!), field));
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(start + directory.length), 8);
  locator.writeUInt32LE(1, 16);
  const narrowEnd = Buffer.from(zip.subarray(end));
  narrowEnd.fill(0xff, 8, 20);
  return Buffer.concat([zip.subarray(0, start), directory, wideEnd, locator, narrowEnd]);
}
