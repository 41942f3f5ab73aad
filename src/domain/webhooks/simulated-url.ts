/** The URL of an app in a sandbox that has no receiver yet: deliveries are recorded as acknowledged and not sent. */
export const SIMULATED_URL = 'sandbox:';
