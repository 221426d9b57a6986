import { Bundle } from '../../../bundle/bundle';
import { BundleError } from '../../../bundle/model/bundle-error';
import { goJson } from '../../../formats/json/go-json';
import { installPlanBytes } from '../../../bundle/install-plan-size';
import { field, stringMapField } from '../../../formats/json/json-value';
import { readLimits } from '../../../bundle/files/read-options';
import { BundleLimits } from '../../../bundle/size';
import type { Fault, Rule } from '../../model/rule';
import { FindingSeverity } from '../../model/finding';
import type { BundleView } from '../../model/bundle-view';

const { ERROR, WARNING } = FindingSeverity;
const ANNOTATIONS = 'https://kubernetes.io/docs/concepts/overview/working-with-objects/annotations/';

/** Rules about Kubernetes' size limits for the objects of an installation. */
export const SIZE_LIMIT_RULES: readonly Rule[] = [
  {
    id: 'size-annotations',
    severity: ERROR,
    summary: `the annotations of each object stay below ${BundleLimits.ANNOTATIONS_BYTES} bytes`,
    remedy: 'shorten the annotations; examples and properties are usually the largest',
    source: ANNOTATIONS,
    *check({ objects }) {
      for (const { json, file } of objects) {
        const annotations = Object.entries(stringMapField(field(json, 'metadata'), 'annotations'));
        const bytes = annotations.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
        if (bytes > BundleLimits.ANNOTATIONS_BYTES) {
          yield { message: `the annotations have ${bytes} bytes; Kubernetes accepts ${BundleLimits.ANNOTATIONS_BYTES}`, file, path: ['metadata', 'annotations'] };
        }
      }
    },
  },
  {
    id: 'size-apply',
    severity: WARNING,
    summary: 'each CRD is small enough for client-side kubectl apply',
    remedy: 'remove descriptions from the schema, or use kubectl apply --server-side; OLM itself is not affected',
    source: ANNOTATIONS,
    *check({ crds }) {
      for (const { json, file } of crds) {
        const bytes = Buffer.byteLength(goJson(json));
        if (bytes > BundleLimits.ANNOTATIONS_BYTES) {
          yield { message: `the CRD has ${bytes} bytes; client-side \`kubectl apply\` stores at most ${BundleLimits.ANNOTATIONS_BYTES} in its annotation`, file };
        }
      }
    },
  },
  {
    id: 'size-install-plan',
    severity: WARNING,
    summary: 'the InstallPlan stays below the limit of etcd if the catalog contains the manifests',
    remedy: 'slim the bundle with Bundle.slim, or reference its image in the catalog, which OLM unpacks to a ConfigMap',
    source: 'https://etcd.io/docs/latest/dev-guide/limit/',
    check: installPlanFaults,
  },
];

/** Only checks readable bundles; other rules report why a bundle is not readable. */
function* installPlanFaults(view: BundleView): Iterable<Fault> {
  const total = [...view.files.values()].reduce((sum, content) => sum + content.length, 0);
  if (total < BundleLimits.INSTALL_PLAN_BYTES / MAX_GROWTH) {
    return;
  }
  const bytes = planBytes(view);
  if (bytes > BundleLimits.INSTALL_PLAN_BYTES) {
    yield { message: `the InstallPlan would have ${bytes} bytes, but only ${BundleLimits.INSTALL_PLAN_BYTES} are guaranteed to fit` };
  }
}

/**
 * Maximum number of bytes that one byte of a file adds to an InstallPlan: nested JSON escapes quotes, and flow lists of short strings grow the most.
 * Bundles that are small enough are not read a second time.
 */
const MAX_GROWTH = 8;

function planBytes({ files, folders, nested }: BundleView): number {
  try {
    return installPlanBytes(Bundle._ofFiles('', { files, folders, nested }, readLimits()));
  } catch (error) {
    if (error instanceof BundleError) {
      return 0;
    }
    throw error;
  }
}
