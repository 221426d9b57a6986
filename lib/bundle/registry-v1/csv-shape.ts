import { BundleErrorCode } from '../bundle-error';
import { describe, field, isMap, textField } from '../json-value';
import type { Manifest } from '../manifest';
import { olmProperties } from '../olm-properties';
import type { SourcePosition, ValuePath } from '../source-position';
import { MANIFESTS } from './bundle-files';
import { missingTexts } from './missing-texts';
import type { Problems } from './problems';

const CSV_KIND = 'ClusterServiceVersion';

/**
 * Checks that there is exactly one ClusterServiceVersion, and that it has what everything else is derived from. One that is missing is
 * no problem of its own when a manifest could not be read, since that may be it.
 */
export function checkCsv(manifests: readonly Manifest[], problems: Problems): void {
  const [csv, ...more] = manifests.filter((manifest) => manifest.kind === CSV_KIND);
  if (csv === undefined) {
    if (problems.list.length === 0) {
      problems.add(BundleErrorCode.CSV, `there is no ${CSV_KIND} in ${MANIFESTS}/; a bundle holds exactly one`);
    }
    return;
  }
  for (const other of more) {
    const message = `this is a second ${CSV_KIND} beside ${csv.file}; a bundle holds exactly one, so make it a bundle of its own`;
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
    if (this.csv.name === '') {
      this.#fault(['metadata', 'name'], `the ${CSV_KIND} must have a name`);
    }
    const spec = this.csv.content['spec'];
    if (!isMap(spec)) {
      this.#fault(['spec'], `the ${CSV_KIND} must have a spec, a map, got ${describe(spec)}`);
      return;
    }
    const version = spec['version'];
    if (typeof version !== 'string' || version === '') {
      const remedy = typeof version === 'number' ? '; put it into quotes' : '';
      this.#fault(['spec', 'version'], `spec.version must be text, the version of the operator, got ${describe(version)}${remedy}`);
    }
    this.#installModes(spec['installModes']);
    this.#apis('customresourcedefinitions', ['name', 'version', 'kind']);
    this.#apis('apiservicedefinitions', ['group', 'version', 'kind']);
    const { fault } = olmProperties(this.csv);
    if (fault !== undefined) {
      this.problems.add(BundleErrorCode.PROPERTIES, fault, this.csv.file, this.csv._positionOf(['metadata', 'annotations', 'olm.properties']));
    }
  }

  #installModes(modes: unknown): void {
    if (!Array.isArray(modes) || modes.length === 0) {
      const message = `spec.installModes must list the install modes, got ${Array.isArray(modes) ? 'an empty list' : describe(modes)}; OLM installs no operator without`;
      this.#fault(['spec', 'installModes'], message);
      return;
    }
    for (const [index, mode] of modes.entries()) {
      if (textField(mode, 'type') === undefined || typeof field(mode, 'supported') !== 'boolean') {
        this.#fault(['spec', 'installModes', index], 'an install mode must have a type, text, and supported, true or false');
      }
    }
  }

  #apis(section: string, required: readonly string[]): void {
    const apis = field(this.csv.content['spec'], section);
    if (apis === undefined || apis === null) {
      return;
    }
    if (!isMap(apis)) {
      this.#fault(['spec', section], `spec.${section} must be a map, got ${describe(apis)}`);
      return;
    }
    for (const side of ['owned', 'required']) {
      const list = apis[side] ?? [];
      if (!Array.isArray(list)) {
        this.#fault(['spec', section, side], `spec.${section}.${side} must be a list, got ${describe(list)}`);
        continue;
      }
      for (const [index, api] of list.entries()) {
        this.#api(['spec', section, side, index], api, required);
      }
    }
  }

  #api(path: ValuePath, api: unknown, required: readonly string[]): void {
    const [, section, side] = path;
    const missing = missingTexts(api, required);
    if (missing !== undefined) {
      this.#fault(path, `an entry of spec.${section}.${side} ${missing}`);
    } else if (required[0] === 'name' && !textField(api, 'name')!.includes('.')) {
      const name = textField(api, 'name');
      this.#fault([...path, 'name'], `the name of a CustomResourceDefinition must be its plural, a dot and its group, got ${describe(name)}`);
    }
  }

  /** Adds a problem at a path, or at the nearest value around it that the file holds. */
  #fault(path: ValuePath, message: string): void {
    let position: SourcePosition | undefined;
    for (let length = path.length; position === undefined && length >= 0 && this.problems.listsMore; length--) {
      position = this.csv._positionOf(path.slice(0, length));
    }
    this.problems.add(BundleErrorCode.CSV, message, this.csv.file, position);
  }
}
