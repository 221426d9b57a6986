import { isMap, mapField } from '../../formats/json/json-value';
import { quoted, quotedList } from '../../text/phrases';
import { abridgedList } from '../../text/text-table';
import { GenerationNoteCode } from '../model/generation-note';
import type { GenerationNotes } from './generation-notes';
import { type InputObject, ownAnnotations } from './input-object';

/** Labels that say what an object belongs to, and that tools add to every object. */
const OF_ORIGIN = /^(app|chart|heritage|release|control-plane|(app\.kubernetes\.io|helm\.sh|kustomize\.toolkit\.fluxcd\.io|argocd\.argoproj\.io)\/.*)$/;

/** Fields that identify an object, or that the API server ignores. Namespaces have notes of their own. */
const IDENTIFYING = ['apiVersion', 'kind', 'metadata', 'status'];
const IDENTIFYING_METADATA = ['name', 'namespace', 'creationTimestamp', 'labels', 'annotations'];

/** Maximum number of objects in a note. */
const MAX_OBJECTS = 5;

/** What becomes of an object of which the bundle has only a part. */
export interface Part {
  /** Fields that the bundle has, or that have notes of their own, such as `rules`, or `labels` for those of the metadata. */
  readonly kept: readonly string[];
  readonly code: GenerationNoteCode;

  /** Returns the message about the lost fields, which follows the name of the object. */
  readonly message: (fields: string) => string;

  /** Whether an annotation is lost. @default - all but those of tools */
  readonly isLostAnnotation?: (name: string) => boolean;
}

/**
 * Notes the fields of objects of which the bundle has only a part, because OLM creates them itself: labels, annotations, and everything that is not
 * kept. Labels of the origin are in one note for all objects.
 */
export class LostFields {
  readonly #labels = new Set<string>();
  readonly #labeled = new Set<string>();

  public constructor(private readonly notes: GenerationNotes) {}

  /** Notes what is lost of an object. */
  public add(object: InputObject, { kept, code, message, isLostAnnotation = () => true }: Part): void {
    const labels = kept.includes('labels') ? [] : Object.keys(object.labels);
    const ofOrigin = labels.filter((label) => OF_ORIGIN.test(label));
    if (ofOrigin.length > 0) {
      ofOrigin.forEach((label) => this.#labels.add(label));
      this.#labeled.add(object.text);
    }
    const lost = [
      ...labels.filter((label) => !OF_ORIGIN.test(label)).map((label) => `label ${quoted(label)}`),
      ...(kept.includes('annotations') ? [] : ownAnnotations(object).filter(isLostAnnotation).map((name) => `annotation ${quoted(name)}`)),
      ...setFields(mapField(object.content, 'metadata'), [...IDENTIFYING_METADATA, ...kept]),
      ...setFields(object.content, [...IDENTIFYING, ...kept]),
    ];
    if (lost.length > 0) {
      this.notes.decide(code, message(lost.join(', ')), object);
    }
  }

  /** Notes the labels of the origin that all objects lose. */
  public noteLabels(): void {
    if (this.#labels.size > 0) {
      this.notes.inform(GenerationNoteCode.FIELDS, `OLM creates ${abridgedList([...this.#labeled], MAX_OBJECTS)} with its own labels instead of ${quotedList([...this.#labels])}`);
    }
  }
}

/** Returns the fields with a value, other than some. */
function setFields(map: { readonly [key: string]: unknown }, others: readonly string[]): string[] {
  return Object.entries(map).filter(([key, value]) => !others.includes(key) && !isEmpty(value)).map(([key]) => key);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0) || (isMap(value) && Object.keys(value).length === 0);
}
