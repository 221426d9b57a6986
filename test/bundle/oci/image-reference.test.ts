import { isImageReference, parseImageReference } from '../../../lib/bundle/oci/image-reference';

const SHA256 = `sha256:${'a'.repeat(64)}`;

/** References, and whether ParseNormalizedNamed accepts them: that of github.com/distribution/reference v0.6.0, and that of go.podman.io/image/v5. */
const REFERENCES: readonly (readonly [reference: string, docker: boolean, opm: boolean])[] = [
  ...[
    'busybox', 'busybox:1.36', 'library/busybox', 'quay.io/org/image:v1.2.3', 'quay.io/org/team/image', `quay.io/org/image@${SHA256}`,
    `quay.io/org/image:v1@${SHA256}`, 'localhost/image', 'localhost:5000/image:tag', 'registry:5000/a/b', 'a.b_c/image', 'a_b.io/image',
    'Registry.test/image', '1.2.3.4:80/image', 'a__b', 'a---b', 'a.b_c', 'image:Tag_1.0-x', `i@sha384:${'0'.repeat(96)}`, `i@sha512:${'0'.repeat(128)}`,
    'foo:5000',
  ].map((reference) => [reference, true, true] as const),
  ...[
    '[::1]/image', '[2001:db8::1]:5000/org/image:v1', `[::1]:5000/image@${SHA256}`, 'Registry/image', 'LOCALHOST/image', `quay.io/${'a'.repeat(250)}`,
  ].map((reference) => [reference, true, false] as const),
  ...[
    '', ' ', 'Image', 'quay.io/Org/image', 'image:', 'image:tag:tag', 'image@', `image@sha256:${'a'.repeat(63)}`, `image@sha256:${'A'.repeat(64)}`,
    `image@SHA256:${'a'.repeat(64)}`, `image@md5:${'a'.repeat(32)}`, 'a'.repeat(64), 'https://quay.io/image', 'quay.io/', 'quay.io:/image', '/image', 'a//b',
    '-image', 'image-', 'image-:v1', 'quay.io/org-/image', 'registry-.io/image', '[::1/image', '[fe80::1%eth0]/image', 'a___b', 'a..b', 'a..b/image', 'image name',
    'image\n', `image:${'t'.repeat(129)}`, 'a/'.repeat(200) + 'b', 'a'.repeat(255), '${IMAGE}', 'quay.io/org/image:${TAG}', 'replace me',
  ].map((reference) => [reference, false, false] as const),
];

describe('an image reference', () => {
  it.each(REFERENCES)('%j is accepted by docker: %p, and by opm: %p', (reference, docker, opm) => {
    expect([parseImageReference(reference) !== undefined, isImageReference(reference)]).toEqual([docker, opm]);
  });

  it.each([
    [`quay.io:443/org/image:v1@${SHA256}`, { domain: 'quay.io:443', repository: 'org/image', tag: 'v1', digest: SHA256 }],
    ['[::1]:5000/image', { domain: '[::1]:5000', repository: 'image' }],
    ['localhost/image:v1', { domain: 'localhost', repository: 'image', tag: 'v1' }],
    ['org/image', { repository: 'org/image' }],
    ['image:5000', { repository: 'image', tag: '5000' }],
  ])('%s is parsed', (reference, parts) => {
    expect(parseImageReference(reference)).toEqual(parts);
  });
});
