import { errorOf, jsonOf, validBlobs } from '../sample-catalog';
import { Catalog } from '../../../lib/catalog/catalog';

/** Returns the JSON of a catalog whose blobs have other keys for schema, package and name. */
function withKeys(change: (key: string) => string): string {
  return jsonOf(validBlobs().map((blob) => Object.fromEntries(Object.entries(blob).map(([key, value]) => (
    [['schema', 'package', 'name'].includes(key) ? change(key) : key, value]
  )))));
}

describe('the schema, the package and the name of a blob', () => {
  it.each<[string, (key: string) => string]>([
    ['upper case', (key) => key.toUpperCase()],
    ['mixed case', (key) => key[0]!.toUpperCase() + key.slice(1)],
  ])('are read from keys in %s, as by opm', (_, change) => {
    expect(Catalog.fromString(withKeys(change)).toJsonLines()).toBe(Catalog.fromString(withKeys((key) => key)).toJsonLines());
  });

  it('must be strings, whatever the case of their keys', () => {
    expect(errorOf(() => Catalog.fromString('Schema: 1\n'))!.message).toBe('line 1:1: Schema must be a string, got the number 1; quote it, or remove it');
    expect(errorOf(() => Catalog.fromString('schema: olm.package\nNAME: [a]\n'))!.message).toBe('line 2:1: NAME must be a string, got a list; quote it, or remove it');
  });
});
