import { missingOnLabel, removedStoreAddresses, type StoreAddress, storeAddresses } from '../../../domain/addresses.ts';
import { markPrimary, removeStoreAddress, restoreStoreAddress } from '../../../domain/store-addresses.ts';
import { PostButton } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { ButtonLink, Empty, Heading, Tag } from '../../page/components.tsx';
import { ExportMenu } from '../../page/export-menu.tsx';
import { fileTexts, yesNo } from '../../page/file-texts.ts';
import { type Columns, type ListFile, listFile } from '../../page/list-file.ts';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { fileScreens, get, post, type Screen } from '../../screen.ts';
import { settingsTexts } from '../settings-texts.ts';
import { addressFormScreens, incompleteText } from './address-form.tsx';
import { addressTexts } from './address-texts.ts';

const PATH = '/settings/addresses';

export const addressScreens: readonly Screen[] = [
  get(PATH, 'settings', listPage),
  ...fileScreens(`${PATH}`, 'settings', addressesFile),
  ...addressFormScreens,
  post(`${PATH}/:id/primary`, 'settings', (context) => mark(context, true)),
  post(`${PATH}/:id/ordinary`, 'settings', (context) => mark(context, false)),
  post(`${PATH}/:id/remove`, 'settings', async (context) => {
    const id = context.id();
    await context.write((tx) => removeStoreAddress(tx, context.store.id, id, context.now));
    return context.redirect(PATH, addressTexts(context.language).removed);
  }),
  post(`${PATH}/:id/restore`, 'settings', async (context) => {
    const id = context.id();
    await context.write((tx) => restoreStoreAddress(tx, context.store.id, id, context.now));
    return context.redirect(PATH, addressTexts(context.language).restored);
  }),
];

async function mark(context: StoreContext, isPrimary: boolean): Promise<Response> {
  const id = context.id();
  await context.write((tx) => markPrimary(tx, context.store.id, id, isPrimary, context.now));
  return context.redirect(PATH, commonTexts(context.language).saved);
}

const COLUMNS = [
  'name',
  'telephone',
  'address1',
  'address2',
  'address3',
  'sub_district',
  'district',
  'province',
  'postal_code',
  'email',
  'note',
  'legal_entity_id',
] as const;

function addressesFile({ db, store, language }: StoreContext): ListFile {
  const t = addressTexts(language);
  const branches: Readonly<Record<string, string>> = { h: t.headOffice, b: t.branch };
  const columns: Columns<StoreAddress> = {
    [fileTexts(language).id]: ({ id }) => String(id),
    [t.primary]: ({ is_primary }) => yesNo(language, is_primary),
    ...Object.fromEntries(COLUMNS.map((name) => [t[name], (address: StoreAddress) => address[name]])),
    [t.branch_type]: ({ branch_type }) => branch_type && branches[branch_type],
    [t.branch_number]: ({ branch_number }) => branch_number,
  };
  return listFile(t.addresses, storeAddresses(db, store.id), columns, 'addresses');
}

function listPage(context: StoreContext): Page {
  const t = addressTexts(context.language);
  const { app, store, language } = context;
  const addresses = storeAddresses(app.db, store.id);
  return {
    title: t.addresses,
    body: (
      <>
        <Heading title={t.addresses} back={{ href: '/office/settings', label: settingsTexts(language).settings }}>
          <ButtonLink href={`/office${PATH}/new`} icon="plus" main label={t.add} />
          {addresses.length > 0 && <ExportMenu href={`/office${PATH}`} />}
        </Heading>
        {addresses.length === 0 ? (
          <Empty title={t.empty} hint={t.emptyHint} />
        ) : (
          <>
            <p class="hint">{t.about}</p>
            <ul class="sections">
              {addresses.map((address, i) => (
                <AddressCard context={context} address={address} isFirst={i === 0} />
              ))}
            </ul>
          </>
        )}
        <RemovedAddresses context={context} />
      </>
    ),
  };
}

function AddressCard({ context, address, isFirst }: StoreProps<{ address: StoreAddress; isFirst: boolean }>) {
  const t = addressTexts(context.language);
  const at = `${PATH}/${address.id}`;
  return (
    <li class="card">
      <h2>
        <a href={`/office${at}`}>{address.name}</a>
      </h2>
      <p class="tags">
        {isFirst && <Tag tone="good">{t.usedAsSender}</Tag>}
        {address.is_primary && <Tag tone="calm">{t.primary}</Tag>}
        {missingOnLabel(address).length > 0 && <Tag tone="warn">{incompleteText(context, address)}</Tag>}
      </p>
      <p class="break">
        {address.telephone}
        <br />
        {addressLine(address)}
      </p>
      <div class="actions">
        <ButtonLink href={`/office${at}`} label={commonTexts(context.language).edit} />
        <PostButton
          action={`${at}/${address.is_primary ? 'ordinary' : 'primary'}`}
          class="secondary outline"
          label={address.is_primary ? t.unsetPrimary : t.makePrimary}
        />
      </div>
    </li>
  );
}

const addressLine = (address: StoreAddress): string =>
  [
    address.address1,
    address.address2,
    address.address3,
    address.sub_district,
    address.district,
    address.province,
    address.postal_code,
  ]
    .filter((part) => part !== undefined)
    .join(' ');

function RemovedAddresses({ context }: { context: StoreContext }) {
  const t = addressTexts(context.language);
  const removed = removedStoreAddresses(context.db, context.store.id);
  if (removed.length === 0) return null;
  return (
    <section class="removed-items">
      <h2>{t.removedAddresses}</h2>
      <ul>
        {removed.map((address) => (
          <li>
            <span>
              {address.name} <span class="muted">{addressLine(address)}</span>
            </span>
            <PostButton
              action={`${PATH}/${address.id}/restore`}
              class="secondary outline small"
              aria-label={`${t.restore} ${address.name}`}
              label={t.restore}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
