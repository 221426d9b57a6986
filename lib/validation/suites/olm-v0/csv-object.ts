import { field, isMap, type JsonMap, stringField } from '../../../formats/json/json-value';
import { formatPath } from '../../../formats/json/source-position';
import { OLM_GROUP } from '../../../formats/schema/api-groups';
import { objectProblems } from '../../../formats/schema/checks/object-problems';
import { pathOfField } from '../../../formats/schema/checks/value-problems';
import { CrdDescriptions } from '../../../formats/schema/custom-resource-definition';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import { goDecode } from '../../../formats/yaml/go-decoder';
import { goValue } from '../../../formats/yaml/go-value';
import { customResourceDefinitions } from '../../../olm/v0/crds/custom-resource-definitions';
import { OlmVersion } from '../../../olm/v0/model/olm-version';
import { csvRule, specOf } from '../../model/csv-parts';
import { FindingSeverity } from '../../model/finding';
import type { Fault, Rule } from '../../model/rule';
import { csvType } from '../../views/csv-type';

const CSV_CRD = `clusterserviceversions.${OLM_GROUP}`;
const { ERROR } = FindingSeverity;

/** Strategy that OLM knows; it is a name, and the only one. */
const STRATEGY = 'deployment';

/** Rules about the CSV as the object that OLM v0 creates in the cluster. */
export const CSV_OBJECT_RULES: readonly Rule[] = [
  csvRule({
    id: 'olm-v0-csv',
    severity: ERROR,
    summary: 'the cluster accepts the CSV: its values have the types of OLM, and fit the schema of its CRD',
    remedy: 'correct the value; OLM v0 installs nothing of the bundle otherwise',
    source: 'https://github.com/operator-framework/api/blob/master/crds/operators.coreos.com_clusterserviceversions.yaml',
  }, ({ json }) => csvFaults(json)),
  csvRule({
    id: 'olm-v0-strategy',
    severity: ERROR,
    summary: `spec.install.strategy is ${STRATEGY}`,
    remedy: `set it to ${STRATEGY}, in lowercase`,
    source: 'https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/install/resolver.go',
  }, function* (csv) {
    const strategy = stringField(field(specOf(csv), 'install'), 'strategy') ?? STRATEGY;
    if (strategy !== '' && strategy !== STRATEGY) {
      yield { message: `OLM v0 does not know the install strategy ${JSON.stringify(strategy)}`, path: ['spec', 'install', 'strategy'] };
    }
  }),
];

/** Yields values that OLM cannot decode or, if it can decode all, those that the API server refuses. */
function* csvFaults(json: JsonMap): Iterable<Fault> {
  const { value, faults } = goDecode(json, csvType(), 'json');
  yield* faults.map(({ path, message }): Fault => ({ message: `${formatPath(path)} ${message}`, path }));
  if (faults.length > 0) {
    return;
  }
  const sent = goValue(value, csvType());
  // OLM creates a CSV with its own API version, whatever that in the file is.
  const object = { ...(isMap(sent) ? sent : {}), apiVersion: `${OLM_GROUP}/v1alpha1`, kind: json['kind'] };
  for (const { field: name, message } of objectProblems(csvCrd(), object)) {
    yield { message: `${name} ${message}`, path: pathOfField(name) };
  }
}

let crd: KubernetesManifest | undefined;

/** Returns the CRD of CSVs in the newest release: what it refuses, the earlier ones refuse, too. */
function csvCrd(): KubernetesManifest {
  crd ??= customResourceDefinitions(OlmVersion.DEFAULT, CrdDescriptions.NONE).find(({ metadata }) => metadata?.name === CSV_CRD)!;
  return crd;
}
