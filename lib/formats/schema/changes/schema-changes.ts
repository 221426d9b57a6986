import { abridgedList } from '../../../text/text-table';
import { goJson, readableJson } from '../../json/go-json';
import { field, isMap, type JsonMap, sameJson, stringListField } from '../../json/json-value';
import { type CrdChange, CrdChangeKind, CrdVerdict } from './crd-change';
import { FIELD_KEYWORDS, innerPath, innerSchemas, SCHEMA_KEYWORDS } from './crd-schema';

/** A change in a schema, without its version. */
type SchemaChange = Omit<CrdChange, 'version' | 'servedBeside'> & { readonly path: string };

/** A change with the schemas that directly contain it. */
export interface FoundChange {
  readonly change: SchemaChange;
  readonly before: JsonMap;
  readonly after: JsonMap;
}

/** Returns how a schema changes, field by field from the top. Fields inside an added or removed field are not listed. */
export function schemaChanges(before: JsonMap, after: JsonMap, path = ''): FoundChange[] {
  // Most of a schema does not change, and comparing it is faster than taking it apart.
  if (sameJson(before, after)) {
    return [];
  }
  const [old, current] = [innerSchemas(before), innerSchemas(after)];
  return [
    ...keywordChanges(before, after).map((change) => ({ change: { ...change, path }, before, after })),
    ...[...old].flatMap(([step, schema]) => {
      const inner = current.get(step);
      return inner === undefined
        ? [{ change: removed(innerPath(path, step)), before, after }]
        : schemaChanges(schema, inner, innerPath(path, step));
    }),
    ...[...current.keys()].filter((step) => !old.has(step)).map((step) => ({ change: added(innerPath(path, step)), before, after })),
  ];
}

function removed(path: string): SchemaChange {
  const message = path.endsWith(')') ? 'is removed' : 'is removed: the API server drops it from objects that are written';
  return { rule: CrdChangeKind.FIELD_REMOVED, verdict: CrdVerdict.REFUSED, path, message };
}

function added(path: string): SchemaChange {
  return { rule: CrdChangeKind.FIELD_ADDED, verdict: CrdVerdict.ALLOWED, path, message: 'is new' };
}

/** A change of a keyword, without its version and field. */
type KeywordChange = Pick<CrdChange, 'rule' | 'verdict' | 'message' | 'keyword' | 'before' | 'after'>;

/** Returns the changes of a keyword whose value differs; undefined means that the keyword is missing. */
type KeywordRule = (keyword: string, before: unknown, after: unknown) => KeywordChange[];

const { REFUSED, UNHANDLED, ALLOWED } = CrdVerdict;

/** Keywords without an effect. */
const IGNORED_KEYWORDS = ['description'];

/** Keywords of an alternative of `oneOf` that do not restrict values. */
const DESCRIPTIVE_KEYWORDS = ['description', 'title', 'example', 'externalDocs'];

const MINIMA = ['minimum', 'minLength', 'minItems', 'minProperties'];
const MAXIMA = ['maximum', 'maxLength', 'maxItems', 'maxProperties'];

const RULES = new Map<string, KeywordRule>([
  ['type', (keyword, before, after) => [changed(CrdChangeKind.TYPE, REFUSED, 'the type', keyword, before, after)]],
  ['default', (keyword, before, after) => [changed(CrdChangeKind.DEFAULT, REFUSED, 'the default', keyword, before, after)]],
  ['pattern', (keyword, before, after) => [changed(CrdChangeKind.PATTERN, REFUSED, 'the pattern', keyword, before, after)]],
  ['nullable', nullable],
  ['enum', enumeration],
  ['required', required],
  ['oneOf', alternatives],
  ...MINIMA.map((keyword): [string, KeywordRule] => [keyword, limit((before, after) => after > before)]),
  ...MAXIMA.map((keyword): [string, KeywordRule] => [keyword, limit((before, after) => after < before)]),
  ...SCHEMA_KEYWORDS.filter((keyword) => keyword !== 'oneOf').map((keyword): [string, KeywordRule] => [keyword, innerSchema]),
]);

/** Returns how the keywords of a schema change, except those that contain the schemas of its fields. */
function keywordChanges(before: JsonMap, after: JsonMap): KeywordChange[] {
  const keywords = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keywords
    .filter((keyword) => !FIELD_KEYWORDS.includes(keyword) && !IGNORED_KEYWORDS.includes(keyword))
    .flatMap((keyword) => {
      const [old, current] = [keywordOf(before, keyword), keywordOf(after, keyword)];
      return sameKeyword(keyword, old, current) ? [] : (RULES.get(keyword) ?? otherKeyword)(keyword, old, current);
    });
}

function change(rule: CrdChangeKind, verdict: CrdVerdict, message: string, keyword: string, before: unknown, after: unknown): KeywordChange {
  return {
    rule,
    verdict,
    message,
    keyword,
    ...(before === undefined ? {} : { before: goJson(before) }),
    ...(after === undefined ? {} : { after: goJson(after) }),
  };
}

function changed(rule: CrdChangeKind, verdict: CrdVerdict, what: string, keyword: string, before: unknown, after: unknown): KeywordChange {
  return change(rule, verdict, `${what} ${difference(before, after)}`, keyword, before, after);
}

function difference(before: unknown, after: unknown): string {
  if (before === undefined) {
    return `is new: ${brief(after)}`;
  }
  return after === undefined ? `is removed: ${brief(before)}` : `changes from ${brief(before)} to ${brief(after)}`;
}

const LONGEST_VALUE = 60;

/** Maximum number of values of an enum in a message. */
const VALUES_SHOWN = 10;

/** Maximum number of entries of a list in a message. */
const ENTRIES_SHOWN = 2;

/** Returns a value as JSON, truncated; the change has it in full. */
function brief(value: unknown): string {
  const json = readableJson(value);
  return json.length > LONGEST_VALUE ? `${json.slice(0, LONGEST_VALUE)}…` : json;
}

function nullable(keyword: string, before: unknown, after: unknown): KeywordChange[] {
  return [change(CrdChangeKind.NULLABLE, REFUSED, after === true ? 'null is now allowed' : 'null is no longer allowed', keyword, before, after)];
}

function enumeration(keyword: string, before: unknown, after: unknown): KeywordChange[] {
  if (!Array.isArray(before) || !Array.isArray(after)) {
    return [after === undefined
      ? change(CrdChangeKind.ENUM_REMOVED, REFUSED, `any value is now allowed, not only ${brief(before)}; the check treats the values as removed`, keyword, before, after)
      : change(CrdChangeKind.ENUM_ADDED, REFUSED, `only ${brief(after)} are now allowed, instead of any value`, keyword, before, after)];
  }
  const [lost, gained] = lostAndGained(before.map(goJson), after.map(goJson));
  return [
    ...(lost.length === 0 ? [] : [change(CrdChangeKind.ENUM_VALUES_REMOVED, REFUSED, `no longer allowed: ${abridgedList(lost, VALUES_SHOWN)}`, keyword, before, after)]),
    ...(gained.length === 0 ? [] : [change(CrdChangeKind.ENUM_VALUES_ADDED, ALLOWED, `allowed as well: ${abridgedList(gained, VALUES_SHOWN)}`, keyword, before, after)]),
  ];
}

function required(keyword: string, before: unknown, after: unknown): KeywordChange[] {
  const [lost, gained] = lostAndGained(stringListField({ required: before }, 'required'), stringListField({ required: after }, 'required'));
  return [
    ...(gained.length === 0 ? [] : [change(CrdChangeKind.REQUIRED_ADDED, REFUSED, `is now required: ${gained.join(', ')}`, keyword, before, after)]),
    ...(lost.length === 0 ? [] : [change(CrdChangeKind.REQUIRED_REMOVED, ALLOWED, `is now optional: ${lost.join(', ')}`, keyword, before, after)]),
  ];
}

function lostAndGained(before: readonly string[], after: readonly string[]): [lost: string[], gained: string[]] {
  const [old, current] = [new Set(before), new Set(after)];
  return [[...old].filter((item) => !current.has(item)), [...current].filter((item) => !old.has(item))];
}

function limit(isTighter: (before: number | bigint, after: number | bigint) => boolean): KeywordRule {
  return (keyword, before, after) => {
    if (before === undefined || after === undefined) {
      const [rule, verdict] = before === undefined ? [CrdChangeKind.LIMIT_ADDED, REFUSED] : [CrdChangeKind.LIMIT_REMOVED, ALLOWED];
      return [changed(rule, verdict, keyword, keyword, before, after)];
    }
    if (!isNumber(before) || !isNumber(after)) {
      return otherKeyword(keyword, before, after);
    }
    const [rule, verdict] = isTighter(before, after) ? [CrdChangeKind.LIMIT_TIGHTENED, REFUSED] : [CrdChangeKind.LIMIT_RELAXED, ALLOWED];
    return [changed(rule, verdict, keyword, keyword, before, after)];
  };
}

function isListOrNothing(value: unknown): value is unknown[] | undefined {
  return value === undefined || Array.isArray(value);
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** The check compares alternatives as sets, without their descriptions. */
function alternatives(keyword: string, before: unknown, after: unknown): KeywordChange[] {
  const [lost, gained] = lostAndGained(alternativesOf(before), alternativesOf(after));
  return lost.length + gained.length === 0 ? [] : [changed(CrdChangeKind.ONE_OF, REFUSED, 'oneOf', keyword, before, after)];
}

function alternativesOf(value: unknown): string[] {
  const schemas = Array.isArray(value) ? value.filter(isMap) : [];
  return schemas.map((schema) => goJson(Object.fromEntries(Object.entries(schema).filter(([keyword]) => !DESCRIPTIVE_KEYWORDS.includes(keyword)))));
}

/** The check compares the keyword as a whole, and has no rule for it: a new field, or even a new description in it, stops the upgrade. */
function innerSchema(keyword: string, before: unknown, after: unknown): KeywordChange[] {
  const message = before === undefined || after === undefined
    ? `${keyword} is ${before === undefined ? 'new' : 'removed'}`
    : `something inside ${keyword} changes, which the check compares as a whole`;
  return [{ rule: CrdChangeKind.INNER_SCHEMA, verdict: UNHANDLED, message, keyword }];
}

/** For lists, such as `x-kubernetes-validations`, the message lists the added and removed entries. */
function otherKeyword(keyword: string, before: unknown, after: unknown): KeywordChange[] {
  if (isListOrNothing(before) && isListOrNothing(after)) {
    const [lost, gained] = lostAndGained((before ?? []).map(brief), (after ?? []).map(brief));
    const parts = [['removed from', lost], ['new in', gained]] as const;
    const message = parts.filter(([, entries]) => entries.length > 0)
      .map(([what, entries]) => `${what} ${keyword}: ${abridgedList(entries, ENTRIES_SHOWN)}`).join('; ');
    return [change(CrdChangeKind.OTHER_KEYWORD, UNHANDLED, message || `the entries of ${keyword} change`, keyword, before, after)];
  }
  return [changed(CrdChangeKind.OTHER_KEYWORD, UNHANDLED, keyword, keyword, before, after)];
}

/** Keywords for which `false` means the same as their absence. */
const FALSE_BY_ABSENCE = [
  'nullable', 'uniqueItems', 'exclusiveMinimum', 'exclusiveMaximum', 'x-kubernetes-embedded-resource', 'x-kubernetes-int-or-string',
];

/** Returns the value of a keyword, or undefined if it is missing or means the same as its absence. The API server does not distinguish the two. */
function keywordOf(schema: unknown, keyword: string): unknown {
  const value = field(schema, keyword);
  const isAbsent = value === null || (keyword !== 'default'
    && (value === '' || (Array.isArray(value) && value.length === 0) || (value === false && FALSE_BY_ABSENCE.includes(keyword))));
  return isAbsent ? undefined : value;
}

/** Whether two values of a keyword mean the same. */
export function sameKeyword(keyword: string, left: unknown, right: unknown): boolean {
  switch (keyword) {
    case 'properties':
      return keysOf(left, right).every((name) => sameSchema(field(left, name), field(right, name)));
    case 'items':
    case 'additionalProperties':
    case 'not':
      return sameSchema(left, right);
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
      return Array.isArray(left) && Array.isArray(right)
        ? left.length === right.length && left.every((schema, index) => sameSchema(schema, right[index]))
        : sameJson(left, right);
    default:
      return sameJson(left, right);
  }
}

function sameSchema(left: unknown, right: unknown): boolean {
  return isMap(left) && isMap(right)
    ? keysOf(left, right).every((keyword) => sameKeyword(keyword, keywordOf(left, keyword), keywordOf(right, keyword)))
    : sameJson(left, right);
}

function keysOf(left: unknown, right: unknown): string[] {
  const keys = (value: unknown): string[] => (isMap(value) ? Object.keys(value) : []);
  return [...new Set([...keys(left), ...keys(right)])];
}
