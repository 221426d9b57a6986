import type { BundleProperty } from '../../bundle/model/bundle-property';
import { goJson } from '../../formats/json/go-json';
import type { ProvidedProperties } from '../entries/provided-properties';
import { constraintRequirement } from './constraint-property';
import { stringFields } from './go-fields';
import { packageRange } from './package-range';
import { apiRequirement, labelRequirement, packageRequirement, type Requirement } from './requirement';

/** Readers for the properties that require something. OLM ignores all other properties. */
const READERS: { readonly [type: string]: (property: BundleProperty) => Requirement } = {
  'olm.gvk.required': ({ value, type }) => apiRequirement(stringFields(value, ['group', 'version', 'kind'], type)),
  'olm.package.required': ({ value, type }) => {
    const { packageName, versionRange } = stringFields(value, ['packageName', 'versionRange'], type);
    return packageRequirement(packageName, packageRange(versionRange), versionRange);
  },
  'olm.label.required': ({ value, type }) => labelRequirement(stringFields(value, ['label'], type).label),
  'olm.constraint': constraintRequirement,
};

/** Reads the requirements of bundles. Equal properties are one requirement, so that its candidates are searched only once. */
export class Requirements {
  readonly #known = new Map<string, Requirement>();

  /**
   * Returns the requirements of a bundle, in the order of its properties.
   *
   * @throws ResolutionFailure if OLM cannot parse one of its properties
   */
  public of({ list }: ProvidedProperties): readonly Requirement[] {
    return list.filter(({ type }) => Object.hasOwn(READERS, type)).map((property) => this.#requirement(property));
  }

  #requirement(property: BundleProperty): Requirement {
    const key = `${property.type} ${goJson(property.value)}`;
    const found = this.#known.get(key) ?? READERS[property.type]!(property);
    this.#known.set(key, found);
    return found;
  }
}
