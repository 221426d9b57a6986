import { Bundle } from '../../lib/bundle/bundle';
import { sampleArchive } from '../catalog/sample-bundles';

/** Bundles by name and version, for all tests of a file. */
const bundles = new Map<string, Bundle>();

/** Returns a bundle of a real operator, by its name and version, such as `etcd@0.9.4`. Bundles are immutable, so each is read once. */
export function realBundle(name: string): Bundle {
  const bundle = bundles.get(name) ?? Bundle.fromArchive(sampleArchive(name));
  bundles.set(name, bundle);
  return bundle;
}
