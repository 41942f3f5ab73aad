import assert from 'node:assert/strict';
import { test } from 'node:test';
import { english } from './errors.ts';
import { signedIn } from './office.ts';
import { photo } from './sample-photos.ts';
import { cafe, openShop } from './support.ts';

const CSV = 'name,sku,price\nTea,TEA,10\n';

interface Form {
  path: string;
  field: string;
  fields: Record<string, string>;
}

/** An office, and its forms that take a file. */
async function openForms() {
  const shop = await openShop({ stores: [cafe()] });
  const owner = await signedIn(shop, { language: 'en' });
  await shop.order();
  const forms: Form[] = [
    { path: '/products/import', field: 'file', fields: {} },
    { path: '/orders/cod/remit', field: 'file', fields: {} },
    { path: `/orders/1/payments/notify`, field: 'slip', fields: { amount: '1', method: 'transfer' } },
    { path: `/products/${shop.ids.products.latte}/details`, field: 'picture', fields: { name: 'Latte' } },
  ];
  await owner.open('/me');
  return { shop, owner, forms };
}

test('a file with a wrong extension is refused, whatever it contains', async () => {
  const { owner, forms } = await openForms();
  const picture = (await photo({ width: 30, height: 20 })) as Uint8Array<ArrayBuffer>;
  for (const { path, field, fields } of forms) {
    const file = new File([field === 'file' ? CSV : picture], 'invoice.EXE');
    const { status, text } = await owner.send(path, { ...fields, [field]: file });
    assert.equal(status, 422, path);
    const reason =
      field === 'file' ? english('file_of_another_kind', { file: 'invoice.EXE' }) : english('not_a_picture');
    assert.ok(text.includes(field === 'picture' ? ` invoice.EXE: ${reason}` : reason), `${path}: ${text}`);
  }
});

test('a picture is served with a fixed file name, not with that of the upload', async () => {
  const { shop, owner, forms } = await openForms();
  const picture = (await photo({ width: 30, height: 20 })) as Uint8Array<ArrayBuffer>;
  const { path: form = '', fields } = forms.at(-1) ?? {};
  const page = await owner.send(form, { ...fields, picture: new File([picture], 'x";y.png') });
  const [, path] = /src="(\/pictures\/[^"]+)"/.exec(page.html) ?? assert.fail(page.text);
  const response = await fetch(shop.url + path);
  assert.match(response.headers.get('content-disposition') ?? '', /^inline; filename="(full|thumbnail|tiny)\.jpg"$/);
});
