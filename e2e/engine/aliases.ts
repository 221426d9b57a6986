import type { Goal } from './goal';
import { nameOf, urnOf } from './urn';

/** The names that resources of this program had before, as it says. A child of a resource with another name had another one, too. */
export class Aliases {
  private readonly known = new Map<string, readonly string[]>();

  public constructor(private readonly stack: string, private readonly project: string) {}

  /**
   * The URNs that a resource may have in the state besides its own.
   *
   * @param urn the URN that it has now
   * @param goal what the program says of it
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
