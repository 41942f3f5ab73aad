import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';

// The customers of the tests, and the check that none of their data is in a log, in metrics or in the output of a crash.
// The check runs in every process of the suite that has a server: it reads what the process writes to stderr, what its
// child processes write there, and the lines of memory logs.

/** Names, streets and email addresses of customers in the tests. */
export const CUSTOMERS = [
  'สมชาย',
  'สมหญิง',
  'กมลวรรณ',
  'Jean-Luc',
  'ณัฐธิดา',
  'อารีย์',
  'พิมพ์ชนก',
  'ธนกฤต',
  'วีรภัทร',
  'ศิริพร',
  'นิมมานเหมินท์',
  'พฤกษา',
  'Sukhumvit',
  'สุขุมวิท',
  'ราษฎร์ยินดี',
  'สุขใจ',
  'somying',
  'รั้วเขียว',
  'ฝากไว้กับยาม',
] as const;

/** The recipient of most orders. */
export const RECIPIENT = { name: 'สมชาย ใจดี', telephone: '0812345678', postal_code: 50200 };

const TELEPHONE = /(?<![\w.])(?:\+66|0)[ -]?[689]\d[ -]?\d{3}[ -]?\d{4}(?!\d)/;
const EMAIL = /[\w.+-]+@[\w-]+\.\w+/;

/** The last part of some random ids reads like a telephone number. */
const REQUEST_ID = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

/** The first personal text. */
export function personalTextIn(text: string): string | undefined {
  const plain = text.replaceAll(REQUEST_ID, '');
  return CUSTOMERS.find((customer) => plain.includes(customer)) ?? (TELEPHONE.exec(plain) ?? EMAIL.exec(plain))?.[0];
}

const found = new Set<string>();

/** Fails the process at its end if the text has data of a customer. */
export function checkLogText(text: string): void {
  for (const line of text.split('\n')) {
    const personal = personalTextIn(line);
    if (personal !== undefined) found.add(`${personal} in the log: ${line}`);
  }
}

const TO_THE_OPERATOR = /^raan: /gm; // the error of a command quotes its arguments

/** Checks what a child process writes to stderr. */
export function checkStderrOf(child: ChildProcess): void {
  let text = '';
  child.stderr?.on('data', (part) => {
    text += part;
  });
  child.once('close', () =>
    checkLogText(
      text
        .split('\n')
        .filter((line) => !line.match(TO_THE_OPERATOR))
        .join('\n'),
    ),
  );
}

let isChecking = false;

/** Checks what this process writes to stderr, and the metrics that it fetches. */
export function checkLogs(): void {
  if (isChecking) return;
  isChecking = true;
  const { writeSync } = fs;
  fs.writeSync = ((fd: number, data: unknown, ...rest: never[]) => {
    if (fd === 2) checkLogText(String(data));
    return (writeSync as (...all: unknown[]) => number)(fd, data, ...rest);
  }) as typeof writeSync;
  const { fetch } = globalThis;
  globalThis.fetch = async (...request) => {
    const response = await fetch(...request);
    if (new URL(response.url).pathname === '/metrics') checkLogText(await response.clone().text());
    return response;
  };
  process.on('exit', () => {
    if (found.size === 0) return;
    writeSync(2, `Personal data in logs or metrics:\n${[...found].join('\n')}\n`);
    process.exitCode = 1;
  });
}
