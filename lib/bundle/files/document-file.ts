import { isUtf8 } from 'node:buffer';

import { BundleErrorCode } from '../bundle-error';
import type { Locate, SourcePosition } from '../source-position';
import type { YamlLoss } from '../yaml/read-yaml';
import { readYaml } from '../yaml/read-yaml';
import type { Target } from '../yaml/scalar-reader';
import { positionAt } from '../yaml/source-text';
import { YamlSyntaxError } from '../yaml/yaml-syntax-error';
import type { Problems } from './problems';
import type { ReadLimits } from './read-options';

/** The document in a file of a bundle. */
export interface DocumentFile {
  /** Its value; undefined when the file holds nothing. */
  readonly value: unknown;

  /** Finds values in the file. */
  readonly locate: Locate;
}

/** Why a file cannot be read. */
export interface FileFault {
  /** The kind of problem. */
  readonly code: BundleErrorCode;

  /** What is wrong, and the remedy. */
  readonly message: string;

  /** Where. */
  readonly position: SourcePosition;
}

/** What a file of a bundle turns out to hold: a document, or a fault. */
export interface DecodedFile {
  /** Its first document with content. */
  readonly document?: DocumentFile;

  /** What some of OLM's tools lose of the file. */
  readonly loss?: YamlLoss;

  /** Why there is no document. */
  readonly fault?: FileFault;
}

/**
 * Decodes the document in a file.
 *
 * @param content the bytes of the file
 * @param target what Go decodes the file into
 * @param limits the limits
 */
export function decodeFile(content: Buffer, target: Target, limits: ReadLimits): DecodedFile {
  const text = content.toString('utf8');
  if (!isUtf8(content)) {
    const message = 'the text is not UTF-8; save the file as UTF-8';
    return { fault: { code: BundleErrorCode.SYNTAX, message, position: positionAt(text, text.indexOf('\ufffd')) } };
  }
  try {
    const { value, locate, loss } = readYaml(text, { target, maxDepth: limits.maxYamlDepth, maxNodes: limits.maxYamlNodes });
    return { document: { value, locate }, ...(loss === undefined ? {} : { loss }) };
  } catch (error) {
    if (!(error instanceof YamlSyntaxError)) {
      throw error;
    }
    const code = error.limit ? BundleErrorCode.LIMIT : BundleErrorCode.SYNTAX;
    return { fault: { code, message: error.message, position: error.position } };
  }
}

/**
 * Reads the document in a file.
 *
 * @param file path inside the bundle
 * @param content the bytes of the file
 * @param target what Go decodes the file into
 * @param limits the limits
 * @param problems takes what is wrong with the file, or with how OLM's tools read it
 * @returns undefined when the file cannot be read; problems says why then
 */
export function readDocumentFile(
  file: string,
  content: Buffer,
  target: Target,
  limits: ReadLimits,
  problems: Problems,
): DocumentFile | undefined {
  const { document, loss, fault } = decodeFile(content, target, limits);
  if (fault !== undefined) {
    problems.add(fault.code, fault.message, file, fault.position);
    return undefined;
  }
  if (loss !== undefined) {
    problems.add(BundleErrorCode.AMBIGUOUS, loss.message, file, loss.position);
    return undefined;
  }
  return document;
}
