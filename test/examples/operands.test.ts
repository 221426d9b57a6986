import { OperandsFolder, REFUSAL } from './operands-folder';

// e2e/operands-example.e2e.ts compiles the app, and imports the classes of the next version.
describe('the example operands', () => {
  let folder: OperandsFolder;
  beforeAll(() => folder = new OperandsFolder());
  afterAll(() => folder.remove());

  test('has a lock and classes that are up to date', async () => {
    expect(await folder.run('lock', '--check', '--app', folder.app)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await folder.run('import', '--check')).toMatchObject({ exitCode: 0, stderr: '' });
  });

  test('refuses the upgrade that drops a field, as its README shows', async () => {
    expect(await folder.run('lock', '--update', 'hello-operator', '--app', folder.app)).toEqual({ exitCode: 1, stdout: '', stderr: `error: ${REFUSAL}\n` });
  });

  test('has classes of another version than the locked one after the waivers of its README', async () => {
    folder.waive();
    expect(await folder.run('lock', '--update', 'hello-operator', '--app', folder.app)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await folder.run('import', '--check')).toMatchObject({ exitCode: 1 });
  });
});
