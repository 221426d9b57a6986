import type * as ReadYaml from '../../../lib/formats/yaml/read-yaml';

const actual = jest.requireActual<typeof ReadYaml>('../../../lib/formats/yaml/read-yaml');

/** Results of earlier reads, by options and string. */
const documents = new Map<string, Map<string, ReadYaml.YamlDocument>>();

/**
 * Stands in for `lib/formats/yaml/read-yaml` in a test file that reads the same strings many times, and reads each of them once. Documents are
 * frozen, so that sharing them has no effect.
 */
export const readYaml: typeof ReadYaml.readYaml = (text, options) => {
  const key = JSON.stringify(options);
  const known = documents.get(key) ?? new Map<string, ReadYaml.YamlDocument>();
  documents.set(key, known);
  const document = known.get(text) ?? actual.readYaml(text, options);
  known.set(text, document);
  return document;
};

export const { locator, readPiece, refuseControlCharacters } = actual;
