import { Catalog } from '../../../lib/bundle/catalog/catalog';
import { CatalogError } from '../../../lib/bundle/catalog/catalog-error';
import { toYaml } from '../../../lib/bundle/yaml/write';
import type { CatalogVerdict } from './verdicts';
import { catalogVerdicts, WITHOUT_VERDICTS } from './verdicts';

const VERDICTS = catalogVerdicts();

/** What this library says of a catalog, in the form of the record. */
function verdictOf(text: string): Pick<CatalogVerdict, 'heads' | 'defaultChannels'> | 'refused' {
  try {
    const { packages } = Catalog.fromText(text);
    return {
      heads: Object.fromEntries(packages.flatMap(({ name, channels }) => channels.map((channel) => [`${name}/${channel.name}`, channel.head.name]))),
      defaultChannels: Object.fromEntries(packages.map(({ name, defaultChannel }) => [name, defaultChannel.name])),
    };
  } catch (error) {
    expect(error).toBeInstanceOf(CatalogError);
    return 'refused';
  }
}

const FORMS: readonly (readonly [string, (documents: readonly object[]) => string])[] = [
  ['JSON', (documents) => documents.map((document) => JSON.stringify(document)).join('\n')],
  ['YAML', (documents) => documents.map((document) => `---\n${toYaml(document)}`).join('')],
];

describe('a recorded catalog gets the verdict of opm', () => {
  if (VERDICTS.length === 0) {
    it.todo(WITHOUT_VERDICTS);
    return;
  }

  it('in all of its records', () => {
    expect(VERDICTS).toHaveLength(688);
  });

  describe.each(FORMS)('as %s', (_form, textOf) => {
    it.each(VERDICTS.map((verdict) => [verdict.id, verdict.what, verdict] as const))('%s: %s', (_id, _what, verdict) => {
      const expected = verdict.error === undefined ? { heads: verdict.heads ?? {}, defaultChannels: verdict.defaultChannels ?? {} } : 'refused';
      expect(verdictOf(textOf(verdict.fbc ?? []))).toEqual(expected);
    });
  });
});
