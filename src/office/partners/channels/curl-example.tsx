import type { StoreContext } from '../../request-context.ts';
import { Copyable } from '../partner-components.tsx';
import { partnerTexts } from '../partner-texts.ts';

/** curl commands to paste into a terminal, with a placeholder if the secret is unknown. */
export function CurlExample({
  context,
  clientId,
  secret,
}: {
  context: StoreContext;
  clientId: string;
  secret?: string;
}) {
  const t = partnerTexts(context.language);
  return (
    <>
      <p class="hint">
        {t.tryHint}
        {secret === undefined && ` ${t.tryHintSecret}`}
      </p>
      <Copyable id="try-it">{curlCommands(context.request.origin, clientId, secret ?? 'SECRET')}</Copyable>
    </>
  );
}

const curlCommands = (
  origin: string,
  clientId: string,
  secret: string,
): string => `TOKEN=$(curl -s ${origin}/oauth/token \\
  -d grant_type=client_credentials \\
  -d client_id=${clientId} \\
  -d client_secret=${secret} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
curl -s ${origin}/v1/product/list -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' -d '{}'`;
