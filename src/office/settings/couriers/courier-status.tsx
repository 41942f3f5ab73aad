import { courierState, lacksSecret } from '../../../domain/couriers/courier-state.ts';
import type { Courier } from '../../../domain/couriers/couriers.ts';
import type { PoolLevel } from '../../../domain/couriers/number-pools.ts';
import { courierSecretUse } from '../../../domain/couriers/old-secrets.ts';
import { courierSecretVersion } from '../../../domain/couriers/set-up.ts';
import { count } from '../../../lib/number-format.ts';
import { OldSecretNotice, SecretResetForm } from '../../forms/secret-reset.tsx';
import { UncopiedNotice } from '../../forms/uncopied-secret.tsx';
import { Confirm, CopyButton, Facts, Tag } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { courierSecret } from './courier-secret.tsx';
import { courierTexts } from './courier-texts.ts';

/** Open bookings, callback URL and whether a secret is set. The secret itself is not shown here. */
export function CourierStatus({ context, courier }: { context: StoreContext; courier: Courier }) {
  const t = courierTexts(context.language);
  const { hasSecret, callBackPath, callBackUrl, bookings } = courierState(context.app, courier);
  const makesSecret = courier.settings.adapter === 'http' || courier.settings.adapter === 'number_pool';
  return (
    <section class="card">
      <h2>{t.status}</h2>
      <Facts
        facts={[
          [t.bookings, bookingText(context, bookings) ?? t.noBookings],
          [
            courier.settings.adapter === 'shippop' ? t.apiKey : t.secret,
            hasSecret !== undefined && (
              <Tag tone={hasSecret ? 'good' : lacksSecret(courier) ? 'bad' : 'warn'}>
                {hasSecret ? t.hasSecret : t.lacksSecret}
              </Tag>
            ),
          ],
        ]}
      />
      {callBackPath !== undefined && (
        <CallbackUrl context={context} address={callBackUrl ?? callBackPath} isAbsolute={!!callBackUrl} />
      )}
      <UncopiedNotice context={context} kind={courierSecret} owner={courier} />
      <OldSecretNotice
        context={context}
        use={courierSecretUse(context.db, courier.id, context.app.steadyNow())}
        action={`/settings/couriers/${courier.shippingType}/end-old-secret`}
      />
      {makesSecret && hasSecret !== undefined && (
        <Confirm label={t.resetSecret}>
          <p>{t.resetHint}</p>
          <SecretResetForm
            context={context}
            action={`/settings/couriers/${courier.shippingType}/secret`}
            version={courierSecretVersion(courier)}
            label={t.confirmReset}
          />
        </Confirm>
      )}
    </section>
  );
}

function CallbackUrl({
  context,
  address,
  isAbsolute,
}: {
  context: StoreContext;
  address: string;
  isAbsolute: boolean;
}) {
  const t = courierTexts(context.language);
  return (
    <div class="callback">
      <h3>{t.callback}</h3>
      <p class="to-copy">
        <code id="callback">{address}</code> <CopyButton targetId="callback" />
      </p>
      {isAbsolute ? <p class="hint">{t.callbackHint}</p> : <p class="hint">{t.noBaseUrl}</p>}
    </div>
  );
}

/** Numbers left, for COD or other parcels. */
export function LevelTag({ context, level: { cod, left, low } }: { context: StoreContext; level: PoolLevel }) {
  const t = courierTexts(context.language);
  return <Tag tone={left === 0 ? 'bad' : low ? 'warn' : 'good'}>{t.leftOf(cod ? t.cod : t.notCod, count(left))}</Tag>;
}

/** Open bookings such as `2 waiting, 1 failed`; undefined if there are none. */
export function bookingText(
  context: StoreContext,
  bookings: ReturnType<typeof courierState>['bookings'],
): string | undefined {
  const t = courierTexts(context.language);
  const open = (['waiting', 'requested', 'failed'] as const).filter((status) => bookings[status] > 0);
  return open.map((status) => t[status](count(bookings[status]))).join(', ') || undefined;
}
