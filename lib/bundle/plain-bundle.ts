import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeType, field, fieldAt, ownValue, stringField } from '../formats/json/json-value';
import { checkArguments } from '../formats/options/check-arguments';
import { type BundleFiles, MANIFESTS, METADATA } from './files/bundle-files';
import { decodeFile } from './files/document-file';
import { readChecked } from './files/file-access';
import { type BundleReadLimits, plainReadLimits, type ReadLimits } from './files/read-options';
import { onDisk } from './files/refusal';
import { BUNDLE_ANNOTATION } from './model/bundle-content';
import { BundleError, Problems } from './model/bundle-error';
import { BundleErrorCode } from './model/bundle-problem';
import type { Manifest } from './model/manifest';
import { REGISTRY_V1 } from './read/annotations';
import { readFolders } from './read/bundle-source';
import { readObjects } from './read/plain-objects';

/** Media types of RukPak's bundles without a ClusterServiceVersion. */
const PLAIN_V0 = 'plain+v0';
const HELM_V3 = 'helm+v3';

/** The content of a bundle without a ClusterServiceVersion, as read. @internal */
export interface PlainContent {
  /** Media type. */
  readonly mediaType: string;

  /** The objects, in the order of the files, or an empty list for a chart. */
  readonly objects: readonly Manifest[];

  /** Path of the folder with the chart, or undefined for plain manifests. */
  readonly chart?: string;
}

/**
 * A bundle without a ClusterServiceVersion, of the formats that RukPak installed: Kubernetes objects (media type `plain+v0`), or a Helm chart
 * (`helm+v3`). OLM installs neither; `PlainBundleDeployment` does. It is immutable.
 *
 * @see https://github.com/operator-framework/rukpak/blob/v0.24.0/docs/bundles/plain.md
 */
export class PlainBundle {
  /**
   * Reads a bundle from a folder: with manifests/, or with a chart at its root, in a folder of it, or in manifests/. The media type is the annotation
   * `operators.operatorframework.io.bundle.mediatype.v1` in metadata/annotations.yaml; without it, a folder with a chart is `helm+v3`.
   *
   * @param path path of the folder
   * @param limits limits
   * @throws BundleError if RukPak would refuse it, with all problems found
   */
  public static fromDirectory(path: string, limits?: BundleReadLimits): PlainBundle {
    checkArguments('PlainBundle.fromDirectory', { path });
    return new PlainBundle(path, readPlainDirectory(path, plainReadLimits(path, limits)));
  }

  /** Path that the bundle was read from, as specified. */
  public readonly source: string;

  /** Media type: `plain+v0` or `helm+v3`. */
  public readonly mediaType: string;

  /** The objects of a plain+v0 bundle, in the order of the files, or an empty list for a chart, whose objects depend on its values. */
  public readonly objects: Manifest[];

  /** Absolute path of the folder with the chart, or undefined for a plain+v0 bundle. */
  public readonly chart?: string;

  private constructor(source: string, { mediaType, objects, chart }: PlainContent) {
    this.source = source;
    this.mediaType = mediaType;
    this.objects = [...objects];
    Object.freeze(this.objects);
    if (chart !== undefined) {
      this.chart = chart;
    }
  }
}

/** File that makes a folder a Helm chart. */
const CHART_FILE = 'Chart.yaml';

/** Names of the two media types, as used by RukPak and by opm. */
const MEDIA_TYPES: { readonly [mediaType: string]: string } = { [PLAIN_V0]: PLAIN_V0, plain: PLAIN_V0, [HELM_V3]: HELM_V3, helm: HELM_V3 };

/**
 * Reads a bundle of media type plain+v0 or helm+v3 in a folder. The media type is read from metadata/annotations.yaml. RukPak's bundles need not have
 * this file; without it, a folder with a chart is helm+v3.
 *
 * @param path path of the folder
 * @param limits limits
 * @throws BundleError with all problems
 */
function readPlainDirectory(path: string, limits: ReadLimits): PlainContent {
  const files = readFolders(path, limits);
  const problems = new Problems();
  const charts = onDisk(path, () => chartFolders(path));
  const mediaType = mediaTypeOf(files, limits, problems) ?? (charts.length > 0 ? HELM_V3 : PLAIN_V0);
  const content = mediaType === HELM_V3 ? chartContent(path, charts, limits, problems) : objectsContent(files, limits, problems);
  if (problems.list.length > 0) {
    throw new BundleError(path, problems.list);
  }
  return content;
}

function mediaTypeOf({ files }: BundleFiles, limits: ReadLimits, problems: Problems): string | undefined {
  const file = `${METADATA}/annotations.yaml`;
  const content = files.get(file);
  if (content === undefined) {
    return undefined;
  }
  const { document, fault } = decodeFile(content, 'string', limits);
  if (fault !== undefined) {
    problems.add(fault.code, fault.message, file, fault.position);
    return undefined;
  }
  const value = fieldAt(document?.value, 'annotations', BUNDLE_ANNOTATION.MEDIA_TYPE);
  const found = typeof value === 'string' ? ownValue(MEDIA_TYPES, value) : undefined;
  if (value !== undefined && found === undefined) {
    const remedy = value === REGISTRY_V1 ? 'read it with Bundle.fromDirectory' : `set it to ${PLAIN_V0} or ${HELM_V3}`;
    const message = `the media type must be ${PLAIN_V0} or ${HELM_V3}, got ${describeType(value)}; ${remedy}`;
    problems.add(BundleErrorCode.MEDIA_TYPE, message, file, document?.locate(['annotations', BUNDLE_ANNOTATION.MEDIA_TYPE]));
  }
  return found;
}

function objectsContent(files: BundleFiles, limits: ReadLimits, problems: Problems): PlainContent {
  if (!files.folders.has(MANIFESTS)) {
    problems.add(BundleErrorCode.LAYOUT, `neither ${MANIFESTS}/ with Kubernetes objects nor a Helm chart found; specify the folder that contains one of them`);
    return { mediaType: PLAIN_V0, objects: [] };
  }
  return { mediaType: PLAIN_V0, objects: readObjects(files, limits, problems) };
}

function chartContent(path: string, charts: readonly string[], limits: ReadLimits, problems: Problems): PlainContent {
  const [chart = ''] = charts;
  if (charts.length !== 1) {
    const found = charts.length === 0 ? 'no chart found' : `${charts.length} charts found, in ${charts.join(', ')}`;
    problems.add(BundleErrorCode.LAYOUT, `${found}; a ${HELM_V3} bundle must have one ${CHART_FILE}, at its root or in a folder there`);
    return { mediaType: HELM_V3, objects: [] };
  }
  checkChart(path, chart === '' ? CHART_FILE : `${chart}/${CHART_FILE}`, limits, problems);
  return { mediaType: HELM_V3, objects: [], chart: resolve(path, chart) };
}

/** Returns the folders with a chart: the root, or those in it, or those in manifests/, where opm expects it. Charts inside a chart are ignored. */
function chartFolders(path: string): string[] {
  const isChart = (folder: string): boolean => existsSync(join(path, folder, CHART_FILE));
  const foldersIn = (folder: string): string[] => (!existsSync(join(path, folder)) ? [] : readdirSync(join(path, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => (folder === '' ? name : `${folder}/${name}`)).sort());
  const levels = [[''], foldersIn(''), foldersIn(MANIFESTS)].map((folders) => folders.filter(isChart));
  return levels.find((folders) => folders.length > 0) ?? [];
}

function checkChart(path: string, file: string, limits: ReadLimits, problems: Problems): void {
  const content = onDisk(path, () => readChecked(join(path, file), () => undefined), file);
  const { document, fault } = decodeFile(content, 'object', limits);
  if (fault !== undefined) {
    problems.add(fault.code, fault.message, file, fault.position);
    return;
  }
  for (const key of ['apiVersion', 'name', 'version']) {
    if ((stringField(document?.value, key) ?? '') === '') {
      problems.add(BundleErrorCode.MANIFEST, `a chart must have a ${key}, got ${describeType(field(document?.value, key))}`, file, document?.locate([key]));
    }
  }
}
