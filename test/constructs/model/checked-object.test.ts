import { ApiObject, App, Chart, JsonPatch } from 'cdk8s';
import { validateAtSynthesis } from '../../../lib/constructs/model/checked-object';
import { setKnownLater } from '../../../lib/constructs/model/prop-checks';
import { crdOf } from '../../formats/schema/crd-of';

const CRD = crdOf({ type: 'object', properties: { name: { type: 'string', maxLength: 3 } }, required: ['name'] });

function checked(spec: object): { app: App; object: ApiObject } {
  const app = new App();
  const object = new ApiObject(new Chart(app, 'chart', { namespace: 'demo' }), 'thing', { apiVersion: 'example.test/v1', kind: 'Thing', metadata: { name: 'a' }, spec });
  validateAtSynthesis(object, () => CRD);
  return { app, object };
}

const problemsOf = ({ object }: { object: ApiObject }): string[] => object.node.validate();

describe('an object that is checked at synthesis', () => {
  it('has no problems if the API server accepts it', () => {
    expect(problemsOf(checked({ name: 'abc' }))).toEqual([]);
  });

  it('has its problems reported together, with its path', () => {
    const { app } = checked({ nam: 1 });
    expect(() => app.synthYaml()).toThrow([
      "[chart/thing] the API server refuses Thing 'a': spec.nam: is unknown; known fields: 'name'",
      "[chart/thing] the API server refuses Thing 'a': spec.name: is required",
    ].join('\n  '));
  });

  it('is checked with its patches applied', () => {
    const made = checked({ name: 'abc' });
    made.object.addJsonPatch(JsonPatch.replace('/spec/name', 'abcd'));
    expect(problemsOf(made)).toEqual(["the API server refuses Thing 'a': spec.name: must have at most 3 characters, got 4"]);
  });

  it('is not checked where its values become known later', () => {
    const app = new App();
    setKnownLater(app, { isKnownLater: value => value.includes('later-'), describe: sentence => sentence });
    const object = new ApiObject(new Chart(app, 'chart'), 'thing', {
      apiVersion: 'example.test/v1', kind: 'Thing', metadata: { name: 'a', labels: { 'a b': 'c' } }, spec: { name: 'later-1', other: true },
    });
    validateAtSynthesis(object, () => CRD);
    expect(object.node.validate()).toEqual([
      "the API server refuses Thing 'a': spec.other: is unknown; known fields: 'name'", expect.stringContaining('metadata.labels: must have valid keys'),
    ]);
  });

  it('loads its CRD at synthesis only', () => {
    const crd = jest.fn(() => CRD);
    const { object } = checked({ name: 'abc' });
    validateAtSynthesis(object, crd);
    expect(crd).not.toHaveBeenCalled();
    object.node.validate();
    expect(crd).toHaveBeenCalled();
  });
});
