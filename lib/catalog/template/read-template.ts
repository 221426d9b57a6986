import { FieldNames } from '../../formats/json/folded-keys';
import { describeType, field, isMap, stringField } from '../../formats/json/json-value';
import { repeatedKey } from '../../formats/yaml/locate';
import { readStream, type StreamDocument } from '../../formats/yaml/stream';
import { YamlSyntaxError } from '../../formats/yaml/source-text';
import { append } from '../../text/lists';
import { quoted } from '../../text/phrases';
import { CatalogErrorCode, type CatalogProblem } from '../declcfg/catalog-problem';
import type { CatalogBlob } from '../declcfg/declcfg';
import { type BlobPosition, CatalogReader, ProblemLocator } from '../read/catalog-reader';
import { Fields, type ReportFault } from '../read/fields';
import type { CatalogReadLimits } from '../read/read-options';
import { STABILITIES } from '../render/semver-channels';
import { BASIC_SCHEMA, basicTemplate, type TemplateContent } from './basic-template';
import { readSemverTemplate, renderSemver, SEMVER_SCHEMA } from './semver-template';
import { readSubstitutions, SUBSTITUTES_SCHEMA, substitutesTemplate } from './substitutes-template';

/** A template with its schema. */
export interface Template extends TemplateContent {
  readonly schema: string;
}

const FIELDS = new FieldNames(['schema', 'entries', 'substitutions']);

/**
 * Parses a template.
 *
 * @param file its path, for messages
 * @param problems receives its problems, in which case the result is undefined
 */
export function readTemplate(
  content: string, file: string | undefined, limits: CatalogReadLimits, problems: CatalogProblem[],
): Template | undefined {
  const document = onlyDocument(content, file, limits, problems);
  if (document === undefined) {
    return undefined;
  }
  const position: BlobPosition = { file, line: document.line, locate: document.locate };
  const locator = new ProblemLocator();
  const fault: ReportFault = (path, message) => {
    problems.push({ code: CatalogErrorCode.TEMPLATE, message, ...locator.find(position, path) });
  };
  if (!isMap(document.value)) {
    fault([], `a template must be a map with a schema, got ${describeType(document.value)}`);
    return undefined;
  }
  const fields = new Fields(document.value, FIELDS, [], fault);
  const schema = fields.string('schema');
  const found = contentOf(schema, fields, document.value, { position, limits, problems, fault });
  return found === undefined || problems.length > 0 ? undefined : { schema, ...found };
}

/** Schemas of catalogs. */
const CATALOG_SCHEMAS: readonly string[] = ['olm.package', 'olm.channel', 'olm.bundle', 'olm.deprecations'];

/** Schemas of composite templates, which opm rendered once. */
const FORMER_SCHEMAS: readonly string[] = ['olm.composite', 'olm.composite.catalogs'];

/** Context of reading the fields of a template. */
interface ReadContext {
  readonly position: BlobPosition;
  readonly limits: CatalogReadLimits;
  readonly problems: CatalogProblem[];
  readonly fault: ReportFault;
}

function contentOf(
  schema: string, fields: Fields, map: { readonly [key: string]: unknown }, { position, limits, problems, fault }: ReadContext,
): TemplateContent | undefined {
  switch (schema) {
    case SEMVER_SCHEMA: {
      const template = readSemverTemplate(map, fault);
      const images = STABILITIES.flatMap((stability) => template.images[stability]);
      return { base: [], images, render: (bundles, bundleFault) => renderSemver(template, bundles, bundleFault) };
    }
    case BASIC_SCHEMA:
      return basicTemplate(templateEntries(fields, position, limits, problems), (index, message) => fault(['entries', index], message));
    case SUBSTITUTES_SCHEMA:
      return substitutesTemplate(templateEntries(fields, position, limits, problems), readSubstitutions(fields, fault));
    default:
      if (CATALOG_SCHEMAS.includes(schema)) {
        fault(['schema'], `this is a file-based catalog, not a template: it begins with a blob of the schema ${quoted(schema)}; use it as it is, or write its blobs into `
          + `'entries' of a template with the schema ${BASIC_SCHEMA}`);
        return undefined;
      }
      fault(['schema'], `the schema of a template must be ${SEMVER_SCHEMA}, ${BASIC_SCHEMA} or ${SUBSTITUTES_SCHEMA}, got ${quoted(schema)}`
        + (FORMER_SCHEMAS.includes(schema) ? ', which opm no longer renders; write a template for each catalog' : ''));
      return undefined;
  }
}

/** Returns the only YAML document of a template: opm would silently ignore a second one. */
function onlyDocument(content: string, file: string | undefined, limits: CatalogReadLimits, problems: CatalogProblem[]): StreamDocument | undefined {
  const where = file === undefined ? {} : { file };
  const options = { target: 'any', maxDepth: limits.maxYamlDepth, maxNodes: limits.maxYamlNodes } as const;
  try {
    const [first, second] = [...readStream(content, options)];
    const repeated = first === undefined || field(first.value, 'schema') !== SEMVER_SCHEMA ? undefined : repeatedKey(content, options);
    if (first === undefined) {
      problems.push({ code: CatalogErrorCode.TEMPLATE, message: 'the template is empty; add a schema', ...where });
    } else if (second !== undefined && !CATALOG_SCHEMAS.includes(stringField(first.value, 'schema') ?? '')) {
      const message = 'a second document begins here, which opm would ignore; move it to another template';
      problems.push({ code: CatalogErrorCode.TEMPLATE, message, ...where, line: second.line });
    } else if (repeated !== undefined) {
      const message = `${quoted(repeated.key)} is repeated here; merge both into one`;
      problems.push({ code: CatalogErrorCode.TEMPLATE, message, ...where, ...repeated.position });
    }
    return first;
  } catch (error) {
    if (!(error instanceof YamlSyntaxError)) {
      throw error;
    }
    problems.push({ code: error.limit ? CatalogErrorCode.LIMIT : CatalogErrorCode.SYNTAX, message: error.message, ...where, ...error.position });
    return undefined;
  }
}

/**
 * Reads the blobs in the field `entries` of a template.
 *
 * @param position position of the template
 * @param problems receives their problems
 */
function templateEntries(fields: Fields, position: BlobPosition, limits: CatalogReadLimits, problems: CatalogProblem[]): CatalogBlob[] {
  const reader = new CatalogReader(limits, new ProblemLocator());
  for (const [entry, path] of fields.list('entries')) {
    reader.readValue(entry, {
      file: position.file,
      // Only problems need it: looking it up for each entry would take quadratic time.
      get line() {
        return position.locate(path)?.line ?? position.line;
      },
      locate: (inner) => position.locate([...path, ...inner]),
    });
  }
  append(problems, reader.problems);
  return reader.blobs;
}
