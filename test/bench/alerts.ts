import path from 'node:path';
import { addAccount } from '../../src/domain/accounts/account-changes.ts';
import { accountByName } from '../../src/domain/accounts/accounts.ts';
import { addRecipient } from '../../src/domain/alerts/recipients.ts';
import { putService } from '../../src/domain/alerts/services.ts';
import { openTestDatabase, sql } from '../sql.ts';
import { alternate, mediansOf } from './alternate.ts';
import { callerOf, orderCreate } from './calls.ts';
import type { Generator } from './generator.ts';
import type { Plan } from './plan.ts';
import { raan } from './programs.ts';
import { formatInteger, median, type Ratio } from './report.ts';
import { startServer } from './server.ts';
import { openShop } from './shop.ts';

const OWNERS = 5;

/**
 * The rate of order create while owners get every kind of alert by email, compared with the rate without alerts. The
 * alerts of half a minute are one message, so the cost is to find them, not to send them: no mail server listens.
 */
export async function measureAlerts(folder: string, generator: Generator, { rounds, warmUp }: Plan): Promise<Ratio> {
  const [without, alerted] = await Promise.all([
    openShop(path.join(folder, 'alerts-without')),
    openShop(path.join(folder, 'alerts-with')),
  ]);
  addRecipients(alerted.database);
  const servers = await Promise.all([without, alerted].map((shop) => startServer(raan(shop))));
  const [address = '', addressOfAlerted = ''] = servers.map((server) => server.address);
  const contenders = {
    without: { address, call: orderCreate(await callerOf(address, without), without) },
    alerted: { address: addressOfAlerted, call: orderCreate(await callerOf(addressOfAlerted, alerted), alerted) },
  };
  const measured = await alternate(generator, { rounds: Math.ceil(rounds / 2), seconds: 3, warmUp }, contenders);
  for (const server of servers) await server.stop();
  checkFacts(alerted.database);
  const rateOf = (side: keyof typeof contenders) => formatInteger(mediansOf(measured.map((round) => round[side])).rate);
  return {
    name: `order create, requests/s, with all alerts to ${OWNERS} owners ÷ without alerts`,
    value: median(measured.map((round) => round.alerted.rate / round.without.rate)),
    floor: 0.9,
    absolute: `${rateOf('alerted')} and ${rateOf('without')} requests/s`,
  };
}

function addRecipients(file: string): void {
  const db = openTestDatabase(file);
  putService(db, 'email', { host: '127.0.0.1', port: 9, security: 'none', sender: 'alerts@shop.example' });
  for (let i = 0; i < OWNERS; i += 1) {
    const name = `owner${i}`;
    addAccount(db, { name, role: 'owner', storeId: null, passwordHash: '', mustChangePassword: false }, Date.now());
    addRecipient(db, accountByName(db, name), { way: 'email', address: `${name}@shop.example` }, Date.now());
  }
  db.close();
}

/** @throws if no order has been found for an alert */
function checkFacts(file: string): void {
  const db = openTestDatabase(file);
  const found = db.get(
    sql<{ count: number }>(
      'SELECT (SELECT count(*) FROM alert_facts) + (SELECT count(*) FROM alert_messages) AS count',
    ),
  );
  db.close();
  if (!found?.count) throw new Error('no alert was found during the measurement');
}
