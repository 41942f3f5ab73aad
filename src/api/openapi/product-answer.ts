import * as v from 'valibot';
import { said } from '../../lib/fields.ts';
import { idField, moneyField, textField, timeField, uriField, wholeField } from './answer-fields.ts';

/** See docs/partner-api.md#product-row. */
export const productRow = v.object({
  id: idField('To be sent as `product_id`.', '5'),
  name: textField('As the store wrote it.', 'ลาเต้'),
  image_url: v.optional(uriField('The main picture.', 'https://img.example/latte.jpg')),
});

const level = {
  on_hand: wholeField('What lies there.', 10),
  available_qty: wholeField('What can still be sold; below 0 where the store sells what it does not have.', 8),
  reserved_qty: wholeField('What is kept for open orders.', 2),
};

export const warehouseStock = v.object({ wh_id: idField('The warehouse.', '1'), ...level });

export const variantPrice = v.object({
  id: idField('Of the price.', '1'),
  price_tier_id: idField('The price tier.', '1'),
  price: moneyField('For one.', '65'),
});

/** See docs/partner-api.md#variant. */
export const variant = v.object({
  product_variant_id: idField('To be sent in a line of an order.', '7'),
  name: textField('What a buyer picks; empty for a product sold in one form.', 'ร้อน'),
  create_time: timeField('When it was made.'),
  update_time: timeField('When it last changed.'),
  img_url: v.optional(uriField('Its own picture.', 'https://img.example/latte-hot.jpg')),
  sku: v.optional(textField('The store’s code for it.', 'LAT-H')),
  prices: said(v.array(variantPrice), 'One for each price tier that has one.'),
  cost: v.optional(moneyField('What one costs the store.', '20.5')),
  ...level,
  warehouses: said(v.array(warehouseStock), 'The same for each warehouse.'),
  weight: v.optional(said(v.number(), 'In grams.', 250)),
  pulled_from_product_variant_id: v.optional(
    idField('The variant of the seller’s store; only on a pulled product.', '70'),
  ),
});

export const shippingRate = v.object({
  shipping_type: textField('The courier.', 'ems'),
  first: moneyField('For the first piece.', '40'),
  each_more: moneyField('For every further one.', '10'),
});

const pictures = (words: string, example: string) =>
  said(v.array(v.pipe(v.string(), v.metadata({ format: 'uri' }))), words, [example]);

/** See docs/partner-api.md#product. */
export const product = v.object({
  id: idField('Of the product.', '5'),
  name: textField('As the store wrote it.', 'ลาเต้'),
  description: textField('Empty where there is none.', 'นมสดแท้'),
  store_id: idField('Your own store.', '1'),
  img_uris: pictures('Pictures in full size, the main one first.', 'https://img.example/latte.jpg'),
  thumbnail_uris: pictures('The same, smaller.', 'https://img.example/latte-t.jpg'),
  tiny_img_uris: pictures('The same, smallest.', 'https://img.example/latte-s.jpg'),
  create_time: timeField('When it was made.'),
  update_time: timeField('When it last changed.'),
  price_tier_ids: said(v.array(v.string()), 'The price tiers that its variants have prices in.', ['1']),
  warehouse_ids: said(v.array(v.string()), 'The warehouses that its variants lie in.', ['1', '2']),
  shipping_rates: said(v.array(shippingRate), 'What shipping costs by courier.'),
  min: v.optional(moneyField('The lowest price.', '60')),
  max: v.optional(moneyField('The highest price.', '65')),
  parent_id: v.optional(idField('The product it was pulled from; only on a pulled product.', '50')),
  variants: said(v.array(variant), 'What can be ordered.'),
});
