import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fieldAt, mapListField, stringField } from '../../formats/json/json-value';
import { goText } from '../../formats/json/utf8-text';
import { quoted } from '../../text/phrases';
import { readLimits } from '../files/read-options';
import { parseDigest } from './descriptor';
import { INDEX_FILE, LAYOUT_FILE, SUBJECT_ANNOTATION } from './layout';
import { imageArchive } from './layout-archive';
import { printableMessage } from '../../text/printable';

/** Files of a folder or an archive. */
interface Files {
  /** Paths of its files and folders, with `/` between folders. */
  readonly paths: readonly string[];

  readonly read: (file: string) => string;
}

/**
 * Checks that a folder is missing, empty, or contains nothing but a layout of the same subject that this library wrote.
 *
 * @param folder path of the folder, for messages
 * @param target the same path without links
 * @throws Error if it contains anything else
 */
export function checkReplaceableFolder(folder: string, target: string, subject: string): void {
  if (!existsSync(target)) {
    return;
  }
  if (!statSync(target).isDirectory()) {
    throw new Error(printableMessage(`${folder}: this is a file; specify a folder for the image layout`));
  }
  if (readdirSync(target).length > 0) {
    checkReplaceable(folder, 'folder', () => filesOfFolder(target), subject);
  }
}

/**
 * Checks that a file is missing, empty, or an archive of nothing but a layout of the same subject that this library wrote.
 *
 * @throws Error if it contains anything else
 */
export function checkReplaceableArchive(path: string, subject: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() === true && found.size > 0) {
    checkReplaceable(path, 'file', () => filesOfArchive(path), subject);
  }
}

function filesOfFolder(folder: string): Files {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.split(sep).join('/'));
  return { paths, read: (file) => goText(readFileSync(join(folder, file))) };
}

function filesOfArchive(path: string): Files {
  const { files, links } = imageArchive(path, readFileSync(path), readLimits({ maxFiles: Number.MAX_SAFE_INTEGER }));
  return { paths: [...files.keys(), ...links.keys()], read: (file) => goText(files.get(file)!) };
}

function checkReplaceable(path: string, kind: 'folder' | 'file', open: () => Files, subject: string): void {
  const problem = foreignContent(kind, writtenLayout(open), subject);
  if (problem !== undefined) {
    throw new Error(printableMessage(`${path}: ${problem}; nothing was written; specify another ${kind}, or delete this one`));
  }
}

/** Returns what a folder or file contains besides a layout of the subject that this library wrote. */
function foreignContent(kind: 'folder' | 'file', found: WrittenLayout | undefined, subject: string): string | undefined {
  if (found === undefined) {
    return `the ${kind} is not empty, and is not an image layout that this library wrote`;
  }
  if (found.subject !== subject) {
    return `the ${kind} contains the image layout of the ${found.subject}, not of the ${subject}`;
  }
  return found.foreign === undefined ? undefined : `${quoted(found.foreign)} does not belong to the image layout in the ${kind}`;
}

/** A layout that this library wrote. */
interface WrittenLayout {
  readonly subject: string;

  /** Path of a file or folder that is not part of the layout; undefined if all are. */
  readonly foreign: string | undefined;
}

/** Returns the layout among files, or undefined if this library did not write one there. */
function writtenLayout(open: () => Files): WrittenLayout | undefined {
  try {
    const { paths, read } = open();
    const index = JSON.parse(read(INDEX_FILE)) as unknown;
    const subject = stringField(fieldAt(index, 'annotations'), SUBJECT_ANNOTATION);
    const manifests = mapListField(index, 'manifests').map(blobOf);
    if (subject === undefined || manifests.length === 0 || new Set(manifests).size < manifests.length) {
      return undefined;
    }
    const blobs = manifests.flatMap((file) => {
      const manifest = JSON.parse(read(file)) as unknown;
      return [fieldAt(manifest, 'config'), ...mapListField(manifest, 'layers')].map(blobOf);
    });
    const known = new Set([LAYOUT_FILE, INDEX_FILE, 'blobs', 'blobs/sha256', ...manifests, ...blobs]);
    return { subject, foreign: paths.find((path) => !known.has(path)) };
  } catch {
    // It is not an archive, or a file is missing or not JSON: something else wrote this, or changed it.
    return undefined;
  }
}

function blobOf(descriptor: unknown): string {
  const { algorithm, hex } = parseDigest(stringField(descriptor, 'digest') ?? '') ?? { algorithm: '', hex: '' };
  return `blobs/${algorithm}/${hex}`;
}
