import { parseReference } from '../../../lib/bundle/registry/reference';
import { errorOf } from '../read/message';

const DIGEST = `sha256:${'a'.repeat(64)}`;

describe('an image reference', () => {
  it.each<[string, object]>([
    ['quay.io/org/demo:v1', { registry: 'quay.io', endpoint: 'quay.io', repository: 'org/demo', tag: 'v1' }],
    [`quay.io/demo@${DIGEST}`, { registry: 'quay.io', endpoint: 'quay.io', repository: 'demo', digest: DIGEST }],
    [`quay.io/a/b/c:v1@${DIGEST}`, { registry: 'quay.io', endpoint: 'quay.io', repository: 'a/b/c', tag: 'v1', digest: DIGEST }],
    ['localhost/demo:v1', { registry: 'localhost', endpoint: 'localhost', repository: 'demo', tag: 'v1' }],
    ['registry:5000/a__b/c-d.e:V_1.x', { registry: 'registry:5000', endpoint: 'registry:5000', repository: 'a__b/c-d.e', tag: 'V_1.x' }],
    ['[::1]:5000/demo:v1', { registry: '[::1]:5000', endpoint: '[::1]:5000', repository: 'demo', tag: 'v1' }],
    ['docker.io/demo:v1', { registry: 'docker.io', endpoint: 'registry-1.docker.io', repository: 'library/demo', tag: 'v1' }],
    ['index.docker.io/org/demo:v1', { registry: 'docker.io', endpoint: 'registry-1.docker.io', repository: 'org/demo', tag: 'v1' }],
  ])('%s is parsed', (reference, parts) => {
    expect(parseReference(reference)).toEqual(parts);
  });

  it.each<[string, string]>([
    ['demo:v1', 'it must begin with the host of the registry, such as quay.io/ or docker.io/'],
    ['org/demo:v1', 'it must begin with the host of the registry'],
    ['quay.io:99999/demo:v1', 'it must begin with the host of the registry'],
    ['a@quay.io/demo:v1', '@ must be followed by a digest'],
    ['quay.io/demo', 'it must end in a tag, such as :v1.0.0, or in a digest'],
    ['quay.io/demo:', 'it must end in a tag'],
    [`quay.io/demo:@${DIGEST}`, 'it must end in a tag'],
    ['quay.io/Demo:v1', 'the repository must consist of lowercase letters and digits'],
    ['quay.io/a//b:v1', 'the repository must consist of lowercase'],
    ['quay.io/../demo:v1', 'the repository must consist of lowercase'],
    [`quay.io/${'a'.repeat(300)}:v1`, 'the repository must consist of lowercase'],
    [`quay.io/demo@md5:${'a'.repeat(32)}`, '@ must be followed by a digest: sha256: and 64 lowercase hexadecimal digits'],
    [`quay.io/demo@${DIGEST.toUpperCase()}`, '@ must be followed by a digest'],
    ['https://quay.io/demo:v1', 'write it like quay.io/org/bundle:v1.0.0, without https://'],
    ['x'.repeat(5000), 'write it like'],
    ['', 'it must begin with the host'],
    ['quay.io/demo:v1 ', 'it must end in a tag'],
    ['quay.io\n/demo:v1', 'it must begin with the host'],
  ])('%j is invalid', (reference, reason) => {
    expect(errorOf(() => parseReference(reference)).message).toContain(`not an image reference: ${reason}`);
  });

  it('is not printed with a password', () => {
    for (const reference of ['https://ann:secret@quay.io/demo:v1', 'ann:secret@quay.io/demo:v1']) {
      expect(errorOf(() => parseReference(reference)).message).not.toContain('secret');
    }
  });
});
