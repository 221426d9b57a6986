import { isMap, mapsField, textField, textMapField } from '../../json-value';
import { jsonFault } from '../json-syntax';
import { FindingSeverity } from '../severity';
import type { SubjectObject } from '../subject';
import { gvkText, readExamples } from '../custom-resource-examples';
import type { CsvRule } from './csv-install-modes';

const ALM_EXAMPLES = 'alm-examples';
const OLM_EXAMPLES = 'olm.examples';
const ANNOTATIONS = ['metadata', 'annotations'];

/** Rules about the examples of custom resources, which the ClusterServiceVersion has in an annotation. */
export const EXAMPLE_RULES: readonly CsvRule[] = [
  {
    id: 'csv-annotations',
    severity: FindingSeverity.WARNING,
    summary: 'the ClusterServiceVersion has examples of its custom resources',
    remedy: `add the annotation ${ALM_EXAMPLES} with a JSON list of examples, one for each owned API`,
    *check(csv) {
      const annotations = annotationsOf(csv);
      const none = Object.keys(annotations).length === 0;
      if (none || examplesOf(csv) === undefined) {
        const message = none ? 'the ClusterServiceVersion has no annotations, and so no examples of its custom resources' : `there is no annotation ${ALM_EXAMPLES}`;
        yield { message, file: csv.file, path: none ? ['metadata'] : ANNOTATIONS };
      }
    },
  },
  {
    id: 'csv-examples-both',
    severity: FindingSeverity.WARNING,
    summary: `examples stand in one of the annotations ${ALM_EXAMPLES} and ${OLM_EXAMPLES}`,
    remedy: `keep ${ALM_EXAMPLES}, and remove ${OLM_EXAMPLES}`,
    *check(csv) {
      const annotations = annotationsOf(csv);
      if (Object.hasOwn(annotations, ALM_EXAMPLES) && Object.hasOwn(annotations, OLM_EXAMPLES)) {
        const message = `there are both ${ALM_EXAMPLES} and ${OLM_EXAMPLES}, and nobody reads the second`;
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
      const fault = examples === undefined ? undefined : exampleFault(examples.text);
      if (fault !== undefined) {
        yield { message: `the examples ${fault}`, file: csv.file, path: examples!.path };
      }
    },
  },
  {
    id: 'csv-owned-name',
    severity: FindingSeverity.ERROR,
    summary: 'the name of an owned CRD is its plural name, a dot, and its group',
    remedy: 'write the name of the CustomResourceDefinition, such as memcacheds.cache.example.com',
    *check(csv) {
      if (goodExamples(csv) === undefined) {
        return;
      }
      for (const { name, index } of ownedCrds(csv)) {
        if (!name.includes('.')) {
          const message = `the name ${JSON.stringify(name)} of an owned CRD has no group`;
          yield { message, file: csv.file, path: [...ownedPath('customresourcedefinitions'), index, 'name'], value: name };
        }
      }
    },
  },
  {
    id: 'csv-examples-unprovided',
    severity: FindingSeverity.ERROR,
    summary: 'each example is of an owned API',
    remedy: 'correct apiVersion and kind of the example, or remove it',
    *check(csv) {
      const examples = goodExamples(csv);
      const provided = providedApis(csv);
      for (const api of examples?.apis ?? []) {
        if (!provided.has(api)) {
          yield { message: `there is an example of ${api}, which is no owned API`, file: csv.file, path: examples!.path, value: api };
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
      const examples = goodExamples(csv);
      for (const [api, path] of examples === undefined ? [] : providedApis(csv)) {
        if (!examples!.apis.has(api)) {
          yield { message: `the owned API ${api} has no example`, file: csv.file, path, value: api };
        }
      }
    },
  },
];

interface Examples {
  readonly text: string;
  readonly path: readonly string[];
}

function annotationsOf(csv: SubjectObject): { readonly [key: string]: string } {
  return textMapField(csv.json['metadata'], 'annotations');
}

function examplesOf(csv: SubjectObject): Examples | undefined {
  const annotations = annotationsOf(csv);
  const key = [ALM_EXAMPLES, OLM_EXAMPLES].find((name) => Object.hasOwn(annotations, name));
  return key === undefined ? undefined : { text: annotations[key]!, path: [...ANNOTATIONS, key] };
}

function exampleFault(text: string): string | undefined {
  if (text === '') {
    return undefined;
  }
  const fault = jsonFault(text);
  if (fault !== undefined) {
    return `are not JSON: ${fault}`;
  }
  const examples = readExamples(text);
  return 'fault' in examples ? examples.fault : undefined;
}

/** The APIs of the examples; undefined where there are none, or where they cannot be read. */
function goodExamples(csv: SubjectObject): { readonly apis: ReadonlySet<string>; readonly path: readonly string[] } | undefined {
  const examples = examplesOf(csv);
  if (examples === undefined || exampleFault(examples.text) !== undefined) {
    return undefined;
  }
  const read = examples.text === '' ? { apis: new Set<string>() } : readExamples(examples.text);
  return 'fault' in read ? undefined : { apis: read.apis, path: examples.path };
}

function ownedPath(section: string): (string | number)[] {
  return ['spec', section, 'owned'];
}

function ownedCrds(csv: SubjectObject): { readonly name: string; readonly version: string; readonly kind: string; readonly index: number }[] {
  const spec = csv.json['spec'];
  return mapsField(isMap(spec) ? spec['customresourcedefinitions'] : undefined, 'owned').map((crd, index) => ({
    name: textField(crd, 'name') ?? '',
    version: textField(crd, 'version') ?? '',
    kind: textField(crd, 'kind') ?? '',
    index,
  }));
}

/** The owned APIs, and where they are declared. */
function providedApis(csv: SubjectObject): Map<string, (string | number)[]> {
  const provided = new Map<string, (string | number)[]>();
  for (const { name, version, kind, index } of ownedCrds(csv)) {
    if (name.includes('.')) {
      provided.set(gvkText(name.slice(name.indexOf('.') + 1), version, kind), [...ownedPath('customresourcedefinitions'), index]);
    }
  }
  const spec = csv.json['spec'];
  mapsField(isMap(spec) ? spec['apiservicedefinitions'] : undefined, 'owned').forEach((api, index) => {
    const text = gvkText(textField(api, 'group') ?? '', textField(api, 'version') ?? '', textField(api, 'kind') ?? '');
    provided.set(text, [...ownedPath('apiservicedefinitions'), index]);
  });
  return provided;
}
