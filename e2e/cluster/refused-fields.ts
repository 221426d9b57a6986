/** The part of a Status object that explains a refusal. */
interface Status {
  readonly message?: string;
  readonly details?: { readonly causes?: readonly { readonly field?: string; readonly message?: string }[] };
}

/** Reports that rules were not evaluated, and concerns no field. */
const RULES_LEFT_OUT = 'some validation rules were not checked';

/** Returns the fields that a Status object refuses, each once and sorted. */
export function refusedFields(body: string): string[] {
  const { message = '', details } = JSON.parse(body) as Status;
  const causes = (details?.causes ?? []).filter(cause => cause.message?.includes(RULES_LEFT_OUT) !== true);
  return [...new Set([
    ...causes.map(fieldOfCause),
    // Errors of decoding are in the message only.
    ...[...message.matchAll(/unknown field "([^"]+)"/g)].map(([, field]) => field!),
    ...(causes.length === 0 ? [...message.matchAll(/^(\S+): Invalid value: |Go struct field ObjectMeta\.(\S+) of type/g)].map(([, whole, inner]) => whole ?? inner!) : []),
  ])].sort();
}

/** Numbers beyond their format have their field in the message only. */
function fieldOfCause({ field = '', message = '' }: { readonly field?: string; readonly message?: string }): string {
  return field === '<nil>' ? /value must be of type .* in (\S+)$/.exec(message)?.[1] ?? '' : field;
}
