import { type DocsSite, Layout } from './layout.tsx';
import { SAMPLES, sampleText } from './samples.ts';

/** The API reference page. Only the reference itself needs JavaScript. */
export async function referencePage(base: string, site: DocsSite): Promise<string> {
  const samples = await Promise.all(
    SAMPLES.map(async ({ language, name, file }) => ({ language, name, text: await sampleText(file) })),
  );
  return `<!doctype html>${<Page base={base} samples={samples} site={site} />}`;
}

interface Sample {
  language: string;
  name: string;
  text: string;
}

const HEAD = (
  <>
    <link rel="stylesheet" href="docs/swagger-ui.css" />
    <link rel="stylesheet" href="docs/reference.css" />
    <script src="docs/swagger-ui-bundle.js" defer />
    <script src="docs/docs.js" defer />
  </>
);

const Page = ({ base, samples, site }: { base: string; samples: readonly Sample[]; site: DocsSite }) => (
  <Layout title="API reference" currentPage="reference" linkPrefix="docs/" site={site} head={HEAD}>
    <h1>API reference</h1>
    <p>
      <a href="#first-order">First order</a> · <a href="#reference">Reference</a> · <a href="#webhooks">Webhooks</a> ·{' '}
      <a href="openapi.json">openapi.json</a>
    </p>
    <FirstOrder base={base} />
    <h2>Reference</h2>
    <p>
      Press <b>Authorize</b> and enter your client id and secret once. All calls below then send the token. Calls are
      real: an order placed here is an order of the store. In the <a href="docs/sandbox">sandbox</a> nothing is real.
    </p>
    <div id="reference">
      <noscript>The reference needs JavaScript. openapi.json has the same content.</noscript>
    </div>
    <Webhooks samples={samples} />
  </Layout>
);

const FirstOrder = ({ base }: { base: string }) => (
  <section id="first-order">
    <h2>First order</h2>
    <p>The store gives you a client id and a secret. Request a token, which is valid for four hours:</p>
    <pre
      tabindex={0}
    >{`curl ${base}/oauth/token -d grant_type=client_credentials -d client_id=… -d client_secret=…`}</pre>
    <p>
      List the products, read one of them and take the <code>product_variant_id</code> of a variant. TOKEN, PRODUCT and
      VARIANT stand for values from the responses:
    </p>
    <pre tabindex={0}>
      {`curl ${base}/v1/product/list -X POST -H 'Authorization: Bearer TOKEN'
curl ${base}/v1/product/detail -H 'Authorization: Bearer TOKEN' -H 'Content-Type: application/json' -d '{"product_id": "PRODUCT"}'`}
    </pre>
    <p>Order it. The same call again returns the same order, so you can safely repeat it after a timeout:</p>
    <pre tabindex={0}>
      {`curl ${base}/v1/order/create -H 'Authorization: Bearer TOKEN' -H 'Content-Type: application/json' -d '{
  "external_order_id": "first-1", "shipping_type": "ems",
  "products": [{"product_variant_id": "VARIANT", "qty": 1}],
  "recipient_address": {"name": "สมชาย ใจดี", "telephone": "0812345678", "postal_code": 50200}}'`}
    </pre>
    <p>
      Next: <a href="docs/integrate">Build an integration</a> · <a href="docs/clients">Client libraries</a>
    </p>
  </section>
);

const Webhooks = ({ samples }: { samples: readonly Sample[] }) => (
  <section id="webhooks">
    <h2>Webhooks</h2>
    <p>
      When available stock changes, the service sends <code>stock_available_updated</code> to the URL of your app, and
      if the store switches them on <code>order_updated</code> and <code>product_updated</code>. Respond with any 2xx
      status within a second and process the event afterwards; each change is sent once. Verify{' '}
      <code>X-Service-Signature</code> over the raw bytes before you parse them, or <code>webhook-signature</code> with
      a library of Standard Webhooks. <a href="docs/partner-api#webhooks">Partner API</a> explains events, headers and
      delivery.
    </p>
    {samples.map(({ language, name, text }) => (
      <details>
        <summary>
          {language} (<a href={`docs/${name}`}>{name}</a>)
        </summary>
        <pre tabindex={0}>{text}</pre>
      </details>
    ))}
    <p>
      To test your receiver, place an order with a test channel: it sends deliveries. If you have the program{' '}
      <code>raan</code>, <code>RAAN_WEBHOOK_SECRET=SECRET raan webhook listen</code> receives deliveries, verifies them
      and prints them.
    </p>
  </section>
);
