import { fromJavaScript, structOf } from './struct-messages';
import { OlmRelease } from '../../lib/olm/v0/olm-release';

const VALUES = {
  text: 'text', empty: '', number: 1.5, zero: 0, yes: true, no: false, nothing: null, list: [1, [], ['a', [null, false]], { in: {} }], map: { a: { b: { c: [{}] } } }, none: {},
};

describe('a resource converted quickly', () => {
  test('is the message that Pulumi\'s SDK makes', () => {
    expect(structOf(VALUES).serializeBinary()).toEqual(fromJavaScript(VALUES).serializeBinary());
    expect(structOf(VALUES).toJavaScript()).toEqual(VALUES);
  });

  test('is read back unchanged for a CRD of OLM', () => {
    const crd = OlmRelease.of().objects.find(({ kind }) => kind === 'CustomResourceDefinition')!;
    expect(structOf(crd).toJavaScript()).toEqual(crd);
  });

  test('contains only values that JSON has', () => {
    expect(() => structOf({ a: [undefined] })).toThrow('Unexpected struct type');
  });
});
