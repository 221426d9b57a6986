import { BundleComparison } from './bundle-comparison';
import { BundleReportContent } from './bundle-report-content';
import { reportContent, reportText } from './on-demand';
import { Bundle } from '../bundle';
import { deepFreeze } from '../json-value';

/**
 * What somebody should know of a bundle before it is installed: what it owns and requires, the rights that it asks for and what is risky about
 * them, the images that it names and whether mirroring finds them, webhooks, conversion and sizes.
 *
 * It is worked out from the bundle alone: no cluster and no registry is asked.
 */
export class BundleReport {
  /**
   * A report on one bundle.
   *
   * @param bundle the bundle
   */
  public static of(bundle: Bundle): BundleReport {
    return new BundleReport(reportContent(bundle));
  }

  /**
   * What changes from one bundle to the next.
   *
   * @param previous the bundle that is installed
   * @param next the bundle that takes its place
   */
  public static compare(previous: Bundle, next: Bundle): BundleComparison {
    return BundleComparison.of(previous, next);
  }

  /** Everything that the report says, as data. */
  public readonly content: BundleReportContent;

  private constructor(content: BundleReportContent) {
    this.content = deepFreeze(content);
  }

  /** The report as text: tables that are at most 100 columns wide, but for single words that are wider. */
  public toText(): string {
    return reportText(this.content);
  }
}
