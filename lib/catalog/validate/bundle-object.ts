import { isUtf8 } from 'node:buffer';
import { propertyValue } from '../../bundle/model/go-types';
import { field, stringField } from '../../formats/json/json-value';
import type { ValuePath } from '../../formats/json/source-position';
import type { TypeFault } from '../../formats/yaml/go-decoder';
import { readStream } from '../../formats/yaml/stream';
import { YamlSyntaxError } from '../../formats/yaml/yaml-syntax-error';

/** Limits for objects in a catalog; those that a cluster accepts are far smaller. */
const LIMITS = { maxDepth: 500, maxNodes: 2_000_000 };

/** Number of characters at the beginning of the data that are enough to detect JSON. */
const START = 400;

/** Checks that the data of a property `olm.bundle.object` is YAML. opm does not check data that begins like JSON. */
export function bundleObjectFault(value: unknown, path: ValuePath): TypeFault | undefined {
  const property = propertyValue({ type: 'olm.bundle.object', value });
  const found = field(property, 'data');
  // Go also decodes a list of bytes as base64.
  const data = Array.isArray(found) ? Buffer.from(found as number[]).toString('base64') : stringField(property, 'data') ?? '';
  if (/^\s*\{/.test(decoded(data.slice(0, START)))) {
    return undefined;
  }
  if (!isUtf8(Buffer.from(data, 'base64'))) {
    return { path: [...path, 'data'], message: 'is not base64 of UTF-8' };
  }
  try {
    readStream(decoded(data), LIMITS).next();
    return undefined;
  } catch (error) {
    if (error instanceof YamlSyntaxError) {
      return { path: [...path, 'data'], message: `is not base64 of YAML: ${error.message}` };
    }
    throw error;
  }
}

function decoded(base64: string): string {
  return Buffer.from(base64, 'base64').toString('utf8');
}
