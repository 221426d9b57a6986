import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import * as path from 'node:path';
import type { PreparedProgram, Toolchain } from './toolchain';
import { bindingsOf } from '../packages/bindings';
import { succeed } from '../packages/command';
import { CDK8S, CONSTRUCTS } from '../packages/lowest-versions';
import type { PackageFiles } from '../packages/package-files';

/** Python, with pip in a virtual environment, and cdk8s from PyPI. */
export class Python implements Toolchain {
  public readonly language = 'Python';
  public readonly commands = ['python3'];
  #python = '';

  public async install(files: PackageFiles): Promise<void> {
    const folder = path.join(files.cache, 'python', 'environment');
    const complete = path.join(folder, 'complete');
    this.#python = path.join(folder, 'bin', 'python');
    if (existsSync(complete)) {
      return;
    }
    await rm(folder, { recursive: true, force: true });
    const packages = [`constructs==${CONSTRUCTS}`, `cdk8s==${CDK8S}`, await bindingsOf(files, 'python')];
    await succeed('python3', ['-m', 'venv', folder], { cwd: files.cache });
    await succeed(this.#python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages], { cwd: files.cache });
    await succeed(this.#python, ['-c', `open(${JSON.stringify(complete)}, 'w').close()`], { cwd: files.cache });
  }

  public prepare(_project: string, program: string): Promise<PreparedProgram> {
    return Promise.resolve({ command: this.#python, args: [`${program}.py`] });
  }
}
