// Alerts on this device: the button subscribes the browser and sends its form with the subscription.

if ('PushManager' in window && navigator.serviceWorker) document.documentElement.classList.add('pushes');

document.addEventListener('click', async (event) => {
  const button = event.target.closest?.('[data-subscribes]');
  if (!button) return;
  event.preventDefault();
  const problem = button.form.querySelector('[role=alert]');
  problem.hidden = true;
  button.setAttribute('aria-busy', 'true');
  try {
    const { endpoint, keys } = (await subscribed(button.dataset.subscribes)).toJSON();
    for (const [name, value] of Object.entries({ endpoint, ...keys }))
      if (button.form.elements[name]) button.form.elements[name].value = value;
    button.form.requestSubmit();
  } catch {
    problem.hidden = false; // not allowed, or the browser has no push service
  } finally {
    button.removeAttribute('aria-busy');
  }
});

/** A subscription with this key. One with an older key is replaced. */
async function subscribed(applicationServerKey) {
  const registration = await navigator.serviceWorker.register('/office/service-worker.js', { scope: '/office/' });
  await navigator.serviceWorker.ready.catch(() => {}); // subscribe below fails too, and its error is shown
  const options = { userVisibleOnly: true, applicationServerKey };
  return registration.pushManager.subscribe(options).catch(async (error) => {
    const old = await registration.pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return registration.pushManager.subscribe(options);
  });
}
