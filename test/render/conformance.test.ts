import { expectedCodes, ownPlainOf, plainVerdicts } from '../../scripts/conformance-page/plain-comparison';
import { PlainManifests } from '../../lib/render/plain-manifests';
import { samples } from '../../scripts/conformance-page/verdicts';
import { WITHOUT_SAMPLES } from '../catalog/sample-bundles';
import { realBundle } from '../remembered/real-bundle';

/** The verdicts on mutants are compared with those of the other tools, in test/scripts/conformance-page. */

const { real } = samples();
const present = real.length > 0;

describe('plain manifests of a real bundle', () => {
  const verdicts = plainVerdicts();

  it(present ? 'are recorded for 32 bundles' : WITHOUT_SAMPLES, () => {
    expect([real.length, verdicts.size]).toEqual(present ? [32, 32] : [0, 0]);
  });

  // A table of it.each must not be empty.
  for (const sample of real) {
    it(`equal those of OLM v1: ${sample.id}`, () => {
      const { refusal, objects } = ownPlainOf(realBundle(sample.id));
      const verdict = verdicts.get(sample.id)!;
      expect(refusal?.codes).toEqual(verdict.error === undefined ? undefined : expectedCodes(verdict.error));
      expect(objects).toEqual(verdict.objects);
    });

    it(`differ without \`compatible\` only in fields that the API server sets, and in the namespace of webhook configurations: ${sample.id}`, () => {
      const { objects } = ownPlainOf(realBundle(sample.id), {});
      const recorded = verdicts.get(sample.id)!.objects;
      expect(objects).toEqual(recorded?.map(withoutKnownDefects) ?? expect.anything());
    });

    it(`have every value of the CRDs in the bundle: ${sample.id}`, () => {
      const bundle = realBundle(sample.id);
      const { objects } = PlainManifests.render(bundle, { installNamespace: 'install-ns', certificates: { provide: () => ({}) } });
      const rendered = objects.filter(({ kind }) => kind === 'CustomResourceDefinition').map(({ spec }) => spec);
      const conversions = rendered.map((spec) => ('conversion' in (spec as object) ? { conversion: (spec as { conversion: object }).conversion } : {}));
      const sources = bundle.crds.map(({ content }, index) => ({ ...(content['spec'] as object), ...conversions[index] }));
      expect(rendered.map(withoutEmpty)).toEqual(sources.map(withoutEmpty));
    });
  }

  /** Go omits most empty values. */
  function withoutEmpty(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    if (Array.isArray(value)) {
      return value.map(withoutEmpty);
    }
    const entries = Object.entries(value).filter(([, inner]) => !(inner === false || inner === '' || inner === null || (Array.isArray(inner) && inner.length === 0)));
    return Object.fromEntries(entries.map(([key, inner]) => [key, withoutEmpty(inner)]));
  }

  function withoutKnownDefects(object: { readonly kind: string; readonly [field: string]: unknown }): object {
    const { status: _status, ...rest } = object;
    const { creationTimestamp: _time, namespace, ...metadata } = rest['metadata'] as { creationTimestamp?: null; namespace?: string };
    const isNamespaced = namespace !== undefined && !object.kind.endsWith('WebhookConfiguration');
    return { ...rest, metadata: { ...metadata, ...(isNamespaced ? { namespace } : {}) } };
  }
});
