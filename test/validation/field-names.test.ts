import { RuleSetting } from '../../lib/validation/model/rule-setting';
import { ValidationSuite } from '../../lib/validation/model/suite';
import { ANNOTATIONS, CRD, CSV, edited, found, validated } from './clean-bundle';

const COLUMN = (key: string): { [path: string]: string } => edited(CRD, '      served: true\n', `      served: true
      additionalPrinterColumns:
        - name: Age
          type: date
          ${key}: .metadata.creationTimestamp
`);

describe('a field name in another case', () => {
  it.each([
    ['of the CSV', edited(CSV, 'minKubeVersion', 'MinKubeVersion')],
    ['of its metadata', edited(CSV, 'metadata:\n  name', 'Metadata:\n  NAME')],
    ['of its spec', edited(CSV, '  customresourcedefinitions:\n    owned', '  customResourceDefinitions:\n    Owned')],
    ['of an install mode', edited(CSV, '      supported: true', '      Supported: true')],
    ['of a CRD', edited(CRD, '  names:\n    plural', '  Names:\n    Plural')],
    ['of a printer column', COLUMN('JSONPath')],
    ['of a schema', edited(CRD, 'openAPIV3Schema', 'OpenAPIV3Schema')],
  ])('is accepted as operator-sdk accepts it: %s', (_, changes) => {
    expect(found(validated(changes, { suites: [ValidationSuite.DEFAULT] }))).toEqual([]);
  });

  // opm 1.73 accepts those without a finding, and the metadata of the CSV in any case, whose name OLM then does not find.
  it.each<[string, { [path: string]: string }, string[], string?]>([
    ['the apiVersion of the CSV', edited(CSV, 'apiVersion', 'ApiVersion'), []],
    ['the kind of the CSV', edited(CSV, 'kind: Cl', 'Kind: Cl'), [`loading-file ${CSV}:1:1`], 'rename "Kind" to kind'],
    ['the metadata of the CSV', edited(CSV, 'metadata:\n', 'Metadata:\n'), [`loading-csv ${CSV}:1:1`], 'rename "Metadata" to metadata'],
    ['the name of the CSV', edited(CSV, '  name: demo.v', '  NAME: demo.v'), [`loading-csv ${CSV}:3:1`], 'rename "NAME" to name'],
    ['the annotations of the CSV', edited(CSV, '  annotations', '  Annotations'), [`loading-file ${CSV}:3:1`], 'rename "Annotations" to annotations'],
    ['the spec of the CSV', edited(CSV, 'spec:\n  displayName', 'Spec:\n  displayName'), [`loading-csv ${CSV}:1:1`], 'rename "Spec" to spec'],
    ['the version of the CSV', edited(CSV, '  version: 1', '  Version: 1'), [`loading-csv ${CSV}:7:1`], 'rename "Version" to version'],
    ['the install modes', edited(CSV, 'installModes', 'InstallModes'), []],
    ['the type of an install mode', edited(CSV, '- type', '- Type'), []],
    ['the owned CRDs', edited(CSV, 'owned:', 'Owned:'), []],
    ['the name of an owned CRD', edited(CSV, '- name: caches', '- Name: caches'), []],
    ['the apiVersion of a CRD', edited(CRD, 'apiVersion', 'apiversion'), [`loading-crd ${CSV}:14:3`], `in ${CRD}`],
    ['the kind of a CRD', edited(CRD, 'kind: Cu', 'Kind: Cu'), [`loading-file ${CRD}:1:1`], 'rename "Kind" to kind'],
    ['the spec of a CRD', edited(CRD, 'spec:', 'Spec:'), [`loading-crd ${CSV}:14:3`], `in ${CRD}`],
    ['the group of a CRD', edited(CRD, 'group:', 'Group:'), [`loading-crd ${CSV}:14:3`], `in ${CRD}`],
    ['the names of a CRD', edited(CRD, 'names:', 'Names:'), [`loading-crd ${CSV}:14:3`], `in ${CRD}`],
    ['the kind in a CRD', edited(CRD, '    kind:', '    Kind:'), [`loading-crd ${CSV}:14:3`], `in ${CRD}`],
    ['the versions of a CRD', edited(CRD, 'versions:', 'Versions:'), [`loading-crd ${CSV}:14:3`], `in ${CRD}`],
    ['the name of a version', edited(CRD, '- name: v1', '- Name: v1'), [`loading-crd ${CSV}:14:3`], `in ${CRD}`],
    ['a schema', edited(CRD, 'openAPIV3Schema', 'OpenAPIV3Schema'), []],
    ['the annotations file', edited(ANNOTATIONS, 'annotations:', 'Annotations:'), []],
  ])('is refused as opm or OLM do not find it: %s', (_, changes, findings, remedy = '') => {
    const report = validated(changes, { suites: [ValidationSuite.LOADING] });
    expect(found(report)).toEqual(findings);
    expect(report.findings.map(({ message }) => message).join()).toContain(remedy);
  });

  it('is unknown in types that Kubernetes decodes itself', () => {
    const schema = (key: string): { [path: string]: string } => edited(CRD, 'type: object\n', `type: object
          properties:
            spec:
              additionalProperties:
                ${key}: 1
`);
    const suites = [ValidationSuite.DEFAULT];
    expect(found(validated(schema('type'), { suites }))).toEqual([`load-crd-type ${CRD}:23:17`]);
    expect(found(validated(schema('Type'), { suites }))).toEqual([]);
  });

  it('is unknown to opm in a CSV', () => {
    const report = validated(edited(CSV, 'displayName', 'DisplayName'), { suites: [ValidationSuite.CONTENT] });
    expect(found(report)).toEqual([`csv-required ${CSV}:8:3`]);
  });

  it('is reported as the file spells it', () => {
    const report = validated(edited(CSV, 'minKubeVersion: 1.27.0', 'MinKubeVersion: v1'));
    expect(report.findings).toMatchObject([{ ruleId: 'csv-minkube', path: 'spec.MinKubeVersion', line: 10, column: 3 }]);
  });

  it('does not affect rule settings', () => {
    const report = validated(edited(CRD, 'scope: Namespaced', 'Scope: Wide'), { rules: [RuleSetting.asWarning('crd-scope')] });
    expect(report).toMatchObject({ passed: true, findings: [{ ruleId: 'crd-scope', path: 'spec.Scope', line: 12 }] });
  });
});
