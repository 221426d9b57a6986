import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readSemverTemplate, renderSemver } from '../../../../lib/bundle/catalog/template/semver-template';
import { inOrder } from '../../../../lib/bundle/catalog/document-order';
import { documentToJson } from '../../../../lib/bundle/catalog/json-lines';
import type { BundleDocument } from '../../../../lib/bundle/catalog/wire';
import { property } from '../selection/sample-catalog';

const DATA = resolve(__dirname, '..', '..', '..', '..', '..', 'shared', 'data', 'verdicts', 'catalogs.jsonl.gz');

/** A template, the bundles behind its images, and what operator-registry made of it: documents without the bundles, or an error. */
interface Verdict {
  readonly id: string;
  readonly template?: { readonly [key: string]: unknown };
  readonly bundles: { readonly [image: string]: { readonly Name: string; readonly Package: string; readonly Version: string } };
  readonly result?: readonly object[];
  readonly error?: string;
}

const verdicts = !existsSync(DATA) ? [] : gunzipSync(readFileSync(DATA)).toString().trim().split('\n')
  .map((line) => JSON.parse(line) as Verdict).filter(({ template }) => template !== undefined);

function bundleDocument(image: string, { Name, Package, Version }: Verdict['bundles'][string]): BundleDocument {
  return {
    schema: 'olm.bundle', name: Name, package: Package, image, properties: [property('olm.package', { packageName: Package, version: Version })],
    relatedImages: [],
  };
}

/** The recording has the entries of a channel sorted by name; opm writes them from the oldest version to the newest, as we do. */
function byName(document: { readonly entries?: readonly { readonly name: string }[] }): object {
  const order = (left: { readonly name: string }, right: { readonly name: string }): number => (left.name < right.name ? -1 : 1);
  return document.entries === undefined ? document : { ...document, entries: [...document.entries].sort(order) };
}

function render({ template, bundles }: Verdict): { documents: object[]; faults: string[] } {
  const faults: string[] = [];
  const read = readSemverTemplate(template!, (_, message) => faults.push(message));
  const documents = new Map(Object.entries(bundles).map(([image, bundle]) => [image, bundleDocument(image, bundle)]));
  const rendered = faults.length > 0 ? [] : renderSemver(read, documents, (message) => faults.push(message));
  const written = inOrder(rendered).filter(({ schema }) => schema !== 'olm.bundle');
  return { documents: written.map((document) => byName(JSON.parse(documentToJson(document)) as object)), faults };
}

describe('semver templates', () => {
  it(verdicts.length === 0 ? 'no recorded verdicts at hand; this ran without them' : 'were rendered by operator-registry 260 times', () => {
    expect([0, 260]).toContain(verdicts.length);
  });

  // A table of it.each must not be empty.
  for (const verdict of verdicts) {
    it(`${verdict.id} ${verdict.error === undefined ? 'gives the same documents' : 'is refused'}`, () => {
      const { documents, faults } = render(verdict);
      expect(faults.length > 0).toBe(verdict.error !== undefined);
      expect(documents).toEqual(verdict.result ?? []);
    });
  }
});
