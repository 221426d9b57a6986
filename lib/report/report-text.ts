import type { BundleApi } from '../bundle/model/bundle-content';
import type { BundleProperty } from '../bundle/model/bundle-property';
import { isMap } from '../formats/json/json-value';
import { nodeLabelText } from '../formats/schema/node-labels';
import { readableJson } from '../formats/json/go-json';
import { abridgedList, DEFAULT_WIDTHS, foldedLines, tableLines } from '../text/text-table';
import type { BundleReportContent, BundleSizeReport, OmittedObject } from './build-report';
import { type BundleImage, type BundleImageUse, ImageMirroring } from './bundle-images';
import { ImagePlace } from './image-places';
import { type ApiNeed, ApiNeedReason, type ClusterNeedsContent } from './needs/cluster-needs';
import { Grants } from './rights/grants';
import { bindingLines, concernLines, grantLines } from './rights/rbac-text';
import { printable } from '../text/printable';

/** Maximum number of uses of an image on one line. The data contains all of them. */
const MAX_USES_SHOWN = 3;

/** A section of a report: a title and its lines. A section without lines is omitted. */
export type TextSection = readonly [title: string, lines: readonly string[]];

/** Formats sections with a blank line between them. */
export function sectionsText(heading: readonly string[], sections: readonly TextSection[]): string {
  const filled = sections.filter(([, lines]) => lines.length > 0);
  return [heading, ...filled.map(([title, lines]) => [title, ...lines])].map((lines) => lines.map(printable).join('\n')).join('\n\n');
}

/** Returns a report as text. */
export function reportText(content: BundleReportContent, width = DEFAULT_WIDTHS.width): string {
  return sectionsText(headingLines(content, width), [
    ['APIS', apiLines(content, width)],
    ['NEEDS FROM THE CLUSTER', needLines(content.needs, width)],
    ['LEFT OUT', foldedLines(content.omitted.map(omittedRow), 2, width)],
    ...rightsSections(content, width),
    ['IMAGES', foldedLines(content.images.map(imageRow), 2, width)],
    ['WEBHOOKS', foldedLines(content.webhooks.map(({ type, failurePolicy, name, resources, conversionCrds }) => (
      [type.replace(/Webhook$/, ''), failurePolicy, [name, ...(resources.length + conversionCrds.length > 0 ? ['for'] : []), [...resources, ...conversionCrds].join(', ')].join(' ')]
    )), 2, width)],
    ['SIZES', foldedLines(content.sizes.map(sizeRow), 2, width)],
  ]);
}

/** Returns what the installation of a bundle grants, as text. */
export function operatorRightsText(content: BundleReportContent, width: number): string {
  return sectionsText(tableLines([[`Rights that the installation of ${content.name} grants`]], 0, width), rightsSections(content, width));
}

function rightsSections({ rbac, bindings, risks }: BundleReportContent, width: number): TextSection[] {
  return [
    ['RIGHTS', grantLines(Grants.of(rbac).rules(), width)],
    ['BINDINGS', bindingLines(bindings, width)],
    ['RISKS', risks.length === 0 ? ['  none found'] : concernLines(risks, width)],
  ];
}

function headingLines(content: BundleReportContent, width: number): string[] {
  const { replaces, skips, skipRange, minKubeVersion, channels, installModes } = content;
  const follows = [
    ...(replaces === '' ? [] : [`replaces ${replaces}`]),
    ...(skips.length === 0 ? [] : [`skips ${skips.join(', ')}`]),
    ...(skipRange === '' ? [] : [`skips the range ${skipRange}`]),
  ];
  return foldedLines([
    ['bundle', content.name],
    ['package', `${content.packageName} ${content.version}`],
    ['channels', channels.join(', ')],
    ['upgrades', follows.length === 0 ? 'none: it declares no previous version' : follows.join(', ')],
    ['install modes', installModes.join(', ')],
    ...(minKubeVersion === '' ? [] : [['Kubernetes', `${minKubeVersion} or later`]]),
  ], 0, width);
}

function apiLines({ ownedApis, requiredApis, dependencies, crds }: BundleReportContent, width: number): string[] {
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
  return foldedLines([
    ...ownedApis.map((api) => ['owns', api.kind, api.version, [api.group, noteOf(api)].filter(Boolean).join(', ')]),
    ...requiredApis.map((api) => ['requires', api.kind, api.version, api.group]),
    ...dependencies.map((dependency) => ['depends', dependency.type, '', dependencyText(dependency)]),
  ], 2, width);
}

/** Maximum number of names of objects or webhooks on one line. The data contains all of them. */
const MAX_NAMES_SHOWN = 3;

/** Returns the lines of what a bundle needs; APIs that the CSV requires of other operators are among its APIs. */
function needLines({ apis, architectures, operatingSystems, nodes, certificates }: ClusterNeedsContent, width: number): string[] {
  const isLabeled = architectures.length + operatingSystems.length > 0;
  const platforms = isLabeled ? `${(operatingSystems.length === 0 ? ['linux'] : operatingSystems).join(', ')} on ${(architectures.length === 0 ? ['amd64'] : architectures).join(', ')}`
    : 'linux on amd64: the CSV has no labels for other platforms';
  return foldedLines([
    ...apis.filter(({ reasons }) => reasons.some((reason) => reason !== ApiNeedReason.REQUIRED)).map((need) => ['API', ...apiNeedRow(need)]),
    ...nodes.map(({ deployment, alternatives }) => (
      ['node label', `${alternatives.map(({ labels }) => labels.map(nodeLabelText).join(' and ')).join(', or ')}, for Deployment ${deployment}`]
    )),
    ...(certificates.length === 0 ? [] : [['certificate', `for ${abridgedList(certificates, MAX_NAMES_SHOWN)}: created by OLM v0; OLM v1 and plain manifests need cert-manager or the like`]]),
    ['platform', platforms],
  ], 2, width);
}

/** Returns the row of a needed API. */
export function apiNeedRow({ kind, version, group, objects, reasons, origin, fromDependency }: ApiNeed): string[] {
  const why = [
    ...(objects.length > 0 ? [`for ${abridgedList(objects, MAX_NAMES_SHOWN)}`] : []),
    ...(reasons.includes(ApiNeedReason.NATIVE) ? ['in nativeAPIs'] : []),
  ];
  return [`${[`${kind} ${version}${group === '' ? '' : ` ${group}`}`, ...why].join(', ')}; ${fromDependency ? 'an operator that the bundle requires installs it' : origin}`];
}

/** Returns the row of an object that was left out. */
export function omittedRow({ apiVersion, kind, name }: OmittedObject): string[] {
  return [kind, apiVersion, name];
}

function dependencyText({ value }: BundleProperty): string {
  const fields = isMap(value) ? Object.entries(value) : [];
  const texts = fields.flatMap(([key, field]) => (typeof field === 'string' ? [`${key} ${field}`] : []));
  return texts.length > 0 && texts.length === fields.length ? texts.join(', ') : readableJson(value);
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
