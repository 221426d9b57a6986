import { goField } from '../../../formats/json/folded-keys';
import { field, fieldAt, mapListField, stringField } from '../../../formats/json/json-value';
import { isBundleKind } from '../../model/bundle-kinds';
import { crdDescriptionsOf, csvRule, specOf } from '../../model/csv-parts';
import { FindingSeverity } from '../../model/finding';
import { locatedMaps, type Rule } from '../../model/rule';

const LIMITATIONS = 'https://operator-framework.github.io/operator-controller/project/olmv1_limitations/';
const { WARNING } = FindingSeverity;
const REFUSED_DEPENDENCIES = ['olm.gvk', 'olm.package', 'olm.constraint'];

/** Rules about bundles that OLM v0 can install, but OLM v1 cannot. */
export const OLM_V1_RULES: readonly Rule[] = [
  csvRule({
    id: 'olmv1-api-services',
    severity: WARNING,
    summary: 'the operator serves no APIs through APIServices',
    remedy: 'define the APIs as CRDs; OLM v1 does not install APIServices',
    source: LIMITATIONS,
  }, function* (csv) {
    const path = ['spec', 'apiservicedefinitions'];
    for (const { value, path: at } of locatedMaps(fieldAt(csv.json, ...path), 'owned', path)) {
      yield { message: `OLM v1 refuses the owned APIService ${JSON.stringify(stringField(value, 'name') ?? '')}`, path: at };
    }
  }),
  csvRule({
    id: 'olmv1-all-namespaces',
    severity: WARNING,
    summary: 'the operator supports AllNamespaces',
    remedy: 'support AllNamespaces; OLM v1 installs other modes only behind a feature gate',
    source: LIMITATIONS,
  }, function* (csv) {
    const modes = mapListField(specOf(csv), 'installModes');
    if (!modes.some((mode) => stringField(mode, 'type') === 'AllNamespaces' && field(mode, 'supported') === true)) {
      yield { message: 'the install mode AllNamespaces is not supported, but OLM v1 requires it', path: ['spec', 'installModes'] };
    }
  }),
  {
    id: 'olmv1-kind',
    severity: WARNING,
    summary: 'manifests/ contains only kinds that OLM installs',
    remedy: 'let the operator create the object when it starts',
    source: 'https://github.com/operator-framework/operator-registry/blob/master/pkg/lib/bundle/supported_resources.go',
    *check({ objects }) {
      for (const { kind, file } of objects) {
        if (!isBundleKind(kind)) {
          yield { message: `OLM v1 refuses the kind ${JSON.stringify(kind)}, and OLM v0 may refuse it`, file, path: ['kind'] };
        }
      }
    },
  },
  {
    id: 'olmv1-dependencies',
    severity: WARNING,
    summary: 'the operator does not require another operator',
    remedy: 'document what users must install first; OLM v1 does not resolve dependencies',
    source: LIMITATIONS,
    *check({ csv, documents, annotationsFile }) {
      for (const { value, path } of csv === undefined ? [] : crdDescriptionsOf(csv, 'required')) {
        yield { message: `OLM v1 refuses bundles that require CRDs, here ${JSON.stringify(stringField(value, 'name') ?? '')}`, file: csv!.file, path };
      }
      for (const { file, value } of documents.values()) {
        const list = file.startsWith('metadata/') && file !== annotationsFile ? { dependencies: goField(value, 'dependencies') } : {};
        for (const { value: dependency, path } of locatedMaps(list, 'dependencies', [])) {
          const type = stringField(dependency, 'type') ?? '';
          if (REFUSED_DEPENDENCIES.includes(type)) {
            yield { message: `OLM v1 refuses bundles with a dependency of type ${type}`, file, path };
          }
        }
      }
    },
  },
];
