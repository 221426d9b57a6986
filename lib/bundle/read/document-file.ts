import { isUtf8 } from 'node:buffer';

import { BundleErrorCode } from '../bundle-error';
import type { Locate } from '../source-position';
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

/**
 * Reads the document in a file.
 *
 * @param file path inside the bundle
 * @param content the bytes of the file
 * @param target what Go decodes the file into
 * @param limits the limits
 * @param problems takes what is wrong with the file
 * @returns undefined when the file cannot be read; problems says why then
 */
export function readDocumentFile(
  file: string,
  content: Buffer,
  target: Target,
  limits: ReadLimits,
  problems: Problems,
): DocumentFile | undefined {
  if (!isUtf8(content)) {
    const text = content.toString('utf8');
    problems.add(BundleErrorCode.SYNTAX, 'the text is not UTF-8; save the file as UTF-8', file, positionAt(text, text.indexOf('\ufffd')));
    return undefined;
  }
  try {
    const { value, locate, loss } = readYaml(content.toString('utf8'), {
      target,
      maxDepth: limits.maxYamlDepth,
      maxNodes: limits.maxYamlNodes,
    });
    if (loss !== undefined) {
      problems.add(BundleErrorCode.AMBIGUOUS, loss.message, file, loss.position);
      return undefined;
    }
    return { value, locate };
  } catch (error) {
    if (!(error instanceof YamlSyntaxError)) {
      throw error;
    }
    problems.add(error.limit ? BundleErrorCode.LIMIT : BundleErrorCode.SYNTAX, error.message, file, error.position);
    return undefined;
  }
}
