import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';

import { Bundle } from '../../lib/bundle/bundle';
import { BundleErrorCode } from '../../lib/bundle/model/bundle-problem';
import { BundleValidation } from '../../lib/validation/bundle-validation';
import type { ValidationReport } from '../../lib/validation/validation-report';
import { FindingSeverity } from '../../lib/validation/model/finding';
import { ValidationSuite } from '../../lib/validation/model/suite';
import { readYaml } from '../../lib/formats/yaml/read-yaml';
import { inFolder, replaceFiles, withFiles, writeFiles } from '../builders/bundle-files';
import { tarOfFiles } from '../builders/tar-archive';
import { errorOf } from '../bundle/read/message';
import { ANNOTATIONS, changed, CRD, CSV, edited, found, validated } from './clean-bundle';
import { count, replaced } from './replaced-value';

describe('a valid bundle', () => {
  it('passes without findings', () => {
    const report = validated();
    expect(found(report)).toEqual([]);
    expect(report).toMatchObject({ source: '.', passed: true, errors: 0, warnings: 0, silenced: [] });
  });

  it('also passes if it was read before', () => {
    withFiles(changed(), (folder) => {
      const report = BundleValidation.ofBundle(Bundle.fromDirectory(folder));
      expect({ found: found(report), source: report.source }).toEqual({ found: [], source: folder });
    });
  });
});

describe('a finding', () => {
  it('has the rule, position, path, message and remedy', () => {
    const report = validated(edited(CSV, 'minKubeVersion: 1.27.0', 'minKubeVersion: v1.27'));
    expect(report.findings).toEqual([{
      ruleId: 'csv-minkube',
      suite: ValidationSuite.DEFAULT,
      severity: FindingSeverity.ERROR,
      file: CSV,
      line: 10,
      column: 3,
      path: 'spec.minKubeVersion',
      message: 'spec.minKubeVersion must be a full version such as 1.27.0, got "v1.27"',
      remedy: 'set all three numbers, without a v, such as 1.27.0',
      source: 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/csv.go',
      link: 'https://github.com/olm-constructs/olm-constructs/blob/main/docs/reference/validation-rules.md#csv-minkube',
    }]);
    expect(report.passed).toBe(false);
  });

  it('about a missing value has the position of the map that lacks it', () => {
    expect(found(validated(edited(CSV, '  displayName: Demo\n', '')))).toEqual([`csv-required ${CSV}:7:1`]);
  });

  it('has the same position in a bundle that was read before', () => {
    withFiles(changed(edited(CSV, '  displayName: Demo\n', '')), (folder) => {
      expect(found(BundleValidation.ofBundle(Bundle.fromDirectory(folder)))).toEqual([`csv-required ${CSV}:7:1`]);
    });
  });
});

describe('findings', () => {
  it('are sorted by file, line and rule', () => {
    const report = validated({
      ...edited(CSV, '  install:\n', '  relatedImages: [{name: a, image: A}, {name: b}]\n  install:\n'),
      ...edited(CRD, 'scope: Namespaced', 'scope: Wide'),
      ...edited(ANNOTATIONS, '  operators.operatorframework.io.bundle.channels.v1: stable\n', ''),
    });
    expect(found(report)).toEqual([
      `crd-scope ${CRD}:12:3`,
      `bundle-relatedimage ${CSV}:19:29`,
      `bundle-relatedimage ${CSV}:19:40`,
      `format-annotation-missing ${ANNOTATIONS}:1:1`,
      `format-channels-empty ${ANNOTATIONS}:1:1`,
    ]);
  });

  it('of several suites are reported once', () => {
    const suites = [ValidationSuite.CONTENT, ValidationSuite.DEFAULT];
    expect(found(validated(edited(CRD, 'scope: Namespaced', 'scope: Wide'), { suites }))).toEqual([`crd-scope ${CRD}:12:3`]);
  });
});

describe('a bundle that cannot be read completely', () => {
  it.each([
    ['without manifests/', { [CSV]: null, [CRD]: null }, ['format-manifests-dir', 'load-csv-missing']],
    ['without metadata/', { [ANNOTATIONS]: null }, ['format-metadata-dir']],
    ['with a CSV that is not YAML, without what only follows from it', { [CSV]: 'a: [\n' }, [`load-object ${CSV}:2:1`]],
    ['with a CSV without a kind, without what only follows from it', edited(CSV, 'kind: ClusterServiceVersion\n', ''), [`load-object ${CSV}:1:1`]],
    ['without a CSV', { [CSV]: null }, ['load-csv-missing', `format-mediatype ${ANNOTATIONS}:2:3`]],
    ['without a version', edited(CSV, '  version: 1.2.3\n', ''), [`loading-csv ${CSV}:7:1`]],
    ['with dependencies that are not YAML', { 'metadata/dependencies.yaml': 'a: [\n' }, ['loading-file metadata/dependencies.yaml:2:1']],
    ['with a property without a value', { 'metadata/properties.yaml': 'properties:\n- type: x\n' }, ['loading-properties metadata/properties.yaml:2:3']],
    ['with an empty file', { 'manifests/empty.yaml': '' }, ['load-object manifests/empty.yaml']],
    ['with a README', { 'manifests/README.md': 'Hello!\n' }, ['load-object manifests/README.md:1:1']],
    ['with a hidden file', { 'manifests/.x.yaml': 'a: 1\n' }, ['load-hidden-file manifests/.x.yaml']],
    ['with a folder in manifests/', { 'manifests/more/x.yaml': 'a: 1\n' }, ['load-folder manifests/more']],
    ['with bytes that are not UTF-8', { 'manifests/x.yaml': Buffer.from([0xff, 0xfe, 0x00]) }, ['load-object manifests/x.yaml:1:1']],
    ['with a string instead of a number', edited(CSV, 'replicas: 1', 'replicas: one'), [`load-csv-type ${CSV}:25:13`]],
    ['with a version that is a number', edited(CSV, 'version: 1.2.3', 'version: 1.2'), [`load-csv-type ${CSV}:9:3`]],
    ['with two CSVs', { 'manifests/two.yaml': changed()[CSV]! }, ['load-csv-several manifests/two.yaml:2:1']],
    ['with annotations that are a list', { [ANNOTATIONS]: 'annotations: []\n' },
      [`format-annotations-file ${ANNOTATIONS}:1:1`, `load-annotations ${ANNOTATIONS}:1:1`]],
  ])('is reported with its faults: %s', (_, changes, expected) => {
    expect(found(validated(changes))).toEqual(expected);
  });

  it('is reported with the file that hides the CSV from a tool', () => {
    const report = validated({ [CSV]: `# licence\n---\n${String(changed()[CSV])}` }, { suites: [ValidationSuite.DEFAULT] });
    expect(report.findings).toMatchObject([{ ruleId: 'load-csv-missing', file: CSV, line: 2, column: 1 }]);
    expect(report.findings[0]!.message).toContain('operator-sdk does not find this CSV: ');
  });

  it('is validated without a refused link', () => {
    withFiles(changed(edited(CSV, '  displayName: Demo\n', '')), (folder) => {
      symlinkSync('/etc/passwd', join(folder, 'manifests', 'link.yaml'));
      expect(found(BundleValidation.ofDirectory(folder))).toEqual([`csv-required ${CSV}:7:1`, 'read-unsafe-entry manifests/link.yaml']);
    });
  });

  it('is not validated further if a limit is exceeded', () => {
    const { findings } = validated({}, { maxFileBytes: 100 });
    expect(findings).toMatchObject([{ ruleId: 'read-limit', severity: 'error' }]);
  });

  it('may be a damaged archive', () => {
    inFolder((folder) => {
      const archive = join(folder, 'bundle.tar');
      writeFileSync(archive, 'no archive');
      expect(found(BundleValidation.ofArchive(archive))).toEqual(['read-bundle']);
      expect(found(BundleValidation.ofPath(archive))).toEqual(['read-bundle']);
    });
  });
});

describe('an archive', () => {
  it('is validated like a folder', () => {
    inFolder((folder) => {
      const archive = join(folder, 'bundle.tar');
      const files = changed({ ...edited(CSV, '  displayName: Demo\n', ''), 'manifests/more/notes.txt': 'x' });
      writeFileSync(archive, tarOfFiles(files, 'demo/'));
      expect(found(BundleValidation.ofArchive(archive))).toEqual([`olm-v0-csv ${CSV}:7:1`, 'load-folder manifests/more']);
      expect(found(BundleValidation.ofArchive(archive, { suites: [ValidationSuite.CONTENT] }))).toEqual([
        `csv-required ${CSV}:7:1`, 'content-unreadable manifests/more',
      ]);
    });
  });
});

describe('a path that is not a bundle', () => {
  it('is an error, not a finding', () => {
    inFolder((folder) => {
      expect(errorOf(() => BundleValidation.ofPath(join(folder, 'none')))).toMatchObject({ code: BundleErrorCode.NOT_FOUND });
      expect(errorOf(() => BundleValidation.ofArchive(folder))).toMatchObject({ code: BundleErrorCode.WRONG_KIND });
      mkdirSync(join(folder, 'empty'));
      expect(found(BundleValidation.ofDirectory(join(folder, 'empty')))).toEqual(['format-manifests-dir', 'format-metadata-dir', 'load-csv-missing']);
    });
  });
});

describe('a bundle with arbitrary content', () => {
  const suites = Object.values(ValidationSuite);
  const paths = [CSV, CRD, ANNOTATIONS, 'metadata/dependencies.yaml', 'manifests/other.yaml'];

  /** Calls a function with one that validates the clean bundle with a changed file, in the same folder each time. */
  function inOneFolder(run: (reportOn: (path: string, content: string | Buffer) => ValidationReport) => void): void {
    withFiles(changed(), (folder) => run((path, content) => {
      const { [path]: before } = changed();
      replaceFiles(folder, { [path]: content });
      try {
        return BundleValidation.ofDirectory(folder, { suites });
      } finally {
        rmSync(join(folder, path));
        writeFiles(folder, before === undefined ? {} : { [path]: before });
      }
    }));
  }

  const base = (path: string): unknown => parsed(String(changed()[path]));

  it('always has the same report', () => {
    inOneFolder((reportOn) => fc.assert(fc.property(fc.constantFrom(...paths), fc.jsonValue({ maxDepth: 4 }), (path, value) => {
      const [first, second] = [reportOn(path, JSON.stringify(value)), reportOn(path, JSON.stringify(value))];
      expect(first.toText()).toBe(second.toText());
    }), { numRuns: 60 }));
  });

  it.each([['a map', {}], ['a map with the names of methods', { toString: 1, valueOf: 2 }], ['a list', []], ['nothing', null]])('has a report if any field is %s', (_, value) => {
    inOneFolder((reportOn) => {
      for (const path of [CSV, CRD]) {
        for (let at = 0; at < count(base(path)); at += 1) {
          const content = JSON.stringify(replaced(base(path), at, value));
          expect(() => [path, at, reportOn(path, content).toSarif()]).not.toThrow();
        }
      }
    });
  });

  it('has a report if fields have any type', () => {
    inOneFolder((reportOn) => fc.assert(fc.property(fc.constantFrom(CSV, CRD), fc.nat(), fc.jsonValue({ maxDepth: 2 }), (path, at, value) => {
      expect(() => reportOn(path, JSON.stringify(replaced(base(path), at, value))).toSarif()).not.toThrow();
    }), { numRuns: 150 }));
  });

  it('has a report if files contain any bytes', () => {
    inOneFolder((reportOn) => fc.assert(fc.property(fc.constantFrom(...paths), fc.uint8Array({ maxLength: 60 }), (path, bytes) => {
      expect(() => reportOn(path, Buffer.from(bytes))).not.toThrow();
    }), { numRuns: 60 }));
  });
});

function parsed(yaml: string): unknown {
  return readYaml(yaml, { target: 'any', maxDepth: 100, maxNodes: 10_000 }).value;
}
