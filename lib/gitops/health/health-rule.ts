/** Verdict of a health check about an object. */
export type HealthVerdict = 'ready' | 'progressing' | 'failed';

/** Field of an object, or of the list item that a test examines. */
export interface FieldRef {
  readonly in: 'object' | 'item';
  /** Keys from the outermost to the innermost. */
  readonly path: readonly string[];
}

/**
 * Test of an object. It has no clock, and none of its forms fails if a field is missing, so that it can be translated to Lua for Argo CD and to the
 * Common Expression Language for Flux.
 *
 * - `set`: the field exists, and is not an empty string
 * - `true`: the field is the boolean `true`
 * - `oneOf`: the field is one of the strings
 * - `same`: both fields are set and are the same string
 * - `less`: both fields are numbers, and the first is less
 * - `condition`: `status.conditions` has a condition of the type, with one of the statuses and one of the reasons if they are specified. With
 *   `current`, it must also be for the current generation
 * - `some`: at least one item of a list passes all tests
 * - `lately`: at least one item of a list passes all tests, and no item of the same or a later `lastTransitionTime` passes the tests of `until`
 * - `message`: the message of a condition is a string, composed of fixed parts and fields
 * - `replacement`: the message of a condition says that OLM is replacing a ClusterServiceVersion: see `replacementIn`
 */
export type HealthTest =
  | { readonly is: 'set' | 'true'; readonly field: FieldRef }
  | { readonly is: 'oneOf'; readonly field: FieldRef; readonly values: readonly string[] }
  | { readonly is: 'same'; readonly field: FieldRef; readonly as: FieldRef }
  | { readonly is: 'less'; readonly field: FieldRef; readonly than: FieldRef }
  | ConditionTest
  | { readonly is: 'some'; readonly list: FieldRef; readonly where: readonly HealthTest[] }
  | { readonly is: 'lately'; readonly list: FieldRef; readonly where: readonly HealthTest[]; readonly until: readonly HealthTest[] }
  | { readonly is: 'message'; readonly of: string; readonly parts: readonly (string | FieldRef)[] }
  | { readonly is: 'replacement'; readonly of: string }
  | { readonly is: 'not'; readonly test: HealthTest }
  | { readonly is: 'any'; readonly of: readonly HealthTest[] };

/** Test of a condition of the object. */
export interface ConditionTest {
  readonly is: 'condition';
  readonly type: string;
  readonly statuses?: readonly string[];
  readonly reasons?: readonly string[];
  readonly current?: true;
}

/**
 * Part of a message: a fixed string, a field (or an empty string), a condition's message, parts about the first item that passes all tests, or parts
 * that depend on which of two names, such as `demo.v1.2.3`, has the newer version.
 */
export type MessagePart =
  | string
  | FieldRef
  | { readonly messageOf: string }
  | { readonly newer: FieldRef; readonly than: FieldRef; readonly show: readonly MessagePart[]; readonly otherwise: readonly MessagePart[] }
  | { readonly firstOf: FieldRef; readonly where: readonly HealthTest[]; readonly show: readonly MessagePart[] };

/** Verdict of the health check if an object passes all tests. */
export interface HealthRule {
  readonly verdict: HealthVerdict;
  /** Tests, all of which have to pass; a rule without any always applies. */
  readonly when: readonly HealthTest[];
  /** Reason of the verdict, as a message for the user. */
  readonly message: readonly MessagePart[];
}

/** Health check of a kind: the first rule that applies determines the verdict. The last one always applies. */
export interface KindHealth {
  readonly group: string;
  readonly kind: string;
  readonly rules: readonly HealthRule[];
}

/** A field of the object. */
export const field = (...path: readonly string[]): FieldRef => ({ in: 'object', path });

/** A field of the list item. */
export const item = (...path: readonly string[]): FieldRef => ({ in: 'item', path });

export const isSet = (tested: FieldRef): HealthTest => ({ is: 'set', field: tested });
export const isTrue = (tested: FieldRef): HealthTest => ({ is: 'true', field: tested });
export const isOneOf = (tested: FieldRef, ...values: readonly string[]): HealthTest => ({ is: 'oneOf', field: tested, values });
export const isSame = (tested: FieldRef, as: FieldRef): HealthTest => ({ is: 'same', field: tested, as });
export const isLess = (tested: FieldRef, than: FieldRef): HealthTest => ({ is: 'less', field: tested, than });
export const some = (list: FieldRef, ...where: readonly HealthTest[]): HealthTest => ({ is: 'some', list, where });
export const lately = (list: FieldRef, where: readonly HealthTest[], until: readonly HealthTest[]): HealthTest => ({ is: 'lately', list, where, until });
export const hasMessage = (type: string, ...parts: readonly (string | FieldRef)[]): HealthTest => ({ is: 'message', of: type, parts });
export const isReplacement = (type: string): HealthTest => ({ is: 'replacement', of: type });
export const not = (test: HealthTest): HealthTest => ({ is: 'not', test });
export const anyOf = (...of: readonly HealthTest[]): HealthTest => ({ is: 'any', of });

/** A condition with a status and one of some reasons. */
export const hasCondition = (type: string, status?: string, ...reasons: readonly string[]): ConditionTest => ({
  is: 'condition', type, ...(status === undefined ? {} : { statuses: [status] }), ...(reasons.length === 0 ? {} : { reasons }),
});

/** A condition of the current generation. */
export const hasCurrent = (type: string, status?: string, ...reasons: readonly string[]): HealthTest => (
  { ...hasCondition(type, status, ...reasons), current: true }
);

export const messageOf = (type: string): MessagePart => ({ messageOf: type });
export const firstOf = (list: FieldRef, where: readonly HealthTest[], ...show: readonly MessagePart[]): MessagePart => (
  { firstOf: list, where, show }
);

/** Parts for a name whose version is newer than that of another one. Without versions in both names, or if only pre-releases differ, it is not. */
export const ifNewer = (newer: FieldRef, than: FieldRef, show: readonly MessagePart[], otherwise: readonly MessagePart[]): MessagePart => (
  { newer, than, show, otherwise }
);

export const ready = (when: readonly HealthTest[], ...message: readonly MessagePart[]): HealthRule => ({ verdict: 'ready', when, message });
export const progressing = (when: readonly HealthTest[], ...message: readonly MessagePart[]): HealthRule => (
  { verdict: 'progressing', when, message }
);
export const failed = (when: readonly HealthTest[], ...message: readonly MessagePart[]): HealthRule => ({ verdict: 'failed', when, message });
