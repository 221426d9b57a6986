import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename } from 'node:fs/promises';
import * as path from 'node:path';
import type { PreparedProgram, Toolchain } from './toolchain';
import { bindingsOf, dependencyBindings } from '../packages/bindings';
import { succeed } from '../packages/command';
import type { PackageFiles } from '../packages/package-files';

const INSTALL = ['-Dmaven.javadoc.skip=true', '-Dmaven.source.skip=true', 'install'];

/** Writes the class path of a project into a file. */
const CLASSPATH = ['dependency:build-classpath', '-Dmdep.outputFile=classpath'];

/** Options for a process that ends before the optimizing compiler pays off: a fifth less CPU time. */
const SHORT_RUN = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';

/** Java, with Maven and a repository of its own. */
export class Java implements Toolchain {
  public readonly language = 'Java';
  public readonly commands = ['java', 'javac', 'mvn'];
  #cache = '';
  /** Class paths of compiled projects: Maven compiles all programs of a project at once. */
  readonly #classpaths = new Map<string, Promise<string>>();

  public async install(files: PackageFiles): Promise<void> {
    this.#cache = path.join(files.cache, 'java');
    const repository = path.join(this.#cache, 'repository');
    if (existsSync(repository)) {
      return;
    }
    const unfinished = `${repository}.${String(process.pid)}`;
    await cp(await this.#dependencies(files), unfinished, { recursive: true });
    await this.#maven(await bindingsOf(files, 'java'), unfinished, INSTALL);
    await rename(unfinished, repository);
  }

  /** Returns a repository with cdk8s, constructs, and the plugins of Maven for all that is done here, which takes a minute to fill. */
  async #dependencies(files: PackageFiles): Promise<string> {
    const repository = path.join(files.dependencies, 'java', 'repository');
    if (!existsSync(repository)) {
      const unfinished = `${repository}.${String(process.pid)}`;
      for (const name of ['constructs', 'cdk8s'] as const) {
        await this.#maven(await dependencyBindings(files, name, 'java'), unfinished, [...INSTALL, ...CLASSPATH]);
      }
      await rename(unfinished, repository);
    }
    return repository;
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
    await this.#maven(folder, path.join(this.#cache, 'repository'), ['compile', ...CLASSPATH]);
    return `${path.join(folder, 'target', 'classes')}:${(await readFile(path.join(folder, 'classpath'), 'utf8')).trim()}`;
  }

  async #maven(folder: string, repository: string, args: readonly string[]): Promise<void> {
    await succeed('mvn', ['-q', '-B', `-Dmaven.repo.local=${repository}`, ...args], { cwd: folder, env: { MAVEN_OPTS: SHORT_RUN } });
  }
}
