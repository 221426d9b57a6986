import { BundleComparisonContent } from './bundle-comparison-content';
import { comparisonContent, comparisonText } from './on-demand';
import { Bundle } from '../bundle';
import { deepFreeze } from '../json-value';

/**
 * What changes from one bundle to the next: APIs, install modes, CustomResourceDefinitions by the rules of OLM v1, rights, images and webhooks.
 *
 * It is worked out from the bundles alone; objects in a cluster are not looked at.
 */
export class BundleComparison {
  /**
   * Compares two bundles.
   *
   * @param previous the bundle that is installed
   * @param next the bundle that takes its place
   */
  public static of(previous: Bundle, next: Bundle): BundleComparison {
    return new BundleComparison(comparisonContent(previous, next));
  }

  /** Everything that the comparison says, as data. */
  public readonly content: BundleComparisonContent;

  private constructor(content: BundleComparisonContent) {
    this.content = deepFreeze(content);
  }

  /** Whether OLM v1 lets an upgrade go on with what changes in the CustomResourceDefinitions. */
  public get hasSafeCrds(): boolean {
    return this.content.crdChanges.every(({ isSafe }) => isSafe);
  }

  /** The comparison as text: tables that are at most 100 columns wide, but for single words that are wider. */
  public toText(): string {
    return comparisonText(this.content);
  }
}
