import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { InstallMode } from '../../bundle/model/install-mode';
import { InstallModeType } from '../../bundle/model/cluster-service-version-spec';
import { fieldAt, stringListField } from '../../formats/json/json-value';
import { checkArguments } from '../../formats/options/check-arguments';
import { OLM_GROUP } from '../../formats/schema/api-groups';
import { isBefore } from '../../formats/schema/release-range';
import { ConstructError } from '../model/construct-error';
import { goDuration } from '../model/go-duration';
import { OperatorSubscriptionProps, OperatorUpgradeStrategy } from './operator-subscription-props';

/**
 * A reference to an OperatorGroup that a Subscription uses instead of creating one.
 *
 * OLM requires exactly one OperatorGroup in each namespace with a Subscription; with none or two it does nothing and reports nothing. If
 * several Subscriptions share a namespace, one of them creates the OperatorGroup, and the others refer to it.
 *
 * @see https://olm.operatorframework.io/docs/concepts/crds/operatorgroup/
 */
export class OperatorGroupRef {
  /**
   * Refers to an OperatorGroup that is in the cluster, or that something outside the app creates.
   *
   * @param name name of the OperatorGroup, in the namespace of the Subscription
   */
  public static named(name: string): OperatorGroupRef {
    checkArguments('OperatorGroupRef.named', { name });
    return new OperatorGroupRef(name);
  }

  /**
   * Refers to an OperatorGroup of this app: the `operatorGroup` of another Subscription, or an object that you create.
   *
   * @param object the OperatorGroup
   * @throws ConstructError when the object is of another kind
   */
  public static fromObject(object: ApiObject): OperatorGroupRef {
    checkArguments('OperatorGroupRef.fromObject', { object });
    if (object.kind !== 'OperatorGroup' || object.apiGroup !== OLM_GROUP) {
      throw new ConstructError(object, `expected an OperatorGroup of ${OLM_GROUP}, got the kind ${object.kind} of ${object.apiGroup}`);
    }
    return new OperatorGroupRef(object.name, object);
  }

  /** Name of the OperatorGroup. */
  public readonly name: string;

  /** The OperatorGroup, if it is part of this app. */
  public readonly object?: ApiObject;

  private constructor(name: string, object?: ApiObject) {
    this.name = name;
    if (object !== undefined) {
      this.object = object;
    }
  }
}

/** Props that OLM reads from the OperatorGroup. */
export type OperatorGroupProp = 'serviceAccount' | 'unpackTimeout' | 'unpackRetryInterval' | 'upgradeStrategy' | 'excludeGlobalCatalogs';

/** A prop that OLM reads from the OperatorGroup. */
interface OperatorGroupSetting {
  /** Field of the OperatorGroup. */
  readonly field: string;
  /** First release of OLM that reads it, or undefined if all releases from 0.18.3 on do. */
  readonly since?: string;
  /** Whether a value differs from OLM's default. */
  readonly isSet: (props: OperatorSubscriptionProps) => boolean;
}

const UNPACK_TIMEOUT = 'operatorframework.io/bundle-unpack-timeout';
const UNPACK_RETRY_INTERVAL = 'operatorframework.io/bundle-unpack-min-retry-interval';
const EXCLUDE_GLOBAL_CATALOGS = 'olm.operatorframework.io/exclude-global-namespace-resolution';

/**
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/bundle/bundle_unpacker.go
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/registry/resolver/step_resolver.go
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/registry/resolver/fail_forward.go
 */
const SETTINGS: { readonly [Prop in OperatorGroupProp]: OperatorGroupSetting } = {
  serviceAccount: { field: 'field `spec.serviceAccountName`', isSet: props => props.serviceAccount !== undefined },
  unpackTimeout: { field: `annotation '${UNPACK_TIMEOUT}'`, isSet: props => props.unpackTimeout !== undefined },
  unpackRetryInterval: { field: `annotation '${UNPACK_RETRY_INTERVAL}'`, since: '0.26.0', isSet: props => props.unpackRetryInterval !== undefined },
  upgradeStrategy: {
    field: 'field `spec.upgradeStrategy`',
    since: '0.21.0',
    isSet: ({ upgradeStrategy = OperatorUpgradeStrategy.DEFAULT }) => upgradeStrategy !== OperatorUpgradeStrategy.DEFAULT,
  },
  excludeGlobalCatalogs: { field: `annotation '${EXCLUDE_GLOBAL_CATALOGS}'`, since: '0.22.0', isSet: props => props.excludeGlobalCatalogs === true },
};

/**
 * Returns the annotations of the OperatorGroup that result from the props.
 *
 * @param catalogNamespace namespace of the catalog
 * @throws ConstructError when a value is invalid, the OperatorGroup is not created here, or the catalog is excluded
 */
export function operatorGroupAnnotations(
  scope: Construct, props: OperatorSubscriptionProps, namespace: string, catalogNamespace: string,
): { [key: string]: string } {
  const { unpackTimeout, unpackRetryInterval, upgradeStrategy, excludeGlobalCatalogs = false } = props;
  const known = Object.values(OperatorUpgradeStrategy);
  if (upgradeStrategy !== undefined && !known.includes(upgradeStrategy)) {
    throw new ConstructError(scope, `upgradeStrategy must be one of ${known.map(name => `'${name}'`).join(', ')}, got '${String(upgradeStrategy)}'`);
  }
  const annotations = {
    ...(unpackTimeout === undefined ? {} : { [UNPACK_TIMEOUT]: goDuration(scope, 'unpackTimeout', unpackTimeout, 0) }),
    ...(unpackRetryInterval === undefined ? {} : { [UNPACK_RETRY_INTERVAL]: goDuration(scope, 'unpackRetryInterval', unpackRetryInterval, 1) }),
    ...(excludeGlobalCatalogs ? { [EXCLUDE_GLOBAL_CATALOGS]: 'true' } : {}),
  };
  checkAnnotations(scope, props, annotations);
  checkOwnGroup(scope, props);
  if (excludeGlobalCatalogs && catalogNamespace !== namespace) {
    throw new ConstructError(scope, `excludeGlobalCatalogs is set, which leaves the catalogs of namespace '${namespace}', and catalog `
      + `'${props.catalog.catalogName}' is in namespace '${catalogNamespace}'; use a catalog in namespace '${namespace}', or omit 'excludeGlobalCatalogs'`);
  }
  return annotations;
}

/**
 * Returns the props that a release of OLM ignores, as sentences.
 *
 * @param release version of OLM, without a leading `v`
 */
export function unknownSettings(props: OperatorSubscriptionProps, release: string): string[] {
  return settingsIn(props).flatMap(([prop, { since }]) => (since === undefined || !isBefore(release, since) ? [] : [
    `${prop} requires OLM ${since} or later, and the OLM of the cluster is ${release}; omit '${prop}', or install a later release`,
  ]));
}

/** Returns the props that are set to something other than the default. */
function settingsIn(props: OperatorSubscriptionProps): [OperatorGroupProp, OperatorGroupSetting][] {
  return (Object.entries(SETTINGS) as [OperatorGroupProp, OperatorGroupSetting][]).filter(([, { isSet }]) => isSet(props));
}

function checkOwnGroup(scope: Construct, props: OperatorSubscriptionProps): void {
  const { operatorGroup } = props;
  const found = settingsIn(props);
  if (operatorGroup === undefined || found.length === 0) {
    return;
  }
  const names = found.map(([prop]) => `'${prop}'`).join(', ');
  const given = operatorGroup.object === undefined ? `'${operatorGroup.name}'` : `the one at '${operatorGroup.object.node.path}'`;
  throw new ConstructError(scope, `${names} ${found.length === 1 ? 'is a setting' : 'are settings'} of the OperatorGroup, which is not created here: operatorGroup `
    + `is ${given}; set ${found.map(([, { field }]) => `its ${field}`).join(' and ')} where it is created, and omit ${names} here`);
}

function checkAnnotations(scope: Construct, props: OperatorSubscriptionProps, annotations: { readonly [key: string]: string }): void {
  for (const [key, value] of Object.entries(annotations)) {
    const other = props.annotations?.[key];
    if (other !== undefined && other !== value) {
      const prop = settingsIn(props).find(([, { field }]) => field.includes(key))?.[0];
      throw new ConstructError(scope, `annotations has '${key}: ${other}', and ${prop} leads to '${value}'; omit the annotation`);
    }
  }
}

/**
 * Returns the target namespaces of an OperatorGroup in its current state: an empty list for all namespaces, or `undefined` if a selector chooses them
 * in the cluster.
 *
 * @see https://olm.operatorframework.io/docs/advanced-tasks/operator-scoping-with-operatorgroups/
 */
export function targetNamespacesOf(operatorGroup: ApiObject): string[] | undefined {
  return targetNamespacesIn((operatorGroup.toJson() as { readonly spec?: unknown }).spec);
}

/** Returns the target namespaces in the spec of an OperatorGroup. */
export function targetNamespacesIn(spec: unknown): string[] | undefined {
  const targets = [...new Set(stringListField(spec, 'targetNamespaces'))];
  return targets.length === 0 && fieldAt(spec, 'selector') !== undefined ? undefined : targets;
}

/** Returns the target namespaces of the OperatorGroup for an install mode. */
export function targetNamespacesFor({ type, targetNamespaces }: InstallMode, namespace: string): string[] {
  return type === InstallModeType.OWN_NAMESPACE ? [namespace] : targetNamespaces;
}

/** Returns the install mode of an operator with given target namespaces. */
export function installModeFor(targets: readonly string[], namespace: string): InstallMode {
  switch (requiredInstallModes(targets, namespace)[0]!) {
    case InstallModeType.ALL_NAMESPACES:
      return InstallMode.allNamespaces();
    case InstallModeType.OWN_NAMESPACE:
      return InstallMode.ownNamespace();
    case InstallModeType.SINGLE_NAMESPACE:
      return InstallMode.singleNamespace(targets[0]!);
    case InstallModeType.MULTI_NAMESPACE:
      return InstallMode.multiNamespace([...targets]);
  }
}

/**
 * Returns the install modes that OLM requires of an operator in a namespace, for given target namespaces.
 *
 * @see https://github.com/operator-framework/api/blob/master/pkg/operators/v1alpha1/clusterserviceversion.go `InstallModeSet.Supports`
 */
export function requiredInstallModes(targets: readonly string[], namespace: string): InstallModeType[] {
  if (targets.length === 0) {
    return [InstallModeType.ALL_NAMESPACES];
  }
  if (targets.length === 1) {
    return [targets[0] === namespace ? InstallModeType.OWN_NAMESPACE : InstallModeType.SINGLE_NAMESPACE];
  }
  return [InstallModeType.MULTI_NAMESPACE, ...(targets.includes(namespace) ? [InstallModeType.OWN_NAMESPACE] : [])];
}

/** Formats target namespaces for a message. */
export function describeTargets(targets: readonly string[]): string {
  return targets.length === 0 ? 'all namespaces' : `target namespaces ${targets.map(target => `'${target}'`).join(', ')}`;
}
