import { extname } from 'node:path';
import { EncodingError, textOf, goText } from '../../formats/json/utf8-text';
import { readChecked } from '../files/file-access';
import { onDisk, refusal } from '../files/refusal';
import { BundleErrorCode } from '../model/bundle-problem';
import type { OperatorIcon } from '../model/cluster-service-version-spec';

/** Media type of each extension, and how such a file begins. */
const FORMATS: { readonly [extension: string]: { readonly mediaType: string; readonly begins: (content: Buffer) => boolean } } = {
  '.svg': { mediaType: 'image/svg+xml', begins: (content) => /<svg[\s>/]/i.test(goText(content)) },
  '.png': { mediaType: 'image/png', begins: (content) => content.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')) },
  '.jpg': { mediaType: 'image/jpeg', begins: isJpeg },
  '.jpeg': { mediaType: 'image/jpeg', begins: isJpeg },
  '.gif': { mediaType: 'image/gif', begins: (content) => content.subarray(0, 4).toString('latin1') === 'GIF8' },
};

function isJpeg(content: Buffer): boolean {
  return content.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'));
}

/**
 * Reads an icon.
 *
 * @param source source of the bundle, for messages
 * @param path path of an SVG, PNG, JPEG or GIF file
 * @throws BundleError if it cannot be read, or is none of these
 */
export function readIcon(source: string, path: string): OperatorIcon {
  const extension = extname(path).toLowerCase();
  const format = Object.hasOwn(FORMATS, extension) ? FORMATS[extension] : undefined;
  if (format === undefined) {
    throw refusal(source, BundleErrorCode.OPTIONS, `icon must be a file with the extension ${Object.keys(FORMATS).join(', ')}, got ${JSON.stringify(path)}`);
  }
  const content = onDisk(source, () => readChecked(path, () => undefined), path);
  if (!format.begins(content)) {
    throw refusal(source, BundleErrorCode.OPTIONS, `the content of the icon is not ${format.mediaType}; correct the extension or the file`, path);
  }
  return { base64data: content.toString('base64'), mediaType: format.mediaType };
}

/**
 * Reads a text file that an option names.
 *
 * @throws BundleError if it cannot be read, or is not UTF-8
 */
export function readText(source: string, path: string): string {
  const content = onDisk(source, () => readChecked(path, () => undefined), path);
  try {
    return textOf(content, path);
  } catch (error) {
    throw error instanceof EncodingError ? refusal(source, BundleErrorCode.SYNTAX, error.fault, `${path}:${error.position.line}`) : error;
  }
}
