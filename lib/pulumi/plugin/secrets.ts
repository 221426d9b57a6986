import { isMap, type JsonMap } from '../../formats/json/json-value';
import { UNKNOWN } from '../provider/inputs';

/** Key that distinguishes a value with a mark of Pulumi from a plain map. */
const SIGNATURE = '4dabf18193072939515e22adb298388d';

/** Mark of a secret. */
const SECRET = '1b47061264138c4ac30d75fd1eb44270';

/**
 * Placeholders of Pulumi's engine for booleans, numbers, lists, assets, archives and objects that are not known during a preview. Programs in most
 * languages send that of strings, which stands for any value here.
 *
 * @see https://github.com/pulumi/pulumi/blob/master/sdk/go/common/resource/plugin/rpc.go `UnknownBoolValue`
 */
const UNKNOWNS = [
  '1c4a061d-8072-4f0a-a4cb-0ff528b18fe7', '3eeb2bf0-c639-47a8-9e75-3b44932eb421', '6a19a0b0-7e62-4c92-b797-7f8e31da9cc2', '030794c1-ac77-496b-92df-f27374a8bd58',
  'e48ece36-62e2-4504-bad9-02848725956a', 'dd056dcd-154b-4c76-9bd3-c8f88648b5ff',
];

/** Properties without marks, and the names of those that are or contain a secret. */
export interface RevealedProperties {
  readonly plain: JsonMap;
  readonly secret: readonly string[];
}

/** Returns properties without the marks of secrets, which providers take as plain values. */
export function revealed(properties: JsonMap): RevealedProperties {
  return {
    plain: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, withoutMarks(value)])),
    secret: Object.keys(properties).filter((name) => hasSecret(properties[name])),
  };
}

/** Returns properties in which some are secrets as a whole, so that Pulumi encrypts them in the state and hides them in what it prints. */
export function hidden(properties: JsonMap, secret: readonly string[]): JsonMap {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => (
    [name, secret.includes(name) && value !== undefined && value !== null ? { [SIGNATURE]: SECRET, value } : value]
  )));
}

function isSecret(value: unknown): value is { readonly value: unknown } {
  return isMap(value) && value[SIGNATURE] === SECRET;
}

function hasSecret(value: unknown): boolean {
  return isSecret(value) || (Array.isArray(value) ? value.some(hasSecret) : isMap(value) && Object.values(value).some(hasSecret));
}

function withoutMarks(value: unknown): unknown {
  if (isSecret(value)) {
    return withoutMarks(value.value);
  }
  if (typeof value === 'string') {
    return UNKNOWNS.includes(value) ? UNKNOWN : value;
  }
  if (Array.isArray(value)) {
    return value.map(withoutMarks);
  }
  return isMap(value) ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutMarks(inner)])) : value;
}
