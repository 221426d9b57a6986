import { ApiObject, Duration, Names } from 'cdk8s';
import { Construct } from 'constructs';
import { goDuration } from '../../constructs/model/go-duration';
import { manifestObject } from '../../constructs/model/manifest-object';
import { checkNamespace, checkObjectName } from '../../constructs/model/prop-checks';
import { checkSoleOwner } from '../../constructs/model/cluster-objects';

/** Namespace in which `flux bootstrap` installs Flux and creates its objects. @internal */
export const FLUX_NAMESPACE = 'flux-system';

/** Properties of all objects of Flux. */
export interface FluxObjectProps {
  /**
   * Interval at which Flux reconciles the object, in whole seconds.
   *
   * @default Duration.minutes(10)
   */
  readonly interval?: Duration;

  /**
   * Whether Flux ignores the object until this is set to false.
   *
   * @default false
   */
  readonly suspend?: boolean;

  /**
   * Name of the object.
   *
   * @default - from the construct's path
   */
  readonly name?: string;

  /**
   * Namespace of the object.
   *
   * @default 'flux-system'
   */
  readonly namespace?: string;

  /**
   * Labels of the object.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations of the object.
   *
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}

/** Name and namespace of an object of Flux. @internal */
export interface FluxObjectName {
  readonly name: string;
  readonly namespace: string;
}

/**
 * Returns name and namespace of an object of Flux.
 *
 * @throws ConstructError when one of them is invalid
 * @internal
 */
export function fluxObjectName(scope: Construct, props: FluxObjectProps): FluxObjectName {
  const { name = Names.toDnsLabel(scope), namespace = FLUX_NAMESPACE } = props;
  checkObjectName(scope, 'name', name);
  checkNamespace(scope, 'namespace', namespace);
  return { name, namespace };
}

/** Creates an object of Flux, and checks that nothing else in the cluster creates it. @internal */
export function fluxObject(
  scope: Construct, apiVersion: string, kind: string, metadata: FluxObjectName, props: FluxObjectProps, spec: unknown,
): ApiObject {
  const object = manifestObject(scope, 'Resource', { apiVersion, kind, metadata: { ...metadata }, spec }, props);
  checkSoleOwner(scope, 'set another `name` or `namespace` for one of them');
  return object;
}

/** Returns an optional duration as Go parses it, as the field of a spec. @internal */
export function durationField(scope: Construct, key: string, duration: Duration | undefined): { [key: string]: string } {
  return duration === undefined ? {} : { [key]: goDuration(scope, key, duration, 1) };
}

/** Returns an optional value as the field of a spec. @internal */
export function optionalField(key: string, value: unknown): { [key: string]: unknown } {
  return value === undefined ? {} : { [key]: value };
}

/** Returns a reference to an object in the same namespace, as the field of a spec. @internal */
export function nameField(scope: Construct, key: string, prop: string, name: string | undefined): { [key: string]: { name: string } } {
  if (name === undefined) {
    return {};
  }
  checkObjectName(scope, prop, name);
  return { [key]: { name } };
}
