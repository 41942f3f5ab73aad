import type { World } from './world.ts';

/** A part of the simulated world, such as a partner or the owner. */
export abstract class Actor {
  protected readonly world: World;

  constructor(world: World) {
    this.world = world;
  }
}

/** Something has happened that must never happen. @throws Error */
export function violation(what: string, ...details: unknown[]): never {
  const texts = details.map((detail) => (typeof detail === 'string' ? detail : JSON.stringify(detail)));
  throw new Error(`${what}: ${texts.join(' ')}`);
}
