import { SAMPLES, sampleText } from './samples.ts';

/** The page for partners' developers; a part that runs no script but the reference. */
export async function docsPage(base: string): Promise<string> {
  const samples = await Promise.all(
    SAMPLES.map(async ({ language, name, file }) => ({ language, name, text: await sampleText(file) })),
  );
  return `<!doctype html>${<Page base={base} samples={samples} />}`;
}

interface Sample {
  language: string;
  name: string;
  text: string;
}

const Page = ({ base, samples }: { base: string; samples: readonly Sample[] }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>raan: partner API</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href="docs/swagger-ui.css" />
      <link rel="stylesheet" href="docs/docs.css" />
      <script src="docs/swagger-ui-bundle.js" defer />
      <script src="docs/docs.js" defer />
    </head>
    <body>
      <header>
        <h1>raan: partner API</h1>
        <p>
          <a href="#first-order">First order</a> · <a href="#reference">Reference</a> · <a href="#webhooks">Webhooks</a>{' '}
          · <a href="openapi.json">openapi.json</a>
        </p>
      </header>
      <main>
        <FirstOrder base={base} />
        <h2>Reference</h2>
        <p>
          Press <b>Authorize</b> and give your client id and secret once; every call below then has its token. Calls are
          real: an order placed here is an order of the store.
        </p>
        <div id="reference">
          <noscript>The reference is shown by a script; openapi.json holds the same.</noscript>
        </div>
        <Webhooks samples={samples} />
      </main>
    </body>
  </html>
);

const FirstOrder = ({ base }: { base: string }) => (
  <section id="first-order">
    <h2>First order</h2>
    <p>The store gives you a client id and a secret. Get a token, which is good for four hours:</p>
    <pre>{`curl ${base}/oauth/token -d grant_type=client_credentials -d client_id=… -d client_secret=…`}</pre>
    <p>Look what there is, and take the id of a variant:</p>
    <pre>
      {`curl ${base}/v1/product/list -X POST -H 'Authorization: Bearer TOKEN'
curl ${base}/v1/product/detail -H 'Authorization: Bearer TOKEN' -H 'Content-Type: application/json' -d '{"product_id": "1"}'`}
    </pre>
    <p>Order it. The same call again answers the same order, so repeat it whenever you are in doubt:</p>
    <pre>
      {`curl ${base}/v1/order/create -H 'Authorization: Bearer TOKEN' -H 'Content-Type: application/json' -d '{
  "external_order_id": "first-1", "shipping_type": "ems",
  "products": [{"product_variant_id": "1", "qty": 1}],
  "recipient_address": {"name": "สมชาย ใจดี", "telephone": "0812345678", "postal_code": 50200}}'`}
    </pre>
  </section>
);

const Webhooks = ({ samples }: { samples: readonly Sample[] }) => (
  <section id="webhooks">
    <h2>Webhooks</h2>
    <p>
      When what can be sold changes, the service tells the URL of your app, as <code>stock_available_updated</code> in
      the reference says. Answer any 2xx within a second and work afterwards; each change is sent once. Check the
      signature over the raw bytes, before you parse them:
    </p>
    {samples.map(({ language, name, text }) => (
      <details>
        <summary>
          {language} (<a href={`docs/${name}`}>{name}</a>)
        </summary>
        <pre>{text}</pre>
      </details>
    ))}
    <p>
      While you write your own, <code>RAAN_WEBHOOK_SECRET=SECRET raan webhook listen</code> receives deliveries, checks
      them and prints them.
    </p>
  </section>
);
