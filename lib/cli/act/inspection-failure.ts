import { CliError } from '../frame/cli-error';
import { InspectionError } from '../../operations/run/inspect-cluster';
import { explanationLines } from '../../waiting/explain/explanation';

/** Throws an error again; if something could not be inspected, with the explanation. */
export function inspectionFailure(error: unknown): never {
  throw error instanceof InspectionError ? new CliError(explanationLines(error.explanation).join('\n')) : error;
}
