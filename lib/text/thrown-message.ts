import { inspect } from 'node:util';

/** Returns the message of what was thrown. Programs of others throw anything, also what has no text of its own. */
export function thrownMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : typeof thrown === 'string' ? thrown : inspect(thrown, { breakLength: Infinity });
}
