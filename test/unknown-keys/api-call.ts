import { type OptionPlace, placeName } from './option-places';

/** A call of the API that is valid as it is, with the argument that tests change. */
export interface ApiCall {
  readonly argument?: unknown;
  /** Calls it as plain JavaScript does, where no compiler checks the argument. */
  readonly run: (argument: never) => unknown;
}

/** Calls by name, as in `OptionPlace.call`. */
export interface ApiCalls {
  readonly [name: string]: ApiCall;
}

/** A key that no interface has. */
const MISSPELLED = 'mispelledKey';

const REPORT = new RegExp(`unknown (key|field) '${MISSPELLED}' in .+; .*known (keys|fields)`);

/**
 * Adds an unknown key to an object that users write, and calls the API with it.
 *
 * @returns the name of the place with what happened, unless an error names the key and the known ones
 */
export async function unreported(call: ApiCall, place: OptionPlace): Promise<string | undefined> {
  try {
    await call.run(withUnknownKey(call.argument, place.path) as never);
  } catch (error) {
    const { message } = error as Error;
    return REPORT.test(message) ? undefined : `${placeName(place)}: ${message}`;
  }
  return `${placeName(place)}: no error`;
}

function withUnknownKey(value: unknown, path: readonly string[]): unknown {
  return withValueAt(value, path, (object) => ({ ...object as object, [MISSPELLED]: true }));
}

/** Returns a copy of a value with a change of the object at a path. What is missing on the way is added. */
export function withValueAt(value: unknown, [step, ...rest]: readonly string[], change: (object: unknown) => unknown): unknown {
  if (step === undefined) {
    return change(value);
  }
  if (step === '[]') {
    const [first, ...others] = (value ?? []) as readonly unknown[];
    return [withValueAt(first, rest, change), ...others];
  }
  const fields = { ...value as { readonly [key: string]: unknown } };
  const key = step === '*' ? Object.keys(fields)[0] ?? 'demo' : step;
  return { ...fields, [key]: withValueAt(fields[key], rest, change) };
}
