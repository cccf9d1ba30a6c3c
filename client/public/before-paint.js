// Classic and blocking, because it must be there before the first paint.
(() => {
  var chosen = 'auto';
  // A code in the address opens its order right away.
  var returning = /[#&]code=/.test(location.hash);
  try {
    // Mantine and the driver portal read the same keys.
    chosen = localStorage.getItem('mantine-color-scheme-value') || chosen;
    returning = returning || localStorage.getItem('quickfleet-driver-open') !== null;
  } catch {
    // Storage may be switched off: then the system decides on the colours.
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  // The rendered portal holds the code card, which must not flash by on a phone that has an order open.
  if (returning) document.documentElement.setAttribute('data-returning', '');
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
