import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after } from 'node:test';
import { until } from '../support.ts';

export interface ProgramOptions {
  command: readonly string[];
  isService: boolean;
  webServer: readonly string[] | undefined;
  folder: string;
  /** The folder with its database or files. */
  data: string;
  /** Where it receives webhooks, if it does. */
  port: number;
  env: Record<string, string>;
}

/** A program of the page that can be run, and killed at any time. */
export class GuideProgram {
  readonly data: string;
  readonly #options: ProgramOptions;
  readonly #running = new Set<ChildProcess>();
  #stdout = '';
  #stderr = '';

  constructor(options: ProgramOptions) {
    this.#options = options;
    this.data = options.data;
    after(() => this.kill());
  }

  get hook(): string {
    return `http://127.0.0.1:${this.#options.port}/raan`;
  }

  /** What it has printed as its results. */
  get output(): string {
    return this.#stdout;
  }

  /** What it has printed as errors and warnings. */
  get errors(): string {
    return this.#stderr;
  }

  /** Starts the service, or runs the program once, as cron does every minute, and waits for its end. */
  async run(mayFail = false): Promise<void> {
    const child = this.start();
    if (this.#options.isService) return;
    const [status] = await once(child, 'close');
    assert.ok(status === 0 || mayFail, this.#stderr);
  }

  /**
   * Runs the program until `find` returns a value. A program for cron may need more than one run, because a run does
   * nothing while a process that received a webhook does the same work.
   *
   * @param mayFail whether a run may end with an error
   */
  async runUntil(condition: string, find: () => unknown, mayFail = false): Promise<void> {
    await this.run(mayFail);
    for (let minute = 1; minute < 5 && !this.#options.isService && !find(); minute += 1) await this.run(mayFail);
    await this.until(condition, find);
  }

  start(): ChildProcess {
    if (this.#options.webServer && this.#running.size === 0) this.#spawn(this.#options.webServer);
    return this.#spawn(this.#options.command);
  }

  /** Runs the program with arguments and other variables, with which it ends. Returns its exit status. */
  async runWith(args: readonly string[], variables: Record<string, string> = {}): Promise<number> {
    const [status] = await once(this.#spawn([...this.#options.command, ...args], variables), 'close');
    return status;
  }

  #spawn([program = '', ...args]: readonly string[], variables: Record<string, string> = {}): ChildProcess {
    const { folder, env } = this.#options;
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    // As the leader of a group, so that its children can be killed too.
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...process.env, ...env, ...variables },
      detached: true,
      stdio: [...stdio],
    });
    child.stdout?.setEncoding('utf8').on('data', (part) => {
      this.#stdout += part;
    });
    child.stderr?.setEncoding('utf8').on('data', (part) => {
      this.#stderr += part;
    });
    this.#running.add(child);
    child.once('close', () => this.#running.delete(child));
    return child;
  }

  /** Ends it without warning, as a power cut does. */
  async kill(): Promise<void> {
    const ended = [...this.#running].map((child) => once(child, 'close'));
    for (const { pid } of this.#running) if (pid !== undefined) killGroup(pid);
    await Promise.all(ended);
  }

  /** Waits until `find` returns a value. A failure shows what the program has printed. */
  async until<T>(condition: string, find: () => T | undefined | false): Promise<T> {
    try {
      return await until(condition, find);
    } catch (error) {
      assert.fail(`${error}\n${this.#stderr}`);
    }
  }

  async untilListening(): Promise<void> {
    let isListening = false;
    const attempt = () => {
      const socket = connect(this.#options.port, '127.0.0.1');
      socket.on('error', () => setTimeout(attempt, 10));
      socket.on('connect', () => {
        isListening = true;
        socket.destroy();
      });
    };
    attempt();
    await this.until('the receiver listens', () => isListening);
  }
}

/** The group may have ended before its `close` event. */
function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
