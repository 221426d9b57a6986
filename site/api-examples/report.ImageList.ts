import { Bundle } from 'olm-constructs/bundle';
import { ImageList } from 'olm-constructs/report';

const images = ImageList.ofBundle(Bundle.fromDirectory('examples/quickstart/bundle'));
console.log(images.toText());
console.log(images.toMirrorMapping('mirror.example.com/olm'));
