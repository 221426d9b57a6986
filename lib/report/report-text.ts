import type { BundleApi } from '../bundle/model/bundle-content';
import type { BundleProperty } from '../bundle/model/bundle-property';
import { isMap } from '../formats/json/json-value';
import { readableJson } from '../formats/json/go-json';
import { abridgedList, tableLines } from '../text/text-table';
import { type BundleImage, type BundleImageUse, ImageMirroring } from './bundle-images';
import { ImagePlace } from './image-places';
import { Grants } from './rights/grants';
import { bindingLines, concernLines, grantLines } from './rights/rbac-text';
import type { BundleReportContent, BundleSizeReport } from './build-report';

/** Maximum number of uses of an image on one line. The data contains all of them. */
const MAX_USES_SHOWN = 3;

/** A section of a report: a title and its lines. A section without lines is omitted. */
export type TextSection = readonly [title: string, lines: readonly string[]];

/** Formats sections with a blank line between them. */
export function sectionsText(heading: readonly string[], sections: readonly TextSection[]): string {
  const filled = sections.filter(([, lines]) => lines.length > 0);
  return [heading.join('\n'), ...filled.map(([title, lines]) => [title, ...lines].join('\n'))].join('\n\n');
}

/** Returns a report as text. */
export function reportText(content: BundleReportContent): string {
  return sectionsText(headingLines(content), [
    ['APIS', apiLines(content)],
    ['RIGHTS', grantLines(Grants.of(content.rbac).rules())],
    ['BINDINGS', bindingLines(content.bindings)],
    ['RISKS', riskLines(content)],
    ['IMAGES', tableLines(content.images.map(imageRow), 2)],
    ['WEBHOOKS', tableLines(content.webhooks.map(({ type, failurePolicy, name, resources, conversionCrds }) => (
      [type.replace(/Webhook$/, ''), failurePolicy, [name, ...(resources.length + conversionCrds.length > 0 ? ['for'] : []), [...resources, ...conversionCrds].join(', ')].join(' ')]
    )), 2)],
    ['SIZES', tableLines(content.sizes.map(sizeRow), 2)],
  ]);
}

/** Returns what the installation of a bundle grants, as text. */
export function operatorRightsText(content: BundleReportContent): string {
  return sectionsText([`Rights that the installation of ${content.name} grants`], [
    ['RIGHTS', grantLines(Grants.of(content.rbac).rules())],
    ['BINDINGS', bindingLines(content.bindings)],
    ['RISKS', riskLines(content)],
  ]);
}

function riskLines({ risks }: BundleReportContent): string[] {
  return risks.length === 0 ? ['  none found'] : concernLines(risks);
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
    ['package', `${content.packageName} ${content.version}`],
    ['channels', channels.join(', ')],
    ['upgrades', follows.length === 0 ? 'none: it declares no previous version' : follows.join(', ')],
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
  const fields = isMap(value) ? Object.entries(value) : [];
  return fields.length > 0 && fields.every(([, field]) => typeof field === 'string')
    ? fields.map(([key, field]) => `${key} ${String(field)}`).join(', ')
    : readableJson(value);
}

/** Returns the row of an image, beginning with possible problems. */
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
  [ImagePlace.EPHEMERAL_CONTAINER]: 'ephemeral container',
  [ImagePlace.VOLUME]: 'volume',
  [ImagePlace.ENVIRONMENT]: 'variable',
  [ImagePlace.ARGUMENT]: 'argument',
  [ImagePlace.ANNOTATION]: 'annotation',
  [ImagePlace.CATALOG]: 'catalog',
  [ImagePlace.BUNDLE]: 'bundle',
};

/** Returns the uses of an image in parentheses. */
export function useText(uses: readonly BundleImageUse[]): string {
  const names = [...new Set(uses.map(({ place, name }) => `${PLACES[place]} ${name}`.trim()))];
  return `(${abridgedList(names, MAX_USES_SHOWN)})`;
}

function sizeRow({ what, bytes, limitBytes, fits }: BundleSizeReport): string[] {
  return [`${megabytes(bytes)} of ${megabytes(limitBytes)} MB`, fits ? 'fits' : 'TOO LARGE', what];
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(2);
}
