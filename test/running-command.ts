import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Json } from './support.ts';

/** A running command. */
export class Running {
  readonly firstOutput: string;
  readonly #child: ChildProcess;
  readonly #stderr: () => string;
  readonly #ended: Promise<{ status: number | null; stderr: string }>;

  constructor(child: ChildProcess, firstOutput: string, stderr: () => string) {
    this.#child = child;
    this.firstOutput = firstOutput;
    this.#stderr = stderr;
    this.#ended = once(child, 'close').then(([status]) => ({ status, stderr: stderr() }));
  }

  /** What it has written to stderr so far. */
  get stderr(): string {
    return this.#stderr();
  }

  get json(): Json {
    return JSON.parse(this.firstOutput);
  }

  get pid(): number {
    return this.#child.pid as number;
  }

  /** Resolves when it has ended. */
  get ended() {
    return this.#ended;
  }

  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals = 'SIGTERM'): Promise<{ status: number | null; stderr: string }> {
    this.#child.kill(signal);
    return this.#ended;
  }
}
