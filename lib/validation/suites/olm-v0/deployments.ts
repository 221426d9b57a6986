import { field, fieldAt, isMap, type JsonMap, stringField, stringMapField } from '../../../formats/json/json-value';
import { labelErrors } from '../../../formats/schema/checks/kubernetes-names';
import { containersOf, csvRule, deploymentsOf, initContainersOf, podSpecOf } from '../../model/csv-parts';
import { FindingSeverity } from '../../model/finding';
import type { Fault, Located, Rule } from '../../model/rule';

const VALIDATION = 'https://github.com/kubernetes/kubernetes/blob/master/pkg/apis/apps/validation/validation.go';
const { ERROR } = FindingSeverity;

/** Rules about deployments of the CSV that the API server refuses, although they fit the schema of the CSV. */
export const DEPLOYMENT_OBJECT_RULES: readonly Rule[] = [
  csvRule({
    id: 'olm-v0-deployment',
    severity: ERROR,
    summary: 'the API server accepts each deployment',
    remedy: 'correct the deployment; OLM v0 cannot create it, and does not start the operator',
    source: VALIDATION,
  }, function* (csv) {
    for (const deployment of deploymentsOf(csv)) {
      yield* selectorFaults(deployment);
      yield* podFaults(deployment);
    }
  }),
];

function* selectorFaults({ value, path }: Located<JsonMap>): Iterable<Fault> {
  const selector = fieldAt(value, 'spec', 'selector');
  const labels = stringMapField(fieldAt(value, 'spec', 'template', 'metadata'), 'labels');
  if (isMap(selector) && field(selector, 'matchLabels') === undefined && field(selector, 'matchExpressions') === undefined) {
    yield { message: 'the selector of the deployment is empty', path: [...path, 'spec', 'selector'] };
  }
  for (const [key, wanted] of Object.entries(stringMapField(selector, 'matchLabels'))) {
    if (labels[key] !== wanted) {
      const message = `the selector of the deployment has ${key}=${wanted}, and the labels of its pods do not`;
      yield { message, path: [...path, 'spec', 'selector', 'matchLabels', key] };
    }
  }
}

function* podFaults(deployment: Located<JsonMap>): Iterable<Fault> {
  const pod = podSpecOf(deployment);
  const restartPolicy = stringField(pod.value, 'restartPolicy') ?? '';
  if (restartPolicy !== '' && restartPolicy !== 'Always') {
    yield { message: `the restartPolicy of a deployment must be Always, got ${JSON.stringify(restartPolicy)}`, path: [...pod.path, 'restartPolicy'] };
  }
  const containers = containersOf(deployment);
  if (containers.length === 0) {
    yield { message: 'the deployment has no container', path: pod.path };
  }
  for (const { value, path } of [...initContainersOf(deployment), ...containers]) {
    const name = stringField(value, 'name') ?? '';
    yield* labelErrors(name).map((requirement): Fault => ({ message: `the name of a container must ${requirement}, got ${JSON.stringify(name)}`, path: [...path, 'name'] }));
    if ((stringField(value, 'image') ?? '') === '') {
      yield { message: `the container ${JSON.stringify(name)} has no image`, path };
    }
  }
}
