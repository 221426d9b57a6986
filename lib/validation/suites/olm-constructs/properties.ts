import { exactJson } from '../../../formats/json/exact-json';
import { goField } from '../../../formats/json/folded-keys';
import { parseTolerantVersion, parseVersion } from '../../../formats/semver/version';
import { nearestNames } from '../../../text/suggest-names';
import type { BundleView } from '../../model/bundle-view';
import { FindingSeverity } from '../../model/finding';
import { locatedProperties } from '../../model/located-properties';
import { isRequirement, parseRequirement, RequirementError } from '../../model/requirement-property';
import type { Fault, Rule } from '../../model/rule';

const OPENSHIFT = 'https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/operators/openshift/helpers.go';
const PROPERTIES = 'https://olm.operatorframework.io/docs/reference/file-based-catalogs/#properties';
const MAX_OPENSHIFT = 'olm.maxOpenShiftVersion';
const { ERROR, WARNING } = FindingSeverity;

/** Types of properties that OLM, opm or the console of OpenShift reads. The prefix `olm.` is reserved for them. */
const KNOWN_TYPES = [
  'olm.package', 'olm.gvk', 'olm.label', 'olm.package.required', 'olm.gvk.required', 'olm.label.required', 'olm.constraint', 'olm.deprecated',
  'olm.bundle.object', 'olm.csv.metadata', 'olm.substitutesFor', MAX_OPENSHIFT,
];

/** Rules about the properties in metadata/ and in the annotation `olm.properties`. */
export const PROPERTY_RULES: readonly Rule[] = [
  {
    id: 'property-requirement',
    severity: ERROR,
    summary: 'OLM can parse each requirement in the properties',
    remedy: 'correct the property; OLM resolves nothing in a namespace where such a bundle is a candidate',
    source: 'https://github.com/operator-framework/api/blob/master/pkg/constraints/constraint.go',
    check: requirementFaults,
  },
  {
    id: 'property-unknown',
    severity: WARNING,
    summary: 'each property whose type begins with olm. has a type that OLM reads',
    remedy: 'correct the type, or use another prefix: OLM reserves olm., and ignores types that it does not know',
    source: PROPERTIES,
    *check(view) {
      for (const { value: property, file, path } of locatedProperties(view)) {
        const type = goField(property, 'type');
        if (typeof type === 'string' && type.startsWith('olm.') && !KNOWN_TYPES.includes(type)) {
          const nearest = nearestNames(type, KNOWN_TYPES);
          yield { message: `OLM ignores the property of type ${JSON.stringify(type)}${nearest.length === 0 ? '' : `; did you mean ${nearest.join(' or ')}?`}`, file, path };
        }
      }
    },
  },
  {
    id: 'upgrade-max-openshift',
    severity: ERROR,
    summary: `the property ${MAX_OPENSHIFT} is set at most once, to a major and minor version`,
    remedy: 'set one property, to a string such as "4.17"; OpenShift blocks its own upgrades while the value is invalid',
    source: OPENSHIFT,
    check: maximumFaults,
  },
];

function* requirementFaults(view: BundleView): Iterable<Fault> {
  for (const { value: entry, file, path } of locatedProperties(view)) {
    const type = goField(entry, 'type');
    const value = goField(entry, 'value');
    if (typeof type !== 'string' || value === undefined || !isRequirement({ type, value })) {
      continue;
    }
    try {
      parseRequirement({ type, value });
    } catch (error) {
      if (!(error instanceof RequirementError)) {
        throw error;
      }
      const message = `a property of type ${type} is not readable: ${error.message}`;
      yield error.isLimit ? { message, file, path, severity: WARNING } : { message, file, path };
    }
  }
}

function* maximumFaults(view: BundleView): Iterable<Fault> {
  const maxima = locatedProperties(view).filter(({ value }) => goField(value, 'type') === MAX_OPENSHIFT);
  for (const [index, { value: property, file, path }] of maxima.entries()) {
    const value = goField(property, 'value');
    const version = typeof value === 'string' ? parseVersion(parseTolerantVersion(value) ?? '') : undefined;
    if (index > 0) {
      yield { message: `the property ${MAX_OPENSHIFT} is already set`, file, path };
    }
    if (version === undefined) {
      yield { message: `the value of ${MAX_OPENSHIFT} must be a string such as "4.17", got ${exactJson(value) ?? 'nothing'}`, file, path };
    } else if (version.numbers[2] !== 0n || version.preRelease.length > 0 || version.build.length > 0) {
      yield { message: `the value of ${MAX_OPENSHIFT} must have only a major and a minor number, got ${exactJson(value)}`, file, path };
    }
  }
}
