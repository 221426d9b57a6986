import { KnownCause } from './known-cause';

/** What keeps something from being removed. */
export const REMOVAL_CAUSES = {
  'operands-left': {
    patience: 'none',
    remedy: 'delete these objects while the operator still runs, or choose what is to happen to them: "ignore" or "delete"',
  },
  'operators-left': {
    patience: 'none',
    remedy: 'remove these operators first, or say that they are to go with OLM',
  },
  'finalizers-left': {
    patience: 'timeout',
    remedy: 'let the controller that set the finalizers run and finish; force takes them off, which skips what they were for',
  },
  'still-there': {
    patience: 'timeout',
    remedy: 'look at the finalizers and the owner of the object',
  },
  'namespace-stuck': {
    patience: 'timeout',
    remedy: 'the message names what keeps the Namespace: an API that does not answer, or objects with finalizers',
  },
} satisfies { [cause: string]: KnownCause };
