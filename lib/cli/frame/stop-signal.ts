import { type ExitCode, Interruption } from './cli-error';

/** Maximum time that a command may take to stop, in milliseconds. */
const STOP_TIMEOUT = 900;

/**
 * Abort signal of a command, and the handlers of Ctrl-C and SIGTERM that abort it.
 *
 * The process has these handlers only while something listens to the signal, such as a request or a wait, and while files are written. At any other
 * time the operating system ends the process at once: a handler could not run before the computation ends.
 */
export class StopSignal {
  readonly #process: NodeJS.Process;
  readonly #controller = new AbortController();
  readonly #handlers: readonly (readonly [NodeJS.Signals, () => void])[];
  readonly #listening = new Set<unknown>();
  #writes = 0;
  #isHandling = false;
  #isStopping = false;

  /** @param codes exit codes by signal */
  public constructor(process: NodeJS.Process, codes: ReadonlyMap<NodeJS.Signals, Interruption['exitCode']>) {
    this.#process = process;
    this.#handlers = [...codes].map(([name, exitCode]) => [name, () => this.stop(exitCode)] as const);
    this.#observeListeners();
  }

  /** Signal that aborts with an `Interruption`. */
  public get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Aborts the signal, and ends the process if the command does not stop, or if it was requested before. */
  public stop(exitCode: Interruption['exitCode']): void {
    if (this.#isStopping) {
      this.#process.exit(exitCode);
    }
    this.#isStopping = true;
    // The next signal ends the process, whatever the listeners do at this one.
    this.#update();
    setTimeout(() => this.#process.exit(exitCode), STOP_TIMEOUT).unref();
    this.#controller.abort(new Interruption(exitCode as ExitCode.INTERRUPTED));
  }

  /**
   * Changes files, which no signal interrupts. One that comes meanwhile has no effect: the command has done its work then; if it computes afterwards,
   * the next one ends it.
   */
  public readonly whileWriting = <Result>(change: () => Result): Result => {
    this.#writes++;
    this.#update();
    try {
      return change();
    } finally {
      this.#writes--;
      this.#update();
    }
  };

  /** Follows who listens to the signal. Everything that listens removes its listener when it is done. */
  #observeListeners(): void {
    const { signal } = this;
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
    signal.addEventListener = (...args: Parameters<typeof add>): void => {
      add(...args);
      this.#listening.add(args[1]);
      this.#update();
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>): void => {
      remove(...args);
      this.#listening.delete(args[1]);
      this.#update();
    };
  }

  #update(): void {
    const handles = this.#writes > 0 || (this.#listening.size > 0 && !this.#isStopping);
    if (handles !== this.#isHandling) {
      this.#isHandling = handles;
      this.#handlers.forEach(([name, handler]) => handles ? this.#process.on(name, handler) : this.#process.off(name, handler));
    }
  }
}
