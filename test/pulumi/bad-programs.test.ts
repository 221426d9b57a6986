import { BAD_PROGRAMS } from './bad-programs';
import { Program } from './program';

/** What the program itself can see ends a preview, before anybody asks a cluster. */
test.each(BAD_PROGRAMS.map((program) => [program.title, program] as const))('a program with %s ends with its cause and what to do', async (_, { run, error }) => {
  await expect(Program.run(run)).rejects.toMatchObject({ message: error });
});
