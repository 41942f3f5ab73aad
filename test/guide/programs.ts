import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { guideProgram, guideSnippets } from '../../src/docs-pages/guide-programs.ts';
import { renderDocs } from '../../src/docs-pages/render-docs.ts';
import { freePort } from '../proxies.ts';
import { installedPackage } from '../sdk/installed-package.ts';
import { temporaryFolder } from '../support.ts';
import { GuideProgram } from './program.ts';

// The programs of the page src/docs/integrate.md: the snippets of each language, in the order of the page.

export const LANGUAGES = ['TypeScript', 'PHP', 'Python', 'shell'] as const;
export type Language = (typeof LANGUAGES)[number];

export const PAGE = path.join('src', 'docs', 'integrate.md');
const SDK = path.join(import.meta.dirname, '..', '..', 'src', 'sdk');

interface Setup {
  command: string[];
  tools: string[];
  /** Whether it runs permanently and receives webhooks itself. Cron runs the other programs every minute. */
  isService?: boolean;
  /** The command of a web server that receives its webhooks at the port. */
  webServer?: (port: number) => string[];
}

export const SETUPS: Record<Language, Setup> = {
  TypeScript: { command: [process.execPath, 'partner.mts'], tools: [], isService: true },
  PHP: {
    command: ['php', 'partner.php'],
    tools: ['php'],
    webServer: (port) => ['php', '-S', `127.0.0.1:${port}`, 'partner.php'],
  },
  Python: { command: ['python3', '-B', 'partner.py'], tools: ['python3'], isService: true },
  shell: { command: ['bash', 'partner.sh'], tools: ['bash', 'curl', 'jq', 'openssl', 'flock'] },
};

const pages = renderDocs();
const fileOf = (language: Language): string => SETUPS[language].command.at(-1) ?? '';

export const snippetsOf = (language: Language): string[] => guideSnippets(pages, fileOf(language));
export const programOf = (language: Language): string => guideProgram(pages, fileOf(language)) ?? '';

/** What a partner gets from the store. */
export interface Access {
  url: string;
  clientId: string;
  clientSecret: string;
  webhookSecret: string;
}

/** The program of the language in a folder of its own, not yet running. */
export async function writeProgram(language: Language, access: Access): Promise<GuideProgram> {
  const { command, isService = false, webServer } = SETUPS[language];
  const folder = language === 'TypeScript' ? await installedPackage() : temporaryFolder();
  const data = language === 'PHP' ? path.join(folder, 'data') : folder;
  mkdirSync(data, { recursive: true });
  copyFileSync(path.join(SDK, 'php', 'Raan.php'), path.join(folder, 'Raan.php'));
  copyFileSync(path.join(SDK, 'python', 'raan.py'), path.join(folder, 'raan.py'));
  writeFileSync(path.join(folder, fileOf(language)), programOf(language));
  const port = await freePort();
  const env = {
    SHOP_URL: access.url,
    CLIENT_ID: access.clientId,
    CLIENT_SECRET: access.clientSecret,
    WEBHOOK_SECRET: access.webhookSecret,
    PORT: String(port),
    DATA_FOLDER: data,
  };
  return new GuideProgram({ command, isService, webServer: webServer?.(port), folder, data, port, env });
}
