import { ValidationSuite } from '../../../lib/validation/model/suite';
import { type Breach, type Passing, testSuite } from '../rule-table';
import { ANNOTATIONS, CSV, DEPENDENCIES } from '../valid-bundle';

const PREFIX = 'operators.operatorframework.io.bundle.';
const PROPERTIES = 'metadata/properties.yaml';

const BREACHES: readonly Breach[] = [
  { id: 'loading-annotations', what: 'another media type', annotations: { [`${PREFIX}mediatype.v1`]: 'helm' }, message: 'a Helm chart', at: ANNOTATIONS },
  { id: 'loading-annotations', what: 'no package', annotations: { [`${PREFIX}package.v1`]: undefined }, message: 'the name of the package', at: ANNOTATIONS },
  { id: 'loading-dependencies', what: 'a dependency of an unknown type', files: { [DEPENDENCIES]: { dependencies: [{ type: 'x', value: 1 }] } }, message: 'type x', at: DEPENDENCIES },
  { id: 'loading-dependencies', what: 'a range that is no range', files: { [DEPENDENCIES]: { dependencies: [{ type: 'olm.package', value: { packageName: 'a' } }] } },
    message: 'version', at: DEPENDENCIES },
  { id: 'loading-properties', what: 'a property without a value, which opm takes for null', files: { [PROPERTIES]: { properties: [{ type: 'x' }] } }, message: 'opm takes null',
    at: PROPERTIES },
  { id: 'loading-csv', what: 'no version', csv: { 'spec/version': undefined }, message: 'spec.version', at: CSV },
  { id: 'loading-csv', what: 'no install modes', csv: { 'spec/installModes': undefined }, message: 'spec.installModes', at: CSV },
  { id: 'loading-file', what: 'dependencies that are not YAML, which opm drops', files: { [DEPENDENCIES]: 'a: [' }, message: 'opm drops the file without a message', at: DEPENDENCIES },
  { id: 'loading-file', what: 'a manifest that is not YAML', files: { 'manifests/x.yaml': 'a: [' }, message: 'opm leaves the file out, with a warning', at: 'manifests/x.yaml' },
  { id: 'loading-catalog', what: 'a version that is not semantic', csv: { 'spec/version': '1.2' }, message: '"1.2"', at: `${CSV} spec.version` },
  { id: 'loading-catalog', what: 'a package name that is too long', annotations: { [`${PREFIX}package.v1`]: 'a'.repeat(64) }, message: '63', at: `${ANNOTATIONS} annotations.${PREFIX}package.v1` },
  { id: 'loading-catalog', what: 'a CSV that replaces itself', csv: { 'spec/replaces': 'demo.v1.2.3' }, message: 'cycle', at: `${CSV} spec.replaces`, count: 2 },
  { id: 'loading-catalog', what: 'a property that opm cannot decode', files: { [PROPERTIES]: { properties: [{ type: 'olm.package.required', value: 1 }] } }, message: 'cannot decode',
    at: `${PROPERTIES} properties` },
  { id: 'loading-crd', what: 'an owned CRD that is missing', csv: { 'spec/customresourcedefinitions/owned/0/version': 'v2' }, message: 'no such',
    at: `${CSV} spec.customresourcedefinitions` },
  { id: 'loading-layout', what: 'a file in a folder', files: { 'manifests/more/x.yaml': '{}' }, message: 'OLM ignores subfolders', at: 'manifests/more/x.yaml' },
];

const PASSING: readonly Passing[] = [
  { id: 'loading-properties', what: 'a property whose value is null', files: { [PROPERTIES]: { properties: [{ type: 'x', value: null }] } } },
  { id: 'loading-file', what: 'a README', files: { 'manifests/README.md': 'Hello' } },
];

describe('loading', () => {
  testSuite(ValidationSuite.LOADING, BREACHES, PASSING);
});
