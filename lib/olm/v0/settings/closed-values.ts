import { field, stringField } from '../../../formats/json/json-value';
import { gotValue } from '../../../formats/options/found-value';

/** A field with few values that its CRD does not list, so that the API server accepts any. */
interface ClosedField {
  readonly kind: string;
  readonly field: string;
  readonly values: readonly string[];

  /** What OLM does with any other value, as a clause. */
  readonly otherwise: string;
}

/**
 * Fields of OLM v0 for which the API server accepts values that OLM does not know.
 *
 * @see https://github.com/operator-framework/api/blob/master/pkg/operators/v1alpha1/subscription_types.go
 * @see https://github.com/operator-framework/api/blob/master/pkg/operators/v1alpha1/catalogsource_types.go
 */
const CLOSED_FIELDS: readonly ClosedField[] = [
  {
    kind: 'Subscription', field: 'installPlanApproval', values: ['Automatic', 'Manual'],
    otherwise: 'OLM takes every value but \'Manual\' for automatic approval, and upgrades the operator by itself',
  },
  { kind: 'CatalogSource', field: 'sourceType', values: ['grpc', 'configmap', 'internal'], otherwise: 'OLM serves no catalog of another type' },
];

/** Kinds with such fields. */
export const KINDS_WITH_CLOSED_FIELDS: readonly string[] = CLOSED_FIELDS.map(({ kind }) => kind);

/**
 * Returns what is wrong with the values of an object of OLM v0, in sentences. Fields that are not set have a default.
 *
 * @param isKnownLater whether a string stands for a value that is known only later
 */
export function unknownValues(kind: string, spec: unknown, isKnownLater: (value: string) => boolean = () => false): string[] {
  return CLOSED_FIELDS.filter((closed) => closed.kind === kind).flatMap(({ field: name, values, otherwise }) => {
    const value = field(spec, name);
    const known = stringField(spec, name);
    return value === undefined || value === null || (known !== undefined && (values.includes(known) || isKnownLater(known))) ? []
      : [`spec.${name} of the ${kind} must be ${values.map((each) => `'${each}'`).join(' or ')}, got ${gotValue(value)}: ${otherwise}`];
  });
}
