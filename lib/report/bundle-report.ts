import { Bundle } from '../bundle/bundle';
import { deepFreeze } from '../formats/json/json-value';
import { checkArguments } from '../formats/options/check-arguments';
import { buildReport, BundleReportContent } from './build-report';
import { BundleComparison } from './bundle-comparison';
import { reportText } from './report-text';

/**
 * What you should know about a bundle before installing it: what it owns and requires, the rights that it requests and their risks, the images that
 * it references and whether mirroring tools find them, webhooks, conversion and sizes.
 *
 * It is derived only from the bundle, without a cluster or registry.
 */
export class BundleReport {
  /**
   * Returns the report on a bundle.
   *
   * @param bundle the bundle
   */
  public static of(bundle: Bundle): BundleReport {
    checkArguments('BundleReport.of', { bundle });
    return new BundleReport(buildReport(bundle));
  }

  /**
   * Compares two bundles.
   *
   * @param previous the bundle that is installed
   * @param next the bundle that replaces it
   */
  public static compare(previous: Bundle, next: Bundle): BundleComparison {
    checkArguments('BundleReport.compare', { previous, next });
    return BundleComparison.of(previous, next);
  }

  /** Content of the report as data. */
  public readonly content: BundleReportContent;

  private constructor(content: BundleReportContent) {
    this.content = deepFreeze(content);
  }

  /** Returns the report as text, in tables of at most 100 characters per line, unless a single word is longer. */
  public toText(): string {
    return reportText(this.content);
  }
}
