import type { Document, ScalarLayout, ScalarTagDefinition, Schema } from 'js-yaml';

import { resolvePlain } from './go-scalar';
import { jsYaml } from './js-yaml';

/** Halves of surrogate pairs, which no file can hold. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Text of several lines that Go's reader takes back from a literal block: no space begins it, and at most one line break ends it. */
const PLAIN_BLOCK = /^\S[^]*[^\n]\n?$/;

/** What begins or is a plain scalar that one of the two grammars takes for something else than text although neither schema says so. */
const NEVER_PLAIN = /^(?:[=]$|[-?:]$|---|\.\.\.)|^[?]/;

let goSafeSchema: Schema | undefined;

/**
 * Writes a value as YAML that every reader takes for the same value, whether it reads YAML 1.1, YAML 1.2, or what Go makes of it.
 *
 * Every text that one of them would take for a number, a boolean, null, a date or a merge is quoted; there are no anchors, no folded
 * lines and no tags; maps keep the order of their keys. Whole numbers of type `bigint` are written with all their digits.
 *
 * @param value maps, lists, text, numbers, booleans and null; an entry of a map whose value is undefined does not exist
 * @throws Error for what JSON cannot hold
 */
export function toYaml(value: unknown): string {
  return jsYaml().dump(withoutUndefined(value), {
    schema: schema(),
    noRefs: true,
    lineWidth: -1,
    quoteStyle: 'double',
    scalarStyleRules: [chooseStyle, ...Object.values(jsYaml().DEFAULT_SCALAR_STYLE_RULES)],
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
    throw new Error(`YAML that is to be JSON cannot hold the number ${value}`);
  }
  return value;
}

/**
 * js-yaml's schema for writing knows the forms of YAML 1.1 and 1.2. It gets whole numbers of any size, and everything that Go takes for
 * no text, such as `+0o17`, `08` and `0b+1`.
 */
function schema(): Schema {
  const { defineScalarTag, DUMP_SCHEMA, floatYaml11Tag, intYaml11Tag, NOT_RESOLVED } = jsYaml();
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
    defineScalarTag('tag:go.dev,2009:not-text', {
      implicit: true,
      resolve: (text): string | typeof NOT_RESOLVED => (resolvePlain(text).kind === 'text' ? NOT_RESOLVED : text),
      identify: () => false,
    }),
  ));
}

/** From here on JavaScript writes numbers with an exponent. */
const EXPONENT_FROM = 1e21;

function tagOf(from: Schema, name: string): ScalarTagDefinition {
  return from.tags.find((tag): tag is ScalarTagDefinition => tag.tagName === name && tag.nodeKind === 'scalar')!;
}

function chooseStyle(layout: ScalarLayout): void {
  const { SCALAR_STYLE } = jsYaml();
  const { value, tag } = layout.node;
  if (tag !== layout.presenterOptions.schema.defaultScalarTag.tagName) {
    return;
  }
  if (value.includes('\n') ? !PLAIN_BLOCK.test(value) : NEVER_PLAIN.test(value)) {
    layout.style = SCALAR_STYLE.DOUBLE_QUOTED;
  }
}

function replaceLoneSurrogates(documents: Document[]): void {
  jsYaml().visit(documents, (node) => {
    if (node.kind === 'scalar' && node.value.search(LONE_SURROGATE) >= 0) {
      node.value = node.value.replace(LONE_SURROGATE, '\ufffd');
    }
  });
}
