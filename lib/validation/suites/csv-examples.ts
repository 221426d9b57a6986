import { jsonFault } from '../../formats/json/json-syntax';
import { isMap, mapListField, stringField } from '../../formats/json/json-value';
import type { BundleObject } from '../model/bundle-view';
import { annotationsOf, gvkText, readExamples } from '../model/csv-parts';
import { FindingSeverity } from '../model/finding';
import type { CsvRule } from './csv-install-modes';

const ALM_EXAMPLES = 'alm-examples';
const OLM_EXAMPLES = 'olm.examples';
const ANNOTATIONS = ['metadata', 'annotations'];

/** Rules about the examples of custom resources in an annotation of the CSV. */
export const EXAMPLE_RULES: readonly CsvRule[] = [
  {
    id: 'csv-annotations',
    severity: FindingSeverity.WARNING,
    summary: 'the CSV has examples of its custom resources',
    remedy: `add the annotation ${ALM_EXAMPLES}: a JSON list with an example of each owned API`,
    *check(csv) {
      const annotations = annotationsOf(csv);
      const none = Object.keys(annotations).length === 0;
      if (none || examplesOf(csv) === undefined) {
        const message = none ? 'the CSV has no annotations, so it has no examples of its custom resources' : `the annotation ${ALM_EXAMPLES} is missing`;
        yield { message, file: csv.file, path: none ? ['metadata'] : ANNOTATIONS };
      }
    },
  },
  {
    id: 'csv-examples-both',
    severity: FindingSeverity.WARNING,
    summary: `examples are in one of the annotations ${ALM_EXAMPLES} and ${OLM_EXAMPLES}`,
    remedy: `remove ${OLM_EXAMPLES} and keep ${ALM_EXAMPLES}`,
    *check(csv) {
      const annotations = annotationsOf(csv);
      if (Object.hasOwn(annotations, ALM_EXAMPLES) && Object.hasOwn(annotations, OLM_EXAMPLES)) {
        const message = `the CSV has both ${ALM_EXAMPLES} and ${OLM_EXAMPLES}; the second is ignored`;
        yield { message, file: csv.file, path: [...ANNOTATIONS, OLM_EXAMPLES] };
      }
    },
  },
  {
    id: 'csv-examples-json',
    severity: FindingSeverity.ERROR,
    summary: 'the examples are a JSON list of Kubernetes objects',
    remedy: 'write a JSON list of objects, each with apiVersion and kind',
    *check(csv) {
      const examples = examplesOf(csv);
      const fault = examples === undefined ? undefined : exampleFault(examples.json);
      if (fault !== undefined) {
        yield { message: `the examples ${fault}`, file: csv.file, path: examples!.path };
      }
    },
  },
  {
    id: 'csv-owned-name',
    severity: FindingSeverity.ERROR,
    summary: 'the name of an owned CRD has the form <plural>.<group>',
    remedy: 'set the full name of the CRD, such as memcacheds.cache.example.com',
    *check(csv) {
      if (validExamples(csv) === undefined) {
        return;
      }
      for (const { name, index } of ownedCrds(csv)) {
        if (!name.includes('.')) {
          const message = `the owned CRD name ${JSON.stringify(name)} has no group`;
          yield { message, file: csv.file, path: [...ownedPath('customresourcedefinitions'), index, 'name'], value: name };
        }
      }
    },
  },
  {
    id: 'csv-examples-unprovided',
    severity: FindingSeverity.ERROR,
    summary: 'each example belongs to an owned API',
    remedy: 'correct apiVersion and kind of the example, or remove the example',
    *check(csv) {
      const examples = validExamples(csv);
      const provided = providedApis(csv);
      for (const api of examples?.apis ?? []) {
        if (!provided.has(api)) {
          yield { message: `an example is of ${api}, which the CSV does not own`, file: csv.file, path: examples!.path, value: api };
        }
      }
    },
  },
  {
    id: 'csv-examples-missing',
    severity: FindingSeverity.WARNING,
    summary: 'each owned API has an example',
    remedy: `add an example to the annotation ${ALM_EXAMPLES}`,
    *check(csv) {
      const examples = validExamples(csv);
      for (const [api, path] of examples === undefined ? [] : providedApis(csv)) {
        if (!examples!.apis.has(api)) {
          yield { message: `the owned API ${api} has no example`, file: csv.file, path, value: api };
        }
      }
    },
  },
];

interface Examples {
  readonly json: string;
  readonly path: readonly string[];
}

function examplesOf(csv: BundleObject): Examples | undefined {
  const annotations = annotationsOf(csv);
  const key = [ALM_EXAMPLES, OLM_EXAMPLES].find((name) => Object.hasOwn(annotations, name));
  return key === undefined ? undefined : { json: annotations[key]!, path: [...ANNOTATIONS, key] };
}

function exampleFault(json: string): string | undefined {
  if (json === '') {
    return undefined;
  }
  const fault = jsonFault(json);
  if (fault !== undefined) {
    return `are not valid JSON: ${fault}`;
  }
  const examples = readExamples(json);
  return 'fault' in examples ? examples.fault : undefined;
}

/** Returns the APIs of the examples, or undefined if there are none or they are invalid. */
function validExamples(csv: BundleObject): { readonly apis: ReadonlySet<string>; readonly path: readonly string[] } | undefined {
  const examples = examplesOf(csv);
  if (examples === undefined || exampleFault(examples.json) !== undefined) {
    return undefined;
  }
  const read = examples.json === '' ? { apis: new Set<string>() } : readExamples(examples.json);
  return 'fault' in read ? undefined : { apis: read.apis, path: examples.path };
}

function ownedPath(section: string): (string | number)[] {
  return ['spec', section, 'owned'];
}

function ownedCrds(csv: BundleObject): { readonly name: string; readonly version: string; readonly kind: string; readonly index: number }[] {
  const spec = csv.json['spec'];
  return mapListField(isMap(spec) ? spec['customresourcedefinitions'] : undefined, 'owned').map((crd, index) => ({
    name: stringField(crd, 'name') ?? '',
    version: stringField(crd, 'version') ?? '',
    kind: stringField(crd, 'kind') ?? '',
    index,
  }));
}

/** Returns the owned APIs with the paths of their declarations. */
function providedApis(csv: BundleObject): Map<string, (string | number)[]> {
  const provided = new Map<string, (string | number)[]>();
  for (const { name, version, kind, index } of ownedCrds(csv)) {
    if (name.includes('.')) {
      provided.set(gvkText(name.slice(name.indexOf('.') + 1), version, kind), [...ownedPath('customresourcedefinitions'), index]);
    }
  }
  const spec = csv.json['spec'];
  mapListField(isMap(spec) ? spec['apiservicedefinitions'] : undefined, 'owned').forEach((api, index) => {
    const gvk = gvkText(stringField(api, 'group') ?? '', stringField(api, 'version') ?? '', stringField(api, 'kind') ?? '');
    provided.set(gvk, [...ownedPath('apiservicedefinitions'), index]);
  });
  return provided;
}
