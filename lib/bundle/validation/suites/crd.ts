import { crdConversionFaults } from '../kubernetes/crd-conversion';
import { crdApprovalFaults, crdGroupFaults, crdMetadataFaults, crdNamesFaults, crdScopeFaults } from '../kubernetes/crd-identity';
import type { InternalCrd } from '../kubernetes/crd-internal-form';
import { internalCrd } from '../kubernetes/crd-internal-form';
import { crdSharedPartsFaults, crdStorageFaults, crdUnknownFieldsFaults, crdVersionsFaults } from '../kubernetes/crd-versions';
import { crdColumnsFaults, crdSelectableFieldsFaults, crdSubresourcesFaults } from '../kubernetes/crd-views';
import type { FieldFault } from '../kubernetes/field-fault';
import type { Fault, Rule } from '../rule';
import { FindingSeverity } from '../severity';
import type { SubjectObject, ValidationSubject } from '../subject';

const SOURCE = 'https://github.com/kubernetes/apiextensions-apiserver/blob/master/pkg/apis/apiextensions/validation/validation.go';

/**
 * What API servers ask of CustomResourceDefinitions. Schemas and the status are left out, as upstream's validator leaves them out.
 *
 * @see https://github.com/operator-framework/api/blob/master/pkg/validation/internal/crd.go
 */
export const CRD_RULES: readonly Rule[] = [
  rule('crd-metadata', 'the metadata of a CustomResourceDefinition is sound, and its name is plural.group',
    'name the CustomResourceDefinition after spec.names.plural and spec.group, without a namespace', crdMetadataFaults),
  rule('crd-group', 'the group of a CustomResourceDefinition is a domain with a dot', 'name a group that is a domain of yours', crdGroupFaults),
  rule('crd-scope', 'the scope of a CustomResourceDefinition is Cluster or Namespaced', 'say which of the two it is', crdScopeFaults),
  rule('crd-names', 'the names of a CustomResourceDefinition are given and sound',
    'give plural and kind; short names and categories are lower case words', crdNamesFaults),
  rule('crd-versions', 'the versions of a CustomResourceDefinition are named, each once',
    'give each version a name such as v1alpha1 of its own', crdVersionsFaults),
  rule('crd-storage', 'exactly one version of a CustomResourceDefinition is stored',
    'set storage: true on one version and storage: false on all others', crdStorageFaults),
  rule('crd-shared-parts', 'schema, subresources and columns of a v1beta1 CustomResourceDefinition stand in one place',
    'write the CustomResourceDefinition in apiextensions.k8s.io/v1, where each version has its own', crdSharedPartsFaults),
  rule('crd-unknown-fields', 'a CustomResourceDefinition does not keep fields that no schema names',
    'set spec.preserveUnknownFields to false, or write the CustomResourceDefinition in apiextensions.k8s.io/v1', crdUnknownFieldsFaults),
  rule('crd-conversion', 'the conversion between versions can be called',
    'give the webhook a service or a URL, and conversionReviewVersions with v1', crdConversionFaults),
  rule('crd-columns', 'the columns that kubectl prints have a name, a type and a path',
    'give each column a name, a type and a jsonPath that begins with a dot', crdColumnsFaults),
  rule('crd-subresources', 'the paths of the scale subresource lead into the spec',
    'give specReplicasPath a path such as .spec.replicas', crdSubresourcesFaults),
  rule('crd-selectable-fields', 'selectable fields lead to scalars of the schema',
    'name at most eight fields of type string, boolean or integer by their paths', crdSelectableFieldsFaults),
  rule('crd-approval', 'an API in a group of Kubernetes itself was approved by the Kubernetes project',
    'use a group of your own; only Kubernetes uses k8s.io and kubernetes.io', crdApprovalFaults),
];

function rule(id: string, summary: string, remedy: string, faultsOf: (crd: InternalCrd) => FieldFault[]): Rule {
  return {
    id,
    severity: FindingSeverity.ERROR,
    summary,
    remedy,
    source: SOURCE,
    check: ({ crds }: ValidationSubject) => crds.flatMap((crd) => faultsOf(internalCrd(crd.json)).map((fault) => faultOf(crd, fault))),
  };
}

function faultOf({ file }: SubjectObject, { message, path, field }: FieldFault): Fault {
  return { message, file, path, field };
}
