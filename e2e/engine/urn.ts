/** Where a resource stands in a stack. */
export interface ResourcePlace {
  readonly type: string;
  readonly name: string;
  /** The URN of its parent; empty for none. */
  readonly parent: string;
}

export const STACK_TYPE = 'pulumi:pulumi:Stack';

/** The name that the engine knows a resource by: its stack and project, the types of its parents, its own type and name. */
export function urnOf(stack: string, project: string, { type, name, parent }: ResourcePlace): string {
  const qualified = parent === '' ? '' : qualifiedType(parent);
  const types = qualified === '' || qualified === STACK_TYPE ? type : `${qualified}$${type}`;
  return `urn:pulumi:${stack}::${project}::${types}::${name}`;
}

/** The name that the program gave. */
export function nameOf(urn: string): string {
  return urn.split('::').slice(3).join('::');
}

/** The type of a resource, behind those of its parents. */
export function typeOf(urn: string): string {
  return qualifiedType(urn).split('$').at(-1)!;
}

function qualifiedType(urn: string): string {
  return urn.split('::')[2]!;
}
