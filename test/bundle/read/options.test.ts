import { Bundle } from '../../../lib/bundle/bundle';
import { BundleErrorCode } from '../../../lib/bundle/model/bundle-problem';
import { errorOf } from './message';

const unknown = { maxFile: 1 } as object;

describe('an unknown option is an error that lists the known ones', () => {
  it.each<[string, () => unknown]>([
    ['fromDirectory', () => Bundle.fromDirectory('x', unknown)],
    ['fromArchive', () => Bundle.fromArchive('x', unknown)],
    ['fromPath', () => Bundle.fromPath('x', unknown)],
    ['fromPackageManifests', () => Bundle.fromPackageManifests('x', unknown)],
    ['fromOciLayout', () => Bundle.fromOciLayout('x', unknown)],
  ])('Bundle.%s', (method, read) => {
    const { code, message } = errorOf(read);
    expect(code).toBe(BundleErrorCode.OPTIONS);
    expect(message).toContain(`x: unknown key 'maxFile' in options of Bundle.${method}; known keys: `);
    expect(message).toContain('maxFiles');
  });

  it('Bundle.fetch', async () => {
    await expect(Bundle.fetch('quay.io/org/x:v1', unknown)).rejects.toThrow(
      "quay.io/org/x:v1: unknown key 'maxFile' in options of Bundle.fetch; known keys: ");
    await expect(Bundle.fetch('quay.io/org/x:v1', { credentials: { user: 'jane' } as never })).rejects.toThrow(
      "quay.io/org/x:v1: unknown key 'user' in credentials in options of Bundle.fetch; known keys: 'username', 'password'");
  });
});

it('an option whose value is undefined is ignored', () => {
  expect(() => Bundle.fromPath('x', { maxFiles: undefined, other: undefined } as object)).toThrow('x: file or folder not found');
});
