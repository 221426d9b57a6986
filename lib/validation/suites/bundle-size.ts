import { gzipSync } from 'node:zlib';

import { BundleLimits } from '../../size';
import type { Rule } from '../rule';
import { FindingSeverity } from '../severity';
import type { ValidationSubject } from '../subject';

const SOURCE = 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/bundle.go';
const LIMIT = BundleLimits.UNPACKED_BUNDLE_BYTES;

/** From this part of the limit on a bundle is told to be large. */
const NEAR = 0.85;

const REMEDY = 'remove descriptions from CustomResourceDefinitions, the icon or examples (Bundle.slim does that), or split the bundle';

/** Rules about the size of a bundle: OLM unpacks its image into one ConfigMap, each file compressed. */
export const SIZE_RULES: readonly Rule[] = [
  {
    id: 'bundle-size',
    severity: FindingSeverity.ERROR,
    summary: 'the compressed files of the bundle fit into one ConfigMap',
    remedy: REMEDY,
    source: SOURCE,
    *check(subject) {
      const bytes = sizeIfNear(subject);
      if (bytes > LIMIT) {
        yield { message: `the compressed files have ${kilobytes(bytes)}, and OLM cannot unpack more than ${kilobytes(LIMIT)}` };
      }
    },
  },
  {
    id: 'bundle-size-near',
    severity: FindingSeverity.WARNING,
    summary: 'there is room left for the bundle to grow',
    remedy: REMEDY,
    source: SOURCE,
    *check(subject) {
      const bytes = sizeIfNear(subject);
      if (bytes > LIMIT * NEAR && bytes <= LIMIT) {
        yield { message: `the compressed files have ${kilobytes(bytes)}, and OLM cannot unpack more than ${kilobytes(LIMIT)}` };
      }
    },
  },
];

const sizes = new WeakMap<ReadonlyMap<string, Buffer>, number>();

/** The sum of the files, each as base64 of gzip; or 0 when that is sure to be far below the limit. */
function sizeIfNear({ files }: ValidationSubject): number {
  const known = sizes.get(files);
  if (known !== undefined) {
    return known;
  }
  const contents = [...files.values()];
  const sum = (bytesOf: (content: Buffer) => number): number => contents.reduce((bytes, content) => bytes + base64(bytesOf(content)), 0);
  const isFar = sum(({ length }) => atMost(length)) <= LIMIT * NEAR || sum(fastBytes) <= LIMIT * NEAR;
  const bytes = isFar ? 0 : sum((content) => gzipSync(content).length);
  sizes.set(files, bytes);
  return bytes;
}

/** More than gzip needs at its usual level, and found in a third of the time. */
function fastBytes(content: Buffer): number {
  return gzipSync(content, { level: 1 }).length;
}

/** gzip adds a header, and five bytes to each block that it cannot compress. */
function atMost(bytes: number): number {
  return bytes + 32 + 5 * Math.ceil(bytes / 16_384);
}

function base64(bytes: number): number {
  return 4 * Math.ceil(bytes / 3);
}

/** In whole kilobytes: how well zlib compresses differs a little from one release of Node to the next. */
function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`;
}
