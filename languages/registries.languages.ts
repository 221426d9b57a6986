import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { itWith, Needed } from '../test/needed';
import { bindingsOf } from './packages/bindings';
import { run } from './packages/command';
import { CDK8S, CONSTRUCTS } from './packages/lowest-versions';
import { type PackageFiles, stagedForLanguages } from './packages/package-files';
import { Go } from './toolchains/go';
import { Java } from './toolchains/java';
import { Python } from './toolchains/python';
import { installed } from './toolchains/toolchain';

/** The packages require versions of cdk8s and constructs that the registries of their languages have: npm has more of them than the others. */

const GO_MODULES = [`github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2@v${CDK8S}`, `github.com/aws/constructs-go/constructs/v10@v${CONSTRUCTS}`];

/** Returns the Go module proxy, if it may be used for cdk8s: some mirrors refuse the module. */
function goProxy(): Needed<string> {
  const go = installed(new Go());
  if (go.missing !== undefined) {
    return Needed.missing(go.missing);
  }
  const { status, stderr } = spawnSync('go', ['list', '-m', GO_MODULES[0]!], { cwd: tmpdir(), encoding: 'utf8', timeout: 60_000 });
  return status !== 0 && /403 Forbidden/.test(stderr) ? Needed.missing('the Go module proxy refuses the module of cdk8s') : Needed.found('go');
}

describe('the packages for other languages', () => {
  let scratch: string;
  let files: PackageFiles;
  beforeAll(async () => {
    scratch = mkdtempSync(path.join(tmpdir(), 'olm-constructs-registries-'));
    files = await stagedForLanguages(scratch);
  });
  afterAll(() => rmSync(scratch, { recursive: true }));

  /** Returns a file of the package for a language. */
  const fileOf = async (target: 'python' | 'java' | 'go', ...name: string[]): Promise<string> => (
    readFileSync(path.join(await bindingsOf(files, target), ...name), 'utf8')
  );
  const expectSuccess = async (command: string, ...args: string[]): Promise<void> => {
    expect(await run(command, args, { cwd: scratch })).toMatchObject({ status: 0 });
  };

  itWith(installed(new Python()))('for Python requires versions that PyPI has', async () => {
    const setup = await fileOf('python', 'setup.py');
    expect(setup).toContain(`"cdk8s>=${CDK8S}, <3.0.0"`);
    expect(setup).toContain(`"constructs>=${CONSTRUCTS}, <11.0.0"`);
    await expectSuccess('python3', '-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', scratch, `cdk8s==${CDK8S}`, `constructs==${CONSTRUCTS}`);
  });

  itWith(installed(new Java()))('for Java requires versions that Maven Central has', async () => {
    const pom = (await fileOf('java', 'pom.xml')).replace(/\s+/g, '');
    expect(pom).toContain(`<artifactId>cdk8s</artifactId><version>[${CDK8S},3.0.0)</version>`);
    expect(pom).toContain(`<artifactId>constructs</artifactId><version>[${CONSTRUCTS},11.0.0)</version>`);
    for (const artifact of [`org.cdk8s:cdk8s:${CDK8S}`, `software.constructs:constructs:${CONSTRUCTS}`]) {
      await expectSuccess('mvn', '-q', '-B', 'dependency:get', `-Dartifact=${artifact}`, '-Dtransitive=false');
    }
  });

  itWith(goProxy())('for Go requires versions that the Go module proxy has', async () => {
    const mod = await fileOf('go', 'olmconstructs', 'go.mod');
    for (const module of GO_MODULES) {
      expect(mod).toContain(module.replace('@', ' '));
      await expectSuccess('go', 'list', '-m', module);
    }
  });
});
