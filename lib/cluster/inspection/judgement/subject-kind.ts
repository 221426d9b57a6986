import { nearestNames } from '../../../text/suggest-names';
import {
  ApiResource, CATALOG_SOURCES, CLUSTER_EXTENSIONS, CLUSTER_SERVICE_VERSIONS, DEPLOYMENTS, INSTALL_PLANS, NAMESPACES, OLM_CONFIGS,
  OPERATOR_CONDITIONS, OPERATOR_GROUPS, OPERATORS, PACKAGE_MANIFESTS, resourceName, SUBSCRIPTIONS,
} from '../../waiting/view/api-resource';
import { CLUSTER_CATALOGS, CLUSTER_EXTENSION_REVISIONS, CLUSTER_OBJECT_SETS } from '../../waiting/olm-v1/resources';
import { BUNDLE_DEPLOYMENTS, BUNDLE_INSTANCES, BUNDLES } from '../../waiting/rukpak/resources';

/** Kind of an object that can be explained. */
export interface SubjectKind {
  readonly resource: ApiResource;

  /** Names of the kind in lowercase, as kubectl accepts them. The first one is used in messages. */
  readonly names: readonly string[];
}

/** Returns a kind with the names that kubectl accepts: singular, plural, plural with group, and short ones. */
function kind(resource: ApiResource, ...short: readonly string[]): SubjectKind {
  return { resource, names: [resource.kind.toLowerCase(), resource.plural, resourceName(resource), ...short] };
}

/** Kinds of objects that can be explained, in addition to OLM itself. */
export const SUBJECT_KINDS: readonly SubjectKind[] = [
  kind(SUBSCRIPTIONS, 'sub', 'subs'),
  kind(CLUSTER_SERVICE_VERSIONS, 'csv', 'csvs'),
  kind(INSTALL_PLANS, 'ip'),
  kind(CATALOG_SOURCES, 'catsrc', 'catalog'),
  kind(OPERATOR_GROUPS, 'og'),
  kind(NAMESPACES, 'ns'),
  kind(CLUSTER_EXTENSIONS, 'extension'),
  kind(CLUSTER_CATALOGS),
  kind(BUNDLE_DEPLOYMENTS, 'bd', 'bds'),
  kind(BUNDLE_INSTANCES, 'bi', 'bis'),
  kind(BUNDLES),
  kind(DEPLOYMENTS, 'deploy'),
  kind(OPERATORS),
  kind(OPERATOR_CONDITIONS, 'condition'),
  kind(OLM_CONFIGS),
  kind(PACKAGE_MANIFESTS),
  kind(CLUSTER_EXTENSION_REVISIONS),
  kind(CLUSTER_OBJECT_SETS),
];

/** Returns the kind with a name in any form that kubectl accepts, or undefined if objects of it cannot be explained. */
export function subjectKind(name: string): SubjectKind | undefined {
  return SUBJECT_KINDS.find(({ names }) => names.includes(name.toLowerCase()));
}

/** Returns the kinds for an error about an unknown one: the nearest names, or all of them. */
export function kindsLike(name: string): readonly string[] {
  const all = [...SUBJECT_KINDS.map(({ names }) => names[0]!), 'olm'];
  const nearest = nearestNames(name.toLowerCase(), all);
  return nearest.length > 0 ? nearest : all;
}
