/**
 * Where upstream's CRDs differ from Kubernetes' OpenAPI. Both are generated from the same Go types, upstream's by
 * controller-gen, which reads markers in comments that the generator of the OpenAPI does not, and the other way round.
 */
export interface TypeException {
  /** Short name of the type. */
  readonly type: string;
  /** The field; absent when the exception is about the type as a whole. */
  readonly field?: string;
  /** Keywords that are added or replaced. `undefined` takes one away. */
  readonly keywords: { readonly [keyword: string]: unknown };
  readonly reason: string;
}

const INLINED = 'inlines LocalObjectReference, whose structType marker controller-gen hands on';
const VALIDATED = 'kubebuilder validation marker, which the OpenAPI leaves out';
const BY_CONSTANT = 'default is given by the name of a Go constant, which controller-gen does not follow';

/** Every exception, by type. */
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
    reason: 'required, yet with a default that was declared; the OpenAPI writes the same for one that was not',
  },
  { type: 'SecretEnvSource', keywords: { 'x-kubernetes-map-type': 'atomic' }, reason: INLINED },
  { type: 'SecretProjection', keywords: { 'x-kubernetes-map-type': 'atomic' }, reason: INLINED },
];
