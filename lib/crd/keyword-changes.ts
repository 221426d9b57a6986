import { CrdRule, CrdVerdict } from './crd-change';
import type { CrdChange } from './crd-change';
import { FIELD_KEYWORDS, SCHEMA_KEYWORDS } from './crd-schema';
import { keywordOf, sameKeyword } from './same-schema';
import { goJson } from '../go-json';
import type { JsonMap } from '../json-value';
import { isMap, textsField } from '../json-value';
import { readableJson } from '../readable-json';
import { abridgedList } from '../text-table';

/** A change of one keyword, before it is said in which version and field. */
type KeywordChange = Pick<CrdChange, 'rule' | 'verdict' | 'message' | 'keyword' | 'before' | 'after'>;

/** Says what becomes of a keyword whose value differs; undefined stands for a keyword that is not there. */
type KeywordRule = (keyword: string, before: unknown, after: unknown) => KeywordChange[];

const { REFUSED, UNHANDLED, ALLOWED } = CrdVerdict;

/** What people read, and nothing checks. */
const SILENT_KEYWORDS = ['description'];

/** What of an alternative of `oneOf` limits no value. */
const WORDS_OF_A_SCHEMA = ['description', 'title', 'example', 'externalDocs'];

const MINIMA = ['minimum', 'minLength', 'minItems', 'minProperties'];
const MAXIMA = ['maximum', 'maxLength', 'maxItems', 'maxProperties'];

const RULES = new Map<string, KeywordRule>([
  ['type', (keyword, before, after) => [changed(CrdRule.TYPE, REFUSED, 'the type', keyword, before, after)]],
  ['default', (keyword, before, after) => [changed(CrdRule.DEFAULT, REFUSED, 'the default', keyword, before, after)]],
  ['pattern', (keyword, before, after) => [changed(CrdRule.PATTERN, REFUSED, 'the pattern', keyword, before, after)]],
  ['nullable', nullable],
  ['enum', enumeration],
  ['required', required],
  ['oneOf', alternatives],
  ...MINIMA.map((keyword): [string, KeywordRule] => [keyword, limit((before, after) => after > before)]),
  ...MAXIMA.map((keyword): [string, KeywordRule] => [keyword, limit((before, after) => after < before)]),
  ...SCHEMA_KEYWORDS.filter((keyword) => keyword !== 'oneOf').map((keyword): [string, KeywordRule] => [keyword, innerSchema]),
]);

/** How the keywords of one schema change, those aside that hold the schemas of its fields. */
export function keywordChanges(before: JsonMap, after: JsonMap): KeywordChange[] {
  const keywords = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keywords
    .filter((keyword) => !FIELD_KEYWORDS.includes(keyword) && !SILENT_KEYWORDS.includes(keyword))
    .flatMap((keyword) => {
      const [old, current] = [keywordOf(before, keyword), keywordOf(after, keyword)];
      return sameKeyword(keyword, old, current) ? [] : (RULES.get(keyword) ?? otherKeyword)(keyword, old, current);
    });
}

function change(rule: CrdRule, verdict: CrdVerdict, message: string, keyword: string, before: unknown, after: unknown): KeywordChange {
  return {
    rule,
    verdict,
    message,
    keyword,
    ...(before === undefined ? {} : { before: goJson(before) }),
    ...(after === undefined ? {} : { after: goJson(after) }),
  };
}

function changed(rule: CrdRule, verdict: CrdVerdict, what: string, keyword: string, before: unknown, after: unknown): KeywordChange {
  return change(rule, verdict, `${what} ${difference(before, after)}`, keyword, before, after);
}

function difference(before: unknown, after: unknown): string {
  if (before === undefined) {
    return `is new: ${brief(after)}`;
  }
  return after === undefined ? `is gone: ${brief(before)}` : `changes from ${brief(before)} to ${brief(after)}`;
}

const LONGEST_VALUE = 60;

/** How many values of an enum a sentence names. */
const VALUES_SHOWN = 10;

/** How many entries of a list a sentence shows. */
const ENTRIES_SHOWN = 2;

/** A value as JSON, cut off where a sentence would become too long; the change has it in full. */
function brief(value: unknown): string {
  const json = readableJson(value);
  return json.length > LONGEST_VALUE ? `${json.slice(0, LONGEST_VALUE)}…` : json;
}

function nullable(keyword: string, before: unknown, after: unknown): KeywordChange[] {
  return [change(CrdRule.NULLABLE, REFUSED, after === true ? 'null is allowed, and was not' : 'null is no longer allowed', keyword, before, after)];
}

function enumeration(keyword: string, before: unknown, after: unknown): KeywordChange[] {
  if (!Array.isArray(before) || !Array.isArray(after)) {
    return [after === undefined
      ? change(CrdRule.ENUM_REMOVED, REFUSED, `any value is allowed, and not only ${brief(before)}; the check takes the values for removed`, keyword, before, after)
      : change(CrdRule.ENUM_ADDED, REFUSED, `only ${brief(after)} are allowed, and any value was`, keyword, before, after)];
  }
  const [lost, gained] = lostAndGained(before.map(goJson), after.map(goJson));
  return [
    ...(lost.length === 0 ? [] : [change(CrdRule.ENUM_VALUES_REMOVED, REFUSED, `no longer allowed: ${abridgedList(lost, VALUES_SHOWN)}`, keyword, before, after)]),
    ...(gained.length === 0 ? [] : [change(CrdRule.ENUM_VALUES_ADDED, ALLOWED, `allowed as well: ${abridgedList(gained, VALUES_SHOWN)}`, keyword, before, after)]),
  ];
}

function required(keyword: string, before: unknown, after: unknown): KeywordChange[] {
  const [lost, gained] = lostAndGained(textsField({ required: before }, 'required'), textsField({ required: after }, 'required'));
  return [
    ...(gained.length === 0 ? [] : [change(CrdRule.REQUIRED_ADDED, REFUSED, `must be given now: ${gained.join(', ')}`, keyword, before, after)]),
    ...(lost.length === 0 ? [] : [change(CrdRule.REQUIRED_REMOVED, ALLOWED, `may be left out now: ${lost.join(', ')}`, keyword, before, after)]),
  ];
}

function lostAndGained(before: readonly string[], after: readonly string[]): [lost: string[], gained: string[]] {
  const [old, current] = [new Set(before), new Set(after)];
  return [[...old].filter((item) => !current.has(item)), [...current].filter((item) => !old.has(item))];
}

function limit(isTighter: (before: number | bigint, after: number | bigint) => boolean): KeywordRule {
  return (keyword, before, after) => {
    if (before === undefined || after === undefined) {
      const [rule, verdict] = before === undefined ? [CrdRule.LIMIT_ADDED, REFUSED] : [CrdRule.LIMIT_REMOVED, ALLOWED];
      return [changed(rule, verdict, keyword, keyword, before, after)];
    }
    if (!isNumber(before) || !isNumber(after)) {
      return otherKeyword(keyword, before, after);
    }
    const [rule, verdict] = isTighter(before, after) ? [CrdRule.LIMIT_TIGHTENED, REFUSED] : [CrdRule.LIMIT_RELAXED, ALLOWED];
    return [changed(rule, verdict, keyword, keyword, before, after)];
  };
}

function isListOrNothing(value: unknown): value is unknown[] | undefined {
  return value === undefined || Array.isArray(value);
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** The check compares alternatives as sets, without what people read in them. */
function alternatives(keyword: string, before: unknown, after: unknown): KeywordChange[] {
  const [lost, gained] = lostAndGained(alternativesOf(before), alternativesOf(after));
  return lost.length + gained.length === 0 ? [] : [changed(CrdRule.ONE_OF, REFUSED, 'oneOf', keyword, before, after)];
}

function alternativesOf(value: unknown): string[] {
  const schemas = Array.isArray(value) ? value.filter(isMap) : [];
  return schemas.map((schema) => goJson(Object.fromEntries(Object.entries(schema).filter(([keyword]) => !WORDS_OF_A_SCHEMA.includes(keyword)))));
}

/** The check compares such a keyword as a whole, and has no rule for it: a new field, even a new description in it, stops the upgrade. */
function innerSchema(keyword: string, before: unknown, after: unknown): KeywordChange[] {
  const message = before === undefined || after === undefined
    ? `${keyword} is ${before === undefined ? 'new' : 'gone'}`
    : `something inside ${keyword} changes, which the check compares as a whole`;
  return [{ rule: CrdRule.INNER_SCHEMA, verdict: UNHANDLED, message, keyword }];
}

/** Of lists, such as `x-kubernetes-validations`, the entries are told that come and go. */
function otherKeyword(keyword: string, before: unknown, after: unknown): KeywordChange[] {
  if (isListOrNothing(before) && isListOrNothing(after)) {
    const [lost, gained] = lostAndGained((before ?? []).map(brief), (after ?? []).map(brief));
    const parts = [['gone from', lost], ['new in', gained]] as const;
    const message = parts.filter(([, entries]) => entries.length > 0)
      .map(([what, entries]) => `${what} ${keyword}: ${abridgedList(entries, ENTRIES_SHOWN)}`).join('; ');
    return [change(CrdRule.OTHER_KEYWORD, UNHANDLED, message || `the entries of ${keyword} change`, keyword, before, after)];
  }
  return [changed(CrdRule.OTHER_KEYWORD, UNHANDLED, keyword, keyword, before, after)];
}
