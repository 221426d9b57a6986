import { isImageReference } from '../../../lib/bundle/catalog/image-reference';

const SHA256 = 'a'.repeat(64);

describe('isImageReference', () => {
  // What reference.ParseNormalizedNamed of go.podman.io/image/v5/docker/reference says of the same texts.
  it.each([
    'busybox', 'busybox:1.36', 'library/busybox', 'quay.io/org/image:v1.2.3', 'quay.io/org/team/image', `quay.io/org/image@sha256:${SHA256}`,
    `quay.io/org/image:v1@sha256:${SHA256}`, 'localhost/image', 'localhost:5000/image:tag', 'registry:5000/a/b', 'a.b_c/image',
    'Registry.test/image', 'a__b', 'a---b', 'a.b_c', 'image:Tag_1.0-x', `i@sha512:${'0'.repeat(128)}`, 'foo:5000',
  ])('accepts %s', (reference) => {
    expect(isImageReference(reference)).toBe(true);
  });

  it.each([
    '', ' ', 'Image', 'Registry/image', 'quay.io/Org/image', 'image:', 'image:tag:tag', 'image@', `image@sha256:${'a'.repeat(63)}`, `image@sha256:${'A'.repeat(64)}`,
    `image@md5:${'a'.repeat(32)}`, SHA256, 'https://quay.io/image', 'quay.io/', '/image', 'a//b', '-image', 'image-', 'a___b', 'a..b', 'image name',
    `image:${'t'.repeat(129)}`, 'a/'.repeat(200) + 'b', '${IMAGE}', 'quay.io/org/image:${TAG}', 'replace me',
  ])('refuses %p', (reference) => {
    expect(isImageReference(reference)).toBe(false);
  });
});
