import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv';
import { RESULT_API_VERSION } from '../../lib/cli/frame/write-result';

const SCHEMA = resolve(__dirname, '../../docs/reference/command-line.schema.json');

/** The published JSON schema of what commands print. */
export const resultSchema = (): { readonly definitions: { readonly [name: string]: object } } => JSON.parse(readFileSync(SCHEMA, 'utf8')) as {
  readonly definitions: { readonly [name: string]: object };
};

const validators = new Map<string, ValidateFunction>();

/**
 * Checks what a command printed, if it is JSON of this program, by the schema of its kind.
 *
 * @throws Error with what the schema does not allow
 */
export function checkResult(stdout: string): void {
  if (!stdout.startsWith(`{\n  "apiVersion": "${RESULT_API_VERSION}"`)) {
    return;
  }
  const result = JSON.parse(stdout) as { readonly kind: string };
  const problems = resultProblems(result);
  if (problems !== '') {
    throw new Error(`docs/reference/command-line.schema.json does not describe the output:\n${problems}`);
  }
}

/** Returns what the schema does not allow in a result, or an empty string. */
export function resultProblems(result: { readonly kind: string }): string {
  const validate = validators.get(result.kind) ?? new Ajv({ validateFormats: false, allErrors: true, allowUnionTypes: true })
    .compile({ ...resultSchema(), oneOf: undefined, $ref: `#/definitions/${result.kind}Result` });
  validators.set(result.kind, validate);
  return validate(result) ? '' : (validate.errors ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`).join('\n');
}
