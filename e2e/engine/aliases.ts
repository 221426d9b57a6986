import type { Goal } from './goal';
import { nameOf, urnOf } from './urn';

/** Earlier names of resources, as the program declares them. A child of a renamed resource also had another name. */
export class Aliases {
  private readonly known = new Map<string, readonly string[]>();

  public constructor(private readonly stack: string, private readonly project: string) {}

  /**
   * Other URNs that a resource may have in the state.
   *
   * @param urn its current URN
   * @param goal its declaration in the program
   */
  public of(urn: string, { type, name, parent, aliases }: Goal): readonly string[] {
    const own = aliases.map(alias => alias.urn ?? urnOf(this.stack, this.project, { type, name, parent, ...alias }));
    const names = [name, ...aliases.flatMap(alias => alias.name ?? [])];
    const inherited = (this.known.get(parent) ?? []).flatMap(oldParent => names.map(own => urnOf(this.stack, this.project, {
      type, name: own.startsWith(nameOf(parent)) ? nameOf(oldParent) + own.slice(nameOf(parent).length) : own, parent: oldParent,
    })));
    const all = [...new Set([...own, ...inherited])].filter(alias => alias !== urn);
    this.known.set(urn, all);
    return all;
  }
}
