import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { wantedCsvOf } from './wanted-csv-of';
import { BundleApi } from '../../bundle/model/bundle-content';
import { OperatorSubscription } from '../../constructs/operator-subscription';
import { fieldAt } from '../../formats/json/json-value';
import { OLM_GROUP } from '../../olm/v0/model/olm-names';

/** A Subscription of OLM v0 in an app, created by a construct of this library or by another one. */
export interface AppSubscription {
  /** The Subscription. */
  readonly object: ApiObject;
  readonly package: string;
  readonly namespace: string;
  /** Name of the ClusterServiceVersion that the app requires, or undefined if OLM may install a later one or it is unknown. */
  readonly wantedCsv: string | undefined;
  /** Name of the Operator in which OLM reports on the Subscription's operator. */
  readonly operatorName: string;
}

/** Returns a Subscription of OLM v0, or undefined if the object is not one, or its package or namespace is unknown. */
export function appSubscription(object: ApiObject): AppSubscription | undefined {
  if (object.apiGroup !== OLM_GROUP || object.kind !== 'Subscription') {
    return undefined;
  }
  const owner = ownerOf(object);
  const manifest: unknown = owner === undefined ? object.toJson() : undefined;
  const name = owner?.packageName ?? fieldAt(manifest, 'spec', 'name');
  const namespace = owner?.namespace ?? fieldAt(manifest, 'metadata', 'namespace');
  if (typeof name !== 'string' || typeof namespace !== 'string') {
    return undefined;
  }
  const wantedCsv = owner === undefined ? undefined : wantedCsvOf(owner);
  return { object, package: name, namespace, wantedCsv, operatorName: operatorNameOf(name, namespace) };
}

/** Returns the `OperatorSubscription` that created a Subscription, or undefined if another construct did. */
export function ownerOf({ node: { scope } }: ApiObject): OperatorSubscription | undefined {
  return OperatorSubscription.isOperatorSubscription(scope) ? scope : undefined;
}

/** Returns the APIs of the operators that a construct installs, and of those that OLM installs with them, if known. */
export function providedApis(construct: IConstruct): readonly BundleApi[] {
  const bundle = OperatorSubscription.isOperatorSubscription(construct) ? construct._choice.bundle : undefined;
  return bundle === undefined ? [] : [...bundle.providedApis, ...bundle.requiredApis];
}

/**
 * Returns the name of the Operator that OLM creates for a Subscription: the key of a label without its prefix, cut to 63 characters.
 *
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/v0.46.0/pkg/controller/operators/decorators/operator.go
 * `ComponentLabelKey`
 */
export function operatorNameOf(packageName: string, namespace: string): string {
  const name = `${packageName}.${namespace}`;
  return name.length <= 63 ? name : name.slice(0, 63).replace(/[._-]+$/, '');
}
