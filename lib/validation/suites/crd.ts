import type { FieldError } from '../../formats/schema/checks/field-error';
import { crdConversionErrors } from '../kubernetes/crd-conversion';
import { crdApprovalErrors, crdGroupErrors, crdMetadataErrors, crdNamesErrors, crdScopeErrors } from '../kubernetes/crd-identity';
import { type InternalCrd, internalCrd } from '../kubernetes/crd-internal-form';
import {
  crdColumnsErrors, crdSelectableFieldsErrors, crdSharedPartsErrors, crdStorageErrors, crdSubresourcesErrors, crdUnknownFieldsErrors,
  crdVersionsErrors,
} from '../kubernetes/crd-versions';
import { errorRule, inFile, type Rule } from '../model/rule';

const SOURCE = 'https://github.com/kubernetes/apiextensions-apiserver/blob/master/pkg/apis/apiextensions/validation/validation.go';

/**
 * Requirements of API servers for CRDs. Like upstream's validator, they do not cover schemas or the status.
 *
 * @see https://github.com/operator-framework/api/blob/master/pkg/validation/internal/crd.go
 */
export const CRD_RULES: readonly Rule[] = [
  rule('crd-metadata', 'the metadata of a CRD is valid, and its name is <plural>.<group>',
    'set metadata.name to spec.names.plural, a dot and spec.group, and remove metadata.namespace', crdMetadataErrors),
  rule('crd-group', 'the group of a CRD is a domain with a dot', 'set a group under a domain that you own', crdGroupErrors),
  rule('crd-scope', 'the scope of a CRD is Cluster or Namespaced', 'set spec.scope to Cluster or Namespaced', crdScopeErrors),
  rule('crd-names', 'the names of a CRD are set and valid',
    'set plural and kind, and use lowercase words for short names and categories', crdNamesErrors),
  rule('crd-versions', 'the versions of a CRD have valid, unique names',
    'set a unique name such as v1alpha1 for each version', crdVersionsErrors),
  rule('crd-storage', 'exactly one version of a CRD is the storage version',
    'set storage: true on one version and storage: false on all others', crdStorageErrors),
  rule('crd-shared-parts', 'a v1beta1 CRD sets schema, subresources and columns either per version or for all versions',
    'migrate the CRD to apiextensions.k8s.io/v1, where each version has its own', crdSharedPartsErrors),
  rule('crd-unknown-fields', 'a CRD does not preserve unknown fields',
    'set spec.preserveUnknownFields to false, or migrate the CRD to apiextensions.k8s.io/v1', crdUnknownFieldsErrors),
  rule('crd-conversion', 'the conversion webhook of a CRD is complete',
    'set a service or a url in the client configuration of the webhook, and v1 in conversionReviewVersions', crdConversionErrors),
  rule('crd-columns', 'the printer columns of a CRD have a name, a type and a path',
    'set name, type and a jsonPath that starts with a dot for each column', crdColumnsErrors),
  rule('crd-subresources', 'the paths of the scale subresource are in the spec',
    'set specReplicasPath to a path such as .spec.replicas', crdSubresourcesErrors),
  rule('crd-selectable-fields', 'the selectable fields of a CRD are scalars in its schema',
    'list at most eight fields of type string, boolean or integer by their paths', crdSelectableFieldsErrors),
  rule('crd-approval', 'a CRD in a group of k8s.io or kubernetes.io is approved by the Kubernetes project',
    'use a group of your own; k8s.io and kubernetes.io are reserved for Kubernetes', crdApprovalErrors),
];

function rule(id: string, summary: string, remedy: string, errorsOf: (crd: InternalCrd) => FieldError[]): Rule {
  return errorRule(SOURCE, id, summary, remedy, ({ crds }) => crds.flatMap(({ file, json }) => [...inFile(file, errorsOf(internalCrd(json)))]));
}
