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

async function show() {
  const spec = await (await fetch('openapi.json')).json();
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

show();
