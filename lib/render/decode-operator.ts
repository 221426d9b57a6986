import type { Bundle } from '../bundle/bundle';
import { olmProperties, rawValue } from '../bundle/model/bundle-property';
import type { Manifest } from '../bundle/model/manifest';
import { defined } from '../formats/json/defined';
import { goJson } from '../formats/json/go-json';
import {
  field, fieldAt, integerField, isMap, type JsonMap, mapField, mapListField, stringField, stringListField, stringMapField,
} from '../formats/json/json-value';
import { formatPath, type ValuePath } from '../formats/json/source-position';
import { goDecode, type GoReader } from '../formats/yaml/go-decoder';
import { listOf, OBJECT, STRING, struct, type StructType } from '../formats/yaml/go-type';
import { goValue } from '../formats/yaml/go-value';
import { CRD_V1 } from '../validation/views/crd-type';
import { csvType } from '../validation/views/csv-type';
import type { Crd, Deployment, Operator, OtherObject, Permission, PlainObject, Webhook } from './model/operator';
import { RenderErrorCode, type RenderProblems } from './model/render-error';

const METADATA = struct(OBJECT);

/**
 * Decodes a bundle as OLM v1 does, and serializes the parts that become objects as Go does.
 *
 * @param compatible whether integers that are too large are truncated as in OLM v1, instead of being a problem
 * @param problems receives values of the wrong type
 */
export function decodeOperator(bundle: Bundle, compatible: boolean, problems: RenderProblems): Operator {
  return new OperatorDecoder(compatible ? 'converter' : 'kubernetes', problems).decode(bundle);
}

class OperatorDecoder {
  public constructor(
    private readonly reader: GoReader,
    private readonly problems: RenderProblems,
  ) {}

  public decode(bundle: Bundle): Operator {
    const { manifest } = bundle.csv;
    const csv = this.#decoded(manifest, manifest.content, [], csvType());
    const spec = goValue(field(csv, 'spec'), csvType().fields['spec']!);
    const strategy = fieldAt(csv, 'spec', 'install', 'spec');
    const objects = bundle.manifests.filter((each) => each !== manifest).flatMap((each) => listed(each));
    const isCrd = ({ content }: Listed): boolean => content['kind'] === 'CustomResourceDefinition';
    return {
      packageName: bundle.packageName,
      csv: manifest,
      name: manifest.name,
      annotations: annotationsWithProperties(bundle, stringMapField(mapField(csv, 'metadata'), 'annotations')),
      deployments: mapListField(fieldAt(spec, 'install', 'spec'), 'deployments').map(deploymentOf),
      permissions: permissionsOf(strategy, 'permissions'),
      clusterPermissions: permissionsOf(strategy, 'clusterPermissions'),
      webhooks: mapListField(spec, 'webhookdefinitions').map(webhookOf),
      ownedCrds: mapListField(fieldAt(spec, 'customresourcedefinitions'), 'owned').map((crd) => stringField(crd, 'name') ?? ''),
      ownedApiServices: mapListField(fieldAt(spec, 'apiservicedefinitions'), 'owned').length,
      installModes: mapListField(spec, 'installModes').filter((mode) => field(mode, 'supported') === true).map((mode) => stringField(mode, 'type') ?? ''),
      crds: objects.filter(isCrd).map((object) => this.#crd(object)),
      others: objects.filter((object) => !isCrd(object)).map((object) => this.#other(object)),
    };
  }

  #crd({ manifest, content, path }: Listed): Crd {
    const { status: _status, ...written } = goValue(this.#decoded(manifest, content, path, CRD_V1), CRD_V1) as PlainObject;
    const crd = { ...written, apiVersion: stringField(content, 'apiVersion') ?? '', kind: 'CustomResourceDefinition', metadata: mapField(written, 'metadata') };
    return { manifest, apiVersion: crd.apiVersion, name: stringField(crd.metadata, 'name') ?? '', content: crd };
  }

  #other({ manifest, content, path }: Listed): OtherObject {
    this.#faults(manifest, path, goDecode(content, METADATA, 'json').faults);
    const object = { ...content, apiVersion: stringField(content, 'apiVersion') ?? '', kind: stringField(content, 'kind') ?? '', metadata: mapField(content, 'metadata') };
    return { manifest, kind: object.kind, name: stringField(object.metadata, 'name') ?? '', content: object };
  }

  #decoded(manifest: Manifest, content: JsonMap, path: ValuePath, type: StructType): unknown {
    const { value, faults } = goDecode(content, type, this.reader);
    this.#faults(manifest, path, faults);
    return value;
  }

  #faults(manifest: Manifest, path: ValuePath, faults: ReturnType<typeof goDecode>['faults']): void {
    for (const fault of faults) {
      this.problems.addAt(RenderErrorCode.MANIFEST, manifest, [...path, ...fault.path], `${formatPath(fault.path)} ${fault.message}`);
    }
  }
}

/** An object in a file, which may be an item of a List. */
interface Listed {
  readonly manifest: Manifest;
  readonly content: JsonMap;
  readonly path: ValuePath;
}

function listed(manifest: Manifest, content: JsonMap = manifest.content, path: ValuePath = []): Listed[] {
  const items = content['items'];
  if (!(stringField(content, 'kind') ?? '').endsWith('List') || !Array.isArray(items)) {
    return [{ manifest, content, path }];
  }
  return items.flatMap((item: unknown, index) => (isMap(item) ? listed(manifest, item, [...path, 'items', index]) : []));
}

function deploymentOf(deployment: JsonMap): Deployment {
  const labels = stringMapField(deployment, 'label');
  return {
    name: stringField(deployment, 'name') ?? '',
    ...(Object.keys(labels).length === 0 ? {} : { labels }),
    spec: mapField(deployment, 'spec'),
  };
}

function permissionsOf(strategy: unknown, key: string): Permission[] {
  return mapListField(strategy, key).map(permissionOf);
}

const RULE = struct(
  { verbs: listOf(STRING), apiGroups: listOf(STRING), resources: listOf(STRING), resourceNames: listOf(STRING), nonResourceURLs: listOf(STRING) },
  ['verbs'],
);

const PERMISSION = struct({ serviceAccountName: STRING, rules: listOf(RULE) }, ['serviceAccountName', 'rules']);

/** Decodes a permission of a ClusterServiceVersion, with its fields in the order of the Go struct: names of roles contain a hash of it. */
function permissionOf(decoded: JsonMap): Permission {
  const { serviceAccountName, rules } = goValue(decoded, PERMISSION) as Permission;
  return { serviceAccountName, rules: rules?.map(ruleInOrder) ?? null };
}

function ruleInOrder(rule: JsonMap): JsonMap {
  return Object.fromEntries(Object.keys(RULE.fields).filter((name) => Object.hasOwn(rule, name)).map((name) => [name, rule[name]]));
}

function webhookOf(fields: JsonMap, index: number): Webhook {
  const targetPort = fields['targetPort'] as number | string | undefined;
  const webhookPath = stringField(fields, 'webhookPath');
  return {
    index,
    type: stringField(fields, 'type') ?? '',
    generateName: stringField(fields, 'generateName') ?? '',
    deploymentName: stringField(fields, 'deploymentName') ?? '',
    containerPort: integerField(fields, 'containerPort') ?? 0,
    ...defined({ targetPort, webhookPath }),
    conversionCrds: stringListField(fields, 'conversionCRDs'),
    rules: mapListField(fields, 'rules'),
    fields,
  };
}

const ANNOTATION = 'olm.properties';

/**
 * Returns the annotations of the ClusterServiceVersion, with the properties of metadata/properties.yaml appended to its own in the annotation
 * `olm.properties`.
 *
 * @see https://github.com/operator-framework/operator-controller/blob/main/internal/operator-controller/rukpak/bundle/source/source.go
 */
export function annotationsWithProperties(bundle: Bundle, annotations: { readonly [key: string]: string }): { readonly [key: string]: string } {
  const own = olmProperties(bundle.csv.manifest).properties;
  const fromFile = bundle.properties.slice(0, bundle.properties.length - own.length);
  if (fromFile.length === 0) {
    return annotations;
  }
  const properties = [
    ...own.map((property) => ({ type: property.type, json: rawValue(property).replace(HTML, escapedHtml) })),
    ...fromFile.map(({ type, value }) => ({ type, json: goJson(value) })),
  ];
  return { ...annotations, [ANNOTATION]: `[${properties.map(({ type, json }) => `{"type":${goJson(type)},"value":${json}}`).join(',')}]` };
}

/** Characters that Go escapes even in JSON that it does not decode. */
const HTML = /[<>&\u2028\u2029]/g;

function escapedHtml(character: string): string {
  return goJson(character).slice(1, -1);
}
