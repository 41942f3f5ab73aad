import type { ServerContext, WriteTx } from '../../src/context.ts';
import type { World } from './world.ts';

/** A part of the simulated world, such as a partner or the owner. */
export abstract class Actor {
  protected readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  protected tryOnce<T>(step: (tx: WriteTx, now: number) => T): Promise<T | undefined> {
    return this.attempt((ctx) => ctx.write((tx) => step(tx, ctx.now())));
  }

  /** Undefined if it was refused, or failed, or its outcome is unknown. */
  protected async attempt<T>(act: (ctx: ServerContext) => Promise<T>): Promise<T | undefined> {
    const { ctx } = this.world.machine;
    if (!ctx || !this.world.isServing) return undefined;
    this.world.enterMachine();
    try {
      return await act(ctx);
    } catch (error) {
      this.world.noteFailure(error as Error);
      return undefined;
    }
  }

  /** Until it is answered; a process that dies leaves the caller without one. */
  protected async repeat<T>(step: (tx: WriteTx, now: number) => T): Promise<T | undefined> {
    for (let i = 0; i < 8; i += 1) {
      const outcome = await Promise.race([this.tryOnce(step), this.world.sleep(60_000).then(() => undefined)]);
      if (outcome !== undefined) return outcome;
      await this.world.sleep(600_000);
    }
    return undefined;
  }
}

/** Something has happened that must never happen. @throws Error */
export function violation(what: string, ...details: unknown[]): never {
  const texts = details.map((detail) => (typeof detail === 'string' ? detail : JSON.stringify(detail)));
  throw new Error(`${what}: ${texts.join(' ')}`);
}
