import { readFileSync } from 'node:fs';
import path from 'node:path';
import { toJsonSchema } from '@valibot/to-json-schema';
import { configSchema } from '../../src/config.ts';
import { ROOT } from '../paths.ts';
import { markdownTable } from './markdown-table.ts';

/** A key of the config file as `config.example.toml` shows it. */
interface ConfigKey {
  /** Such as `backup.s3`; empty for top-level keys. */
  section: string;
  name: string;
  /** As TOML. */
  defaultValue: string;
  description: string;
}

/** The generated part of the configuration page. */
export function configurationSections(): string {
  const bySection = Map.groupBy(exampleKeys(), ({ section }) => section);
  return [...bySection].map(([section, keys]) => `## ${section || 'Top level'}\n\n${keyTable(keys)}`).join('\n\n');
}

const keyTable = (keys: readonly ConfigKey[]): string =>
  markdownTable(
    ['Key', 'Type', 'Default', 'Meaning'],
    keys.map(({ section, name, defaultValue, description }) => {
      const key = section === '' ? name : `${section}.${name}`;
      return [`\`${key}\``, typeText(schemaOf(key)), `\`${defaultValue}\``, description];
    }),
  );

/** @throws if a key has no comment */
function exampleKeys(): ConfigKey[] {
  const lines = readFileSync(path.join(ROOT, 'config.example.toml'), 'utf8').split('\n');
  const keys: ConfigKey[] = [];
  let section = '';
  let comment: string[] = [];
  for (const line of lines) {
    const [, table] = /^\[(.+)\]$/.exec(line) ?? [];
    const [, name, defaultValue] = /^(\w+) = (.+)$/.exec(line) ?? [];
    if (name && defaultValue) {
      if (comment.length === 0) throw new Error(`config.example.toml does not explain ${section}.${name}`);
      keys.push({ section, name, defaultValue, description: comment.join(' ') });
    }
    if (table) section = table;
    comment = line.startsWith('# ') ? [...comment, line.slice(2)] : [];
  }
  return keys;
}

interface JsonSchema {
  type?: string;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
}

const SCHEMA = toJsonSchema(configSchema, { errorMode: 'ignore', typeMode: 'input' }) as JsonSchema;

/** @throws if the config schema lacks the key */
function schemaOf(key: string): JsonSchema {
  const found = key.split('.').reduce<JsonSchema | undefined>((schema, name) => schema?.properties?.[name], SCHEMA);
  if (!found) throw new Error(`the config schema has no key ${key}`);
  return found;
}

function typeText({ type, enum: values, minimum, maximum, items }: JsonSchema): string {
  if (values) return `one of ${values.join(', ')}`;
  if (type === 'array') return items?.enum ? 'list' : `list of ${typeText(items ?? {})}`;
  if (type === 'boolean') return '`true` or `false`';
  if (type === 'integer' || type === 'number') return `number, ${minimum} to ${maximum?.toLocaleString('en')}`;
  return 'text';
}
