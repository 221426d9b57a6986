import { KnownCause } from './known-cause';

/** What is told when no rule knows more. */
export const VAGUE_CAUSES = {
  'warning': {
    patience: 'timeout',
    remedy: 'see whether it is about what failed: events tell of all that happens nearby',
  },
  'unexplained': {
    patience: 'timeout',
    remedy: 'look at the logs of olm-operator and catalog-operator',
  },
} satisfies { [cause: string]: KnownCause };
