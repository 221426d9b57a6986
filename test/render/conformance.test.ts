import { expectedCodes, ownPlainOf, plainVerdicts } from '../../scripts/conformance-page/plain-comparison';
import { PlainManifests } from '../../lib/render/plain-manifests';
import { samples } from '../../scripts/conformance-page/verdicts';
import { describeWith, Needed } from '../needed';
import { realBundle } from '../remembered/real-bundle';

/** The verdicts on mutants are compared with those of the other tools, in test/scripts/conformance-page. */

const { real } = samples();
const VERDICTS = Needed.sharedData('verdicts');
const NAMES = VERDICTS.map(() => real.map(({ id }) => id)).valueOr(['each of the 32 samples']);

describeWith(VERDICTS)('plain manifests of a real bundle', () => {
  const verdicts = plainVerdicts();

  it('are recorded for 32 bundles', () => {
    expect([real.length, verdicts.size]).toEqual([32, 32]);
  });

  it.each(NAMES)('equal those of OLM v1: %s', (name) => {
    const { refusal, objects } = ownPlainOf(realBundle(name));
    const verdict = verdicts.get(name)!;
    expect(refusal?.codes).toEqual(verdict.error === undefined ? undefined : expectedCodes(verdict.error));
    expect(objects).toEqual(verdict.objects);
  });

  it.each(NAMES)('differ without `compatible` only in fields that the API server sets, and in the namespace of webhook configurations: %s', (name) => {
    const { objects } = ownPlainOf(realBundle(name), {});
    const recorded = verdicts.get(name)!.objects;
    expect(objects).toEqual(recorded?.map(withoutKnownDefects) ?? expect.anything());
  });

  it.each(NAMES)('have every value of the CRDs in the bundle: %s', (name) => {
    const bundle = realBundle(name);
    const { objects } = PlainManifests.render(bundle, { installNamespace: 'install-ns', certificates: { provide: () => ({}) } });
    const rendered = objects.filter(({ kind }) => kind === 'CustomResourceDefinition').map(({ spec }) => spec);
    const conversions = rendered.map((spec) => ('conversion' in (spec as object) ? { conversion: (spec as { conversion: object }).conversion } : {}));
    const sources = bundle.crds.map(({ content }, index) => ({ ...(content['spec'] as object), ...conversions[index] }));
    expect(rendered.map(withoutEmpty)).toEqual(sources.map(withoutEmpty));
  });

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
