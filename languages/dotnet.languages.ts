import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { type ApiType, csharpNamespaces, publicApi } from './api/assembly';
import { bindingsOf } from './packages/bindings';
import { stagedForLanguages } from './packages/package-files';

/** No registry that the tests use has an SDK for .NET, or the packages of NuGet that ours needs: what is made is neither compiled nor run. */
describe('the package for .NET', () => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'olm-constructs-dotnet-'));
  afterAll(() => rmSync(scratch, { recursive: true }));
  let folder: string;
  let files: readonly string[];

  beforeAll(async () => {
    process.stderr.write('the package for .NET was made, but did not run: there is no SDK for it\n');
    folder = path.join(await bindingsOf(await stagedForLanguages(scratch), 'dotnet'), 'OlmConstructs');
    files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  });

  /** The name that jsii gives a type in C#: data is an interface that a class implements. */
  function nameOf({ fqn, namespace, datatype }: ApiType): string {
    return [...(namespace === undefined ? [] : [csharpNamespaces()[namespace]!]), `${datatype === true ? 'I' : ''}${fqn.split('.').pop()!}`].join('/');
  }

  test('is a project with our name, which needs cdk8s, constructs and the runtime of jsii', () => {
    const project = readFileSync(path.join(folder, 'OlmConstructs.csproj'), 'utf8');
    expect(project).toContain('<PackageId>OlmConstructs</PackageId>');
    expect([...project.matchAll(/PackageReference Include="(.+?)"/g)].map(([, name]) => name)).toEqual(['Amazon.JSII.Runtime', 'Org.Cdk8s', 'Constructs']);
    const [, embedded] = /EmbeddedResource Include="(.+?)"/.exec(project)!;
    expect(files).toContain(embedded);
  });

  test('has a file with a declaration for each type of the API', () => {
    const missing = publicApi().map((type) => ({ type, name: nameOf(type) })).filter(({ type, name }) => {
      const file = path.join('OlmConstructs', `${name}.cs`);
      return !files.includes(file) || !readFileSync(path.join(folder, file), 'utf8').includes(` ${type.kind} ${path.basename(name)}`);
    });
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});
