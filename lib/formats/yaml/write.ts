import {
  DEFAULT_SCALAR_STYLE_RULES, defineScalarTag, type Document, dump, DUMP_SCHEMA, floatYaml11Tag, intYaml11Tag, NOT_RESOLVED, SCALAR_STYLE,
  type ScalarLayout, type ScalarTagDefinition, type Schema, visit,
} from 'js-yaml';
import { printableMessage } from '../../text/printable';
import { resolvePlain } from './go-scalar';

/** Halves of surrogate pairs, which UTF-8 cannot encode. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** A string of several lines that Go reads back from a literal block: no leading space, and at most one line break at the end. */
const PLAIN_BLOCK = /^\S[^]*[^\n]\n?$/;

/** Plain scalars that are not strings in YAML 1.1 or 1.2, although no schema resolves them to another type. */
const NEVER_PLAIN = /^(?:[=]$|[-?:]$|---|\.\.\.)|^[?]/;

let goSafeSchema: Schema | undefined;

/**
 * Writes a value as YAML that YAML 1.1 readers, YAML 1.2 readers and Go's readers all read as the same value.
 *
 * Strings that one of them would read as a number, boolean, null, date or merge key are quoted; there are no anchors, folded lines or tags;
 * maps keep the order of their keys. A `bigint` is written with all its digits.
 *
 * @param value maps, lists, strings, numbers, booleans and null; an entry of a map whose value is undefined is omitted
 * @throws Error for a number that JSON does not have
 */
export function toYaml(value: unknown): string {
  return dump(withoutUndefined(value), {
    schema: schema(),
    noRefs: true,
    lineWidth: -1,
    quoteStyle: 'double',
    scalarStyleRules: [chooseStyle, ...Object.values(DEFAULT_SCALAR_STYLE_RULES)],
    transform: replaceLoneSurrogates,
  });
}

function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => (item === undefined ? null : withoutUndefined(item)));
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
    return Object.fromEntries(entries.map(([key, inner]) => [key, withoutUndefined(inner)]));
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new Error(printableMessage(`JSON does not have the number ${value}`));
  }
  return value;
}

/**
 * Returns js-yaml's schema for writing, which covers YAML 1.1 and 1.2, extended with integers of any size, and with the scalars that only Go
 * does not read as strings, such as `+0o17`, `08` and `0b+1`.
 */
function schema(): Schema {
  return (goSafeSchema ??= DUMP_SCHEMA.withTags(
    {
      ...tagOf(DUMP_SCHEMA, intYaml11Tag.tagName),
      identify: (data: unknown) => typeof data === 'bigint' || (Number.isInteger(data) && Math.abs(data as number) < EXPONENT_FROM),
      represent: (data: bigint | number) => (Object.is(data, -0) ? '0' : data.toString()),
    },
    {
      ...tagOf(DUMP_SCHEMA, floatYaml11Tag.tagName),
      identify: (data: unknown) => typeof data === 'number' && !(Number.isInteger(data) && Math.abs(data) < EXPONENT_FROM),
      represent: (data: number) => data.toString().replace(/^(-?[0-9]+)e/, '$1.0e'),
    },
    defineScalarTag('tag:go.dev,2009:not-a-string', {
      implicit: true,
      resolve: (plain): string | typeof NOT_RESOLVED => (resolvePlain(plain).kind === 'string' ? NOT_RESOLVED : plain),
      identify: () => false,
    }),
  ));
}

/** Smallest number that JavaScript writes with an exponent. */
const EXPONENT_FROM = 1e21;

function tagOf(from: Schema, name: string): ScalarTagDefinition {
  return from.tags.find((tag): tag is ScalarTagDefinition => tag.tagName === name && tag.nodeKind === 'scalar')!;
}

function chooseStyle(layout: ScalarLayout): void {
  const { value, tag } = layout.node;
  if (tag !== layout.presenterOptions.schema.defaultScalarTag.tagName) {
    return;
  }
  if (value.includes('\n') ? !PLAIN_BLOCK.test(value) : NEVER_PLAIN.test(value)) {
    layout.style = SCALAR_STYLE.DOUBLE_QUOTED;
  }
}

function replaceLoneSurrogates(documents: Document[]): void {
  visit(documents, (node) => {
    if (node.kind === 'scalar' && node.value.search(LONE_SURROGATE) >= 0) {
      node.value = node.value.replace(LONE_SURROGATE, '\ufffd');
    }
  });
}
