import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import type { PreparedProgram, Toolchain } from './toolchain';
import { bindingsOf, dependencyBindings } from '../packages/bindings';
import { succeed } from '../packages/command';
import type { PackageFiles } from '../packages/package-files';

/** Java, with Maven and a repository of its own. */
export class Java implements Toolchain {
  public readonly language = 'Java';
  public readonly commands = ['java', 'javac', 'mvn'];
  #cache = '';
  /** Class paths of compiled projects: Maven compiles all programs of a project at once. */
  readonly #classpaths = new Map<string, Promise<string>>();

  public async install(files: PackageFiles): Promise<void> {
    this.#cache = path.join(files.cache, 'java');
    for (const sources of [
      await dependencyBindings(files, 'constructs', 'java'), await dependencyBindings(files, 'cdk8s', 'java'), await bindingsOf(files, 'java'),
    ]) {
      const complete = path.join(sources, 'installed');
      if (!existsSync(complete)) {
        await this.#maven(sources, ['-Dmaven.javadoc.skip=true', '-Dmaven.source.skip=true', 'install']);
        await writeFile(complete, '');
      }
    }
  }

  public async prepare(project: string, program: string): Promise<PreparedProgram> {
    const classpath = this.#classpaths.get(project) ?? this.#compile(project);
    this.#classpaths.set(project, classpath);
    return { command: 'java', args: ['-cp', await classpath, `com.example.${program}`] };
  }

  /** Compiles a project, and returns the class path of its programs. */
  async #compile(project: string): Promise<string> {
    const folder = path.join(this.#cache, 'programs', path.basename(path.dirname(project)));
    await mkdir(folder, { recursive: true });
    await cp(project, folder, { recursive: true });
    await this.#maven(folder, ['compile', 'dependency:build-classpath', '-Dmdep.outputFile=classpath']);
    return `${path.join(folder, 'target', 'classes')}:${(await readFile(path.join(folder, 'classpath'), 'utf8')).trim()}`;
  }

  async #maven(folder: string, args: readonly string[]): Promise<void> {
    await succeed('mvn', ['-q', '-B', `-Dmaven.repo.local=${path.join(this.#cache, 'repository')}`, ...args], { cwd: folder });
  }
}
