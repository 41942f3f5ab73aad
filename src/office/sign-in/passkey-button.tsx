import { passkeyHost } from '../../domain/accounts/passkey-options.ts';
import type { Site } from '../../domain/accounts/passkey-verification.ts';
import { Submit } from '../forms/inputs.tsx';
import { useRequest } from '../page/render-context.ts';
import type { GuestContext, OfficeRequest } from '../request-context.ts';
import { signInTexts } from './sign-in-texts.ts';

/** Where the browser answers; undefined if passkeys do not work at this address of the server. */
export function siteOf({ origin }: OfficeRequest): Site | undefined {
  const host = passkeyHost(origin);
  return host === undefined ? undefined : { origin, host };
}

/** What the check of a passkey needs of the request. */
export const passkeyAnswer = ({ request }: GuestContext, answer: string) => ({
  answer,
  site: siteOf(request),
  boundTo: request.csrfKey,
  browser: request.browser,
  address: request.address,
});

/** What the browser gets to make or use a passkey. Undefined: it must load the page again. */
export const optionsResponse = (options: object | undefined): Response =>
  options === undefined ? new Response(null, { status: 409 }) : Response.json(options);

interface PasskeyButtonProps {
  /** Where the form is sent with the answer, below `/office`. */
  action: string;
  /** Where the script gets the options, below `/office`. */
  options: string;
  /** Make a passkey, or sign with one. */
  is: 'create' | 'get';
  label: string;
  /** The field of the answer. */
  name?: string;
  class?: string;
  /** For browsers without JavaScript or passkeys. */
  instead?: string;
}

/** Sends the form around it with the answer of a passkey. Needs JavaScript (browser/office.js). */
export function PasskeyButton({ action, options, is, label, name = 'passkey', instead, ...rest }: PasskeyButtonProps) {
  const t = signInTexts(useRequest().language);
  return (
    <>
      <div class="passkey-only">
        <input type="hidden" name={name} />
        <p class="notice bad" role="alert" hidden>
          {is === 'create' ? t.passkeyNotMade : t.passkeyNotUsed}
        </p>
        <Submit
          class={rest.class}
          formaction={`/office${action}`}
          data-passkey={is}
          data-field={name}
          data-options={`/office${options}`}
          label={label}
        />
      </div>
      {instead !== undefined && <p class="hint passkey-less">{instead}</p>}
    </>
  );
}
