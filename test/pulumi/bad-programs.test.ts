import { BAD_PROGRAMS } from './bad-programs';
import { Program } from './program';

/** Errors in the program itself end a preview, before any request to a cluster. */
test.each(BAD_PROGRAMS.map((program) => [program.title, program] as const))('a program with %s ends with the cause and the remedy', async (_, { run, error }) => {
  await expect(Program.run(run)).rejects.toMatchObject({ message: error });
});
