import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCatalogLayout } from '../../../lib/bundle/oci/read-layout';
import { imageLimits } from '../../../lib/bundle/oci/image-options';
import { inFolder, withFiles } from '../../builders/bundle-files';
import { BUNDLE_LABELS, type ImageFacts, layoutOf } from '../../builders/image-layout';
import { tarOfFiles } from '../../builders/tar-archive';
import { errorOf } from '../read/message';

const LABEL = 'operators.operatorframework.io.index.configs.v1';

const CATALOG: ImageFacts = {
  labels: { [LABEL]: '/catalogs/configs/' },
  layers: [
    [{ path: 'catalogs/configs/a/catalog.yaml', content: 'a' }, { path: 'catalogs/configs/b.json', content: 'b' }, { path: 'catalogs/other' }],
    [{ path: 'catalogs/configs/.wh.b.json' }, { path: 'etc/passwd', type: 'SymbolicLink', linkpath: '/x' }],
  ],
};

function filesOf(path: string): { [file: string]: string } {
  return Object.fromEntries([...readCatalogLayout(path, undefined, imageLimits())].map(([file, content]) => [file, content.toString()]));
}

function refusal(facts: ImageFacts): string {
  return withFiles(layoutOf(facts), (folder) => errorOf(() => filesOf(folder)).message);
}

describe('a catalog image', () => {
  it('returns the files of the folder that its label names', () => {
    withFiles(layoutOf(CATALOG), (folder) => expect(filesOf(folder)).toEqual({ 'a/catalog.yaml': 'a' }));
    inFolder((folder) => {
      writeFileSync(join(folder, 'x.tar'), tarOfFiles(layoutOf(CATALOG)));
      expect(filesOf(join(folder, 'x.tar'))).toEqual({ 'a/catalog.yaml': 'a' });
    });
  });

  it('may contain the catalog at its root', () => {
    withFiles(layoutOf({ labels: { [LABEL]: '/' }, layers: [[{ path: 'a.yaml', content: 'a' }]] }), (folder) => expect(filesOf(folder)).toEqual({ 'a.yaml': 'a' }));
  });

  it('is rejected if it is a bundle image or has no labels', () => {
    expect(refusal({ labels: BUNDLE_LABELS })).toContain(`this is not a catalog image: it has no label ${LABEL}; it is a bundle image of package "demo"`);
    expect(refusal({ labels: null })).toContain('it has no labels');
  });

  it('is rejected if its label leads out of it', () => {
    expect(refusal({ labels: { [LABEL]: '/../etc' } })).toContain('is "/../etc", which leads outside the image; do not trust this image');
  });
});
