import { defined } from '../../formats/json/defined';
import type { GenerationNote, GenerationNoteCode } from '../model/generation-note';
import type { InputObject } from './input-object';

/** Collects the notes about a generated bundle, in the order of its parts. */
export class GenerationNotes {
  readonly #list: GenerationNote[] = [];

  /** All notes. */
  public get list(): readonly GenerationNote[] {
    return this.#list;
  }

  /**
   * Adds a note about something that somebody must decide.
   *
   * @param message what became of it; what to do
   * @param object object that it is about, which the message follows
   */
  public decide(code: GenerationNoteCode, message: string, object?: InputObject): void {
    this.#add(code, message, true, object);
  }

  /** Adds a note that needs no decision: OLM does the same itself, or nothing is lost. */
  public inform(code: GenerationNoteCode, message: string, object?: InputObject): void {
    this.#add(code, message, false, object);
  }

  #add(code: GenerationNoteCode, message: string, needsDecision: boolean, object: InputObject | undefined): void {
    const text = object === undefined ? message : `${object.text} ${message}`;
    this.#list.push({ code, message: text, needsDecision, ...defined({ file: object?.file, line: object?.line }) });
  }
}
