/** Kinds of product searches. */
const KINDS = [
  ...(['1 Thai', '2 Thai', '3 Thai', '20 Thai', '1 Latin', '2 Latin', '3 Latin', '20 Latin'] as const),
  ...(['none found, Thai', 'none found, Latin'] as const),
] as const;
export type Kind = (typeof KINDS)[number];

const THAI = /^[\u0e00-\u0e7f ]+$/;
const LATIN = /^[a-z0-9. ]+$/;

/** A new query of the kind at each call, starting over when all are used. */
export function queriesOf(names: readonly string[]): Record<Kind, () => string> {
  const parts = (script: RegExp, length: number) => inTurn(partsOf(names, script, length));
  const absent = (start: string, of: string) => inTurn([...of].map((more) => start + more));
  return {
    '1 Thai': parts(THAI, 1),
    '2 Thai': parts(THAI, 2),
    '3 Thai': parts(THAI, 3),
    '20 Thai': parts(THAI, 20),
    '1 Latin': parts(LATIN, 1),
    '2 Latin': parts(LATIN, 2),
    '3 Latin': parts(LATIN, 3),
    '20 Latin': parts(LATIN, 20),
    'none found, Thai': absent('ฮฮ', 'กขคงจฉชซญดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ'),
    'none found, Latin': absent('zq', 'abcdefghijklmnopqrstuvwxyz0123456789'),
  };
}

const QUERY_COUNT = 2_000;

/** Parts of random names that use one script. */
function partsOf(names: readonly string[], script: RegExp, length: number): string[] {
  const found = new Set<string>();
  for (let i = 0; i < names.length && found.size < QUERY_COUNT; i += 1) {
    const name = names[(i * 7_919) % names.length] as string;
    const from = (i * 31) % Math.max(1, name.length - length + 1);
    const part = name.slice(from, from + length);
    if (part.length === length && part.trim().length === length && script.test(part)) found.add(part);
  }
  if (found.size === 0) throw new Error(`no name has ${length} characters of ${script}`);
  return [...found];
}

function inTurn(texts: readonly string[]): () => string {
  let next = 0;
  return () => {
    const text = texts[next % texts.length] as string;
    next += 1;
    return text;
  };
}
