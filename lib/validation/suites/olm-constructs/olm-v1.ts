import { field, fieldAt, mapsField, textField } from '../../../json-value';
import { goField } from '../../../read/property-list';
import { crdDescriptionsOf, specOf } from '../../csv-parts';
import { csvRule } from '../../csv-rule';
import { placedMaps } from '../../placed';
import type { Rule } from '../../rule';
import { FindingSeverity } from '../../severity';
import { isBundleKind } from '../../bundle-kinds';

const LIMITATIONS = 'https://operator-framework.github.io/operator-controller/project/olmv1_limitations/';
const { WARNING } = FindingSeverity;
const REFUSED_DEPENDENCIES = ['olm.gvk', 'olm.package', 'olm.constraint'];

/** What OLM v1 cannot install, although OLM v0 can. */
export const OLM_V1_RULES: readonly Rule[] = [
  csvRule({
    id: 'olmv1-api-services',
    severity: WARNING,
    summary: 'the operator serves no APIs through API services',
    remedy: 'define the APIs as CustomResourceDefinitions; OLM v1 installs no API services',
    source: LIMITATIONS,
  }, function* (csv) {
    const path = ['spec', 'apiservicedefinitions'];
    for (const { value, path: at } of placedMaps(fieldAt(csv.json, ...path), 'owned', path)) {
      yield { message: `OLM v1 refuses the API service ${JSON.stringify(textField(value, 'name') ?? '')}`, path: at };
    }
  }),
  csvRule({
    id: 'olmv1-all-namespaces',
    severity: WARNING,
    summary: 'the operator supports AllNamespaces',
    remedy: 'support AllNamespaces; OLM v1 installs nothing else unless a feature gate is on',
    source: LIMITATIONS,
  }, function* (csv) {
    const modes = mapsField(specOf(csv), 'installModes');
    if (!modes.some((mode) => textField(mode, 'type') === 'AllNamespaces' && field(mode, 'supported') === true)) {
      yield { message: 'AllNamespaces is not supported, which OLM v1 needs', path: ['spec', 'installModes'] };
    }
  }),
  {
    id: 'olmv1-kind',
    severity: WARNING,
    summary: 'manifests/ holds only kinds that OLM installs',
    remedy: 'let the operator make the object when it starts',
    source: 'https://github.com/operator-framework/operator-registry/blob/master/pkg/lib/bundle/supported_resources.go',
    *check({ objects }) {
      for (const { kind, file } of objects) {
        if (!isBundleKind(kind)) {
          yield { message: `OLM v1 refuses the kind ${JSON.stringify(kind)}, and OLM v0 may`, file, path: ['kind'] };
        }
      }
    },
  },
  {
    id: 'olmv1-dependencies',
    severity: WARNING,
    summary: 'the operator needs no other operator',
    remedy: 'tell users what to install before; OLM v1 resolves no dependencies',
    source: LIMITATIONS,
    *check({ csv, documents, annotationsFile }) {
      for (const { value, path } of csv === undefined ? [] : crdDescriptionsOf(csv, 'required')) {
        yield { message: `OLM v1 refuses bundles that require a CRD, ${JSON.stringify(textField(value, 'name') ?? '')}`, file: csv!.file, path };
      }
      for (const { file, value } of documents.values()) {
        const list = file.startsWith('metadata/') && file !== annotationsFile ? { dependencies: goField(value, 'dependencies') } : {};
        for (const { value: dependency, path } of placedMaps(list, 'dependencies', [])) {
          const type = textField(dependency, 'type') ?? '';
          if (REFUSED_DEPENDENCIES.includes(type)) {
            yield { message: `OLM v1 refuses bundles with a dependency of type ${type}`, file, path };
          }
        }
      }
    },
  },
];
