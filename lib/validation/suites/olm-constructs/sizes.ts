import { Bundle } from '../../../bundle';
import { BundleError } from '../../../bundle-error';
import { goJson } from '../../../go-json';
import { installPlanBytes } from '../../../install-plan-size';
import { field, textMapField } from '../../../json-value';
import { readLimits } from '../../../read/read-options';
import { BundleLimits } from '../../../size';
import type { Fault, Rule } from '../../rule';
import { FindingSeverity } from '../../severity';
import type { ValidationSubject } from '../../subject';

const { ERROR, WARNING } = FindingSeverity;
const ANNOTATIONS = 'https://kubernetes.io/docs/concepts/overview/working-with-objects/annotations/';

/** Limits of Kubernetes that a bundle meets on its way into a cluster. */
export const SIZE_LIMIT_RULES: readonly Rule[] = [
  {
    id: 'size-annotations',
    severity: ERROR,
    summary: `the annotations of each object stay below ${BundleLimits.ANNOTATIONS_BYTES} bytes`,
    remedy: 'shorten the annotations: examples and properties take most of the room',
    source: ANNOTATIONS,
    *check({ objects }) {
      for (const { json, file } of objects) {
        const annotations = Object.entries(textMapField(field(json, 'metadata'), 'annotations'));
        const bytes = annotations.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
        if (bytes > BundleLimits.ANNOTATIONS_BYTES) {
          yield { message: `the annotations have ${bytes} bytes`, file, path: ['metadata', 'annotations'] };
        }
      }
    },
  },
  {
    id: 'size-apply',
    severity: WARNING,
    summary: 'each CustomResourceDefinition can be applied on the client side',
    remedy: 'remove descriptions from the schema, or apply on the server side; OLM itself is not concerned',
    source: ANNOTATIONS,
    *check({ crds }) {
      for (const { json, file } of crds) {
        const bytes = Buffer.byteLength(goJson(json));
        if (bytes > BundleLimits.ANNOTATIONS_BYTES) {
          yield { message: `the object has ${bytes} bytes, which kubectl apply cannot keep in an annotation`, file };
        }
      }
    },
  },
  {
    id: 'size-install-plan',
    severity: WARNING,
    summary: 'the InstallPlan of a catalog that carries the manifests stays below the limit of etcd',
    remedy: 'slim the bundle (Bundle.slim), or let the catalog name the image of the bundle, which OLM unpacks elsewhere',
    source: 'https://etcd.io/docs/latest/dev-guide/limit/',
    check: installPlanFaults,
  },
];

/** Only a bundle that can be read gets an InstallPlan; why another cannot be read, other rules tell. */
function* installPlanFaults(subject: ValidationSubject): Iterable<Fault> {
  const total = [...subject.files.values()].reduce((sum, content) => sum + content.length, 0);
  if (total < BundleLimits.INSTALL_PLAN_BYTES / WORST_GROWTH) {
    return;
  }
  const bytes = planBytes(subject);
  if (bytes > BundleLimits.INSTALL_PLAN_BYTES) {
    yield { message: `the InstallPlan would have ${bytes} bytes, and at most ${BundleLimits.INSTALL_PLAN_BYTES} are sure to fit` };
  }
}

/**
 * How many bytes of an InstallPlan a byte of a file can become at most: JSON in JSON escapes quotes, and flow lists of short texts need
 * the more of them. Smaller bundles need not be read a second time.
 */
const WORST_GROWTH = 8;

function planBytes({ files, folders, nested }: ValidationSubject): number {
  try {
    return installPlanBytes(Bundle._ofFiles('', { files, folders, nested }, readLimits()));
  } catch (error) {
    if (error instanceof BundleError) {
      return 0;
    }
    throw error;
  }
}
