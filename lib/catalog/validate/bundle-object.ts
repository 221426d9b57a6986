import { isUtf8 } from 'node:buffer';
import type { ShapeFault } from './json-shape';
import { field, textField } from '../../json-value';
import type { ValuePath } from '../../source-position';
import { readStream } from '../../yaml/stream';
import { YamlSyntaxError } from '../../yaml/yaml-syntax-error';

/** What an object in a catalog may at most consist of; those that a cluster takes are far smaller. */
const LIMITS = { maxDepth: 500, maxNodes: 2_000_000 };

/** So much of the data tells how it begins. */
const START = 400;

/** Checks that the data of a property `olm.bundle.object` is YAML. opm does not look at what begins like JSON. */
export function bundleObjectFault(value: unknown, path: ValuePath): ShapeFault | undefined {
  const found = field(value, 'data');
  // Go takes a list of bytes for base64.
  const data = Array.isArray(found) ? Buffer.from(found as number[]).toString('base64') : textField(value, 'data') ?? '';
  if (/^\s*\{/.test(decoded(data.slice(0, START)))) {
    return undefined;
  }
  if (!isUtf8(Buffer.from(data, 'base64'))) {
    return { path: [...path, 'data'], message: 'is base64 of something else than text' };
  }
  try {
    readStream(decoded(data), LIMITS).next();
    return undefined;
  } catch (error) {
    if (error instanceof YamlSyntaxError) {
      return { path: [...path, 'data'], message: `is base64 of something else than YAML: ${error.message}` };
    }
    throw error;
  }
}

function decoded(base64: string): string {
  return Buffer.from(base64, 'base64').toString('utf8');
}
