/**
 * A difference between upstream's CRDs and Kubernetes' OpenAPI. Both are generated from the same Go types, but controller-gen reads other markers
 * in comments than the generator of the OpenAPI.
 */
export interface TypeException {
  /** Short name of the type. */
  readonly type: string;
  /** Field, or undefined for the type as a whole. */
  readonly field?: string;
  /** Keywords to add or replace; `undefined` removes one. */
  readonly keywords: { readonly [keyword: string]: unknown };
  readonly reason: string;
}

const INLINED = 'inlines LocalObjectReference, whose structType marker controller-gen inherits';
const VALIDATED = 'kubebuilder validation marker, which the OpenAPI omits';
const BY_CONSTANT = 'the default is the name of a Go constant, which controller-gen does not resolve';

/** All exceptions, by type. */
export const exceptions: readonly TypeException[] = [
  { type: 'AzureDiskVolumeSource', field: 'cachingMode', keywords: { default: undefined }, reason: BY_CONSTANT },
  { type: 'AzureDiskVolumeSource', field: 'kind', keywords: { default: undefined }, reason: BY_CONSTANT },
  { type: 'Condition', field: 'message', keywords: { maxLength: 32768 }, reason: VALIDATED },
  { type: 'Condition', field: 'observedGeneration', keywords: { minimum: 0 }, reason: VALIDATED },
  {
    type: 'Condition',
    field: 'reason',
    keywords: { maxLength: 1024, minLength: 1, pattern: '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$' },
    reason: VALIDATED,
  },
  { type: 'Condition', field: 'status', keywords: { enum: ['True', 'False', 'Unknown'] }, reason: VALIDATED },
  {
    type: 'Condition',
    field: 'type',
    keywords: {
      maxLength: 316,
      pattern: '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$',
    },
    reason: VALIDATED,
  },
  { type: 'ConfigMapEnvSource', keywords: { 'x-kubernetes-map-type': 'atomic' }, reason: INLINED },
  { type: 'ConfigMapProjection', keywords: { 'x-kubernetes-map-type': 'atomic' }, reason: INLINED },
  { type: 'ConfigMapVolumeSource', keywords: { 'x-kubernetes-map-type': 'atomic' }, reason: INLINED },
  {
    type: 'HostAlias',
    field: 'ip',
    keywords: { default: '' },
    reason: 'required with a declared default, which the OpenAPI does not distinguish from an undeclared one',
  },
  { type: 'SecretEnvSource', keywords: { 'x-kubernetes-map-type': 'atomic' }, reason: INLINED },
  { type: 'SecretProjection', keywords: { 'x-kubernetes-map-type': 'atomic' }, reason: INLINED },
];
