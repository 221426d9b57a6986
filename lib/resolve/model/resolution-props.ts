import type { BundleProperty } from '../../bundle/model/bundle-property';
import type { Catalog } from '../../catalog/catalog';
import { checkOptions } from '../../formats/options/check-options';
import { parseTolerantVersion } from '../../formats/semver/version';
import { repeated } from '../../text/group-by';
import { ResolutionLimits, resolutionLimits } from './resolution-limits';
import { printableMessage } from '../../text/printable';

/** Input of OLM's resolution, which covers a whole namespace. */
export interface ResolutionProps {
  /** Namespace of the Subscriptions. */
  readonly namespace: string;

  /** Catalogs that OLM uses in the namespace: its own, and those of the global catalog namespace. Their order does not matter. */
  readonly catalogs: ResolutionCatalog[];

  /** Subscriptions of the namespace. Their order does not matter. */
  readonly subscriptions: ResolutionSubscription[];

  /**
   * Operators that are installed in the namespace.
   *
   * @default - none
   */
  readonly installed?: InstalledOperator[];

  /**
   * Limits of the resolution.
   *
   * @default - those of `ResolutionLimits`
   */
  readonly limits?: ResolutionLimits;
}

/**
 * A catalog that OLM resolves from.
 *
 * @see https://github.com/operator-framework/api/blob/master/pkg/operators/v1alpha1/catalogsource_types.go
 */
export interface ResolutionCatalog {
  /** Name of its CatalogSource. */
  readonly name: string;

  /** Namespace of its CatalogSource. */
  readonly namespace: string;

  /** Content of the catalog. */
  readonly content: Catalog;

  /**
   * `spec.priority` of its CatalogSource: if several catalogs contain what a bundle requires, OLM prefers the one with the highest priority.
   *
   * @default 0
   */
  readonly priority?: number;
}

/**
 * The part of a Subscription that OLM's resolver considers.
 *
 * @see https://github.com/operator-framework/api/blob/master/pkg/operators/v1alpha1/subscription_types.go
 */
export interface ResolutionSubscription {
  /** Name of the Subscription. */
  readonly name: string;

  /** Package to install. */
  readonly packageName: string;

  /**
   * Channel to follow.
   *
   * @default - all channels of the package, the default channel first
   */
  readonly channel?: string;

  /** Name of the CatalogSource that contains the package. */
  readonly catalog: string;

  /** Namespace of that CatalogSource. */
  readonly catalogNamespace: string;

  /**
   * CSV to start from, while nothing is installed.
   *
   * @default - the installable entry that is nearest to the head of the channel
   */
  readonly startingCsv?: string;

  /**
   * CSV that the Subscription installed, which is its `status.installedCSV`.
   *
   * @default - nothing is installed
   */
  readonly installedCsv?: string;
}

/** An operator that is installed in the namespace: a ClusterServiceVersion that is not a copy. */
export interface InstalledOperator {
  /** Name of the ClusterServiceVersion. */
  readonly csv: string;

  /**
   * Package of the operator.
   *
   * @default - unknown
   */
  readonly packageName?: string;

  /**
   * Version of the operator.
   *
   * @default - unknown
   */
  readonly version?: string;

  /** Properties that state what it provides and requires, such as `olm.package`, `olm.gvk` and `olm.gvk.required`. */
  readonly properties: BundleProperty[];
}

/**
 * Checks for input that is impossible in a cluster.
 *
 * @throws Error for the first problem
 * @internal
 */
export function checkResolutionProps(props: ResolutionProps): void {
  checkOptions('props of Resolution', 'ResolutionProps', props);
  const { namespace, catalogs, subscriptions, installed = [], limits } = props;
  resolutionLimits(limits);
  if (namespace === '') {
    throw new Error('namespace is required: set it to the namespace of the Subscriptions');
  }
  checkUnique('Subscriptions', subscriptions.map(({ name }) => name), `namespace '${namespace}'`);
  checkUnique('catalogs', catalogs.map(catalog => `${catalog.namespace}/${catalog.name}`), 'the resolution');
  checkUnique('installed operators', installed.map(({ csv }) => csv), `namespace '${namespace}'`);
  const invalid = installed.find(({ version }) => version !== undefined && parseTolerantVersion(version) === undefined);
  if (invalid !== undefined) {
    throw new Error(printableMessage(`version '${invalid.version!}' of the installed operator '${invalid.csv}' is not a semantic version; set it to the version of the ClusterServiceVersion`));
  }
}

function checkUnique(what: string, names: readonly string[], where: string): void {
  const [first] = repeated(names);
  if (first !== undefined) {
    throw new Error(printableMessage(`two ${what} are named '${first.value}'; remove one of them from ${where}`));
  }
}
