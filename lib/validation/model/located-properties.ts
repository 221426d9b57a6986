import { METADATA } from '../../bundle/files/bundle-files';
import { annotationEntries } from '../../bundle/model/bundle-property';
import { defined } from '../../formats/json/defined';
import { goField } from '../../formats/json/folded-keys';
import { isMap, type JsonMap } from '../../formats/json/json-value';
import type { BundleView } from './bundle-view';
import { annotationsOf } from './csv-parts';
import { type Located, locatedMaps } from './rule';

/** An entry in the properties of a bundle, as in its file. */
export interface LocatedProperty extends Located<JsonMap> {
  readonly file: string;
}

/** Returns the properties in the files of metadata/, and in the annotation `olm.properties` of the CSV if it is a list. */
export function locatedProperties(view: BundleView): LocatedProperty[] {
  return [...propertiesInFiles(view), ...propertiesInAnnotation(view)];
}

function propertiesInFiles({ documents }: BundleView): LocatedProperty[] {
  return [...documents.values()].filter(({ file }) => file.startsWith(`${METADATA}/`)).flatMap(({ file, value }) => (
    locatedMaps({ properties: goField(value, 'properties') }, 'properties', []).map((property) => ({ ...property, file }))
  ));
}

function propertiesInAnnotation({ csv }: BundleView): LocatedProperty[] {
  const json = csv === undefined ? undefined : annotationsOf(csv)['olm.properties'];
  if (csv === undefined || json === undefined) {
    return [];
  }
  let entries: ReturnType<typeof annotationEntries>;
  try {
    entries = annotationEntries(json);
  } catch {
    return [];
  }
  const path = ['metadata', 'annotations', 'olm.properties'];
  return (Array.isArray(entries) ? entries : []).flatMap(({ content, type, value }) => (
    isMap(content) ? [{ value: defined({ ...content, type, value }), path, file: csv.file }] : []
  ));
}
