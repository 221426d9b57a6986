import { Judgement } from '../judgement/judgement';

/** Returns the state of an object in a word or two: `ready`, `failed`, or the phase. */
export function stateOf({ verdict, phase }: Judgement): string {
  return verdict === 'healthy' ? 'ready' : verdict === 'failed' ? 'failed' : phase;
}

/** Returns what has to happen next, or the most likely cause of a failure. */
export function detailOf({ verdict, causes: [first], waitingFor }: Judgement): { readonly detail?: string } {
  if (verdict === 'failed' && first !== undefined && first.cause !== 'unexplained') {
    return { detail: first.message };
  }
  return waitingFor === undefined ? {} : { detail: `waiting for ${waitingFor}` };
}
