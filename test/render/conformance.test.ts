import {
  comparePlainMutants, expectedCodes, ownPlain, plainVerdicts,
} from '../../scripts/conformance-page/plain-comparison';
import { Bundle } from '../../lib/bundle/bundle';
import { readLimits } from '../../lib/bundle/files/read-options';
import { PlainManifests } from '../../lib/render/plain-manifests';
import { readerReasonFor } from '../../scripts/conformance-page/plain-section';
import { samples } from '../../scripts/conformance-page/verdicts';
import { WITHOUT_SAMPLES } from '../catalog/sample-bundles';

const { real, mutants } = samples();
const present = real.length > 0;

describe('plain manifests of a real bundle', () => {
  const verdicts = plainVerdicts();

  it(present ? 'are recorded for 32 bundles' : WITHOUT_SAMPLES, () => {
    expect([real.length, verdicts.size]).toEqual(present ? [32, 32] : [0, 0]);
  });

  // A table of it.each must not be empty.
  for (const sample of real) {
    it(`equal those of OLM v1: ${sample.id}`, () => {
      const { refusal, objects } = ownPlain(sample.files());
      const verdict = verdicts.get(sample.id)!;
      expect(refusal?.codes).toEqual(verdict.error === undefined ? undefined : expectedCodes(verdict.error));
      expect(objects).toEqual(verdict.objects);
    });

    it(`differ without \`compatible\` only in fields that the API server sets, and in the namespace of webhook configurations: ${sample.id}`, () => {
      const { objects } = ownPlain(sample.files(), {});
      const recorded = verdicts.get(sample.id)!.objects;
      expect(objects).toEqual(recorded?.map(withoutKnownDefects) ?? expect.anything());
    });
  }

  for (const sample of real) {
    it(`have every value of the CRDs in the bundle: ${sample.id}`, () => {
      const bundle = Bundle._ofFiles('bundle', sample.files(), readLimits());
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

describe('mutants', () => {
  const compared = comparePlainMutants(mutants);

  it(present ? 'are refused, or rendered to the same objects, as by OLM v1' : WITHOUT_SAMPLES, () => {
    const different = compared.filter(({ outcome }) => outcome !== 'same objects' && outcome !== 'refused by both');
    expect(different.filter((mutant) => readerReasonFor(mutant) === undefined).map(({ sample, outcome }) => `${sample.id} ${sample.mutation}: ${outcome}`)).toEqual([]);
    expect([compared.length, different.length]).toEqual(present ? [854, 52] : [0, 0]);
  });

  it(present ? 'that both read are refused for the same reasons' : WITHOUT_SAMPLES, () => {
    const refused = compared.filter(({ own, verdict }) => own.refusal?.by === 'rendering' && verdict.error !== undefined);
    for (const { sample, own, verdict } of refused) {
      // OLM v1 checks the namespaces to watch after the rest.
      const codes = new Set(own.refusal!.codes);
      const expected = new Set(expectedCodes(verdict.error!));
      if (!expected.has('install-mode')) {
        codes.delete('install-mode');
      }
      expect([sample.id, [...codes].sort()]).toEqual([sample.id, [...expected].sort()]);
    }
    expect(refused).toHaveLength(present ? 233 : 0);
  });
});
