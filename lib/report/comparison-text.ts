import type { BundleImageChange, BundleComparisonContent } from './bundle-comparison-content';
import { BundleUpgradeEdge } from './bundle-comparison-content';
import { concernLines, grantLines } from './rbac-text';
import { imageRow, sectionsText, useText } from './report-text';
import type { BundleApi } from '../bundle-api';
import { changesText } from '../crd/changes-text';
import { tableLines } from '../text-table';

/** A comparison as text. */
export function comparisonText(content: BundleComparisonContent): string {
  const { previous, next, crdChanges } = content;
  const changes = sectionsText([`${previous} -> ${next}`, EDGES[content.edge](content)], [
    ['APIS', [
      ...tableLines([
        ...content.apisGained.map((api) => ['+ owns', apiText(api)]),
        ...content.apisLost.map((api) => ['- owns', apiText(api)]),
        ...content.requirementsGained.map((api) => ['+ requires', apiText(api)]),
        ...content.requirementsLost.map((api) => ['- requires', apiText(api)]),
      ], 2),
    ]],
    ['INSTALL MODES', tableLines([...signed(content.installModesGained, content.installModesLost)], 2)],
    ['CRDS', [
      ...tableLines([...signed(content.crdsGained, content.crdsLost)], 2),
      ...crdChanges.flatMap(({ name, isSafe, changes: ofCrd }) => [
        ...tableLines([[`${isSafe ? 'safe' : 'UNSAFE'} ${name}`]], 2),
        ...changesText(ofCrd, 4),
      ]),
    ]],
    ['RIGHTS GAINED', grantLines(content.rbacGained)],
    ['RIGHTS LOST', grantLines(content.rbacLost)],
    ['RISKS GAINED', concernLines(content.risksGained)],
    ['RISKS LOST', concernLines(content.risksLost)],
    ['IMAGES', [
      ...content.imageChanges.flatMap(imageChangeLines),
      ...tableLines(content.imagesGained.map((image) => ['+', ...imageRow(image)]), 2),
      ...tableLines(content.imagesLost.map((image) => ['-', ...imageRow(image)]), 2),
    ]],
    ['WEBHOOKS', tableLines([...signed(content.webhooksGained, content.webhooksLost)], 2)],
  ]);
  return changes;
}

const EDGES: { readonly [edge in BundleUpgradeEdge]: (content: BundleComparisonContent) => string } = {
  [BundleUpgradeEdge.REPLACES]: ({ next, previous }) => `${next} replaces ${previous}`,
  [BundleUpgradeEdge.SKIPS]: ({ next, previous }) => `${next} skips ${previous}, and can be upgraded to from it`,
  [BundleUpgradeEdge.SKIP_RANGE]: ({ next, previous }) => `${previous} is in the skip range of ${next}`,
  [BundleUpgradeEdge.NONE]: ({ next, previous }) => `${next} does not say that it follows ${previous}: OLM does not upgrade from one to the other`,
};

function signed(gained: readonly string[], lost: readonly string[]): string[][] {
  return [...gained.map((what) => ['+', what]), ...lost.map((what) => ['-', what])];
}

function apiText({ kind, version, group }: BundleApi): string {
  return `${kind} ${version}${group === '' ? '' : ` ${group}`}`;
}

/** Two references below one another, so that what differs catches the eye. */
function imageChangeLines({ before, after, uses }: BundleImageChange): string[] {
  return [...tableLines([['-', before], ['+', `${after}  ${useText(uses)}`]], 2)];
}
