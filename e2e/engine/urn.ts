/** Position of a resource in a stack. */
export interface ResourcePlace {
  readonly type: string;
  readonly name: string;
  /** URN of its parent, or an empty string if there is none. */
  readonly parent: string;
}

export const STACK_TYPE = 'pulumi:pulumi:Stack';

/** The engine's identifier of a resource: its stack and project, the types of its parents, its own type and name. */
export function urnOf(stack: string, project: string, { type, name, parent }: ResourcePlace): string {
  const qualified = parent === '' ? '' : qualifiedType(parent);
  const types = qualified === '' || qualified === STACK_TYPE ? type : `${qualified}$${type}`;
  return `urn:pulumi:${stack}::${project}::${types}::${name}`;
}

/** Name in the program. */
export function nameOf(urn: string): string {
  return urn.split('::').slice(3).join('::');
}

/** Type of a resource, after those of its parents. */
export function typeOf(urn: string): string {
  return qualifiedType(urn).split('$').at(-1)!;
}

function qualifiedType(urn: string): string {
  return urn.split('::')[2]!;
}
