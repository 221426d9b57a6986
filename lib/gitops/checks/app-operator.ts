import { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import type { Bundle } from '../../bundle/bundle';
import type { BundleApi } from '../../bundle/model/bundle-content';
import type { Catalog } from '../../catalog/catalog';
import type { CatalogBundle } from '../../catalog/catalog-bundle';
import type { CatalogChannel } from '../../catalog/catalog-channel';
import type { CatalogPackage } from '../../catalog/catalog-package';
import { BundleDeployment } from '../../constructs/bundle-deployment';
import { PlainBundleDeployment } from '../../constructs/engines/plain-bundle-deployment';
import type { ICatalog } from '../../constructs/model/catalog-ref';
import { ClusterExtension } from '../../constructs/olm-v1/cluster-extension';
import { OperatorSubscription } from '../../constructs/subscription/operator-subscription';
import { InstallPlanApproval } from '../../constructs/subscription/operator-subscription-props';
import { fieldAt, stringField, stringListField } from '../../formats/json/json-value';
import { CATALOG_NAME_LABEL, OLM_GROUP, OLM_V1_GROUP, RUKPAK_GROUP } from '../../formats/schema/api-groups';
import { parseVersion } from '../../formats/semver/version';

/** Engines that install operators, by the names of `BundleEngine`. */
export type EngineName = 'OlmV0' | 'OlmV1' | 'RukPak' | 'Plain';

/** An operator that an app installs with any engine. */
export interface AppOperator {
  readonly engine: EngineName;
  /** Construct of the program that installs it, for paths in findings. */
  readonly construct: IConstruct;
  /** The object that installs it, or undefined with the engine Plain. */
  readonly object: ApiObject | undefined;
  /** Whether the construct itself checks the operator, as an `OperatorSubscription` does. */
  readonly isChecked: boolean;
  readonly package: string;
  readonly namespace: string;
  /** Channels to follow, if specified. */
  readonly channels: readonly string[];
  /** Whether approval is manual, or the version is exact. */
  readonly isPinned: boolean;
  /** Value that decides whether it is pinned, if there is one. */
  readonly pin?: string | undefined;
  /** Whether a lock chose the version. */
  readonly isLocked: boolean;
  /** CatalogSource as `namespace/name`, or the names of ClusterCatalogs, or an empty list if unknown. */
  readonly catalogs: readonly string[];
  /** Content of its catalog, if it is known. */
  readonly content: Catalog | undefined;
  /** The package in its catalog, if its content is known. */
  readonly knownPackage: CatalogPackage | undefined;
  /** The channel in its catalog, if its content is known. */
  readonly knownChannel: CatalogChannel | undefined;
  /** Entry of the bundle in its catalog, if its content is known. */
  readonly entry: CatalogBundle | undefined;
  /** The bundle itself, if known. */
  readonly bundle: Bundle | undefined;
}

/** Returns the APIs that an operator provides, or undefined if its bundle is unknown. */
export function providedApis({ entry, bundle }: AppOperator): readonly BundleApi[] | undefined {
  return entry?.providedApis ?? bundle?.ownedApis;
}

/** Returns the objects that an operator without OLM consists of, or an empty list for another engine. */
export function plainObjectsOf({ construct }: AppOperator): readonly ApiObject[] {
  return BundleDeployment.isBundleDeployment(construct) ? construct._result.plain?.objects ?? [] : [];
}

/** Returns the name of the bundle, or of the package if the bundle is unknown, for messages. */
export function nameOf({ entry, bundle, package: packageName }: AppOperator): string {
  const name = entry?.name ?? bundle?.name;
  return name === undefined ? `package '${packageName}'` : `bundle '${name}'`;
}

/** Returns the group, version and kind of an API as OLM compares them. */
export function apiKey({ group, version, kind }: BundleApi): string {
  return `${group}/${version} ${kind}`;
}

/** Looks up objects of the cluster and their content. */
export interface ObjectLookup {
  readonly ofKind: (group: string, kind: string, namespace?: string) => readonly ApiObject[];
  readonly manifestOf: (object: ApiObject) => object;
}

const UNKNOWN = { isLocked: false, content: undefined, knownPackage: undefined, knownChannel: undefined, entry: undefined, bundle: undefined };

/** Returns the operators that constructs and plain objects of a cluster install, in the order of the constructs. */
export function findOperators(constructs: readonly IConstruct[], lookup: ObjectLookup): AppOperator[] {
  return constructs.flatMap((construct) => {
    if (ApiObject.isApiObject(construct)) {
      return operatorOfObject(construct, lookup);
    }
    if (BundleDeployment.isBundleDeployment(construct) && construct._result.plain !== undefined) {
      return [plainOperator(construct)];
    }
    return PlainBundleDeployment.isPlainBundleDeployment(construct) ? [plainBundleOperator(construct)] : [];
  });
}

function operatorOfObject(object: ApiObject, lookup: ObjectLookup): AppOperator[] {
  switch (`${object.apiGroup}/${object.kind}`) {
    case `${OLM_GROUP}/Subscription`:
      return [ofSubscription(object, lookup)];
    case `${OLM_V1_GROUP}/ClusterExtension`:
      return [ofExtension(object, lookup)];
    case `${RUKPAK_GROUP}/BundleDeployment`:
    case `${RUKPAK_GROUP}/BundleInstance`:
      return [ofRukpak(object, lookup)];
    default:
      return [];
  }
}

/** Returns the outermost construct of this library that contains an object, or the object: what the program creates. */
function programConstruct(object: ApiObject): IConstruct {
  const scopes = object.node.scopes;
  return scopes.find((scope) => BundleDeployment.isBundleDeployment(scope) || OperatorSubscription.isOperatorSubscription(scope)
    || ClusterExtension.isClusterExtension(scope)) ?? object;
}

function ofSubscription(object: ApiObject, { ofKind, manifestOf }: ObjectLookup): AppOperator {
  const spec = fieldAt(manifestOf(object), 'spec');
  // The nearest one: the Subscription of a dependency is inside the Subscription that requires it.
  const owner = object.node.scopes.findLast((scope) => OperatorSubscription.isOperatorSubscription(scope));
  const namespace = stringField(spec, 'sourceNamespace') ?? '';
  const name = stringField(spec, 'source') ?? '';
  const content = owner?._choice.catalog.catalogContent ?? catalogContentOf(ofKind(OLM_GROUP, 'CatalogSource', namespace).find((source) => source.name === name));
  const packageName = stringField(spec, 'name') ?? '';
  const channel = stringField(spec, 'channel');
  const known = content?.tryFindPackage(packageName);
  const knownChannel = channel === undefined ? known?.defaultChannel : known?.tryFindChannel(channel);
  const entry = owner?._choice.bundle ?? startingEntry(known, stringField(spec, 'startingCSV')) ?? knownChannel?.head;
  return {
    engine: 'OlmV0',
    construct: programConstruct(object),
    object,
    isChecked: owner !== undefined,
    package: packageName,
    namespace: object.metadata.namespace ?? '',
    channels: channel === undefined ? [] : [channel],
    isPinned: stringField(spec, 'installPlanApproval') === InstallPlanApproval.MANUAL,
    pin: stringField(spec, 'installPlanApproval'),
    isLocked: owner?._locked !== undefined,
    catalogs: [`${namespace}/${name}`],
    content,
    knownPackage: known,
    knownChannel,
    entry,
    bundle: entry?.content,
  };
}

function startingEntry(known: CatalogPackage | undefined, csv: string | undefined): CatalogBundle | undefined {
  return csv === undefined ? undefined : known?.bundles.find(({ name }) => name === csv);
}

/** Returns the content of the catalog that a CatalogSource of the app belongs to, if it is known. */
function catalogContentOf(source: ApiObject | undefined): Catalog | undefined {
  return (source?.node.scope as Partial<ICatalog> | undefined)?.catalogContent;
}

function ofExtension(object: ApiObject, { manifestOf }: ObjectLookup): AppOperator {
  const spec = fieldAt(manifestOf(object), 'spec');
  const catalog = fieldAt(spec, 'source', 'catalog');
  const owner = object.node.scopes.find((scope) => ClusterExtension.isClusterExtension(scope));
  const label = stringField(fieldAt(catalog, 'selector', 'matchLabels'), CATALOG_NAME_LABEL);
  const deployment = object.node.scopes.find((scope) => BundleDeployment.isBundleDeployment(scope));
  return {
    ...UNKNOWN,
    engine: 'OlmV1',
    construct: programConstruct(object),
    object,
    isChecked: false,
    package: stringField(catalog, 'packageName') ?? '',
    namespace: stringField(spec, 'namespace') ?? '',
    channels: stringListField(catalog, 'channels'),
    isPinned: parseVersion(stringField(catalog, 'version') ?? '') !== undefined,
    pin: stringField(catalog, 'version'),
    catalogs: label === undefined ? [] : [label],
    bundle: deployment?.bundle ?? owner?._bundles.at(-1),
  };
}

function ofRukpak(object: ApiObject, { manifestOf }: ObjectLookup): AppOperator {
  const deployment = object.node.scopes.find((scope) => BundleDeployment.isBundleDeployment(scope));
  return {
    ...UNKNOWN,
    engine: 'RukPak',
    construct: programConstruct(object),
    object,
    isChecked: false,
    package: deployment?.bundle.packageName ?? object.name,
    namespace: deployment?.namespace ?? stringField(fieldAt(manifestOf(object), 'spec'), 'installNamespace') ?? '',
    channels: [],
    isPinned: true,
    catalogs: [],
    bundle: deployment?.bundle,
  };
}

function plainOperator(construct: BundleDeployment): AppOperator {
  return {
    ...UNKNOWN, engine: 'Plain', construct, object: undefined, isChecked: false, package: construct.bundle.packageName, namespace: construct.namespace, channels: [],
    isPinned: true, catalogs: [], bundle: construct.bundle,
  };
}

function plainBundleOperator(construct: PlainBundleDeployment): AppOperator {
  return {
    ...UNKNOWN, engine: 'Plain', construct, object: undefined, isChecked: false, package: construct.node.id, namespace: construct.namespace, channels: [],
    isPinned: true, catalogs: [], bundle: undefined,
  };
}
