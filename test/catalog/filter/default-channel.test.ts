import { packageOf } from './sample-catalog';
import { filterBlobs } from '../../../lib/catalog/filter/filter';

const OTHERS = { packages: [{ name: 'etcd', channels: [{ name: 'alpha' }, { name: 'beta' }] }] };

describe('a package whose default channel is removed', () => {
  it.each([
    ['beta', '1.2.0', '1.10.0'],
    ['alpha', '1.10.0', '1.2.0'],
    ['alpha', '1.2.0', '1.2.0'],
  ])('gets the one with the highest version, or the first of those: %s', (chosen, alpha, beta) => {
    const { blobs, notes } = filterBlobs(packageOf('etcd', { stable: ['2.0.0'], beta: [beta], alpha: [alpha] }), OTHERS);
    expect(blobs.find((blob) => blob.schema === 'olm.package')).toMatchObject({ name: 'etcd', defaultChannel: chosen });
    expect(notes).toEqual([
      'package "etcd" loses channel "stable"',
      `package "etcd" becomes the default channel "${chosen}", which has the highest version, because "stable" is removed; set 'defaultChannel' to choose another`,
    ]);
  });
});
