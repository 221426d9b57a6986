import { BundleComparisonContent } from './comparison-types';
import { buildComparison } from './build-comparison';
import { comparisonText } from './comparison-text';
import { Bundle } from '../bundle/bundle';
import { deepFreeze } from '../formats/json/json-value';

/**
 * Changes from one bundle to the next: APIs, install modes, CRDs by the rules of OLM v1, rights, images and webhooks.
 *
 * It is derived only from the bundles; objects in a cluster are not considered.
 */
export class BundleComparison {
  /**
   * Compares two bundles.
   *
   * @param previous the bundle that is installed
   * @param next the bundle that replaces it
   */
  public static of(previous: Bundle, next: Bundle): BundleComparison {
    return new BundleComparison(buildComparison(previous, next));
  }

  /** Content of the comparison as data. */
  public readonly content: BundleComparisonContent;

  private constructor(content: BundleComparisonContent) {
    this.content = deepFreeze(content);
  }

  /** Whether OLM v1 allows the upgrade with the changes of the CRDs. */
  public get hasSafeCrds(): boolean {
    return this.content.crdChanges.every(({ isSafe }) => isSafe);
  }

  /** Returns the comparison as text, in tables of at most 100 characters per line, unless a single word is longer. */
  public toText(): string {
    return comparisonText(this.content);
  }
}
