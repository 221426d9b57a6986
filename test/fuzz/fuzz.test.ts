import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder } from '../builders/bundle-files';
import { mutated, numbers } from './mutate';
import { textProblems } from './output-problems';
import { READERS } from './readers';
import { soundInputs } from './sound-inputs';

const INPUTS = join(__dirname, 'inputs');

/** Number of mutations of each valid input; each is read in a few milliseconds. */
const CHANGED = 100;

describe('a reader returns its result or throws its own error', () => {
  it.each(Object.entries(soundInputs()))('when its input is changed: %s', (name, inputs) => {
    const read = READERS[name]!;
    const below = numbers(2026);
    for (const [index, input] of inputs.entries()) {
      // Files of earlier runs stay in the folder: each run overwrites those that it refers to.
      inFolder((folder) => {
        for (let run = 0; run < CHANGED; run++) {
          const changed = mutated(input, below);
          try {
            expect(textProblems(read(changed, folder))).toEqual([]);
          } catch (error) {
            // Keep the input as a file in inputs/, and fix the reader.
            throw new Error(`${name}, input ${index}, run ${run}, in base64: ${changed.toString('base64')}`, { cause: error });
          }
        }
      });
    }
  });

  it.each(readdirSync(INPUTS).sort())('on an input that once broke it, or is meant to: %s', (file) => {
    const read = READERS[file.slice(0, file.indexOf('-'))]!;
    expect(() => inFolder((folder) => read(readFileSync(join(INPUTS, file)), folder))).not.toThrow();
  });
});
