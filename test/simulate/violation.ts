/** What must never happen. */
export class Violation extends Error {}

/** @throws Violation */
export function violation(what: string, ...details: unknown[]): never {
  throw new Violation(
    `${what}: ${details.map((detail) => (typeof detail === 'string' ? detail : JSON.stringify(detail))).join(' ')}`,
  );
}
