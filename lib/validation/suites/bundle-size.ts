import { gzipSync } from 'node:zlib';

import { BundleLimits } from '../../bundle/size';
import type { Rule } from '../model/rule';
import { FindingSeverity } from '../model/severity';
import type { BundleView } from '../model/bundle-view';

const SOURCE = 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/bundle.go';
const LIMIT = BundleLimits.UNPACKED_BUNDLE_BYTES;

/** Fraction of the limit above which a bundle is reported as large. */
const WARNING_FRACTION = 0.85;

const REMEDY = 'remove CRD descriptions, the icon or examples (Bundle.slim does this), or split the bundle';

/** Rules about the size of a bundle: OLM unpacks its image into one ConfigMap, with each file compressed. */
export const SIZE_RULES: readonly Rule[] = [
  {
    id: 'bundle-size',
    severity: FindingSeverity.ERROR,
    summary: 'the compressed files of the bundle fit in one ConfigMap',
    remedy: REMEDY,
    source: SOURCE,
    *check(view) {
      const bytes = sizeIfNear(view);
      if (bytes > LIMIT) {
        yield { message: `the compressed files have ${kilobytes(bytes)}; OLM unpacks at most ${kilobytes(LIMIT)}` };
      }
    },
  },
  {
    id: 'bundle-size-near',
    severity: FindingSeverity.WARNING,
    summary: 'the compressed files are well below the limit of a ConfigMap',
    remedy: REMEDY,
    source: SOURCE,
    *check(view) {
      const bytes = sizeIfNear(view);
      if (bytes > LIMIT * WARNING_FRACTION && bytes <= LIMIT) {
        yield { message: `the compressed files have ${kilobytes(bytes)}; OLM unpacks at most ${kilobytes(LIMIT)}` };
      }
    },
  },
];

const sizes = new WeakMap<ReadonlyMap<string, Buffer>, number>();

/** Returns the total size of the files, each compressed with gzip and encoded as base64; 0 if it is certainly far below the limit. */
function sizeIfNear({ files }: BundleView): number {
  const known = sizes.get(files);
  if (known !== undefined) {
    return known;
  }
  const contents = [...files.values()];
  const sum = (bytesOf: (content: Buffer) => number): number => contents.reduce((bytes, content) => bytes + base64(bytesOf(content)), 0);
  const isFar = sum(({ length }) => maxGzipBytes(length)) <= LIMIT * WARNING_FRACTION || sum(fastGzipBytes) <= LIMIT * WARNING_FRACTION;
  const bytes = isFar ? 0 : sum((content) => gzipSync(content).length);
  sizes.set(files, bytes);
  return bytes;
}

/** Returns an upper bound of the compressed size, in a third of the time, because level 1 compresses less. */
function fastGzipBytes(content: Buffer): number {
  return gzipSync(content, { level: 1 }).length;
}

/** Returns the maximum compressed size: gzip adds a header, and five bytes to each block that it cannot compress. */
function maxGzipBytes(bytes: number): number {
  return bytes + 32 + 5 * Math.ceil(bytes / 16_384);
}

function base64(bytes: number): number {
  return 4 * Math.ceil(bytes / 3);
}

/** Formats a size in whole kilobytes, because zlib compresses slightly differently in each release of Node. */
function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`;
}
