/**
 * Only failed deliveries are looked up by their time. In the index by status each app had pages of its own, so recording
 * how deliveries to fifty apps ended wrote fifty of them. When an app last acknowledged one is kept with the app.
 */
export const leanDeliveries = `
ALTER TABLE apps ADD COLUMN acknowledge_time INTEGER; -- when the newest delivery was sent that it acknowledged; none: it never has
-- In the words of the index that is dropped next, so that SQLite takes it.
UPDATE apps SET acknowledge_time = (SELECT max(request_time) FROM webhook_deliveries
  WHERE app_id = apps.id AND status <> 'sending' AND status = 'acknowledged');
DROP INDEX webhook_deliveries_by_status;
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (app_id, request_time) WHERE status = 'failed';
`;
