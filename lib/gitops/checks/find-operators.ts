import { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import type { AppOperator } from './app-operator';
import type { Catalog } from '../../catalog/catalog';
import type { CatalogBundle } from '../../catalog/catalog-bundle';
import type { CatalogPackage } from '../../catalog/catalog-package';
import { BundleDeployment } from '../../constructs/bundle-deployment';
import type { ICatalog } from '../../constructs/catalog-ref';
import { InstallPlanApproval } from '../../constructs/install-plan-approval';
import { ClusterExtension } from '../../constructs/olm-v1/cluster-extension';
import { OperatorSubscription } from '../../constructs/operator-subscription';
import { PlainBundleDeployment } from '../../constructs/plain-bundle-deployment';
import { fieldAt, stringField, stringListField } from '../../formats/json/json-value';
import { OLM_GROUP } from '../../olm/v0/model/olm-names';
import { OLM_V1_GROUP, CATALOG_NAME_LABEL } from '../../olm/v1/model/olm-v1-names';
import { RUKPAK_GROUP } from '../../olm/rukpak/model/rukpak-names';
import { parseVersion } from '../../formats/semver/version';

/** Looks up objects of the cluster and their content. */
export interface ObjectLookup {
  readonly ofKind: (group: string, kind: string, namespace?: string) => readonly ApiObject[];
  readonly manifestOf: (object: ApiObject) => object;
}

const UNKNOWN = { isLocked: false, knownPackage: undefined, knownChannel: undefined, entry: undefined, bundle: undefined };

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
    isLocked: owner?._locked !== undefined,
    catalogs: [`${namespace}/${name}`],
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
