import type { IConstruct } from 'constructs';
import { ON_DESTROY_ARGS } from '../waiter-resource/known-args';
import type { OperatorWaitArgs, WaitArgs } from '../waiter-resource/wait-args';
import type { OwnershipArgs } from './ownership';
import type { ToOutput } from './waiter-inputs';
import type { ComponentPlan } from './waiter-plan';

/** What an engine other than OLM v0 contributes to a component: its waiters, and how the component owns the objects. */
export interface EngineWaiters {
  /** Name of what installs the operators, for messages, such as `OLM v1`. */
  readonly title: string;

  /** Keys of the argument `wait` that apply. */
  readonly waitArgs: { readonly [key: string]: true };

  /** Kind of removal that `wait.onDestroy` configures. */
  readonly onDestroy: keyof typeof ON_DESTROY_ARGS;

  /** Keys of `OwnershipArgs` that apply. */
  readonly ownershipArgs: readonly (keyof OwnershipArgs)[];

  /** Whether a construct contains objects that the engine creates. */
  readonly isUsedIn: (construct: IConstruct) => boolean;

  /**
   * Plans the waiters for everything that the engine created in a construct.
   *
   * @param wait undefined for no waiters
   * @param toOutput restores the outputs in a string of a construct
   */
  readonly plan: (construct: IConstruct, wait: OperatorWaitArgs | undefined, toOutput: ToOutput, ownership: OwnershipArgs) => ComponentPlan;
}

/** Returns the settings for operators of OLM v0 that also apply to operators of the engine, because a chart may contain both. */
export function applicableWait<Wait extends WaitArgs>({ waitArgs, onDestroy: of }: EngineWaiters, settings: OperatorWaitArgs): Wait {
  const { onDestroy, ...others } = onlyKeys(settings, waitArgs);
  return (onDestroy === undefined ? others : { ...others, onDestroy: onlyKeys(onDestroy, ON_DESTROY_ARGS[of]) }) as Wait;
}

function onlyKeys<Args extends object>(args: Args, known: { readonly [key: string]: true }): Args {
  return Object.fromEntries(Object.entries(args).filter(([key, value]) => value !== undefined && Object.hasOwn(known, key))) as Args;
}
