// Classic and blocking, because all of it must be there before the first paint.
(() => {
  var chosen = 'auto';
  // A code in the address opens its order at once.
  var returning = /[#&]code=/.test(location.hash);
  try {
    // Mantine and the driver portal read the same keys.
    chosen = localStorage.getItem('mantine-color-scheme-value') || chosen;
    returning = returning || localStorage.getItem('quickfleet-driver-open') !== null;
  } catch {
    // Storage may be switched off: then the system decides on the colours.
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  // The built portal holds the code card, which must not flash by on a phone that has an order open.
  if (returning) document.documentElement.setAttribute('data-returning', '');
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  // Buttons that are pressed before the page is alive are marked; whoever comes alive presses them again, so nobody
  // else does.
  document.addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element && event.target.closest('[data-waking] button');
      if (!button) return;
      button.setAttribute('data-pressed-early', '');
      event.stopPropagation();
    },
    true,
  );
  // A form that is sent by then, by its button or by Enter, must not be sent the browser's own way, which would lose
  // what was typed.
  document.addEventListener(
    'submit',
    (event) => {
      if (!(event.target instanceof HTMLFormElement) || !event.target.matches('form[data-waking], [data-waking] form'))
        return;
      event.preventDefault();
      event.target.querySelector('[type="submit"]')?.setAttribute('data-pressed-early', '');
    },
    true,
  );
})();
