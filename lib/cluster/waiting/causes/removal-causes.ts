import { KnownCause } from './known-cause';

/** Causes that block a removal. */
export const REMOVAL_CAUSES = {
  'operands-remaining': {
    grace: 'none',
    remedy: 'delete these objects while the operator is still running, or choose what happens to them: "ignore" or "delete"',
  },
  'operands-at-risk': {
    grace: 'none',
    remedy: 'delete these objects while the operator is still running, or set operands to "delete", or to "ignore" to lose them without their cleanup',
  },
  'operators-remaining': {
    grace: 'none',
    remedy: 'remove these operators first, or set removeOperators to remove them together with OLM',
  },
  'finalizers-remaining': {
    grace: 'timeout',
    remedy: 'let the controller that set the finalizers finish its work; force removes them and skips that work',
  },
  'deletion-pending': {
    grace: 'timeout',
    remedy: 'check the finalizers and the owner of the object',
  },
  'namespace-stuck': {
    grace: 'timeout',
    remedy: 'the message names what blocks the deletion: an API that is not available, or objects with finalizers',
  },
} satisfies { [cause: string]: KnownCause };
