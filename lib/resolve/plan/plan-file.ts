import { readFileSync } from 'node:fs';
import type { PlanContent } from './plan-content';
import { PlanError } from './plan-error';
import { readPlan } from './read-plan';

/**
 * Reads a plan from a file.
 *
 * @throws PlanError with all problems
 */
export function planFromFile(path: string): PlanContent {
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'the plan does not exist' : `the plan cannot be read: ${code ?? message}`;
    throw new PlanError(path, [{ message: `${why}; make it with \`olm-constructs plan OLD NEW --format json\`` }]);
  }
  return readPlan(content, path);
}
