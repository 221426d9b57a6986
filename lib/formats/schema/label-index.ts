import { groupByEach } from '../../text/group-by';
import { exactJson } from '../json/exact-json';
import { type JsonMap, stringMapField } from '../json/json-value';
import { selectsLabels } from './label-selector';

/** Items with labels, of which those that selectors match are found without going through all of them. */
export class LabelIndex<Item> {
  readonly #byLabel: ReadonlyMap<string, readonly Item[]>;
  readonly #places: ReadonlyMap<Item, number>;
  readonly #matching = new Map<string, readonly Item[]>();

  public constructor(private readonly items: readonly Item[], private readonly labelsOf: (item: Item) => { readonly [key: string]: string }) {
    this.#byLabel = groupByEach(items, (item) => Object.entries(labelsOf(item)).map(labelKey));
    this.#places = new Map(items.map((item, place) => [item, place]));
  }

  /** Returns the items that at least one of the selectors matches, in their order: always the same list for the same selectors. */
  public matching(selectors: readonly JsonMap[]): readonly Item[] {
    const key = exactJson(selectors);
    const found = this.#matching.get(key) ?? [...new Set(selectors.flatMap((selector) => this.#matchingOne(selector)))]
      .sort((left, right) => this.#places.get(left)! - this.#places.get(right)!);
    this.#matching.set(key, found);
    return found;
  }

  #matchingOne(selector: JsonMap): Item[] {
    const [label] = Object.entries(stringMapField(selector, 'matchLabels'));
    const candidates = label === undefined ? this.items : this.#byLabel.get(labelKey(label)) ?? [];
    return candidates.filter((item) => selectsLabels(selector, this.labelsOf(item)));
  }
}

function labelKey(label: readonly [key: string, value: string]): string {
  return JSON.stringify(label);
}
