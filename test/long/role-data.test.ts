import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../office.ts';
import { morePages, openCrawlStore, tokenOf } from '../office-routes.ts';
import { NEEDS_PDF_TOOLS, textOf } from '../pdf-reader.ts';
import { crawlAs, openRolesStore, signedInAs } from '../role-steps.ts';
import { sql } from '../sql.ts';
import { cafe, openShop, type Shop } from '../support.ts';

// Data that each role can see and find.

interface Customer {
  name: string;
  telephone: string;
  address1: string;
}

const customersOf = ({ ctx }: Shop): Customer[] =>
  ctx.db.all(
    sql<Customer>(
      'SELECT DISTINCT a.name, a.telephone, a.address1 FROM orders o JOIN addresses a ON a.version = o.recipient_address',
    ),
  );

for (const role of ['packer', 'warehouse', 'orders money stock products', 'stock', 'settings', 'partners'])
  test(`role ${role} sees no customer on any page or file`, async () => {
    const texts = new Map((await crawlAs(role)).texts);
    const { shop } = await openRolesStore();
    const browser = await signedInAs(shop, role);
    const numbered = shop.ctx.db
      .all(sql<{ id: number }>('SELECT id FROM orders'))
      .map(({ id }) => `/orders/numbers?order=${id}`);
    for (const path of ['/orders.csv?tab=all', '/orders?tab=all', '/stock/return?q=S', ...numbered, ...morePages(shop)])
      texts.set(path, (await browser.open(path)).html);
    const storePhone = '0812345678'; // also its PromptPay id
    const accounts = shop.ctx.db.all(sql<object>('SELECT promptpay_id, name FROM refund_accounts'));
    assert.equal(accounts.length, 1);
    const secrets = [...customersOf(shop), ...accounts].flatMap((personal) => Object.values(personal) as string[]);
    assert.ok(secrets.includes(storePhone));
    const leaked = [...texts].flatMap(([path, text]) =>
      secrets
        .filter((secret) => secret !== storePhone && text.includes(secret))
        .map((secret) => `${secret} at ${path}`),
    );
    assert.deepEqual(leaked, []);
  });

test('an account without customer data gets no channel credentials, because a channel can read customers', async () => {
  const shop = await openShop({ stores: [cafe()] });
  const { id } = shop.ids.channels.page ?? {};
  const page = `/partners/channels/${id}`;
  const browser = await signedIn(shop, { name: 'partner desk', store: 'cafe', permissions: ['partners'] });
  const { html } = await browser.open(page);
  assert.doesNotMatch(html, /channels\/\d+\/secret|name="permissions"/);
  const csrf = tokenOf(browser.page);
  const answers = [];
  for (const action of ['/partners/channels/new', page, `${page}/secret`]) {
    const form = new FormData();
    for (const [name, value] of [
      ['csrf', csrf],
      ['name', 'mine'],
      ['permissions', 'orders.read'],
    ] as const)
      form.append(name, value);
    answers.push((await browser.post(action, form)).status);
  }
  assert.deepEqual(answers, [403, 403, 403]);
  const both = await signedIn(shop, { name: 'both', store: 'cafe', permissions: ['partners', 'customer_data'] });
  assert.match((await both.open(page)).html, /name="permissions"/);
});

test('a search of an account without customer data finds numbers and SKUs, not names or telephones', async () => {
  const { shop } = await openCrawlStore();
  const browser = await signedInAs(shop, 'packer');
  const isFound = async (q: string) => {
    const { html } = await browser.open(`/orders?tab=all&q=${encodeURIComponent(q)}`);
    return /class="order-cell"/.test(html);
  };
  for (const { name, telephone } of customersOf(shop))
    assert.deepEqual(
      [await isFound(name), await isFound(telephone), await isFound(telephone.slice(-4))],
      [false, false, false],
    );
  assert.equal(await isFound('#2'), true);
});

test('the search promises names and phone numbers only to accounts that can search by them', async () => {
  const shop = await openShop({ stores: [cafe()] });
  for (const [role, canSearch] of [
    ['packer', false],
    ['staff', true],
  ] as const) {
    const browser = await signedIn(shop, { name: role, store: 'cafe', role, language: 'en' });
    const search = (await browser.open('/search?q=nobody')).html;
    assert.equal(/placeholder="Orders, .*customers.*or commands"/.test(search), canSearch, role);
    assert.equal(search.includes('cannot search by a customer’s name or phone number'), !canSearch, role);
    const list = (await browser.open('/orders?tab=all&q=nobody')).html;
    assert.equal(/placeholder="Order, name, phone, tracking or SKU"/.test(list), canSearch, role);
    assert.equal(list.includes('cannot search by a customer’s name or phone number'), !canSearch, role);
  }
});

test(
  'a packer prints the labels of waiting but not of sent parcels, and packing slips without the customer',
  NEEDS_PDF_TOOLS,
  async () => {
    const { shop } = await openCrawlStore();
    const browser = await signedInAs(shop, 'packer');
    const idWhere = (status: string) =>
      shop.ctx.db.get(
        sql<{ id: number }>(
          `SELECT order_id AS id FROM shipments GROUP BY order_id HAVING min(status) = '${status}' AND max(status) = '${status}'`,
        ),
      )?.id;
    const [waiting, sent] = [idWhere('booked'), idWhere('picked_up')];
    assert.equal((await browser.open(`/orders/${waiting}/label.pdf`)).status, 200);
    assert.equal((await browser.open(`/orders/${sent}/label.pdf`)).status, 403);
    const Cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const slip = await fetch(`${shop.url}/office/orders/${waiting}/packing-slip.pdf`, { headers: { Cookie } });
    const text = await textOf(Buffer.from(await slip.arrayBuffer()));
    const { name, telephone } =
      shop.ctx.db.get(
        sql<Customer>(
          `SELECT a.name, a.telephone, a.address1 FROM orders o JOIN addresses a ON a.version = o.recipient_address
         WHERE o.id = ${waiting}`,
        ),
      ) ?? assert.fail();
    assert.ok(text.includes('ใบแพ็กสินค้า'));
    assert.ok(!text.includes(name) && !text.replaceAll('-', '').includes(telephone));
  },
);

test('without the permission for costs no page shows a cost price', async () => {
  for (const [role, sees] of [
    ['orders money stock products', false],
    ['manager', true],
  ] as const) {
    const { texts } = await crawlAs(role);
    assert.equal([...texts.values()].join('\n').includes('6543.21'), sees, role);
  }
});

test('without the permission for money no page shows a payment, and the Today page shows no sales', async () => {
  const { texts } = await crawlAs('packer');
  const all = [...texts.values()].join('\n');
  for (const part of ['id="payments"', 'class="slip"', 'id="best-sellers"', 'id="cod-title"', 'id="stock-value"'])
    assert.ok(!all.includes(part), part);
});
