import { ImageMirroring, ImagePlace } from './bundle-image';
import type { BundleImage, BundleImageUse } from './bundle-image';
import type { BundleReportContent, BundleSizeReport } from './bundle-report-content';
import { Grants } from './grants';
import { concernLines, grantLines } from './rbac-text';
import type { BundleApi } from '../bundle-api';
import type { BundleProperty } from '../bundle-property';
import { isMap } from '../json-value';
import { readableJson } from '../readable-json';
import { abridgedList, tableLines } from '../text-table';

/** How many places of one image a line names; the data has all of them. */
const USES_SHOWN = 3;

/** A part of a text: a title, and lines below it. A part without lines is left out. */
export type TextSection = readonly [title: string, lines: readonly string[]];

/** Parts as text, with a blank line between them. */
export function sectionsText(heading: readonly string[], sections: readonly TextSection[]): string {
  const filled = sections.filter(([, lines]) => lines.length > 0);
  return [heading.join('\n'), ...filled.map(([title, lines]) => [title, ...lines].join('\n'))].join('\n\n');
}

/** A report as text. */
export function reportText(content: BundleReportContent): string {
  return sectionsText(headingLines(content), [
    ['APIS', apiLines(content)],
    ['RIGHTS', grantLines(Grants.of(content.rbac).rules())],
    ['RISKS', content.risks.length === 0 ? ['  none found'] : concernLines(content.risks)],
    ['IMAGES', tableLines(content.images.map(imageRow), 2)],
    ['WEBHOOKS', tableLines(content.webhooks.map(({ type, failurePolicy, name, resources, conversionCrds }) => (
      [type.replace(/Webhook$/, ''), failurePolicy, [name, ...(resources.length + conversionCrds.length > 0 ? ['for'] : []), [...resources, ...conversionCrds].join(', ')].join(' ')]
    )), 2)],
    ['SIZES', tableLines(content.sizes.map(sizeRow), 2)],
  ]);
}

function headingLines(content: BundleReportContent): string[] {
  const { replaces, skips, skipRange, minKubeVersion, channels, installModes } = content;
  const follows = [
    ...(replaces === '' ? [] : [`replaces ${replaces}`]),
    ...(skips.length === 0 ? [] : [`skips ${skips.join(', ')}`]),
    ...(skipRange === '' ? [] : [`skips the range ${skipRange}`]),
  ];
  return tableLines([
    ['bundle', content.name],
    ['package', `${content.package} ${content.version}`],
    ['channels', channels.join(', ')],
    ['upgrades', follows.length === 0 ? 'from nothing: it names no earlier version' : follows.join(', ')],
    ['install modes', installModes.join(', ')],
    ...(minKubeVersion === '' ? [] : [['Kubernetes', `${minKubeVersion} or later`]]),
  ]);
}

function apiLines({ ownedApis, requiredApis, dependencies, crds }: BundleReportContent): string[] {
  const crdOf = new Map(crds.map((crd) => [crd.name, crd]));
  const noteOf = ({ name, fromApiService }: BundleApi): string => {
    const crd = crdOf.get(name ?? '');
    const notes = [
      ...(fromApiService ? ['aggregated'] : []),
      ...(crd === undefined ? [] : [crd.namespaced ? 'namespaced' : 'cluster-scoped']),
      ...(crd?.conversion === 'Webhook' ? ['converted by webhook'] : []),
    ];
    return notes.join(', ');
  };
  return tableLines([
    ...ownedApis.map((api) => ['owns', api.kind, api.version, [api.group, noteOf(api)].filter(Boolean).join(', ')]),
    ...requiredApis.map((api) => ['requires', api.kind, api.version, api.group]),
    ...dependencies.map((dependency) => ['depends', dependency.type, '', dependencyText(dependency)]),
  ], 2);
}

function dependencyText({ value }: BundleProperty): string {
  const texts = isMap(value) ? Object.entries(value) : [];
  return texts.length > 0 && texts.every(([, text]) => typeof text === 'string')
    ? texts.map(([key, text]) => `${key} ${String(text)}`).join(', ')
    : readableJson(value);
}

/** A row of an image: what may be wrong with it first. */
export function imageRow({ image, hasDigest, mirroring, uses }: BundleImage): string[] {
  return [hasDigest ? 'digest' : 'tag', MIRRORING[mirroring], [image, useText(uses)].join('  ')];
}

const MIRRORING: { readonly [mirroring in ImageMirroring]: string } = {
  [ImageMirroring.LISTED]: 'listed',
  [ImageMirroring.BY_CATALOG]: 'unlisted',
  [ImageMirroring.MISSED]: 'MISSED',
};

const PLACES: { readonly [place in ImagePlace]: string } = {
  [ImagePlace.RELATED_IMAGES]: 'related image',
  [ImagePlace.CONTAINER]: 'container',
  [ImagePlace.INIT_CONTAINER]: 'init container',
  [ImagePlace.ENVIRONMENT]: 'variable',
  [ImagePlace.ARGUMENT]: 'argument',
};

export function useText(uses: readonly BundleImageUse[]): string {
  const texts = [...new Set(uses.map(({ place, name }) => `${PLACES[place]} ${name}`.trim()))];
  return `(${abridgedList(texts, USES_SHOWN)})`;
}

function sizeRow({ what, bytes, limitBytes, fits }: BundleSizeReport): string[] {
  return [`${megabytes(bytes)} of ${megabytes(limitBytes)} MB`, fits ? 'fits' : 'TOO LARGE', what];
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(2);
}
