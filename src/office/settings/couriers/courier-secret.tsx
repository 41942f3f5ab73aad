import type { SecretValues } from '../../../domain/accounts/uncopied-secrets.ts';
import { type Courier, secretOf } from '../../../domain/couriers/couriers.ts';
import { shippingTypes } from '../../../domain/orders/order-codes.ts';
import { idText } from '../../../lib/ids.ts';
import { CopiedButton, type SecretKind, ShownHint } from '../../forms/uncopied-secret.tsx';
import type { Page } from '../../office-response.ts';
import { courierTitle } from '../../orders/order-labels.ts';
import { CopyButton, Heading } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { courierTexts } from './courier-texts.ts';
import { requestedCourier } from './requested-courier.ts';

const PATH = '/settings/couriers';

/** The secret that raan has made for a courier. */
export const courierSecret: SecretKind<Courier> = {
  path: `${PATH}/:type/secret`,
  access: 'settings',
  ownerIn: requestedCourier,
  subjectOf: ({ id }) => `courier ${idText(id)}`,
  pathOf: ({ shippingType }) => `${PATH}/${shippingType}/secret`,
  nextOf: ({ shippingType }) => `${PATH}/${shippingType}`,
  isCurrent: (_context, { settings }, { secret }) => secret === secretOf(settings),
  page: courierSecretPage,
};

function courierSecretPage(context: StoreContext, courier: Courier, { secret }: SecretValues): Page {
  const t = courierTexts(context.language);
  const { shippingType } = courier;
  const label = courierTitle(shippingType, shippingTypes(context.app.config.values), context.language);
  return {
    title: t.newSecret,
    body: (
      <>
        <Heading title={t.newSecret} back={{ href: `/office${PATH}/${shippingType}`, label }} />
        <ShownHint context={context} />
        <section class="card">
          <p class="to-copy">
            <code id="secret">{secret}</code> <CopyButton targetId="secret" />
          </p>
          <CopiedButton context={context} kind={courierSecret} owner={courier} />
        </section>
      </>
    ),
  };
}
