// Shows the reference. Calls go to where this page came from, whatever the address in the document is.
const base = new URL('.', location.href).href.replace(/\/$/, '');

/** The token endpoint reads the form and nothing else; Swagger UI would send id and secret as HTTP Basic. */
function credentialsInForm(request) {
  const [, basic] = /^Basic (.*)$/.exec(request.headers?.Authorization ?? '') ?? [];
  if (request.url !== `${base}/oauth/token` || basic === undefined) return request;
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(atob(basic)) ?? [];
  request.headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  request.body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: id,
    client_secret: secret,
  }).toString();
  return request;
}

/** Who opens the dialog begins at its top, with his id; Swagger UI would scroll on to the field for a token. */
function beginWithClient(reference) {
  const opened = (records) =>
    records.flatMap(({ addedNodes }) => [...addedNodes]).find((node) => node.matches?.('.dialog-ux'));
  new MutationObserver((records) => {
    const dialog = opened(records);
    if (!dialog) return;
    dialog.querySelector('[data-name=clientId]')?.focus({ preventScroll: true });
    dialog.querySelector('.modal-ux-content').scrollTop = 0;
  }).observe(reference, { childList: true, subtree: true });
}

async function show() {
  const spec = await (await fetch('openapi.json')).json();
  delete spec.info.license.identifier; // it would become a link to a list of licences that lacks it
  spec.servers = [{ url: base }];
  spec.components.securitySchemes.client.flows.clientCredentials.tokenUrl = `${base}/oauth/token`;
  globalThis.SwaggerUIBundle({
    spec,
    dom_id: '#reference',
    deepLinking: true,
    validatorUrl: null,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    requestInterceptor: credentialsInForm,
  });
}

/** Swagger UI has dark colors of its own. */
function followColorScheme() {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', apply);
  apply();
}

followColorScheme();
beginWithClient(document.getElementById('reference'));
show();
