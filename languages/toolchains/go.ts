import { mkdir, readFile, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import type { PreparedProgram, Toolchain } from './toolchain';
import { bindingsOf, dependencyBindings } from '../packages/bindings';
import { succeed } from '../packages/command';
import type { PackageFiles } from '../packages/package-files';

/** Go, with modules. */
export class Go implements Toolchain {
  public readonly language = 'Go';
  public readonly commands = ['go'];
  #cache = '';
  #replacements = '';

  public async install(files: PackageFiles): Promise<void> {
    this.#cache = path.join(files.cache, 'go');
    const modules = [
      ['github.com/aws/constructs-go/constructs/v10', path.join(await dependencyBindings(files, 'constructs', 'go'), 'constructs')],
      ['github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2', path.join(await dependencyBindings(files, 'cdk8s', 'go'), 'cdk8s')],
      ['github.com/olm-constructs/olm-constructs-go/olmconstructs', path.join(await bindingsOf(files, 'go'), 'olmconstructs')],
    ];
    this.#replacements = modules.map(([module, folder]) => `\nreplace ${module!} => ${folder!}\n`).join('');
  }

  public async prepare(project: string, program: string): Promise<PreparedProgram> {
    // The go.mod of the project, with our own modules in place of published ones.
    const folder = path.join(this.#cache, 'programs', path.basename(path.dirname(project)));
    await mkdir(folder, { recursive: true });
    const modfile = path.join(folder, 'go.mod');
    await writeFile(modfile, await readFile(path.join(project, 'go.mod'), 'utf8') + this.#replacements);
    const built = path.join(folder, path.basename(path.resolve(project, program)));
    await succeed('go', ['mod', 'tidy', `-modfile=${modfile}`], { cwd: project });
    await succeed('go', ['build', `-modfile=${modfile}`, '-o', built, `./${program}`], { cwd: project });
    return { command: built, args: [] };
  }
}
