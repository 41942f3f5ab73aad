// Shows the API reference. Calls go to the origin of this page, not to the server address in the document.
const base = new URL('.', location.href).href.replace(/\/$/, '');

/** The token endpoint accepts credentials in the form only. Swagger UI would send them as HTTP Basic. */
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

/** Focuses the client id when the authorization dialog opens. Swagger UI would scroll down to the field for a token. */
function focusClientId(reference) {
  const openedDialog = (records) =>
    records.flatMap(({ addedNodes }) => [...addedNodes]).find((node) => node.matches?.('.dialog-ux'));
  new MutationObserver((records) => {
    const dialog = openedDialog(records);
    if (!dialog) return;
    dialog.querySelector('[data-name=clientId]')?.focus({ preventScroll: true });
    dialog.querySelector('.modal-ux-content').scrollTop = 0;
  }).observe(reference, { childList: true, subtree: true });
}

async function showReference() {
  const spec = await (await fetch('openapi.json')).json();
  delete spec.info.license.identifier; // Swagger UI would link it to a list of licenses that does not contain it
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

/** Switches to Swagger UI's own dark colors. */
function followColorScheme() {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', apply);
  apply();
}

followColorScheme();
focusClientId(document.getElementById('reference'));
showReference();
