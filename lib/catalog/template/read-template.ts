import { BASIC_SCHEMA, basicTemplate } from './basic-template';
import { readSemverTemplate, renderSemver, SEMVER_SCHEMA } from './semver-template';
import { STABILITIES } from './semver-channels';
import { readSubstitutions, SUBSTITUTES_SCHEMA, substitutesTemplate } from './substitutes-template';
import { templateEntries } from './template-entries';
import type { TemplateForm } from './template-form';
import { CatalogErrorCode } from '../catalog-error';
import type { CatalogProblem } from '../catalog-error';
import { quoted } from '../quoted';
import type { DocumentPlace } from '../read/document-place';
import { ProblemPlaces } from '../read/document-place';
import type { FieldFault } from '../read/fields';
import { Fields } from '../read/fields';
import { FieldNames } from '../read/folded-keys';
import type { CatalogReadLimits } from '../read/read-options';
import { describe, field, isMap } from '../../json-value';
import { repeatedKey } from '../../yaml/repeated-key';
import type { StreamDocument } from '../../yaml/stream';
import { readStream } from '../../yaml/stream';
import { YamlSyntaxError } from '../../yaml/yaml-syntax-error';

/** A template and its schema. */
export interface ReadTemplate extends TemplateForm {
  readonly schema: string;
}

const FIELDS = new FieldNames(['schema', 'entries', 'substitutions']);

/**
 * Reads a template.
 *
 * @param file its name, for messages
 * @param problems takes what is wrong with it; the result is undefined where something is
 */
export function readTemplate(
  text: string, file: string | undefined, limits: CatalogReadLimits, problems: CatalogProblem[],
): ReadTemplate | undefined {
  const document = onlyDocument(text, file, limits, problems);
  if (document === undefined) {
    return undefined;
  }
  const place: DocumentPlace = { file, line: document.line, locate: document.locate };
  const places = new ProblemPlaces();
  const fault: FieldFault = (path, message) => {
    problems.push({ code: CatalogErrorCode.TEMPLATE, message, ...places.find(place, path) });
  };
  if (!isMap(document.value)) {
    fault([], `a template must be a map with a schema, got ${describe(document.value)}`);
    return undefined;
  }
  const fields = new Fields(document.value, FIELDS, [], fault);
  const schema = fields.text('schema');
  const form = formOf(schema, fields, document.value, { place, limits, problems, fault });
  return form === undefined || problems.length > 0 ? undefined : { schema, ...form };
}

/** What reading the fields of a template needs. */
interface Reading {
  readonly place: DocumentPlace;
  readonly limits: CatalogReadLimits;
  readonly problems: CatalogProblem[];
  readonly fault: FieldFault;
}

function formOf(
  schema: string, fields: Fields, content: { readonly [key: string]: unknown }, { place, limits, problems, fault }: Reading,
): TemplateForm | undefined {
  switch (schema) {
    case SEMVER_SCHEMA: {
      const template = readSemverTemplate(content, fault);
      const images = STABILITIES.flatMap((stability) => template.images[stability]);
      return { base: [], images, render: (bundles, bundleFault) => renderSemver(template, bundles, bundleFault) };
    }
    case BASIC_SCHEMA:
      return basicTemplate(templateEntries(fields, place, limits, problems), (message) => fault(['entries'], message));
    case SUBSTITUTES_SCHEMA:
      return substitutesTemplate(templateEntries(fields, place, limits, problems), readSubstitutions(fields, fault));
    default:
      fault(['schema'], `the schema of a template must be ${SEMVER_SCHEMA}, ${BASIC_SCHEMA} or ${SUBSTITUTES_SCHEMA}, got ${quoted(schema)}`);
      return undefined;
  }
}

/** The one document of the text. opm would drop a second one without a word. */
function onlyDocument(text: string, file: string | undefined, limits: CatalogReadLimits, problems: CatalogProblem[]): StreamDocument | undefined {
  const where = file === undefined ? {} : { file };
  const options = { maxDepth: limits.maxYamlDepth, maxNodes: limits.maxYamlNodes };
  try {
    const [first, second] = [...readStream(text, options)];
    const repeated = first === undefined || field(first.value, 'schema') !== SEMVER_SCHEMA ? undefined : repeatedKey(text, options);
    if (first === undefined) {
      problems.push({ code: CatalogErrorCode.TEMPLATE, message: 'the text is empty, and should hold a template', ...where });
    } else if (second !== undefined) {
      const message = 'a second document begins here, and opm reads only the first of a template; put it into a template of its own';
      problems.push({ code: CatalogErrorCode.TEMPLATE, message, ...where, line: second.line });
    } else if (repeated !== undefined) {
      const message = `${quoted(repeated.key)} stands here for the second time; put both into one`;
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
