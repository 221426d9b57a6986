import { olmV1CustomResourceDefinitions } from '../../../../lib/olm/v1/crds/custom-resource-definitions';
import { OlmV1Version } from '../../../../lib/olm/v1/olm-v1-version';
import { rukpakCrds } from '../../../../lib/olm/rukpak/crds/rukpak-crds';
import { RukpakVersion } from '../../../../lib/olm/rukpak/rukpak-version';
import { CrdDescriptions } from '../../../../lib/formats/schema/custom-resource-definition';
import { firstMatch } from '../../../../lib/formats/cel/regular-expression';
import type { ValidationRule } from '../../../../lib/formats/schema/checks/json-schema';
import { ruleExpression } from '../../../../lib/formats/schema/checks/rule-expression';
import { values } from '../fields-of-schema';

const CRDS = [
  ...OlmV1Version.all.flatMap(version => olmV1CustomResourceDefinitions(version, true, CrdDescriptions.NONE)),
  ...RukpakVersion.all.flatMap(version => rukpakCrds(version, CrdDescriptions.NONE)),
];
const rules = [...new Set((values(CRDS, 'x-kubernetes-validations') as ValidationRule[][]).flat().map(({ rule }) => rule))];
const patterns = [...new Set(values(CRDS, 'pattern') as string[])];

describe('the CRDs of all releases of OLM v1 and RukPak', () => {
  it.each(rules)('have a rule that is evaluated here: %s', rule => {
    expect(ruleExpression(rule)).toBeDefined();
  });

  it.each(patterns)('have a pattern that compiles: %s', pattern => {
    expect(() => firstMatch(pattern, '')).not.toThrow();
  });
});
