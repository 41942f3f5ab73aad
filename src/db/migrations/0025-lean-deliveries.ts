/**
 * Deliveries that are acknowledged, as nearly all are, are no longer indexed by their status: each touched a page of its
 * own app, in a commit of fifty apps as many. An app knows itself when it last acknowledged one.
 */
export const leanDeliveries = `
ALTER TABLE apps ADD COLUMN acknowledge_time INTEGER; -- when the newest delivery was sent that it acknowledged; none: it never has
UPDATE apps SET acknowledge_time = (SELECT max(request_time) FROM webhook_deliveries
  WHERE app_id = apps.id AND status <> 'sending' AND status = 'acknowledged');
DROP INDEX webhook_deliveries_by_status;
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (app_id, request_time) WHERE status = 'failed';
`;
