import { GAP_KINDS, type GapKind, type GapKinds } from './gaps.ts';
import type { Template } from './template.ts';

type Matcher = (message: string) => string | undefined;

interface Compiled {
  pattern: RegExp;
  kinds: ReadonlyMap<string, GapKind>;
  thai: string;
  /** Of what is not gap: the longer, the more it says. */
  weight: number;
}

const GAP = /\{(\w+)(?::(\w+))?\}/g;

/** The Thai of the template that fits a message; of several the one that says most besides its gaps. */
export function matcher(templates: readonly Template[], kinds: GapKinds = GAP_KINDS): Matcher {
  let compiled: readonly Compiled[] | undefined;
  return (message) => {
    compiled ??= templates.map((template) => compile(template, kinds)).sort((one, other) => other.weight - one.weight);
    for (const { pattern, kinds, thai } of compiled) {
      const found = pattern.exec(message);
      if (found) return filled(thai, kinds, found.groups ?? {});
    }
    return undefined;
  };
}

function compile([english, thai]: Template, known: GapKinds): Compiled {
  const kinds = new Map<string, GapKind>();
  const parts = english.split(GAP); // text, name, kind, text, …
  let source = '';
  for (let i = 0; i < parts.length; i += 3) {
    source += escaped(parts[i] ?? '');
    const name = parts[i + 1];
    if (name === undefined) continue;
    const kind = kindOf(known, parts[i + 2] ?? 'text');
    kinds.set(name, kind);
    source += `(?<${name}>${kind.pattern})`;
  }
  return { pattern: new RegExp(`^${source}$`), kinds, thai, weight: english.replace(GAP, '').length };
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

function kindOf(known: GapKinds, name: string): GapKind {
  const kind = known[name];
  if (!kind) throw new Error(`no gap is of the kind ${name}`);
  return kind;
}

const filled = (thai: string, kinds: ReadonlyMap<string, GapKind>, values: Record<string, string>): string =>
  thai.replace(GAP, (gap, name: string) => kinds.get(name)?.say(values[name] ?? '') ?? gap);
