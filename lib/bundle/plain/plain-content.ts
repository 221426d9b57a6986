import type { Manifest } from '../model/manifest';

/** Media types of RukPak's bundles without a ClusterServiceVersion. */
export const PLAIN_V0 = 'plain+v0';
export const HELM_V3 = 'helm+v3';

/** The content of a bundle without a ClusterServiceVersion, as read. */
export interface PlainContent {
  /** Media type. */
  readonly mediaType: string;

  /** The objects, in the order of the files, or an empty list for a chart. */
  readonly objects: readonly Manifest[];

  /** Path of the folder with the chart, or undefined for plain manifests. */
  readonly chart?: string;
}
