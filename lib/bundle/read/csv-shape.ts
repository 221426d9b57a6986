import { describeType, field, isMap, type JsonMap, stringField } from '../../formats/json/json-value';
import { nearestPosition, type ValuePath } from '../../formats/json/source-position';
import { MANIFESTS } from '../files/bundle-files';
import type { Problems } from '../model/bundle-error';
import { BundleErrorCode } from '../model/bundle-problem';
import { missingStrings, olmProperties } from '../model/bundle-property';
import { csvSpec } from '../model/go-types';
import type { Manifest } from '../model/manifest';
import { otherCaseRemedy } from './other-case';

const CSV_KIND = 'ClusterServiceVersion';

/**
 * Checks that the manifests contain exactly one ClusterServiceVersion, with the fields that everything else is derived from. A missing
 * ClusterServiceVersion is not reported if a manifest could not be read, since that may be it.
 */
export function checkCsv(manifests: readonly Manifest[], problems: Problems): void {
  const [csv, ...more] = manifests.filter((manifest) => manifest.kind === CSV_KIND);
  if (csv === undefined) {
    if (problems.list.length === 0) {
      problems.add(BundleErrorCode.CSV, `no ${CSV_KIND} in ${MANIFESTS}/; a bundle must contain exactly one`);
    }
    return;
  }
  for (const other of more) {
    const message = `this is a second ${CSV_KIND} beside ${csv.file}; a bundle must contain exactly one; move the other to its own bundle`;
    problems.add(BundleErrorCode.CSV, message, other.file, other._positionOf(['kind']));
  }
  new CsvShape(csv, problems).check();
}

class CsvShape {
  public constructor(
    private readonly csv: Manifest,
    private readonly problems: Problems,
  ) {}

  public check(): void {
    const { content } = this.csv;
    this.#metadata(content['metadata']);
    if (!isMap(content['spec'])) {
      this.#fault(['spec'], `the ${CSV_KIND} must have a spec, a map, got ${describeType(content['spec'])}${otherCaseRemedy(content, 'spec')}`);
      return;
    }
    const spec = csvSpec(this.csv.content['spec']);
    const version = spec['version'];
    if (typeof version !== 'string' || version === '') {
      const remedy = typeof version === 'number' ? '; put it in quotes' : otherCaseRemedy(spec, 'version');
      this.#fault(['spec', 'version'], `spec.version must be a string, the version of the operator, got ${describeType(version)}${remedy}`);
    }
    this.#installModes(spec['installModes']);
    this.#apis(spec, 'customresourcedefinitions', ['name', 'version', 'kind']);
    this.#apis(spec, 'apiservicedefinitions', ['group', 'version', 'kind']);
    const { fault } = olmProperties(this.csv);
    if (fault !== undefined) {
      this.problems.add(BundleErrorCode.PROPERTIES, fault, this.csv.file, this.csv._positionOf(['metadata', 'annotations', 'olm.properties']));
    }
  }

  /** OLM and Kubernetes find the fields of metadata only by these names; opm and operator-sdk, in any case. */
  #metadata(metadata: unknown): void {
    if (this.csv.name === '') {
      const remedy = otherCaseRemedy(this.csv.content, 'metadata') || otherCaseRemedy(metadata, 'name');
      this.#fault(['metadata', 'name'], `the ${CSV_KIND} must have a name${remedy}`);
    }
    for (const name of ['annotations', 'labels']) {
      const remedy = otherCaseRemedy(metadata, name);
      if (remedy !== '') {
        const message = `metadata.${name} has another name here, with which only opm and operator-sdk find them${remedy}`;
        this.problems.add(BundleErrorCode.AMBIGUOUS, message, this.csv.file, this.csv._positionOf(['metadata']));
      }
    }
  }

  #installModes(modes: unknown): void {
    if (!Array.isArray(modes) || modes.length === 0) {
      const message = `spec.installModes must list the install modes, got ${Array.isArray(modes) ? 'an empty list' : describeType(modes)}; OLM does not install an operator without them`;
      this.#fault(['spec', 'installModes'], message);
      return;
    }
    for (const [index, mode] of modes.entries()) {
      if (stringField(mode, 'type') === undefined || typeof field(mode, 'supported') !== 'boolean') {
        this.#fault(['spec', 'installModes', index], 'an install mode must have type, a string, and supported, true or false');
      }
    }
  }

  #apis(spec: JsonMap, section: string, required: readonly string[]): void {
    const apis = spec[section];
    if (apis === undefined || apis === null) {
      return;
    }
    if (!isMap(apis)) {
      this.#fault(['spec', section], `spec.${section} must be a map, got ${describeType(apis)}`);
      return;
    }
    for (const side of ['owned', 'required']) {
      const list = apis[side] ?? [];
      if (!Array.isArray(list)) {
        this.#fault(['spec', section, side], `spec.${section}.${side} must be a list, got ${describeType(list)}`);
        continue;
      }
      for (const [index, api] of list.entries()) {
        this.#api(['spec', section, side, index], api, required);
      }
    }
  }

  #api(path: ValuePath, api: unknown, required: readonly string[]): void {
    const [, section, side] = path;
    const missing = missingStrings(api, required);
    if (missing !== undefined) {
      this.#fault(path, `an entry of spec.${section}.${side} ${missing}`);
    } else if (required[0] === 'name' && !stringField(api, 'name')!.includes('.')) {
      const name = stringField(api, 'name');
      this.#fault([...path, 'name'], `the name of a CustomResourceDefinition must be its plural, a dot and its group, got ${describeType(name)}`);
    }
  }

  /** Adds a problem at a path, or at its nearest parent in the file. */
  #fault(path: ValuePath, message: string): void {
    const position = this.problems.listsMore ? nearestPosition((around) => this.csv._positionOf(around), path) : undefined;
    this.problems.add(BundleErrorCode.CSV, message, this.csv.file, position);
  }
}
