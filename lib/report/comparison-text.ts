import type { BundleApi } from '../bundle/model/bundle-api';
import { changesText } from '../formats/schema/changes/changes-text';
import { tableLines } from '../text/text-table';
import { type BundleComparisonContent, type BundleImageChange, BundleUpgradeEdge } from './comparison-types';
import { concernLines, grantLines } from './rbac-text';
import { imageRow, sectionsText, useText } from './report-text';

/** Returns a comparison as text. */
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
function imageChangeLines({ before, after, uses }: BundleImageChange): string[] {
  return [...tableLines([['-', before], ['+', `${after}  ${useText(uses)}`]], 2)];
}
