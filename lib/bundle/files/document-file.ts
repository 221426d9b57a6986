import { defined } from '../../formats/json/defined';
import type { Locate, SourcePosition } from '../../formats/json/source-position';
import { EncodingError, textOf } from '../../formats/json/utf8-text';
import { readYaml, type YamlLoss } from '../../formats/yaml/read-yaml';
import type { Target } from '../../formats/yaml/scalar-reader';
import { YamlSyntaxError } from '../../formats/yaml/source-text';
import type { Problems } from '../model/bundle-error';
import { BundleErrorCode } from '../model/bundle-problem';
import type { ReadLimits } from './read-options';

/** A document in a file of a bundle. */
export interface DocumentFile {
  /** Value of the document, or undefined for an empty file. */
  readonly value: unknown;

  /** Returns the position of a value in the file. */
  readonly locate: Locate;
}

/** Problem that prevents a file from being read. */
export interface FileFault {
  /** Kind of the problem. */
  readonly code: BundleErrorCode;

  /** Error message with the remedy. */
  readonly message: string;

  /** Position of the problem. */
  readonly position: SourcePosition;
}

/** Decoded content of a file: a document, or a fault. */
export interface DecodedFile {
  /** First document with content. */
  readonly document?: DocumentFile;

  /** Content of the file that some of OLM's tools lose. */
  readonly loss?: YamlLoss;

  /** Reason why the file has no document. */
  readonly fault?: FileFault;
}

/** Decoded files, by what they were decoded as. A validation reads the same bytes as its rules and as `Bundle` does. */
const DECODED = new WeakMap<Buffer, Map<string, DecodedFile>>();

/**
 * Decodes the document in a file, once for each target and its limits.
 *
 * @param content bytes of the file
 * @param target type that Go decodes the file into
 * @param limits limits
 */
export function decodeFile(content: Buffer, target: Target, limits: ReadLimits): DecodedFile {
  const known = DECODED.get(content) ?? new Map<string, DecodedFile>();
  const key = `${target} ${limits.maxYamlDepth} ${limits.maxYamlNodes}`;
  const decoded = known.get(key) ?? decode(content, target, limits);
  DECODED.set(content, known.set(key, decoded));
  return decoded;
}

function decode(content: Buffer, target: Target, limits: ReadLimits): DecodedFile {
  try {
    const source = textOf(content, 'file');
    const { value, locate, loss } = readYaml(source, { target, maxDepth: limits.maxYamlDepth, maxNodes: limits.maxYamlNodes });
    return { document: { value, locate }, ...defined({ loss }) };
  } catch (error) {
    if (error instanceof EncodingError) {
      return { fault: { code: BundleErrorCode.SYNTAX, message: error.fault, position: error.position } };
    }
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
 * @param content bytes of the file
 * @param target type that Go decodes the file into
 * @param limits limits
 * @param problems receives the problems of the file
 * @returns the document, or undefined if the file cannot be read; `problems` then contains the reason
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
    const isAccepted = problems.add(BundleErrorCode.AMBIGUOUS, loss.message, file, loss.position);
    // opm reads the first of several documents, and nothing if the first is empty.
    return isAccepted && loss.extent === 'rest' ? document : undefined;
  }
  return document;
}
