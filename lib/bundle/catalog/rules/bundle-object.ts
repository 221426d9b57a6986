import type { ShapeFault } from './json-shape';
import { textField } from '../../json-value';
import type { ValuePath } from '../../source-position';
import { readStream } from '../../yaml/stream';
import { YamlSyntaxError } from '../../yaml/yaml-syntax-error';

/** What an object in a catalog may at most consist of; those that a cluster takes are far smaller. */
const LIMITS = { maxDepth: 500, maxNodes: 2_000_000 };

/** Checks that the data of a property `olm.bundle.object` is YAML. opm does not look at what begins like JSON. */
export function isBundleObject(value: unknown, path: ValuePath): ShapeFault | undefined {
  const data = Buffer.from(textField(value, 'data') ?? '', 'base64').toString('utf8');
  if (/^\s*\{/.test(data)) {
    return undefined;
  }
  try {
    readStream(data, LIMITS).next();
    return undefined;
  } catch (error) {
    if (error instanceof YamlSyntaxError) {
      return { path: [...path, 'data'], message: `is base64 of something else than YAML: ${error.message}` };
    }
    throw error;
  }
}
