import { missingOnLabel, removedStoreAddresses, type StoreAddress, storeAddresses } from '../../../domain/addresses.ts';
import { markPrimary, removeStoreAddress, restoreStoreAddress } from '../../../domain/store-addresses.ts';
import type { Page } from '../../answer.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import { csvFile } from '../../page/downloads.ts';
import { ButtonLink, Empty, Heading, Tag } from '../../page/parts.tsx';
import { words } from '../../page/texts.ts';
import { get, post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { settingsTexts } from '../settings-texts.ts';
import { addressFormScreens, incompleteText } from './address-form.tsx';
import { addressTexts } from './address-texts.ts';

const PATH = '/settings/addresses';

export const addressScreens: readonly Screen[] = [
  get(PATH, 'owner', listPage),
  get(`${PATH}.csv`, 'owner', listCsv),
  ...addressFormScreens,
  post(`${PATH}/:id/primary`, 'owner', (visit) => mark(visit, true)),
  post(`${PATH}/:id/ordinary`, 'owner', (visit) => mark(visit, false)),
  post(`${PATH}/:id/remove`, 'owner', async (visit) => {
    const id = visit.id();
    await visit.ctx.write((db) => removeStoreAddress(db, visit.store.id, id, visit.now));
    return visit.redirect(PATH, addressTexts(visit.language).removed);
  }),
  post(`${PATH}/:id/restore`, 'owner', async (visit) => {
    const id = visit.id();
    await visit.ctx.write((db) => restoreStoreAddress(db, visit.store.id, id, visit.now));
    return visit.redirect(PATH, addressTexts(visit.language).restored);
  }),
];

async function mark(visit: Visit, isPrimary: boolean): Promise<Response> {
  const id = visit.id();
  await visit.ctx.write((db) => markPrimary(db, visit.store.id, id, isPrimary, visit.now));
  return visit.redirect(PATH, words(visit.language).saved);
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
  'branch_type',
  'branch_number',
] as const;

function listCsv({ ctx, store }: Visit): Response {
  const rows = storeAddresses(ctx.db, store.id).map((address) => [
    String(address.id),
    String(address.is_primary),
    ...COLUMNS.map((name) => address[name]),
  ]);
  return csvFile('addresses', ['id', 'is_primary', ...COLUMNS], rows);
}

function listPage(visit: Visit): Page {
  const t = addressTexts(visit.language);
  const { ctx, store, language } = visit;
  const own = storeAddresses(ctx.db, store.id);
  return {
    title: t.addresses,
    body: (
      <>
        <Heading title={t.addresses} back={{ href: '/office/settings', label: settingsTexts(language).settings }}>
          <ButtonLink href={`/office${PATH}/new`} icon="plus" main>
            {t.add}
          </ButtonLink>
          {own.length > 0 && (
            <ButtonLink href={`/office${PATH}.csv`} icon="download" download>
              CSV
            </ButtonLink>
          )}
        </Heading>
        {own.length === 0 ? (
          <Empty title={t.empty}>
            <p>{t.aboutEmpty}</p>
          </Empty>
        ) : (
          <>
            <p class="hint">{t.about}</p>
            <ul class="sections">
              {own.map((address, i) => (
                <AddressCard visit={visit} address={address} isFirst={i === 0} />
              ))}
            </ul>
          </>
        )}
        <Removed visit={visit} />
      </>
    ),
  };
}

function AddressCard({ visit, address, isFirst }: { visit: Visit; address: StoreAddress; isFirst: boolean }) {
  const t = addressTexts(visit.language);
  const at = `${PATH}/${address.id}`;
  return (
    <li class="card">
      <h2>
        <a href={`/office${at}`}>{address.name}</a>
      </h2>
      <p class="tags">
        {isFirst && <Tag tone="good">{t.effective}</Tag>}
        {address.is_primary && <Tag tone="calm">{t.primary}</Tag>}
        {missingOnLabel(address).length > 0 && <Tag tone="warn">{incompleteText(visit, address)}</Tag>}
      </p>
      <p class="break">
        {address.telephone}
        <br />
        {addressLine(address)}
      </p>
      <div class="actions">
        <ButtonLink href={`/office${at}`}>{words(visit.language).edit}</ButtonLink>
        <Post visitor={visit} action={`${at}/${address.is_primary ? 'ordinary' : 'primary'}`}>
          <Submit class="secondary outline">{address.is_primary ? t.makeOrdinary : t.makePrimary}</Submit>
        </Post>
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

function Removed({ visit }: { visit: Visit }) {
  const t = addressTexts(visit.language);
  const removed = removedStoreAddresses(visit.ctx.db, visit.store.id);
  if (removed.length === 0) return null;
  return (
    <section class="gone">
      <h2>{t.gone}</h2>
      <ul>
        {removed.map((address) => (
          <li>
            <span>
              {address.name} <span class="quietly">{addressLine(address)}</span>
            </span>
            <Post visitor={visit} action={`${PATH}/${address.id}/restore`}>
              <Submit class="secondary outline small" aria-label={`${t.restore} ${address.name}`}>
                {t.restore}
              </Submit>
            </Post>
          </li>
        ))}
      </ul>
    </section>
  );
}
