import type { Manifest } from '../../bundle/model/manifest';
import { nearestPosition, type ValuePath } from '../../formats/json/source-position';
import type { RenderErrorCode, RenderProblem } from './render-error';

/** Maximum number of problems with a line: for each one, a file is parsed again. */
const MAX_POSITIONS = 20;

/** Collects the problems of a bundle. */
export class RenderProblems {
  public readonly list: RenderProblem[] = [];

  /** Adds a problem that does not belong to a file. */
  public add(code: RenderErrorCode, message: string): void {
    this.list.push({ code, message });
  }

  /** Adds a problem at a path in a manifest, or at its nearest parent in the file. */
  public addAt(code: RenderErrorCode, manifest: Manifest, path: ValuePath, message: string): void {
    const position = this.list.length < MAX_POSITIONS ? nearestPosition((around) => manifest._positionOf(around), path) : undefined;
    this.list.push({ code, message, file: manifest.file, ...position });
  }
}
