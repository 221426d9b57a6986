import { describeType, field, isMap, type JsonMap, mapListField, stringField, stringListField } from '../../formats/json/json-value';
import { nearestPosition, type ValuePath } from '../../formats/json/source-position';
import { readYaml } from '../../formats/yaml/read-yaml';
import { toYaml } from '../../formats/yaml/write';
import { YamlSyntaxError } from '../../formats/yaml/source-text';
import { repeated } from '../../text/group-by';
import { suggestNames } from '../../text/suggest-names';
import { catalogKey, isLockDigest, LOCK_VERSION, type LockContent, operatorKey, sortedLock } from './lock-content';
import { LockError, type PlacedProblem } from './lock-error';
import type { LockProblem } from './lock-problem';
import { waiverProblems } from './lock-waiver';

/** Limits of a lock file. Ten thousand operators have a few hundred thousand values. */
const LIMITS = { maxDepth: 20, maxNodes: 1_000_000, target: 'any' } as const;

const CONFLICT = /^(?:<{7}|={7}|>{7}|\|{7})(?: .*)?$/;

const REMEDY = 'the file is created by `olm-constructs lock`: restore it from version control, or delete it and run that command';

/** Type of the value of a key in a block. */
type KeyKind = 'string' | 'optional string' | 'digest' | 'strings' | 'waivers' | 'reason';

const CATALOG_KEYS: { readonly [key: string]: KeyKind } = { name: 'string', namespace: 'string', image: 'optional string', digest: 'digest' };

const OPERATOR_KEYS: { readonly [key: string]: KeyKind } = {
  namespace: 'string', package: 'string', version: 'string', csv: 'string', channel: 'string', catalog: 'string', catalogNamespace: 'string',
  bundle: 'digest', subscription: 'optional string', requiredBy: 'strings', waivers: 'waivers',
};

const WAIVER_KEYS: { readonly [key: string]: KeyKind } = { rule: 'string', field: 'string', reason: 'reason', version: 'optional string' };

/**
 * Reads a lock file. Its order does not matter.
 *
 * @param text content of the file
 * @param file its path, for messages
 * @throws LockError with all problems
 */
export function readLock(text: string, file: string): LockContent {
  refuseConflicts(text, file);
  try {
    const { value, locate } = readYaml(text, LIMITS);
    const problems = problemsOf(value);
    if (problems.length > 0) {
      throw new LockError(file, problems.map(({ path, message }): LockProblem => {
        const position = path.length === 0 ? { line: 1 } : nearestPosition(locate, path);
        return { message, ...(position === undefined ? {} : { line: position.line }) };
      }));
    }
    return contentOf(value);
  } catch (error) {
    if (error instanceof YamlSyntaxError) {
      throw new LockError(file, [{ message: `${error.message}; ${REMEDY}`, line: error.position.line }]);
    }
    throw error;
  }
}

function refuseConflicts(text: string, file: string): void {
  const lines = text.split(/\r?\n/);
  const found = lines.flatMap((line, index) => CONFLICT.test(line) && line.startsWith('<') ? [index + 1] : []);
  const first = found[0] ?? lines.findIndex((line) => CONFLICT.test(line)) + 1;
  if (first > 0) {
    throw new LockError(file, [{
      message: `${Math.max(1, found.length)} unresolved merge conflict${found.length > 1 ? 's' : ''}; in each, keep the block of one side and delete the lines with `
        + '<<<<<<<, ======= and >>>>>>>, then run `olm-constructs lock`',
      line: first,
    }]);
  }
}

function problemsOf(value: unknown): PlacedProblem[] {
  if (!isMap(value)) {
    return [{ path: [], message: `a lock file must be a map with lockVersion, catalogs and operators, got ${describeType(value)}; ${REMEDY}` }];
  }
  const version = versionProblem(field(value, 'lockVersion'));
  if (version !== undefined) {
    return [{ path: ['lockVersion'], message: version }];
  }
  const found = [
    ...unknownKeys(value, ['lockVersion', 'catalogs', 'operators'], [], 'the lock file'),
    ...listProblems(value, 'catalogs', CATALOG_KEYS),
    ...listProblems(value, 'operators', OPERATOR_KEYS),
    ...waiverProblems(value),
  ];
  return found.length > 0 ? found : referenceProblems(value);
}

function versionProblem(version: unknown): string | undefined {
  if (version === LOCK_VERSION) {
    return undefined;
  }
  return typeof version === 'number' && Number.isInteger(version) && version > LOCK_VERSION
    ? `lockVersion is ${version}, and this version of olm-constructs reads ${LOCK_VERSION}; install the version of olm-constructs that made the file, or a later one`
    : `lockVersion must be ${LOCK_VERSION}, got ${describeType(version)}; ${REMEDY}`;
}

function listProblems(value: JsonMap, name: string, keys: { readonly [key: string]: KeyKind }): PlacedProblem[] {
  const list = field(value, name);
  if (!Array.isArray(list)) {
    return [{ path: [name], message: `${name} must be a list, got ${describeType(list)}; ${REMEDY}` }];
  }
  return list.flatMap((item: unknown, index) => blockProblems(item, [name, index], `${name}[${index}]`, keys));
}

function blockProblems(item: unknown, path: ValuePath, what: string, keys: { readonly [key: string]: KeyKind }): PlacedProblem[] {
  if (!isMap(item)) {
    return [{ path, message: `${what} must be a map, got ${describeType(item)}; ${REMEDY}` }];
  }
  return [
    ...unknownKeys(item, Object.keys(keys), path, what),
    ...Object.entries(keys).flatMap(([key, kind]) => keyProblems(field(item, key), [...path, key], `${what}.${key}`, kind)),
  ];
}

function keyProblems(value: unknown, path: ValuePath, what: string, kind: KeyKind): PlacedProblem[] {
  const problem = (expected: string): PlacedProblem[] => [{ path, message: `${what} must be ${expected}, got ${describeType(value)}; ${REMEDY}` }];
  if (value === undefined) {
    return kind === 'string' ? [{ path, message: `${what} is missing; ${REMEDY}` }] : [];
  }
  switch (kind) {
    case 'reason':
      return [];
    case 'string':
    case 'optional string':
      return typeof value === 'string' && value.trim() !== '' ? [] : problem('a string that is not empty');
    case 'digest':
      return typeof value === 'string' && isLockDigest(value) ? [] : problem('a digest such as sha256:… with 64 hexadecimal digits');
    case 'strings':
      return Array.isArray(value) && value.every((item) => typeof item === 'string' && item.trim() !== '') ? [] : problem('a list of strings');
    case 'waivers':
      return !Array.isArray(value) ? problem('a list of waivers, each with rule, field and reason')
        : value.flatMap((item: unknown, index) => blockProblems(item, [...path, index], `${what}[${index}]`, WAIVER_KEYS));
  }
}

function unknownKeys(value: JsonMap, known: readonly string[], path: ValuePath, what: string): PlacedProblem[] {
  return Object.keys(value).filter((key) => !known.includes(key))
    .map((key) => ({ path: [...path, key], message: `unknown key '${key}' in ${what}; known keys: ${suggestNames(key, known)}; remove it` }));
}

/** Returns the content of a lock file without problems. */
function contentOf(value: unknown): LockContent {
  return sortedLock({
    catalogs: mapListField(value, 'catalogs').map((item) => ({ ...named(item, ['name', 'namespace']), ...optional(item, ['image', 'digest']) })),
    operators: mapListField(value, 'operators').map((item) => ({
      packageName: stringField(item, 'package') ?? '',
      ...named(item, ['namespace', 'version', 'csv', 'channel', 'catalog', 'catalogNamespace']),
      ...optional(item, ['bundle', 'subscription']),
      requiredBy: stringListField(item, 'requiredBy'),
      waivers: mapListField(item, 'waivers').map((waiver) => ({ ...named(waiver, ['rule', 'field', 'reason']), ...optional(waiver, ['version']) })),
    })),
  });
}

function named<Key extends string>(item: JsonMap, keys: readonly Key[]): { readonly [Each in Key]: string } {
  return Object.fromEntries(keys.map((key) => [key, stringField(item, key) ?? ''])) as { readonly [Each in Key]: string };
}

function optional<Key extends string>(item: JsonMap, keys: readonly Key[]): { readonly [Each in Key]?: string } {
  return Object.fromEntries(keys.flatMap((key) => stringField(item, key) === undefined ? [] : [[key, stringField(item, key)]])) as
    { readonly [Each in Key]?: string };
}

/**
 * Returns the inconsistencies between blocks of a lock file: duplicates, references to missing catalogs and CSVs, and operators that nothing
 * requests.
 *
 * @param value content of the file, whose blocks have valid keys
 */
export function referenceProblems(value: unknown): PlacedProblem[] {
  const catalogs = mapListField(value, 'catalogs').map((item) => keyOf(item, 'name'));
  const operators = mapListField(value, 'operators').map((item) => ({
    item, namespace: text(item, 'namespace'), csv: text(item, 'csv'), key: keyOf(item, 'package'),
  }));
  const known = new Set(catalogs);
  const inNamespace = (namespace: string, csv: string): string => JSON.stringify([namespace, csv]);
  const csvs = new Set(operators.map(({ namespace, csv }) => inNamespace(namespace, csv)));
  return [
    ...duplicates(catalogs, 'catalogs', 'catalog'),
    ...duplicates(operators.map(({ key }) => key), 'operators', 'operator'),
    ...operators.flatMap(({ item, namespace, key }, index): PlacedProblem[] => {
      const catalog = catalogKey({ namespace: text(item, 'catalogNamespace'), name: text(item, 'catalog') });
      const requiredBy = stringListField(item, 'requiredBy');
      return [
        ...(known.has(catalog) ? [] : [{
          path: ['operators', index, 'catalog'],
          message: `operator '${key}' comes from the catalog '${catalog}', which is not in \`catalogs\`; run \`olm-constructs lock\``,
        }]),
        ...requiredBy.filter((csv) => !csvs.has(inNamespace(namespace, csv))).map((csv) => ({
          path: ['operators', index, 'requiredBy'],
          message: `operator '${key}' is required by '${csv}', which is not locked in namespace '${namespace}'; run \`olm-constructs lock\``,
        })),
        ...(requiredBy.length > 0 || stringField(item, 'subscription') !== undefined ? [] : [{
          path: ['operators', index],
          message: `operator '${key}' has neither \`subscription\` nor \`requiredBy\`, so nothing requests it; run \`olm-constructs lock\``,
        }]),
      ];
    }),
  ];
}

function duplicates(keys: readonly string[], list: string, what: string): PlacedProblem[] {
  return repeated(keys).map(({ value, index }) => ({
    path: [list, index],
    message: `${what} '${value}' has two blocks; keep the correct one, and run \`olm-constructs lock\``,
  }));
}

function keyOf(item: unknown, name: 'name' | 'package'): string {
  const namespace = text(item, 'namespace');
  return name === 'name' ? catalogKey({ namespace, name: text(item, name) }) : operatorKey({ namespace, packageName: text(item, name) });
}

function text(item: unknown, key: string): string {
  return stringField(item, key) ?? '';
}

const LOCK_HEAD = `# What the operators of this app are locked to. Made by \`olm-constructs lock\`; only waivers are written by hand.
lockVersion: ${LOCK_VERSION}
`;

/**
 * Returns the text of a lock file: sorted, with a block for each catalog and each operator, so that the same content always results in the same
 * bytes.
 */
export function printLock(content: LockContent): string {
  const { catalogs, operators } = sortedLock(content);
  return LOCK_HEAD + section('catalogs', catalogs) + section('operators', operators.map(({ namespace, packageName, requiredBy, waivers, ...operator }) => ({
    namespace,
    package: packageName,
    ...operator,
    ...(requiredBy.length === 0 ? {} : { requiredBy }),
    ...(waivers.length === 0 ? {} : { waivers }),
  })));
}

/** Blocks are separated by empty lines: Git then merges changes of neighboring blocks. */
function section(name: string, items: readonly object[]): string {
  return items.length === 0 ? `${name}: []\n` : `${name}:\n${items.map((item) => indented(toYaml([item]))).join('\n')}`;
}

function indented(yaml: string): string {
  return yaml.replace(/^(?=.)/gm, '  ');
}
