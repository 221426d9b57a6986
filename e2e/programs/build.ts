import { buildPrograms } from './build-programs';

buildPrograms().then(paths => {
  console.log(paths.join('\n'));
}, (error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
