import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ObjectSchema, Properties, PropertySchema } from './schema-types';

/** File with the breaking changes that are intended, one a line, until the next release. */
const ACCEPTED = 'scripts/pulumi-schema/breaking-changes.txt';

/** The schema of a Pulumi package, as far as it is generated. */
export interface PackageSchema {
  readonly [field: string]: unknown;
  readonly types?: { readonly [token: string]: ObjectSchema };
  readonly resources?: { readonly [token: string]: ObjectSchema };
}

/** @throws Error if programs that use the last schema would break, and the file of accepted changes does not have the change */
export function assertCompatible(root: string, before: PackageSchema, after: PackageSchema): void {
  const accepted = readFileSync(join(root, ACCEPTED), 'utf8').split('\n');
  const found = breakingChanges(before, after).filter((change) => !accepted.includes(change));
  if (found.length > 0) {
    throw new Error([
      'the schema of the Pulumi plugin has breaking changes:', ...found.map((change) => `  ${change}`),
      `keep what programs use, or add these lines to ${ACCEPTED} and describe the change in CHANGELOG.md`,
    ].join('\n'));
  }
}

/** Returns what breaks programs that use the schema before a change, one line for each. */
export function breakingChanges(before: PackageSchema, after: PackageSchema): string[] {
  return (['resources', 'types'] as const).flatMap((section) => Object.entries(before[section] ?? {}).flatMap(([token, old]) => {
    const now = after[section]?.[token];
    return now === undefined ? [`${token} was removed`] : [
      ...changesOf(`${token} input`, { properties: old.inputProperties ?? {}, required: old.requiredInputs ?? [] }, {
        properties: now.inputProperties ?? {}, required: now.requiredInputs ?? [],
      }, 'input'),
      ...changesOf(token, { properties: old.properties ?? {}, required: old.required ?? [] }, {
        properties: now.properties ?? {}, required: now.required ?? [],
      }, section === 'types' ? 'both' : 'output'),
      ...(old.enum ?? []).filter(({ value }) => !now.enum?.some((other) => other.value === value)).map(({ value }) => `${token} lost the value ${value}`),
    ];
  }));
}

function changesOf(of: string, before: Properties, after: Properties, use: 'input' | 'output' | 'both'): string[] {
  const removed = Object.keys(before.properties).filter((name) => !Object.hasOwn(after.properties, name)).map((name) => `${of} ${name} was removed`);
  const changed = Object.entries(before.properties).flatMap(([name, old]) => {
    const now = after.properties[name];
    return now === undefined || shape(old) === shape(now) ? [] : [`${of} ${name} changed from ${shape(old)} to ${shape(now)}`];
  });
  const required = after.required.filter((name) => !before.required.includes(name)).map((name) => `${of} ${name} became required`);
  const optional = before.required.filter((name) => !after.required.includes(name) && Object.hasOwn(after.properties, name))
    .map((name) => `${of} ${name} became optional`);
  return [...removed, ...changed, ...(use === 'output' ? [] : required), ...(use === 'input' ? [] : optional)];
}

/** Returns the type of a property, without its description. */
function shape({ description: _, ...schema }: PropertySchema): string {
  return JSON.stringify(schema);
}
