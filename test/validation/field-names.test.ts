import { RuleSetting } from '../../lib/validation/model/rule-setting';
import { ValidationSuite } from '../../lib/validation/model/suite';
import { CRD, CSV, edited, found, validated } from './clean-bundle';

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
    expect(found(validated(changes))).toEqual([]);
  });

  it('is unknown in types that Kubernetes decodes itself', () => {
    const schema = (key: string): { [path: string]: string } => edited(CRD, 'type: object\n', `type: object
          properties:
            spec:
              additionalProperties:
                ${key}: 1
`);
    expect(found(validated(schema('type')))).toEqual([`load-crd-type ${CRD}:23:17`]);
    expect(found(validated(schema('Type')))).toEqual([]);
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
