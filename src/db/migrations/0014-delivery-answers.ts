/** What receivers of webhooks say, not only with which status. */
export const deliveryAnswers = `
ALTER TABLE webhook_deliveries ADD COLUMN said TEXT; -- the beginning of the answer's body; none: it had none
`;
