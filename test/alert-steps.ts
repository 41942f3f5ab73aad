import { accountByName, allAccounts } from '../src/domain/accounts/accounts.ts';
import { alertWorker } from '../src/domain/alerts/alert-worker.ts';
import { type Choices, saveChoices } from '../src/domain/alerts/choices.ts';
import { deriveFacts, deriveProblems } from '../src/domain/alerts/derive.ts';
import { waitingFacts } from '../src/domain/alerts/facts.ts';
import { KINDS, type Kind, type Way } from '../src/domain/alerts/kinds.ts';
import { addRecipient } from '../src/domain/alerts/recipients.ts';
import { putService } from '../src/domain/alerts/services.ts';
import { LineServer } from './alert-receivers.ts';
import { createAccount, type SignInOptions } from './office.ts';
import { sql } from './sql.ts';
import { stoppedClock } from './stopped-clock.ts';
import { openShop, type Shop, type ShopOptions, until } from './support.ts';

// Steps of tests of alerts.

/** 10:00 in Bangkok. */
const MORNING = Date.UTC(2026, 10, 26, 3);

/** A shop whose alerts go to LINE on this machine. Its clock is stopped at 10:00. */
export async function openAlertShop(options: ShopOptions = {}) {
  const clock = stoppedClock(MORNING);
  const line = await new LineServer().start();
  const shop = await openShop({
    now: clock.now,
    ...options,
    config: { ...options.config, alerts: { line_api: line.url, ...options.config?.alerts } },
  });
  const { token, secret } = line;
  await shop.ctx.write((tx) => putService(tx, 'line', { token, secret, name: 'ร้าน', basic_id: '@raan' }));
  return { shop, clock, line };
}

type Wanted = SignInOptions & Partial<Choices> & { kinds?: readonly Kind[]; way?: Way; address?: string };

/** Adds an account that gets alerts of these kinds, by default of all, in LINE. */
export async function addMember(shop: Shop, name: string, wanted: Wanted = {}) {
  const { kinds = KINDS, way = 'line', address = `U-${name}`, quiet, pause = 5, summaryMinute, ...options } = wanted;
  await createAccount(shop, { ...options, name });
  const account = accountByName(shop.ctx.db, name);
  const chosen = Object.fromEntries(kinds.map((kind) => [kind, [way]]));
  await shop.ctx.write((tx) => {
    addRecipient(tx, account, { way, address }, shop.now());
    saveChoices(tx, account.id, { chosen, quiet, pause, summaryMinute }, shop.now());
  });
  return account;
}

/** Derives alerts. @returns the pending alerts as `name kind count` */
export async function derivedAlerts({ ctx }: Pick<Shop, 'ctx'>): Promise<string[]> {
  await deriveFacts(ctx);
  await deriveProblems(ctx);
  const accounts = new Map(allAccounts(ctx.db).map(({ id, name }) => [id, name]));
  return waitingFacts(ctx.db).map(({ accountId, kind, count }) => `${accounts.get(accountId)} ${kind} ${count}`);
}

const openMessages = (now: number) =>
  sql<object>(`SELECT 1 FROM alert_messages WHERE state = 'sending' OR (state = 'waiting' AND next_time <= ${now})`);

/** Sends what is due, until it has an outcome. The job of the shop may send some of it. */
export async function sendAlerts(shop: Shop): Promise<void> {
  const worker = alertWorker(shop.ctx);
  await worker.runDue();
  await worker.finish();
  await until('nothing is due', () => shop.ctx.db.all(openMessages(shop.now())).length === 0);
}

/** The states and counts of attempts of all messages. */
export const messageStates = (shop: Shop): string[] =>
  shop.ctx.db
    .all(sql<{ way: string; state: string; tries: number }>('SELECT way, state, tries FROM alert_messages ORDER BY id'))
    .map(({ way, state, tries }) => `${way} ${state} ${tries}`);
