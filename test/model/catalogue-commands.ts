import fc from 'fast-check';
import { addVariant } from '../../src/domain/catalogue/add-product.ts';
import { clearBundle, makeBundle, setParts } from '../../src/domain/catalogue/bundle-parts.ts';
import {
  deleteProduct,
  deleteVariant,
  restoreProduct,
  restoreVariant,
} from '../../src/domain/catalogue/delete-product.ts';
import { priceTiers } from '../../src/domain/catalogue/price-tiers.ts';
import { productDetail } from '../../src/domain/catalogue/product-detail.ts';
import type { Id } from '../../src/lib/ids.ts';
import type { Money } from '../../src/lib/money.ts';
import { type Command, command, expect, pick } from './command.ts';
import type { Oracle, Part } from './oracle.ts';
import type { Real } from './real.ts';

const USER = 7 as Id;
const anyIndex = fc.nat({ max: 1000 });

const liveNames = (model: Oracle): string[] => model.names(({ live }) => live);

/** The live variants that contain it. */
const bundlesWith = (model: Oracle, name: string): string[] =>
  model.names(({ live, parts }) => live && parts.some(({ variant }) => variant === name));

const canBeParts = (model: Oracle, whole: string, parts: readonly Part[]): boolean =>
  parts.every(({ variant }) => {
    const { live, store, parts } = model.variant(variant);
    if (parts.some((part) => part.variant === whole)) return false;
    return live && store === model.variant(whole).store && variant !== whole && model.hasOwnStock(variant);
  });

const reserved = (model: Oracle, name: string): number =>
  model.warehousesOf(name).reduce((sum, warehouse) => sum + model.level(name, warehouse).reserved, 0);

const wantedParts = fc.array(fc.record({ variant: anyIndex, qty: fc.integer({ min: 1, max: 3 }) }), { maxLength: 2 });

/** The requested parts by name, without duplicates. */
function partsOf(model: Oracle, wanted: readonly { variant: number; qty: number }[]): Part[] {
  const byName = new Map(wanted.map(({ variant, qty }) => [pick(liveNames(model), variant), qty]));
  return [...byName].map(([variant, qty]) => ({ variant, qty }));
}

const idsOf = (real: Real, parts: readonly Part[]) =>
  parts.map(({ variant, qty }) => ({ variantId: real.variants.id(variant), qty }));

const bundled = command(
  'make a bundle',
  fc.record({ variant: anyIndex, parts: wantedParts }),
  async (model, real, args) => {
    const name = pick(liveNames(model), args.variant);
    const parts = partsOf(model, args.parts);
    const allowed =
      model.hasOwnStock(name) &&
      parts.length > 0 &&
      canBeParts(model, name, parts) &&
      bundlesWith(model, name).length === 0 &&
      reserved(model, name) === 0;
    await expect(
      allowed,
      real.attempt((tx, now) => makeBundle(tx, real.variants.id(name), { parts: idsOf(real, parts) }, now)),
    );
    if (!allowed) return;
    const variant = model.variant(name);
    model.changeAvailable({ reason: 'bundle_converted', store: variant.store }, [name], () => {
      for (const warehouse of model.warehousesOf(name)) model.level(name, warehouse).onHand = 0;
      Object.assign(variant, { isBundle: true, parts });
    });
  },
);

const unbundled = command('unmake a bundle', anyIndex, async (model, real, chosen) => {
  const name = pick(liveNames(model), chosen);
  const variant = model.variant(name);
  await expect(
    variant.isBundle,
    real.attempt((tx, now) => clearBundle(tx, real.variants.id(name), now)),
  );
  if (!variant.isBundle) return;
  model.changeAvailable({ reason: 'bundle_converted', store: variant.store }, [name], () => {
    variant.isBundle = false;
  });
});

const edited = command('set parts', fc.record({ variant: anyIndex, parts: wantedParts }), async (model, real, args) => {
  const name = pick(liveNames(model), args.variant);
  const variant = model.variant(name);
  const parts = partsOf(model, args.parts);
  const allowed =
    variant.source === undefined && canBeParts(model, name, parts) && !(variant.isBundle && parts.length === 0);
  await expect(
    allowed,
    real.attempt((tx, now) => setParts(tx, real.variants.id(name), idsOf(real, parts), now)),
  );
  if (!allowed) return;
  model.changeAvailable({ reason: 'bundle_edited', store: variant.store }, [name], () => {
    variant.parts = parts;
  });
});

// Deletion. A variant is live if neither it nor its product is deleted. The reseller's own product stays.

const deletable = (model: Oracle): string[] => model.names(({ live, product }) => live && product !== 'own');

const deletedVariants = new WeakMap<Oracle, Set<string>>();
const deletedProducts = new WeakMap<Oracle, Set<string>>();

const deletedOf = (kind: WeakMap<Oracle, Set<string>>, model: Oracle): Set<string> => {
  const known = kind.get(model) ?? new Set<string>();
  kind.set(model, known);
  return known;
};

function updateLive(model: Oracle): void {
  for (const name of model.names()) {
    const variant = model.variant(name);
    variant.live =
      !deletedOf(deletedVariants, model).has(name) && !deletedOf(deletedProducts, model).has(variant.product);
  }
}

const variantsOf = (model: Oracle, product: string): string[] => model.names((variant) => variant.product === product);

const variantDeleted = command('delete a variant', anyIndex, async (model, real, chosen) => {
  if (deletable(model).length === 0) return;
  const name = pick(deletable(model), chosen);
  const allowed = model.variant(name).source === undefined && bundlesWith(model, name).length === 0;
  await expect(
    allowed,
    real.attempt((tx, now) => deleteVariant(tx, real.variants.id(name), now)),
  );
  if (!allowed) return;
  model.rememberAvailable([name]);
  model.changeAvailable({ reason: 'unknown' }, [name], () => {
    deletedOf(deletedVariants, model).add(name);
    updateLive(model);
  });
});

const variantRestored = command('restore a variant', anyIndex, async (model, real, chosen) => {
  const deletedNames = [...deletedOf(deletedVariants, model)];
  if (deletedNames.length === 0) return;
  const name = pick(deletedNames, chosen);
  const { product, parts } = model.variant(name);
  const allowed = !deletedOf(deletedProducts, model).has(product) && canBeParts(model, name, parts);
  await expect(
    allowed,
    real.attempt((tx, now) => restoreVariant(tx, real.variants.id(name), now)),
  );
  if (!allowed) return;
  model.changeAvailable({ reason: 'unknown' }, [name], () => {
    deletedOf(deletedVariants, model).delete(name);
    updateLive(model);
  });
  model.announceMissed([name]);
});

const productDeleted = command('delete a product', anyIndex, async (model, real, chosen) => {
  const products = [...new Set(deletable(model).map((name) => model.variant(name).product))];
  if (products.length === 0) return;
  const product = pick(products, chosen);
  const allowed = variantsOf(model, product).every((name) =>
    bundlesWith(model, name).every((whole) => model.variant(whole).product === product),
  );
  await expect(
    allowed,
    real.attempt((tx, now) => deleteProduct(tx, real.products.id(product), now)),
  );
  if (!allowed) return;
  model.rememberAvailable(variantsOf(model, product));
  model.changeAvailable({ reason: 'unknown' }, variantsOf(model, product), () => {
    deletedOf(deletedProducts, model).add(product);
    updateLive(model);
  });
});

const productRestored = command('restore a product', anyIndex, async (model, real, chosen) => {
  const deletedNames = [...deletedOf(deletedProducts, model)];
  if (deletedNames.length === 0) return;
  const product = pick(deletedNames, chosen);
  const names = variantsOf(model, product);
  deletedOf(deletedProducts, model).delete(product);
  updateLive(model);
  const live = names.filter((name) => model.variant(name).live);
  const allowed = live.every((name) => canBeParts(model, name, model.variant(name).parts));
  deletedOf(deletedProducts, model).add(product);
  updateLive(model);
  await expect(
    allowed,
    real.attempt((tx, now) => restoreProduct(tx, real.products.id(product), now)),
  );
  if (!allowed) return;
  model.changeAvailable({ reason: 'unknown' }, names, () => {
    deletedOf(deletedProducts, model).delete(product);
    updateLive(model);
  });
  model.announceMissed(names);
});

const added = command(
  'add a variant',
  fc.record({ product: fc.constantFrom('tea', 'bar', 'own'), qty: fc.integer({ min: 0, max: 9 }) }),
  async (model, real, { product, qty }) => {
    const deleted = deletedOf(deletedProducts, model);
    if (model.names().length >= 14 || deleted.has(product) || deleted.has('resold')) return;
    const name = `new-${model.names().length}`;
    const store = product === 'own' ? 'reseller' : 'source';
    const [warehouse = ''] = model.warehouses[store] as string[];
    const id = await real.write((tx, now) => {
      const storeId = real.stores[store]?.id as Id;
      const prices = new Map(priceTiers(tx, storeId).map((tier) => [tier.id, 100_000 as Money]));
      const stock = new Map([[real.warehouses.id(warehouse), qty]]);
      return addVariant(
        tx,
        real.products.id(product),
        { key: name, name, sku: name, prices, stock, userId: USER },
        now,
      );
    });
    real.variants.set(name, id);
    model.add(name, { store, product, isBundle: false, parts: [] });
    if (product === 'tea') await registerPulled(model, real, name, id);
    model.move({ reason: 'variant_created', store, user: USER }, [{ variant: name, warehouse, onHand: qty }]);
  },
);

/** A new variant of a pulled product appears in the reseller's store, without a price. */
async function registerPulled(model: Oracle, real: Real, source: string, sourceId: Id): Promise<void> {
  const name = `resold/${source}`;
  const storeId = real.stores.reseller?.id as Id;
  const resold = await real.write((tx) => productDetail(tx, storeId, real.products.id('resold')));
  const pulled = resold?.variants.find(({ pulledFrom }) => pulledFrom === sourceId);
  if (!pulled) throw new Error(`${name} did not appear`);
  real.variants.set(name, pulled.id);
  model.add(name, { store: 'reseller', product: 'resold', isBundle: false, parts: [], source });
}

export const CATALOGUE_COMMANDS: readonly fc.Arbitrary<Command>[] = [
  bundled,
  unbundled,
  edited,
  variantDeleted,
  variantRestored,
  variantRestored,
  productDeleted,
  productRestored,
  productRestored,
  added,
];
