import * as bundleToCluster from './bundle-to-cluster';
import * as choosingAnEngine from './choosing-an-engine';
import * as olmObjects from './olm-objects';
import * as upgrades from './upgrades';

/** A diagram, for large screens and for phones. */
export interface Picture {
  readonly widePicture: () => string;
  readonly narrowPicture: () => string;
}

/** Diagrams of the documents, by the names of their files in docs/pictures. */
export const PICTURES: { readonly [name: string]: Picture } = {
  'bundle-to-cluster': bundleToCluster,
  'choosing-an-engine': choosingAnEngine,
  'olm-objects': olmObjects,
  upgrades,
};
