/** A store's parcels that collect, by what is known of each, newest first, of one courier or of all. */
export const codParcels = `
ALTER TABLE shipments ADD COLUMN cod_settled TEXT GENERATED ALWAYS AS (
  CASE WHEN cod_amount IS NULL OR status = 'canceled' THEN NULL WHEN paid_out THEN 'remitted'
    WHEN status = 'delivered' THEN 'collected' WHEN status = 'returned' THEN 'failed' ELSE 'open' END); -- open: its order says
CREATE INDEX shipments_with_cod ON shipments (cod_settled, id, order_id, cod_amount) WHERE cod_settled IS NOT NULL;
CREATE INDEX shipments_with_cod_of_courier ON shipments (cod_settled, shipping_type, id, order_id, cod_amount)
  WHERE cod_settled IS NOT NULL;
`;
