import { passkeyHost } from '../../domain/accounts/passkey-options.ts';
import type { RelyingParty } from '../../domain/accounts/passkey-verification.ts';
import { Submit } from '../forms/inputs.tsx';
import { useRequest } from '../page/render-context.ts';
import type { GuestContext, OfficeRequest } from '../request-context.ts';
import { signInTexts } from './sign-in-texts.ts';

/** The relying party of the request; undefined if passkeys do not work at this address of the server. */
export function relyingPartyOf({ origin }: OfficeRequest): RelyingParty | undefined {
  const host = passkeyHost(origin);
  return host === undefined ? undefined : { origin, host };
}

/** The parts of the request that the check of a passkey needs. */
export const passkeyAnswer = ({ request }: GuestContext, answer: string) => ({
  answer,
  relyingParty: relyingPartyOf(request),
  boundTo: request.csrfKey,
  browser: request.browser,
  address: request.address,
});

/** The response with WebAuthn options. Undefined options: the browser must reload the page. */
export const optionsResponse = (options: object | undefined): Response =>
  options === undefined ? new Response(null, { status: 409 }) : Response.json(options);

interface PasskeyButtonProps {
  /** Path below `/office` to which the form is submitted. */
  action: string;
  /** Path below `/office` that returns the WebAuthn options. */
  options: string;
  /** Create a passkey, or sign in with it. */
  is: 'create' | 'get';
  label: string;
  /** Name of the field that gets the response of the browser. */
  name?: string;
  class?: string;
  /** Text for browsers without JavaScript or passkeys. */
  fallback?: string;
}

/** Submits its form with the response of a passkey. Needs JavaScript (browser/office.js). */
export function PasskeyButton({ action, options, is, label, name = 'passkey', fallback, ...rest }: PasskeyButtonProps) {
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
      {fallback !== undefined && <p class="hint passkey-fallback">{fallback}</p>}
    </>
  );
}
