import { Bundle } from '../bundle/bundle';
import type { BundleApi } from '../bundle/model/bundle-content';
import { deepFreeze } from '../formats/json/json-value';
import { checkArguments } from '../formats/options/check-arguments';
import { changesText } from '../formats/schema/changes/crd-change';
import { DEFAULT_WIDTHS, foldedLines, tableLines } from '../text/text-table';
import { buildComparison, BundleComparisonContent, type BundleImageChange, BundleUpgradeEdge } from './build-comparison';
import { bindingLines, concernLines, grantLines } from './rights/rbac-text';
import { apiNeedRow, imageRow, omittedRow, sectionsText, useText } from './report-text';

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
    checkArguments('BundleComparison.of', { previous, next });
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
    return this._toText(DEFAULT_WIDTHS.width);
  }

  /** @internal */
  public _toText(width: number): string {
    return comparisonText(this.content, width);
  }
}

/** Returns a comparison as text. */
function comparisonText(content: BundleComparisonContent, width: number): string {
  const { previous, next, crdChanges } = content;
  const changes = sectionsText(tableLines([[`${previous} -> ${next}`], [EDGES[content.edge](content)]], 0, width), [
    ['APIS', [
      ...foldedLines([
        ...content.apisGained.map((api) => ['+ owns', apiText(api)]),
        ...content.apisLost.map((api) => ['- owns', apiText(api)]),
        ...content.requirementsGained.map((api) => ['+ requires', apiText(api)]),
        ...content.requirementsLost.map((api) => ['- requires', apiText(api)]),
      ], 2, width),
    ]],
    ['NEEDS FROM THE CLUSTER', foldedLines([
      ...content.needsGained.map((need) => ['+', ...apiNeedRow(need)]),
      ...content.needsLost.map((need) => ['-', ...apiNeedRow(need)]),
    ], 2, width)],
    ['LEFT OUT', foldedLines([
      ...content.omissionsGained.map((omitted) => ['+', ...omittedRow(omitted)]),
      ...content.omissionsLost.map((omitted) => ['-', ...omittedRow(omitted)]),
    ], 2, width)],
    ['INSTALL MODES', foldedLines([...signed(content.installModesGained, content.installModesLost)], 2, width)],
    ['CRDS', [
      ...foldedLines([...signed(content.crdsGained, content.crdsLost)], 2, width),
      ...crdChanges.flatMap(({ name, isSafe, changes: ofCrd }) => [
        ...tableLines([[`${isSafe ? 'safe' : 'UNSAFE'} ${name}`]], 2, width),
        ...changesText(ofCrd, 4, width),
      ]),
    ]],
    ['RIGHTS GAINED', grantLines(content.rbacGained, width)],
    ['RIGHTS LOST', grantLines(content.rbacLost, width)],
    ['BINDINGS', [...bindingLines(content.bindingsGained, width, '+ '), ...bindingLines(content.bindingsLost, width, '- ')]],
    ['RISKS GAINED', concernLines(content.risksGained, width)],
    ['RISKS LOST', concernLines(content.risksLost, width)],
    ['IMAGES', [
      ...content.imageChanges.flatMap((change) => imageChangeLines(change, width)),
      ...foldedLines(content.imagesGained.map((image) => ['+', ...imageRow(image)]), 2, width),
      ...foldedLines(content.imagesLost.map((image) => ['-', ...imageRow(image)]), 2, width),
    ]],
    ['WEBHOOKS', foldedLines([...signed(content.webhooksGained, content.webhooksLost)], 2, width)],
  ]);
  return changes;
}

const EDGES: { readonly [edge in BundleUpgradeEdge]: (content: BundleComparisonContent) => string } = {
  [BundleUpgradeEdge.REPLACES]: ({ next, previous }) => `${next} replaces ${previous}`,
  [BundleUpgradeEdge.SKIPS]: ({ next, previous }) => `${next} skips ${previous}, so OLM can upgrade directly`,
  [BundleUpgradeEdge.SKIP_RANGE]: ({ next, previous }) => `${previous} is in the skip range of ${next}`,
  [BundleUpgradeEdge.NONE]: ({ next, previous }) => `${next} does not declare an upgrade from ${previous}, so OLM does not upgrade`,
};

function signed(gained: readonly string[], lost: readonly string[]): string[][] {
  return [...gained.map((name) => ['+', name]), ...lost.map((name) => ['-', name])];
}

function apiText({ kind, version, group }: BundleApi): string {
  return `${kind} ${version}${group === '' ? '' : ` ${group}`}`;
}

/** Returns the old and the new reference on consecutive lines, so that the difference is easy to see. */
function imageChangeLines({ before, after, uses }: BundleImageChange, width: number): string[] {
  return tableLines([['-', before], ['+', `${after}  ${useText(uses)}`]], 2, width);
}
